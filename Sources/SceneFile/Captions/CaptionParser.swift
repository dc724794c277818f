import RostrumBase
import RostrumLayerTree

/// Reads SubRip (`.srt`) and WebVTT (`.vtt`): only times and texts; numbers, names, settings,
/// styles and notes are skipped.
///
/// Sources: W3C's "WebVTT: The Web Video Text Tracks Format", section 4, for both the blocks and
/// the times within a text; SubRip has no specification, so the common features of its files are
/// read.
struct CaptionParser {
  struct Problem: Error {
    /// From 1.
    let line: Int
    let message: String
    var hint: String?
  }

  /// A caption and the number of the line with its times.
  typealias Placed = (caption: Caption, line: Int)

  private let lines: [Substring]
  private let isWebVTT: Bool

  /// `bytes` are the content of a caption file.
  init(_ bytes: [UInt8]) throws(Problem) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      throw Problem(
        line: Self.firstBadLine(bytes), message: "the captions are not UTF-8",
        hint: "iconv -f \(isWide ? "UTF-16" : "WINDOWS-1252") -t UTF-8 makes them so")
    }
    let plain = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    // CR LF is one `Character`, so all three line ends are listed.
    lines = plain.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
    isWebVTT = plain.hasPrefix("WEBVTT")
  }

  private static func firstBadLine(_ bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
  }

  /// In the order of their times.
  func captions() throws(Problem) -> [Placed] {
    var found: [Placed] = []
    var index = 0
    while index < lines.count {
      guard !isBlank(index) else {
        index += 1
        continue
      }
      let end = isWebVTT ? endOfBlock(index) : endOfSubtitle(index)
      if let caption = try caption(index..<end) { found.append(caption) }
      index = end
    }
    guard !found.isEmpty else {
      throw Problem(
        line: 1, message: "there are no captions in it",
        hint: "a caption has a line such as 00:00:01,000 --> 00:00:02,500, and its text below")
    }
    return found.enumerated().sorted {
      ($0.element.caption.start, $0.offset) < ($1.element.caption.start, $1.offset)
    }.map(\.element)
  }

  /// The blank line after a block of WebVTT, or its second line with times: section 4.1.
  private func endOfBlock(_ start: Int) -> Int {
    var hasTimes = false
    for index in start..<lines.count {
      if isBlank(index) { return index }
      guard lines[index].contains("-->") else { continue }
      if hasTimes { return index }
      hasTimes = true
    }
    return lines.count
  }

  /// Where a subtitle of SubRip ends: where the next one begins, with its number or its times.
  /// Players show blank lines within a text, and do without one between two subtitles.
  private func endOfSubtitle(_ start: Int) -> Int {
    let times = lines[start...].prefix(2).firstIndex { $0.contains("-->") } ?? start
    let next = lines.indices.dropFirst(times + 1).first { startsSubtitle($0) } ?? lines.count
    let isNumbered = next < lines.count && next - 1 > times && isNumber(next - 1)
    return isNumbered ? next - 1 : next
  }

  /// Whether a line has times, or would have if it were written well: it follows a number.
  private func startsSubtitle(_ index: Int) -> Bool {
    lines[index].contains("-->")
      || index >= 2 && isNumber(index - 1) && isBlank(index - 2)
        && lines[index].contains { "<>-–—→".contains($0) }
        && lines[index].first { !$0.isWhitespace }?.isNumber == true
  }

  private func isNumber(_ index: Int) -> Bool {
    let digits = lines[index].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
      && lines[index].split(whereSeparator: \.isWhitespace).count == 1
  }

  private func isBlank(_ index: Int) -> Bool { lines[index].allSatisfy(\.isWhitespace) }

  /// `nil` for a block that shows nothing.
  private func caption(_ block: Range<Int>) throws(Problem) -> Placed? {
    let others = ["WEBVTT", "NOTE", "STYLE", "REGION"]
    if isWebVTT, others.contains(where: lines[block.lowerBound].hasPrefix) { return nil }
    guard let index = block.prefix(2).first(where: { lines[$0].contains("-->") }) else {
      throw Problem(
        line: block.lowerBound + 1,
        message: "expected times such as 00:00:01,000 --> 00:00:02,500; found "
          + String(lines[block.lowerBound].prefix(40)).quoted)
    }
    let (start, end) = try times(index)
    let last = block.last { !isBlank($0) } ?? index
    let text = lines[(index + 1)..<max(last + 1, index + 1)].joined(separator: "\n")
    let pieces = Self.pieces(of: text)
    guard pieces.contains(where: { $0.text.contains { !$0.isWhitespace } }) else { return nil }
    return (Caption(start: start, end: end, pieces: pieces), index + 1)
  }

  private func times(_ index: Int) throws(Problem) -> (Double, Double) {
    let parts = lines[index].components(separatedBy: "-->")
    let words = parts.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    guard parts.count == 2, let start = words[0].last.flatMap(Self.seconds),
      let end = words[1].first.flatMap(Self.seconds)
    else {
      throw Problem(
        line: index + 1,
        message: "expected times such as 00:00:01,000 --> 00:00:02,500; found "
          + String(lines[index].prefix(60)).quoted)
    }
    guard end > start else {
      throw Problem(
        line: index + 1,
        message: "a caption ends after it begins; found "
          + String(lines[index].prefix(60)).quoted)
    }
    return (start, end)
  }

  /// `01:02:03,400`, `02:03.400`.
  static func seconds(_ text: String) -> Double? {
    let parts = text.replacing(",", with: ".").split(
      separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } }
      )
    else { return nil }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
      return nil
    }
    return numbers.reduce(0) { $0 * 60 + $1 }
  }

  /// The text without its tags, split at the times inside it.
  static func pieces(of text: String) -> [Caption.Piece] {
    var pieces: [Caption.Piece] = []
    var (plain, start) = (String.UnicodeScalarView(), Double?.none)
    func add() { if !plain.isEmpty { pieces.append(.init(start: start, text: String(plain))) } }
    // By scalars: a combining mark behind a bracket makes another character of it.
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "<", let end = rest.firstIndex(of: ">") {
        if let time = seconds(String(rest[..<end].dropFirst())) {
          add()
          (plain, start) = (.init(), time)
        }
        rest = rest[end...].dropFirst()
      } else if scalar == "{", rest.dropFirst().first == "\\", let end = rest.firstIndex(of: "}") {
        rest = rest[end...].dropFirst()
      } else if scalar == "&", let (character, length) = entity(at: rest) {
        plain.append(character)
        rest = rest.dropFirst(length)
      } else {
        plain.append(scalar)
        rest = rest.dropFirst()
      }
    }
    add()
    return pieces
  }

  private static let entities: [(name: String, scalar: Unicode.Scalar)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&nbsp;", "\u{A0}"),
    ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"),
  ]

  /// The scalar for the entity at the start of the text, and the length of the entity's name.
  private static func entity(
    at text: Substring.UnicodeScalarView
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    entities.first { text.starts(with: $0.name.unicodeScalars) }
      .map { ($0.scalar, $0.name.unicodeScalars.count) }
  }
}
