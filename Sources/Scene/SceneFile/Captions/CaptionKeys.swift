import RostrumBase
import RostrumLayerTree

extension Key {
  static let captions = Field(
    "captions", Reader<CaptionDraft>.captions,
    "The spoken words as text."
  )
  static let captionFile = Field(
    "file", .captionFile,
    "The captions' file. Either this or cues.")
  static let captionCues = Field(
    "cues", Reader.items("a list of captions: {start, end, text}", of: cueSchema),
    "The captions.")
  static let captionPlaces = DefaultedField(
    "as", Reader<Set<CaptionTrack.Place>>.captionPlaces, default: [.layer],
    "Where they go: into the pictures, the video, or files beside it."
  )
  static let captionDelay = DefaultedField(
    "beginTime", .seconds, default: 0, "The seconds added to all times.")
  static let captionLanguage = Field(
    "language", Reader<String>.languageTag,
    "The language of the captions, such as en or pt-BR. Default: the film's.")
  static let captionLayer = Field(
    "layer",
    Reader<[YAMLNode.Entry]>.entries(
      "a mapping with keys of a text layer", of: SchemaPart.anyValue
    ).describing(SchemaPart.reference("layer-" + LayerClass.text.name)),
    "How they look in the pictures. Default: white letters with black outlines at the bottom, a twentieth of the canvas high."
  )
  static let captionHighlight = Field(
    "highlight", .color, shownDefault: "\"#ffd60a\"",
    "The colour of the word that is said, where words have times; none leaves it.")

  static let cueStart = Field(
    "start", .delay, isRequired: true, "When the caption begins, in seconds of the scene.")
  static let cueEnd = Field(
    "end", .delay, isRequired: true, "When it ends, in seconds of the scene.")
  static let cueText = Field(
    "text", .text("a text", example: "n"), isRequired: true, "The text, of one line or several.")
  static let cueWords = Field(
    "words", Reader<Double>.delay.list("a list of seconds, one for each word"),
    "When each word is said, in seconds of the scene.")

  private static var cueSchema: JSONValue { Vocabulary.caption.reference }

  static let filmTitle = Field(
    "title", .printable("a title is one line of printable text, 200 characters at most"),
    "The film's title, which players show.")
  static let filmLanguage = Field(
    "language", Reader<String>.languageTag, "The language that is spoken, such as en or pt-BR.")
  static let filmTags = Field(
    "metadata",
    Reader<String>.text("a text").named("a mapping from names to texts"),
    "Other facts for the video file, such as artist, copyright, date or comment.")
  static let chapters = Field(
    "chapters", Reader<FilmInformation.Chapter>.chapter.list("a list of {at, title}"),
    "The parts of the film that players jump to. The first begins at 0.")
  static let poster = Field(
    "poster", .delay,
    "The time of the cover frame in mp4 and mkv files, in seconds.")
  static let chapterTime = Field(
    "at", .delay, isRequired: true, "When the chapter begins, in seconds of the scene.")
  static let chapterTitle = Field(
    "title", .printable("a title is one line of printable text, 200 characters at most"),
    isRequired: true, "The chapter's title.")
}

extension Vocabulary {
  /// The keys of captions that are more than a path or a list.
  public static let captions = Vocabulary(
    owner: "captions", definition: "captions",
    [
      Key.captionFile, Key.captionCues, Key.captionPlaces, Key.captionDelay, Key.captionLanguage,
      Key.captionLayer, Key.captionHighlight, Key.allow,
    ], listsKeys: true)

  /// The keys of one caption.
  public static let caption = Vocabulary(
    owner: "a caption", definition: "caption",
    [Key.cueStart, Key.cueEnd, Key.cueText, Key.cueWords], listsKeys: true)

  /// The keys of a chapter.
  public static let chapter = Vocabulary(
    owner: "a chapter", definition: "chapter", [Key.chapterTime, Key.chapterTitle],
    listsKeys: true)
}

extension Reader where Content == FilmInformation.Chapter {
  fileprivate static let chapter = mapping(.chapter, "a chapter", example: "{at: 0, title: n}") {
    fields in
    let title = fields[Key.chapterTitle]
    guard let time = fields[Key.chapterTime], let title else { return nil }
    return FilmInformation.Chapter(time: time, title: title)
  }
}

extension Reader where Content == Set<CaptionTrack.Place> {
  /// A word, or a list of words.
  fileprivate static let captionPlaces: Reader = {
    let word = Reader<CaptionTrack.Place>.word
    let list = word.list("a list of words")
    return Reader(
      word.expectation + ", or a list of these", example: "layer",
      schema: ["anyOf": [word.schema, list.schema]],
      text: { $0.map(\.rawValue).sorted().first }
    ) { node, context in
      if node.items != nil { return context.read(node, list).map(Set.init) }
      return context.read(node, word).map { [$0] }
    }
  }()
}

extension Reader where Content == String {
  /// A language as BCP 47 writes it: two or three letters, and parts after hyphens.
  static let languageTag: Reader = {
    let expectation = "a language such as en or pt-BR"
    return Reader(
      expectation, example: "en",
      schema: ["type": "string", "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"], text: { $0 }
    ) { node, context in
      guard let text = node.scalar?.text,
        text.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/) != nil
      else { return context.mismatched(expectation, at: node) }
      return text
    }
  }()

  /// The path of a file with captions.
  fileprivate static let captionFile = file(
    "the path of an SRT, WebVTT or ASS file", .caption, example: "nowhere.srt",
    schema: ["type": "string"])
}
