/// The text of a scene file, divided into lines as YAML divides them.
public struct SourceText: Sendable {
  /// As the user wrote it.
  public let path: String
  /// UTF-8, without a byte order mark.
  let bytes: [UInt8]
  /// Where each line lies in `bytes`, without its end. At least one.
  private let lines: [Range<Int>]

  public init(_ text: String, path: String) {
    self.init(utf8: Array(text.utf8), path: path)
  }

  /// Precondition: `utf8` is valid UTF-8.
  init(utf8: [UInt8], path: String) {
    self.path = path
    bytes = utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(utf8.dropFirst(3)) : utf8
    lines = Self.lines(of: bytes)
  }

  public var lineCount: Int { lines.count }

  /// A line without its end, counted from 1; empty beyond the last.
  public func line(_ number: Int) -> String {
    guard lines.indices.contains(number - 1) else { return "" }
    return String(decoding: bytes[lines[number - 1]], as: UTF8.self)
  }

  /// A stretch of bytes as characters of the line where it begins; of more than one line the first part.
  func range(ofBytes range: Range<Int>) -> SourceRange {
    let index = max(0, (lines.partitioningIndex { $0.lowerBound > range.lowerBound }) - 1)
    let line = lines[index]
    let start = min(max(range.lowerBound, line.lowerBound), line.upperBound)
    let end = min(max(range.upperBound, start), line.upperBound)
    return SourceRange(
      file: path, line: index + 1,
      column: String(decoding: bytes[line.lowerBound..<start], as: UTF8.self).count + 1,
      length: String(decoding: bytes[start..<end], as: UTF8.self).count)
  }

  /// The first character of a line that is neither a space nor the dash of a list.
  func start(ofItemAtLine number: Int) -> SourceRange {
    let text = line(number)
    let indent = text.prefix { $0 == " " || $0 == "\t" || $0 == "-" }.count
    return SourceRange(
      file: path, line: number, column: indent < text.count ? indent + 1 : 1, length: 0)
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// How many Unicode scalars stand before a line.
  func scalarOffset(ofLine number: Int) -> Int {
    bytes[..<lines[number - 1].lowerBound].count { $0 & 0xC0 != 0x80 }
  }

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

extension [Range<Int>] {
  /// The first index from which on `isLater` is true, where it is never false again.
  fileprivate func partitioningIndex(where isLater: (Range<Int>) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
