import Base
import Foundation

/// One row of data: the values of a scene's parameters for one rendering.
public struct DataRow: Sendable {
  /// Counted from 1.
  public let number: Int
  /// The cells by the names of their columns, as text; empty for nothing, and for lists and
  /// mappings.
  public let texts: [String: String]
  public let values: ParameterValues
}

extension DataRow {
  /// The row as a mapping that stands elsewhere; what is made of its values knows the row. An empty
  /// cell is the empty text.
  func node(mark: YAMLMark) -> YAMLNode {
    let origins = values.row.map { row in
      [Diagnostic.Related(message: "row \(number)", range: row.range)]
    }
    let entries = values.given.map { given in
      let content: YAMLNode.Content =
        switch given.content {
        case .text(let text): .scalar(.init(text: text, isPlain: true))
        case .absent: .scalar(.init(text: "", isPlain: false))
        case .node(let node): node.content
        }
      return YAMLNode.Entry(
        name: given.name,
        key: YAMLNode(.scalar(.init(text: given.name, isPlain: true)), mark: mark),
        value: YAMLNode(content, mark: mark, origins: origins ?? []))
    }
    return YAMLNode(.mapping(entries), mark: mark, origins: origins ?? [])
  }
}

/// The rows of a data file, or the reasons why it has none.
public struct DataTable: Sendable {
  /// None when there is an error among the diagnostics.
  public let rows: [DataRow]
  /// The names of all columns, in their order.
  public let columns: [String]
  public let diagnostics: [Diagnostic]
  public let source: SourceText

  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// How many rows a file may have.
  public static let maximumRows = 100_000

  /// Reads a file whose ending says what it is: `.csv`, `.json`, `.yaml` or `.yml`. Throws when it
  /// cannot be read; what is wrong with its content is a diagnostic.
  public static func load(path: String) throws(SceneFileError) -> DataTable {
    let bytes = try contents(ofFile: path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable(path: path, reason: "the file is not UTF-8")
    }
    let ending = URL(filePath: path).pathExtension.lowercased()
    guard ["csv", "json", "yaml", "yml"].contains(ending) else {
      throw .unreadable(path: path, reason: "data ends in .csv, .json, .yaml or .yml")
    }
    do throws(Shortage) {
      return try withLargeStack {
        let source = SourceText(ending == "json" ? text.withWholeEscapes : text, path: path)
        return ending == "csv" ? DataReader(source).csv() : DataReader(source).list()
      }
    } catch {
      throw error.error(reading: path)
    }
  }

  /// A file that is missing is no scene file here.
  private static func contents(ofFile path: String) throws(SceneFileError) -> [UInt8] {
    do {
      return try SceneFileError.contents(ofFile: path)
    } catch .missing {
      throw .unreadable(path: path, reason: "there is no such file")
    }
  }
}

/// Reads one data file.
private final class DataReader {
  private let source: SourceText
  private let collector = DiagnosticCollector()
  private var problems: [Diagnostic] = []
  private var columns: [String] = []
  /// The names of the columns, to find one again.
  private var names: Set<String> = []
  private var rows: [DataRow] = []

  init(_ source: SourceText) { self.source = source }

  private func result() -> DataTable {
    let diagnostics = problems + collector.diagnostics(in: source)
    let isRight = !diagnostics.contains { $0.severity == .error }
    return DataTable(
      rows: isRight ? rows : [], columns: columns, diagnostics: diagnostics, source: source)
  }

  private func report(
    _ id: DiagnosticID, _ message: String, at range: @autoclosure () -> SourceRange,
    hint: String? = nil
  ) {
    guard problems.count < DiagnosticCollector.maximumReports else { return }
    let range = range()
    problems.append(
      Diagnostic(severity: .error, id: id.rawValue, message: message, range: range, hint: hint))
  }

  private func reportTooMany(at range: SourceRange) {
    report(.tooLarge, "more than \(DataTable.maximumRows) rows", at: range)
  }

  // MARK: CSV

  func csv() -> DataTable {
    let (records, mistake) = CSVReader.records(of: source, limit: DataTable.maximumRows + 2)
    if let mistake {
      report(
        .badData, mistake.message, at: source.range(ofBytes: mistake.bytes), hint: mistake.hint)
    }
    guard let header = records.first else {
      if mistake == nil { report(.badData, "the file is empty", at: source.range(ofBytes: 0..<0)) }
      return result()
    }
    readHeader(header)
    if records.count > DataTable.maximumRows + 1 {
      reportTooMany(at: source.range(ofBytes: records[DataTable.maximumRows + 1][0].bytes))
    } else {
      for (index, record) in records.dropFirst().enumerated() { readRow(record, index + 1) }
    }
    return result()
  }

  private func readHeader(_ cells: [CSVReader.Cell]) {
    for (index, cell) in cells.enumerated() {
      if cell.text.isEmpty {
        report(
          .badData, "column \(index + 1) has no name", at: source.range(ofBytes: cell.bytes))
      } else if !names.insert(cell.text).inserted {
        report(
          .duplicateKey, "two columns are called \(cell.text.quoted)",
          at: source.range(ofBytes: cell.bytes))
      }
      columns.append(cell.text)
    }
    if cells.count == 1, let other = [";", "\t"].first(where: cells[0].text.contains) {
      report(
        .badData, "the columns are not separated by commas",
        at: source.range(ofBytes: cells[0].bytes),
        hint: "write ',' instead of '\(other == "\t" ? "tabs" : other)'")
    }
  }

