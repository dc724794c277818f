import RostrumBase
public import RostrumSource

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
  /// The row as a mapping at another place; errors in its values still name the row. An empty cell
  /// is the empty text.
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

  /// The endings of files with rows, without the full stop.
  public static let endings = ["csv", "tsv", "json", "jsonl", "ndjson", "yaml", "yml"]

  /// Reads a file whose format is known by its extension. Columns of a `.csv` are separated by
  /// commas, or by the semicolons or tabs of its first line; columns of a `.tsv` by tabs. `.jsonl`
  /// and `.ndjson` have an object on each line. Throws when the file cannot be read; errors in its
  /// content are diagnostics.
  public static func load(path: String) throws(SceneFileError) -> DataTable {
    let bytes = try contents(ofFile: path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable(path: path, reason: "the file is not UTF-8")
    }
    let ending = path.pathExtension.lowercased()
    guard endings.contains(ending) else {
      let names = endings.map { "." + $0 }.joined(separator: ", ")
      throw .unreadable(path: path, reason: "the endings of data are \(names)")
    }
    return withLargeStack { table(of: text, path, ending) }
  }

  private static func table(of text: String, _ path: String, _ ending: String) -> DataTable {
    let isJSON = ["json", "jsonl", "ndjson"].contains(ending)
    let source = SourceText(isJSON ? text.withWholeEscapes : text, path: path)
    let reader = DataReader(source)
    return switch ending {
    case "csv": reader.csv(separator: nil)
    case "tsv": reader.csv(separator: UInt8(ascii: "\t"))
    case "jsonl", "ndjson": reader.lines()
    default: reader.list()
    }
  }

  /// A file that is missing is no scene file here. Cells and columns are quoted wherever they do
  /// not fit, so a link to a file elsewhere is not read at all.
  private static func contents(ofFile path: String) throws(SceneFileError) -> [UInt8] {
    guard !FilePath.isLinkOutside(path) else {
      throw .unreadable(
        path: path, reason: "it is a link that leads out of its folder: name the file itself")
    }
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
  private var separator = UInt8(ascii: ",")

  init(_ source: SourceText) { self.source = source }

  private func result() -> DataTable {
    let diagnostics = problems + collector.diagnostics(in: source)
    let isRight = !diagnostics.contains { $0.severity == .error }
    return DataTable(
      rows: isRight ? rows : [], columns: columns, diagnostics: diagnostics, source: source)
  }

  private func report(
    _ id: DiagnosticID, _ message: String, at range: @autoclosure () -> SourceRange,
    hint: String? = nil, _ severity: Diagnostic.Severity = .error
  ) {
    guard problems.count < DiagnosticCollector.maximumReports else { return }
    let range = range()
    problems.append(
      Diagnostic(severity: severity, id: id.rawValue, message: message, range: range, hint: hint))
  }

  private func reportTooMany(at range: SourceRange) {
    report(.tooLarge, "more than \(DataTable.maximumRows) rows", at: range)
  }

  // MARK: CSV

  /// `separator` is found in the first line where none is given.
  func csv(separator: UInt8?) -> DataTable {
    let separator = separator ?? CSVReader.separator(of: source)
    self.separator = separator
    let (records, mistake) = CSVReader.records(
      of: source, separator: separator, limit: DataTable.maximumRows + 2)
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
    if records.count == 1 { reportNoRow(at: source.range(ofBytes: header[0].bytes)) }
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
    if cells.count == 1, let other = [";", ",", "|"].first(where: cells[0].text.contains) {
      report(
        .badData, "the columns are not separated by \(CSVReader.name(of: separator)) alone",
        at: source.range(ofBytes: cells[0].bytes),
        hint: "put \(CSVReader.name(of: separator)) in place of '\(other)'")
    }
  }

  private func readRow(_ cells: [CSVReader.Cell], _ number: Int) {
    let place = source.range(ofBytes: cells[0].bytes)
    guard cells.count == columns.count else {
      let extra = cells.count > columns.count ? cells[columns.count] : cells[cells.count - 1]
      return report(
        .badData, "row \(number) has \(cells.count) cells, and there are \(columns.count) columns",
        at: source.range(ofBytes: extra.bytes),
        hint: cells.count > columns.count
          ? "a cell with \(CSVReader.sign(of: separator)) in it needs quotes" : nil)
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
    if root.isNull {
      report(.badData, "the file is empty", at: source.range(ofBytes: 0..<0))
      return result()
    }
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
    if items.isEmpty { reportNoRow(at: locator.range(of: root.place())) }
    return result()
  }

  private func reportNoRow(at range: SourceRange) {
    guard problems.isEmpty else { return }
    report(.badData, "the file has no row, so nothing is made of it", at: range, .warning)
  }

  /// JSON lines: an object on each line that is not blank.
  func lines() -> DataTable {
    let locator = Locator(source)
    for number in 1...source.lineCount where rows.count <= DataTable.maximumRows {
      let text = source.line(number)
      guard text.contains(where: { !$0.isWhitespace }) else { continue }
      let line = SourceText(text, path: source.path)
      let own = DiagnosticCollector()
      let composer = YAMLComposer(source: line, collector: own, maximumNodes: 1_000_000)
      if let item = composer.compose() { readItem(item.moved(down: number - 1), locator) }
      problems += own.diagnostics(in: line).map { $0.moved(down: number - 1) }
        .prefix(DiagnosticCollector.maximumReports - problems.count)
    }
    if rows.count > DataTable.maximumRows {
      reportTooMany(at: rows[DataTable.maximumRows].place)
    } else if rows.isEmpty, problems.isEmpty, !collector.hasErrors {
      report(.badData, "the file is empty", at: source.range(ofBytes: 0..<0))
    }
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

extension DataRow {
  /// The row's place in its file.
  fileprivate var place: SourceRange {
    values.row?.range ?? SourceRange(file: "", line: 1, column: 1, length: 0)
  }
}

extension YAMLNode {
  /// The same node, moved down by a number of lines.
  fileprivate func moved(down lines: Int) -> YAMLNode {
    let mark = YAMLMark(line: mark.line + lines, column: mark.column)
    let content: Content =
      switch content {
      case .scalar(let scalar): .scalar(scalar)
      case .sequence(let items): .sequence(items.map { $0.moved(down: lines) })
      case .mapping(let entries):
        .mapping(
          entries.map {
            Entry(
              name: $0.name, key: $0.key.moved(down: lines), value: $0.value.moved(down: lines))
          })
      }
    return YAMLNode(content, mark: mark, origins: origins)
  }
}

extension Diagnostic {
  /// The same diagnostic, moved down by a number of lines.
  fileprivate func moved(down lines: Int) -> Diagnostic {
    let range = SourceRange(
      file: range.file, line: range.line + lines, column: range.column, length: range.length)
    return Diagnostic(
      severity: severity, id: id, message: message, range: range, hint: hint, related: related)
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
      return "\\U" + code.digits(8, radix: 16, uppercase: true)
    }
  }
}
