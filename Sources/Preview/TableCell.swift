import RostrumBase
import RostrumSceneFile

/// A cell of a file of comma-separated values, to be written over.
struct TableCell {
  let text: String
  private let range: Range<Int>
  private let isQuoted: Bool
  private let separator: UInt8

  /// The cell of a column in the record that begins at a line, counted from 1.
  init(in bytes: [UInt8], line: Int, column: String) throws(EditRefusal) {
    var reader = Reader(bytes: bytes)
    reader.separator = reader.firstSeparator
    separator = reader.separator
    var header: [Reader.Cell]?
    while reader.index < bytes.count {
      let (start, cells) = (reader.line, reader.record())
      if header == nil {
        if cells.count > 1 || cells[0].range.count > 0 { header = cells }
        continue
      }
      guard start == line else { continue }
      guard let index = header?.firstIndex(where: { $0.text == column }),
        cells.indices.contains(index)
      else { break }
      (text, range, isQuoted) = (cells[index].text, cells[index].range, cells[index].isQuoted)
      return
    }
    throw EditRefusal("there is no column '\(column)' at line \(line) of the data")
  }

  /// The bytes of the file with another text in the cell, in quotes where it was or needs them.
  func replaced(by text: String, in bytes: [UInt8]) -> [UInt8] {
    let needsQuotes = text.utf8.contains {
      $0 == separator || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D
    }
    let plain = Escaping.csv(text)
    let isBare = plain == text && (isQuoted || needsQuotes || text.isEmpty)
    let written = isBare ? "\"" + text + "\"" : plain
    return bytes[..<range.lowerBound] + Array(written.utf8) + bytes[range.upperBound...]
  }

  private struct Reader {
    struct Cell {
      let text: String
      let range: Range<Int>
      let isQuoted: Bool
    }

    let bytes: [UInt8]
    var separator = UInt8(ascii: ",")
    private(set) var index = 0
    private(set) var line = 1

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// As the scene reads it: the first of comma, semicolon and tab in the first line.
    var firstSeparator: UInt8 {
      var (found, isQuoted): (Set<UInt8>, Bool) = ([], false)
      for byte in bytes {
        if byte == 0x22 { isQuoted.toggle() }
        if byte == 0x0A || byte == 0x0D, !isQuoted { break }
        if !isQuoted { found.insert(byte) }
      }
      return [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].first(where: found.contains)
        ?? UInt8(ascii: ",")
    }

    mutating func record() -> [Cell] {
      var cells = [cell()]
      while index < bytes.count, bytes[index] == separator {
        index += 1
        cells.append(cell())
      }
      if index < bytes.count {
        let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
        index += isPair ? 2 : 1
        line += 1
      }
      return cells
    }

    /// The text inside quotes, in which quotes are written twice.
    private static func unquoted(_ text: Substring) -> String {
      text.components(separatedBy: "\"\"").joined(separator: "\"")
    }

    private mutating func cell() -> Cell {
      let start = index
      let isQuoted = index < bytes.count && bytes[index] == 0x22
      var isOpen = false
      while index < bytes.count {
        let byte = bytes[index]
        if byte == 0x22, isQuoted { isOpen.toggle() }
        if !isOpen, byte == separator || byte == 0x0A || byte == 0x0D { break }
        if byte == 0x0A { line += 1 }
        index += 1
      }
      let raw = String(decoding: bytes[start..<index], as: UTF8.self)
      let text = isQuoted ? Self.unquoted(raw.dropFirst().dropLast()) : raw
      return Cell(text: text, range: start..<index, isQuoted: isQuoted)
    }
  }
}