  private func readRow(_ cells: [CSVReader.Cell], _ number: Int) {
    let place = source.range(ofBytes: cells[0].bytes)
    guard cells.count == columns.count else {
      let extra = cells.count > columns.count ? cells[columns.count] : cells[cells.count - 1]
      return report(
        .badData, "row \(number) has \(cells.count) cells, and there are \(columns.count) columns",
        at: source.range(ofBytes: extra.bytes),
        hint: cells.count > columns.count ? "a cell with a comma in it needs quotes" : nil)
    }
    let given = zip(columns, cells).map { name, cell in
      ParameterValues.Given(
        name: name, content: cell.text.isEmpty && !cell.isQuoted ? .absent : .text(cell.text),
        place: .bytes(cell.bytes), source: source, isOptional: true)
    }
    add(given, zip(columns, cells).map { ($0, $1.text) }, at: place)
  }

  private func add(
    _ given: [ParameterValues.Given], _ texts: [(String, String)], at range: SourceRange
  ) {
    rows.append(
      DataRow(
        number: rows.count + 1, texts: Dictionary(texts) { first, _ in first },
        values: ParameterValues(given, row: .init(range: range, source: source))))
  }

  // MARK: JSON and YAML

  func list() -> DataTable {
    let composer = YAMLComposer(source: source, collector: collector, maximumNodes: 10_000_000)
    guard let root = composer.compose() else { return result() }
    guard let items = root.items else {
      collector.error(
        .wrongType,
        "expected a list of rows, each a mapping from names to values; found \(root.description)",
        at: root)
      return result()
    }
    let locator = Locator(source)
    guard items.count <= DataTable.maximumRows else {
      reportTooMany(at: locator.range(of: items[DataTable.maximumRows].place()))
      return result()
    }
    for item in items { readItem(item, locator) }
    return result()
  }

  private func readItem(_ item: YAMLNode, _ locator: Locator) {
    guard let entries = item.entries else {
      collector.error(
        .wrongType, "expected a row: a mapping from names to values; found \(item.description)",
        at: item)
      return
    }
    let given = entries.map { entry in
      ParameterValues.Given(
        name: entry.name, content: entry.value.isNull ? .absent : .node(entry.value),
        place: .range(locator.range(of: (entry.value.isNull ? entry.key : entry.value).place())),
        source: source, isOptional: true)
    }
    columns += entries.map(\.name).filter { names.insert($0).inserted }
    let texts = entries.map { ($0.name, $0.value.isNull ? "" : $0.value.scalar?.text ?? "") }
    add(given, texts, at: locator.range(of: item.place()))
  }
}

extension String {
  /// JSON writes a character beyond U+FFFF as two escapes, YAML as one.
  fileprivate var withWholeEscapes: String {
    guard contains("\\u") else { return self }
    let pair = /(\\\\)|\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/
    return replacing(pair) { match in
      guard let high = match.output.2.flatMap({ UInt32($0, radix: 16) }),
        let low = match.output.3.flatMap({ UInt32($0, radix: 16) })
      else { return String(match.output.0) }
      let code = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
      let digits = String(code, radix: 16, uppercase: true)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
  }
}

/// Reads comma-separated values as RFC 4180 defines them, with the place of every cell.
///
/// Our own, since what the package registries have tells no line and column of a mistake. Lines may
/// end with CR LF, LF or CR; the last end may be missing; empty lines are left out.
struct CSVReader {
  struct Cell {
    let text: String
    /// In quotes: an empty one is an empty text, where another is no value.
    let isQuoted: Bool
    let bytes: Range<Int>
  }

  struct Mistake: Error, Equatable {
    let message: String
    let hint: String?
    let bytes: Range<Int>
  }

  private let bytes: [UInt8]
  private var index = 0

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The records of a text in UTF-8, the first one too. Reading ends at the first mistake, since
  /// what follows could mean anything.
  static func records(
    of source: SourceText, limit: Int = .max
  ) -> (records: [[Cell]], mistake: Mistake?) {
    var reader = CSVReader(source.bytes)
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
    while index < bytes.count, bytes[index] == Self.comma {
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
    while index < bytes.count, bytes[index] != Self.comma, !isLineEnd(bytes[index]) {
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
    if index < bytes.count, bytes[index] != Self.comma, !isLineEnd(bytes[index]) {
      throw Mistake(
        message: "a closing quote is followed by neither a comma nor the end of the line",
        hint: "quotes inside a cell are written twice", bytes: index..<index + 1)
    }
    return try cell(text[...], isQuoted: true, start..<index)
  }

  /// Whether the quotes from `start` on come in pairs.
  private func isClosed(_ start: Int) -> Bool {
    bytes[start..<index].count { $0 == Self.quote } % 2 == 0
  }

  /// Control characters other than tabs and line ends stand in no text of a scene, nor here.
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
