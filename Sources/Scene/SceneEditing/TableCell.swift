import RostrumBase
package import RostrumSource
import RostrumSceneFile

/// A cell of a file of separated values, to be written over.
package struct TableCell {
  package let text: String
  private let source: SourceText
  private let bytes: Range<Int>
  private let isQuoted: Bool
  private let separator: UInt8

  /// The cell of a column in the record that begins at a line, counted from 1.
  package init(in source: SourceText, line: Int, column: String) throws(EditRefusal) {
    self.source = source
    let isTabbed = source.path.lowercased().hasSuffix(".tsv")
    separator = isTabbed ? UInt8(ascii: "\t") : CSVReader.separator(of: source)
    let records = CSVReader.records(of: source, separator: separator).records
    let start = source.start(ofLine: line)
    guard let index = records.first?.firstIndex(where: { $0.text == column }),
      let record = records.dropFirst().first(where: { $0[0].bytes.lowerBound == start }),
      record.indices.contains(index)
    else { throw EditRefusal("there is no column '\(column)' at line \(line) of the data") }
    (text, bytes, isQuoted) = (record[index].text, record[index].bytes, record[index].isQuoted)
  }

  /// The bytes of the file with another text in the cell, in quotes where it was or needs them.
  package func replaced(by text: String) -> [UInt8] {
    let needsQuotes = text.utf8.contains {
      $0 == separator || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D
    }
    let plain = Escaping.csv(text)
    let isBare = plain == text && (isQuoted || needsQuotes || text.isEmpty)
    let written = isBare ? "\"" + text + "\"" : plain
    return source.bytes[..<bytes.lowerBound] + Array(written.utf8)
      + source.bytes[bytes.upperBound...]
  }
}
