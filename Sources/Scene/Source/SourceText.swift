import Algorithms

/// The text of a scene file, divided into lines as YAML divides them.
public struct SourceText: Sendable {
  /// As the user wrote it.
  public let path: String
  /// UTF-8, without a byte order mark.
  package let bytes: [UInt8]
  /// Where each line lies in `bytes`, without its end. At least one.
  private let lines: [Range<Int>]
  /// Beginnings of characters in long lines, so that no place in them is found by counting all.
  private let marks: [CharacterMark]

  private struct CharacterMark {
    let byte: Int
    /// How many characters of long lines are before it.
    let count: Int
  }

  public init(_ text: String, path: String) {
    self.init(utf8: Array(text.utf8), path: path)
  }

  /// Precondition: `utf8` is valid UTF-8.
  package init(utf8: [UInt8], path: String) {
    self.path = path
    bytes = utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(utf8.dropFirst(3)) : utf8
    lines = Self.lines(of: bytes)
    marks = Self.marks(of: lines, in: bytes)
  }

  public var lineCount: Int { lines.count }

  /// A line without its end, counted from 1; empty beyond the last.
  public func line(_ number: Int) -> String {
    guard lines.indices.contains(number - 1) else { return "" }
    return String(decoding: bytes[lines[number - 1]], as: UTF8.self)
  }

  /// A stretch of bytes as characters of the line where it begins; of more than one line the first
  /// part.
  package func range(ofBytes range: Range<Int>) -> SourceRange {
    let index = max(0, (lines.partitioningIndex { $0.lowerBound > range.lowerBound }) - 1)
    let line = lines[index]
    let start = min(max(range.lowerBound, line.lowerBound), line.upperBound)
    let end = min(max(range.upperBound, start), line.upperBound)
    return SourceRange(
      file: path, line: index + 1,
      column: characterCount(line.lowerBound..<start) + 1, length: characterCount(start..<end))
  }

  /// The first byte of a line, counted from 1, in `bytes`; the end of the text beyond the last.
  package func start(ofLine number: Int) -> Int {
    lines.indices.contains(number - 1) ? lines[number - 1].lowerBound : bytes.count
  }

  /// A part of a line, from a column that counts from 1 on, with whether more follows.
  package func line(
    _ number: Int, from column: Int, count: Int
  ) -> (text: Substring, isCut: Bool) {
    guard lines.indices.contains(number - 1) else { return ("", false) }
    let line = lines[number - 1]
    let first = marks.partitioningIndex { $0.byte >= line.lowerBound }
    let end = marks.partitioningIndex { $0.byte >= line.upperBound }
    let ofLine = first < end ? marks[first..<end] : [CharacterMark(byte: line.lowerBound, count: 0)]
    let wanted = ofLine[ofLine.startIndex].count + column - 1
    let start = ofLine[max(ofLine.startIndex, ofLine.partitioningIndex { $0.count > wanted } - 1)]
    let next = ofLine.first { $0.count >= wanted + count }?.byte ?? line.upperBound
    let text = String(decoding: bytes[start.byte..<next], as: UTF8.self)
      .dropFirst(wanted - start.count)
    let part = text.prefix(count)
    return (part, part.endIndex < text.endIndex || next < line.upperBound)
  }

  private func characterCount(_ range: Range<Int>) -> Int {
    let first = marks.partitioningIndex { $0.byte >= range.lowerBound }
    let last = marks.partitioningIndex { $0.byte > range.upperBound } - 1
    guard first < last else { return Self.characterCount(range, in: bytes) }
    return Self.characterCount(range.lowerBound..<marks[first].byte, in: bytes)
      + marks[last].count - marks[first].count
      + Self.characterCount(marks[last].byte..<range.upperBound, in: bytes)
  }

  private static func characterCount(_ range: Range<Int>, in bytes: [UInt8]) -> Int {
    // Most lines are ASCII. Without a carriage return each byte is a character there.
    if bytes[range].allSatisfy({ $0 < 0x80 && $0 != 0x0D }) { return range.count }
    return String(decoding: bytes[range], as: UTF8.self).count
  }

  /// A mark about every 1024 bytes of lines that are longer, between two letters of ASCII: a
  /// character ends there, whatever is before and behind.
  private static func marks(of lines: [Range<Int>], in bytes: [UInt8]) -> [CharacterMark] {
    var marks: [CharacterMark] = []
    var count = 0
    for line in lines where line.count > 1024 {
      marks.append(CharacterMark(byte: line.lowerBound, count: count))
      var (start, byte) = (line.lowerBound, line.lowerBound + 1024)
      while byte < line.upperBound {
        if (0x20..<0x80).contains(bytes[byte - 1]), (0x20..<0x80).contains(bytes[byte]) {
          count += characterCount(start..<byte, in: bytes)
          marks.append(CharacterMark(byte: byte, count: count))
          (start, byte) = (byte, byte + 1024)
        } else {
          byte += 1
        }
      }
      count += characterCount(start..<line.upperBound, in: bytes)
    }
    return marks
  }

