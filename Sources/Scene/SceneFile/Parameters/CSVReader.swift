package import RostrumSource

/// Reads comma-separated values as RFC 4180 defines them, with the place of every cell; also values
/// separated by semicolons or tabs.
///
/// Our own, since the packages in the registries do not report the line and column of a mistake.
/// Lines may end with CR LF, LF or CR; the last end may be missing; empty lines are left out.
package struct CSVReader {
  package struct Cell {
    package let text: String
    /// In quotes: an empty one is an empty text, where another is no value.
    package let isQuoted: Bool
    package let bytes: Range<Int>
  }

  package struct Mistake: Error, Equatable {
    let message: String
    let hint: String?
    package let bytes: Range<Int>
  }

  private let bytes: [UInt8]
  private var index = 0

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private let separator: UInt8

  private init(_ bytes: [UInt8], _ separator: UInt8) {
    (self.bytes, self.separator) = (bytes, separator)
  }

  /// The byte that separates the columns: a comma, or where the first line has none outside of
  /// quotes, a semicolon or a tab.
  package static func separator(of source: SourceText) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    var isEmpty = true
    for byte in source.bytes {
      if byte == quote { isQuoted.toggle() }
      if byte == 0x0A || byte == 0x0D, !isQuoted, !isEmpty { break }
      isEmpty = isEmpty && (byte == 0x0A || byte == 0x0D)
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    return [comma, UInt8(ascii: ";"), UInt8(ascii: "\t")].first { counts[$0, default: 0] > 0 }
      ?? comma
  }

  /// In words: `commas`.
  static func name(of separator: UInt8) -> String {
    separator == comma ? "commas" : separator == UInt8(ascii: ";") ? "semicolons" : "tabs"
  }

  /// One of them: `a comma`.
  static func sign(of separator: UInt8) -> String { "a " + name(of: separator).dropLast() }

  /// The records of a text in UTF-8, the first one too. Reading ends at the first mistake, since
  /// the rest cannot be interpreted reliably.
  package static func records(
    of source: SourceText, separator: UInt8 = comma, limit: Int = .max
  ) -> (records: [[Cell]], mistake: Mistake?) {
    var reader = CSVReader(source.bytes, separator)
    var records: [[Cell]] = []
    do throws(Mistake) {
      while reader.index < reader.bytes.count, records.count < limit {
        let record = try reader.record()
        if record.count > 1 || record[0].isQuoted || !record[0].text.isEmpty {
          records.append(record)
        }
      }
      return (records, nil)
    } catch {
      return (records, error)
    }
  }

  /// The cells up to the end of a line.
  private mutating func record() throws(Mistake) -> [Cell] {
    var cells = [try cell()]
    while index < bytes.count, bytes[index] == separator {
      index += 1
      cells.append(try cell())
    }
    skipLineEnd()
    return cells
  }

  private mutating func skipLineEnd() {
    guard index < bytes.count else { return }
    let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
    index += isPair ? 2 : 1
  }

  private mutating func cell() throws(Mistake) -> Cell {
    let start = index
    if index < bytes.count, bytes[index] == Self.quote { return try quotedCell() }
    while index < bytes.count, bytes[index] != separator, !isLineEnd(bytes[index]) {
      if bytes[index] == Self.quote {
        throw Mistake(
          message: "a quote inside a cell that does not begin with one",
          hint: "put the whole cell in quotes, and write quotes in it twice",
          bytes: index..<index + 1)
      }
      index += 1
    }
    return try cell(bytes[start..<index], isQuoted: false, start..<index)
  }

  private mutating func quotedCell() throws(Mistake) -> Cell {
    let start = index
    var text: [UInt8] = []
    index += 1
    while index < bytes.count {
      guard bytes[index] == Self.quote else {
        text.append(bytes[index])
        index += 1
        continue
      }
      index += 1
      guard index < bytes.count, bytes[index] == Self.quote else { break }
      text.append(Self.quote)
      index += 1
    }
    guard index - start > 1, bytes[index - 1] == Self.quote, isClosed(start) else {
      throw Mistake(message: "this quote is not closed", hint: nil, bytes: start..<start + 1)
    }
    if index < bytes.count, bytes[index] != separator, !isLineEnd(bytes[index]) {
      throw Mistake(
        message:
          "a closing quote is followed by neither \(Self.sign(of: separator)) nor the end of the line",
        hint: "quotes inside a cell are written twice", bytes: index..<index + 1)
    }
    return try cell(text[...], isQuoted: true, start..<index)
  }

  /// Whether the quotes from `start` on come in pairs.
  private func isClosed(_ start: Int) -> Bool {
    bytes[start..<index].count { $0 == Self.quote } % 2 == 0
  }

  /// Control characters other than tabs and line ends are errors, as in all texts of a scene.
  private func cell(
    _ text: ArraySlice<UInt8>, isQuoted: Bool, _ range: Range<Int>
  ) throws(Mistake) -> Cell {
    guard !text.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F })
    else {
      throw Mistake(message: "a control character", hint: nil, bytes: range)
    }
    return Cell(text: String(decoding: text, as: UTF8.self), isQuoted: isQuoted, bytes: range)
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
