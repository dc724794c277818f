public import LayerTree

import Base

extension CaptionTrack {
  /// The captions as SubRip writes them.
  public var subRip: String {
    captions.enumerated().map { index, caption in
      "\(index + 1)\n\(stamp(caption.start, ",")) --> \(stamp(caption.end, ","))\n"
        + caption.plainText + "\n\n"
    }.joined()
  }

  /// The captions as WebVTT writes them, with the times of words where there are some.
  public var webVTT: String {
    "WEBVTT\n\n"
      + captions.map { caption in
        let pieces = caption.pieces.map { piece in
          let text = piece.text.escapedForWebVTT
          // The first word's time is the caption's.
          guard let start = piece.start, start > caption.start else { return text }
          return "<\(stamp(start, "."))>" + text
        }
        return "\(stamp(caption.start, ".")) --> \(stamp(caption.end, "."))\n"
          + pieces.joined().withoutEmptyLines + "\n\n"
      }.joined()
  }
}

extension Caption {
  fileprivate var plainText: String { text.withoutEmptyLines }
}

extension String {
  /// An empty line would end the caption.
  fileprivate var withoutEmptyLines: String {
    split(separator: "\n").filter { $0.contains { !$0.isWhitespace } }.joined(separator: "\n")
  }

  fileprivate var escapedForWebVTT: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// `01:02:03,400`, to the nearest millisecond.
private func stamp(_ time: Double, _ point: String) -> String {
  let milliseconds = Int((time * 1000).rounded())
  func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
  let seconds = milliseconds / 1000
  return "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
    + point + digits(milliseconds % 1000, 3)
}

extension FilmInformation {
  /// All of it as one text.
  public var text: String {
    metadata(duration: 1e9) + (language ?? "") + (poster.map { "\($0)" } ?? "")
  }

  /// The title, the other facts and the chapters in the words of ffmpeg's metadata files.
  func metadata(duration: Double) -> String {
    var lines = [";FFMETADATA1"]
    if let title { lines.append("title=\(title.escapedForMetadata)") }
    for (name, text) in tags.sorted(by: { $0.key < $1.key }) {
      lines.append("\(name.escapedForMetadata)=\(text.escapedForMetadata)")
    }
    for (index, chapter) in chapters.enumerated() {
      let end = index + 1 < chapters.count ? chapters[index + 1].time : duration
      guard end > chapter.time else { continue }
      lines += [
        "[CHAPTER]", "TIMEBASE=1/1000", "START=\(Int((chapter.time * 1000).rounded()))",
        "END=\(Int((end * 1000).rounded()))", "title=\(chapter.title.escapedForMetadata)",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate var escapedForMetadata: String {
    unicodeScalars.map { "=;#\\\n".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
