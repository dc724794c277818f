import RostrumBase
import RostrumLayerTree
import RostrumSource

/// Reads SubRip (`.srt`), WebVTT (`.vtt`) and Advanced SubStation Alpha (`.ass`): times and texts.
/// Numbers, names and notes are skipped; settings, styles and whatever else is lost are listed.
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
  /// The features of the captions read so far that are not shown.
  private(set) var losses = CaptionLosses()

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
  mutating func captions() throws(Problem) -> [Placed] {
    var found = try placed()
    guard !found.isEmpty else {
      throw Problem(
        line: 1, message: "there are no captions in it",
        hint: "a caption has a line such as 00:00:01,000 --> 00:00:02,500, and its text below")
    }
    found = found.enumerated().sorted {
      ($0.element.caption.start, $0.offset) < ($1.element.caption.start, $1.offset)
    }.map(\.element)
    return found
  }

  private mutating func placed() throws(Problem) -> [Placed] {
    if SubStationParser.reads(lines) {
      var parser = SubStationParser(lines)
      let found = try parser.captions()
      losses = parser.losses
      return found
    }
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
    return found
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
  private mutating func caption(_ block: Range<Int>) throws(Problem) -> Placed? {
    let others = ["WEBVTT", "NOTE", "STYLE", "REGION"]
    if isWebVTT, let word = others.first(where: lines[block.lowerBound].hasPrefix) {
      let what = ["STYLE": CaptionLosses.styles, "REGION": CaptionLosses.regions][word]
      if let what { losses.add(what, line: block.lowerBound + 1) }
      return nil
    }
    guard let index = block.prefix(2).first(where: { lines[$0].contains("-->") }) else {
      throw Problem(
        line: block.lowerBound + 1,
        message: "expected times such as 00:00:01,000 --> 00:00:02,500; found "
          + String(lines[block.lowerBound].prefix(40)).quoted)
    }
    let (start, end) = try times(index)
    let last = block.last { !isBlank($0) } ?? index
    let text = lines[(index + 1)..<max(last + 1, index + 1)].joined(separator: "\n")
    let read = CaptionTextReader(text)
    for what in read.losses { losses.add(what, line: index + 1) }
    guard read.pieces.contains(where: { $0.text.contains { !$0.isWhitespace } }) else { return nil }
    return (Caption(start: start, end: end, pieces: read.pieces), index + 1)
  }

  /// Notes the settings behind a caption's times: WebVTT's places, and SubRip's coordinates.
  private mutating func note(settings words: ArraySlice<String>, line: Int) {
    // What players do without a setting is no loss.
    let usual: Set = ["align:center", "align:middle", "position:50%", "line:auto", "size:100%"]
    for word in words where !usual.contains(word) {
      losses.add(
        word.hasPrefix("region:") ? CaptionLosses.regions : CaptionLosses.positions, line: line)
    }
  }

  private mutating func times(_ index: Int) throws(Problem) -> (Double, Double) {
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
    note(settings: words[1].dropFirst(), line: index + 1)
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
}
