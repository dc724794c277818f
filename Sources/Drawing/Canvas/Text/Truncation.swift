/// Truncation of wrapped text to a height.
///
/// As many lines as fit are set as if there were no limit. The last of them then gets the whole
/// remaining text on one line, truncated to the width. Pango's own limit would assume that each
/// next line is as high as the one before, and silently leave out later paragraphs.
extension FontSet {
  func layout(_ request: TextRequest, within height: Double) throws(TextError) -> TextLayout {
    var free = request
    (free.truncation, free.height) = (.none, nil)
    let whole = try shaped(free)
    let lines = whole.shapedLines
    var count = lines.prefix { $0.bottom <= height * (1 + 1e-9) }.count
    guard count < lines.count else { return try whole.layout(with: glyphs) }
    // The rest of the text may bring larger letters into the last line.
    while true {
      let kept = Array(lines.prefix(max(count, 1) - 1))
      let top = kept.last?.bottom ?? 0
      let text = try shaped(request.rest(from: kept.isEmpty ? 0 : lines[kept.count].start))
      guard var line = text.shapedLines.first else { return try whole.layout(with: glyphs) }
      line.place.baseline += top
      if count <= 1 || line.bottom <= height * (1 + 1e-9) {
        return try whole.layout(of: kept, then: (text, line), with: glyphs)
      }
      count -= 1
    }
  }
}

extension TextRequest {
  /// The rest of the text from a byte of its UTF-8 on, as one line. Of a text that is shortened at
  /// its end, it is the rest of the paragraph and a sign that more is missing; else all the rest.
  fileprivate func rest(from start: Int) -> TextRequest {
    var request = self
    (request.isWrapped, request.height) = (false, nil)
    var (offset, hasEnded) = (0, false)
    for index in runs.indices where !hasEnded {
      let string = runs[index].string
      let skipped = min(max(start - offset, 0), string.utf8.count)
      let kept = String(decoding: string.utf8.dropFirst(skipped), as: UTF8.self)
      offset += string.utf8.count
      request.runs[index].string = kept.onOneLine
      guard truncation == .end, let first = kept.firstIndex(where: \.isNewline) else { continue }
      request.runs[index].string = kept[..<first] + "\u{2026}"
      for later in runs.indices.dropFirst(index + 1) { request.runs[later].string = "" }
      hasEnded = true
    }
    return request
  }
}

extension String {
  fileprivate var onOneLine: String {
    contains(where: \.isNewline) ? String(map { $0.isNewline ? " " : $0 }) : self
  }
}
