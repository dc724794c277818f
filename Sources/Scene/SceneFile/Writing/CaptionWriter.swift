import RostrumLayerTree

extension YAMLMapping {
  /// Adds what a film says about itself, and its captions but those in the pictures: those are a
  /// layer already.
  mutating func add(_ information: FilmInformation, _ captions: CaptionTrack?) {
    add(Key.filmTitle, information.title.map(WrittenNode.text))
    add(Key.filmLanguage, information.language.map(WrittenNode.text))
    if !information.tags.isEmpty {
      var tags = YAMLMapping()
      for (name, text) in information.tags.sorted(by: { $0.key < $1.key }) {
        tags.add(name, .text(text))
      }
      add(Key.filmTags, tags.block)
    }
    if !information.chapters.isEmpty {
      add(Key.chapters, .items(information.chapters.map(\.node)))
    }
    add(Key.poster, information.poster.map(WrittenNode.number))
    let places = (captions?.places ?? []).subtracting([.layer])
    guard let captions, !places.isEmpty else { return }
    var mapping = YAMLMapping()
    mapping.add(Key.captionPlaces, .list(places.map(\.rawValue).sorted().map(WrittenNode.plain)))
    mapping.add(Key.captionLanguage, captions.language.map(WrittenNode.text))
    mapping.add(Key.captionCues, .items(captions.captions.map(\.node)))
    add(Key.captions, mapping.block)
  }
}

extension FilmInformation.Chapter {
  fileprivate var node: WrittenNode {
    var mapping = YAMLMapping()
    mapping.add(Key.chapterTime, .number(time))
    mapping.add(Key.chapterTitle, .text(title))
    return mapping.flow
  }
}

extension Caption {
  fileprivate var node: WrittenNode {
    var mapping = YAMLMapping()
    mapping.add(Key.cueStart, .number(start))
    mapping.add(Key.cueEnd, .number(end))
    mapping.add(Key.cueText, .text(text))
    let words = pieces.compactMap(\.start)
    if words.count == pieces.count, words.count == text.matches(of: /\S+/).count {
      mapping.add(Key.cueWords, .numbers(words))
    }
    return mapping.flow
  }
}