  /// The first character of a line that is neither a space nor the dash of a list.
  package func start(ofItemAtLine number: Int) -> SourceRange {
    let text = line(number)
    let indent = text.prefix { $0 == " " || $0 == "\t" || $0 == "-" }.count
    return SourceRange(
      file: path, line: number, column: indent < text.count ? indent + 1 : 1, length: 0)
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let length = breakLength(in: bytes, at: index)
      if length > 0 {
        result.append(start..<index)
        start = index + length
      }
      index += max(length, 1)
    }
    result.append(start..<bytes.count)
    return result
  }

  /// How many bytes of a line break begin here; 0 for none. YAML 1.1 also counts NEL, LS and PS.
  private static func breakLength(in bytes: [UInt8], at index: Int) -> Int {
    func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
    switch bytes[index] {
    case 0x0A: return 1
    case 0x0D: return byte(1) == 0x0A ? 2 : 1
    case 0xC2: return byte(1) == 0x85 ? 2 : 0
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }
}

/// The part of a value on its first line.
package struct SourceToken {
  fileprivate let scalars: [Unicode.Scalar]
  /// After an anchor or a tag.
  package let start: Int
  /// 0 at the end of the line.
  package let count: Int

  package init(in scalars: [Unicode.Scalar], from place: Int) {
    self.scalars = scalars
    start = Self.valueStart(in: scalars, from: place)
    count = Self.end(in: scalars, from: start) - start
  }

  /// Skips `&anchor` and `!tag`, unless nothing follows on the line.
  private static func valueStart(in scalars: [Unicode.Scalar], from place: Int) -> Int {
    var index = place
    while index < scalars.count, scalars[index] == "&" || scalars[index] == "!" {
      while index < scalars.count, !scalars[index].isBlank { index += 1 }
      while index < scalars.count, scalars[index].isBlank { index += 1 }
    }
    return index < scalars.count && scalars[index] != "#" ? index : min(place, scalars.count)
  }

  private static func end(in scalars: [Unicode.Scalar], from start: Int) -> Int {
    guard start < scalars.count else { return start }
    switch scalars[start] {
    case "\"", "'": return quotedEnd(in: scalars, from: start)
    case "[", "{": return bracketEnd(in: scalars, from: start)
    case "|", ">",
      "-" where start + 1 == scalars.count || scalars[start + 1].isBlank:
      return start + 1
    default: return plainEnd(in: scalars, from: start)
    }
  }

  private static func quotedEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int {
    let quote = scalars[start]
    var index = start + 1
    while index < scalars.count {
      let isDoubled = quote == "'" && scalars[index...].starts(with: [quote, quote])
      if scalars[index] == quote, !isDoubled { break }
      index += isDoubled || scalars[index] == "\\" && quote == "\"" ? 2 : 1
    }
    return min(index + 1, scalars.count)
  }

  /// The matching bracket, or the bracket alone when that is not on the line.
  private static func bracketEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < scalars.count {
      switch scalars[index] {
      case "[", "{": depth += 1
      case "]", "}": depth -= 1
      case "\"", "'": index = quotedEnd(in: scalars, from: index) - 1
      default: break
      }
      index += 1
      if depth == 0 { return index }
    }
    return start + 1
  }

  /// Up to `: `, ` #`, or a bracket or comma: an approximation, for underlining only.
  private static func plainEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int {
    var index = start
    while index < scalars.count {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      if scalars[index] == "$", next == "{",
        let end = scalars[index...].firstIndex(where: { $0 == "}" || $0.isBlank })
      {
        index = end + 1
        continue
      }
      if scalars[index] == ":", next.isBlank { break }
      if scalars[index].isBlank, next == "#" { break }
      if [",", "]", "}"].contains(scalars[index]) { break }
      index += 1
    }
    index = min(index, scalars.count)
    while index > start + 1, scalars[index - 1].isBlank { index -= 1 }
    return max(index, start + 1)
  }
}

/// A string of which a line shows every character as it is.
package struct ShownText {
  private let first: Int
  /// Where each of its scalars begins, in UTF-8 bytes; then how long it is.
  private let offsets: [Int]

  /// `nil` when the line shows the string in another way, with escapes for instance.
  package init?(_ text: String, as token: SourceToken) {
    let (scalars, start) = (token.scalars, token.start)
    let isQuoted = start < scalars.count && (scalars[start] == "\"" || scalars[start] == "'")
    first = isQuoted ? start + 1 : start
    guard scalars.dropFirst(first).starts(with: text.unicodeScalars) else { return nil }
    var end = 0
    offsets =
      [0]
      + text.unicodeScalars.map {
        end += UTF8.width($0)
        return end
      }
  }

  /// The place in the line of the character that holds a byte.
  package func position(ofUTF8Offset offset: Int) -> Int {
    first + max(0, offsets.partitioningIndex { $0 > offset } - 1)
  }
}

extension Unicode.Scalar {
  package var isBlank: Bool { self == " " || self == "\t" }
}

extension String {
  /// In single quotes, on one line, shortened when long, control characters made visible.
  package var quoted: String {
    let shown = prefix(60).map { $0.isPrintable ? String($0) : " " }.joined()
    return "'" + shown + (count > 60 ? "..." : "") + "'"
  }
}

extension Character {
  package var isPrintable: Bool { unicodeScalars.allSatisfy(\.isPrintable) }
}

extension Unicode.Scalar {
  /// Whether the character is safe to print on a terminal's line.
  package var isPrintable: Bool {
    if isASCII { return (0x20..<0x7F).contains(value) }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    case .format: self == "\u{200D}" || self == "\u{200C}"
    default: true
    }
  }
}
