public import RostrumLayerTree

import RostrumBase

extension CaptionTrack {
  /// The captions as SubRip writes them, with a blank one where the film ends: in fragments ffmpeg
  /// would let what comes after the last one be as long as the one before it.
  func subRip(until end: Double) -> String {
    let start = max(captions.last?.end ?? 0, end - 0.001)
    let times = "\(stamp(start, ",")) --> \(stamp(start + 0.001, ","))"
    return subRip + "\(captions.count + 1)\n\(times)\n\u{A0}\n\n"
  }

  /// The captions as SubRip writes them.
  public var subRip: String {
    captions.enumerated().map { index, caption in
      "\(index + 1)\n\(stamp(caption.start, ",")) --> \(stamp(caption.end, ","))\n"
        + Escaping.subRip(caption.text) + "\n\n"
    }.joined()
  }

  /// The captions as WebVTT writes them, with the times of words where there are some.
  public var webVTT: String {
    "WEBVTT\n\n"
      + captions.map { caption in
        let pieces = caption.pieces.map { piece in
          let text = Escaping.webVTT(piece.text)
          // The first word's time is the caption's.
          guard let start = piece.start, start > caption.start else { return text }
          return "<\(stamp(start, "."))>" + text
        }
        return "\(stamp(caption.start, ".")) --> \(stamp(caption.end, "."))\n"
          + Escaping.withoutEmptyLines(pieces.joined()) + "\n\n"
      }.joined()
  }
}

/// `01:02:03,400`, to the nearest millisecond.
private func stamp(_ time: Double, _ point: String) -> String {
  let milliseconds = Int((time * 1000).rounded())
  let seconds = milliseconds / 1000
  return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.digits(2) }
    .joined(separator: ":") + point + (milliseconds % 1000).digits(3)
}

extension FilmInformation {
  /// All of it as one text.
  public var text: String {
    JSONValue.object([
      ("title", .string(title)), ("language", .string(language)), ("poster", .number(poster)),
      ("tags", .object(sortedTags.map { ($0.key, .string($0.value)) })),
      (
        "chapters",
        .array(chapters.map { .array([.number($0.time), .string($0.title)]) })
      ),
    ]).line()
  }

  private var sortedTags: [(key: String, value: String)] { tags.sorted { $0.key < $1.key } }

  /// The times of the chapters as a metadata file for ffmpeg. Texts are passed as arguments
  /// (`metadataArguments`), since such a file cannot contain a text that ends in a backslash.
  func chapterTimes(duration: Double) -> String {
    ";FFMETADATA1\n"
      + spans(duration).map { span in
        "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(span.start)\nEND=\(span.end)\n"
      }.joined()
  }

  /// ffmpeg's arguments for the title, the other facts and the titles of the chapters.
  func metadataArguments(duration: Double) -> [String] {
    let facts = (title.map { [("title", $0)] } ?? []) + sortedTags.map { ($0.key, $0.value) }
    return facts.flatMap { name, text in
      ["-metadata", Escaping.ffmpegMetadata("\(name)=\(text)")]
    }
      + spans(duration).enumerated().flatMap { index, span in
        ["-metadata:c:\(index)", Escaping.ffmpegMetadata("title=\(span.title)")]
      }
  }

  /// The chapters that begin before the film ends, in milliseconds.
  private func spans(_ duration: Double) -> [(start: Int, end: Int, title: String)] {
    chapters.enumerated().compactMap { index, chapter in
      let end = index + 1 < chapters.count ? chapters[index + 1].time : duration
      guard end > chapter.time else { return nil }
      return (
        Int((chapter.time * 1000).rounded()), Int((end * 1000).rounded()), chapter.title
      )
    }
  }
}
