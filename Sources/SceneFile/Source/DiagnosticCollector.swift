/// Gathers what the stages of loading report, and turns it into diagnostics once the whole file was
/// read.
///
/// A report names a node or a mark; which characters that means is found out at the end, so that
/// a file with many mistakes on one long line stays cheap.
final class DiagnosticCollector {
  /// How much of the source a report is about, from its mark on.
  enum Extent: Hashable {
    /// The value that begins there.
    case value
    /// The place alone.
    case place
    /// The character at a UTF-8 offset inside a string that begins there.
    case offset(Int, in: String)
  }

  struct Place: Hashable {
    let mark: Mark
    let extent: Extent
    /// Where the parameters' values come from that stand there.
    var origins: [Diagnostic.Related] = []
  }

  struct Report: Hashable {
    let severity: Diagnostic.Severity
    let id: String
    let message: String
    let place: Place
    let hint: String?
    let related: [Related]
  }

  struct Related: Hashable {
    let message: String
    let place: Place
  }

  /// Beyond this the rest is dropped: nobody reads more, and memory is limited.
  static let maximumReports = 10_000

  private(set) var hasErrors = false
  private var reports: [Report] = []
  private var seen: Set<Report> = []

  var isFull: Bool { reports.count >= Self.maximumReports }

  func error(
    _ id: DiagnosticID, _ message: String, at node: YAMLNode, hint: String? = nil,
    related: [Related] = []
  ) {
    add(.error, id.rawValue, message, at: node.place(), hint: hint, related: related)
  }

  func warning(_ id: DiagnosticID, _ message: String, at node: YAMLNode, hint: String? = nil) {
    add(.warning, id.rawValue, message, at: node.place(), hint: hint)
  }

  func add(
    _ severity: Diagnostic.Severity, _ id: String, _ message: String, at place: Place,
    hint: String? = nil, related: [Related] = []
  ) {
    if severity == .error { hasErrors = true }
    let report = Report(
      severity: severity, id: id, message: message, place: place, hint: hint, related: related)
    if !isFull, seen.insert(report).inserted { reports.append(report) }
  }

  /// Makes the scene unusable for what is reported elsewhere.
  func fail() { hasErrors = true }

  /// Whether nothing in this file makes the scene unusable.
  var isBrokenFromOutside: Bool { hasErrors && !reports.contains { $0.severity == .error } }

  /// All reports as diagnostics, in the order of the file.
  func diagnostics(in source: SourceText) -> [Diagnostic] {
    let locator = Locator(source)
    let sorted = reports.enumerated().sorted {
      ($0.element.place.mark, $0.offset) < ($1.element.place.mark, $1.offset)
    }
    return sorted.map { diagnostic($0.element, locator) }.sortedByPosition
  }

  private func diagnostic(_ report: Report, _ locator: Locator) -> Diagnostic {
    Diagnostic(
      severity: report.severity, id: report.id, message: report.message,
      range: locator.range(of: report.place), hint: report.hint,
      related: report.related.map {
        Diagnostic.Related(message: $0.message, range: locator.range(of: $0.place))
      } + report.place.origins)
  }
}

extension YAMLNode {
  /// Where the node stands, for reports.
  func place(_ extent: DiagnosticCollector.Extent = .value) -> DiagnosticCollector.Place {
    DiagnosticCollector.Place(mark: mark, extent: extent, origins: origins)
  }
}

extension [Diagnostic] {
  /// By place; at the same place in the order given.
  fileprivate var sortedByPosition: [Diagnostic] {
    enumerated().sorted {
      $0.element.range == $1.element.range
        ? $0.offset < $1.offset : $0.element.range < $1.element.range
    }.map(\.element)
  }
}

/// Finds the characters that a report is about: from the YAML library's scalars to what an editor
/// counts.
final class Locator {
  private let source: SourceText
  /// The line asked for last: reports come in the order of the file.
  private var lineNumber = 0
  private var scalars: [Unicode.Scalar] = []
  /// Where each character begins in `scalars`; empty when all are one scalar long.
  private var starts: [Int] = []

  init(_ source: SourceText) { self.source = source }

  func range(of place: DiagnosticCollector.Place) -> SourceRange {
    let line = min(max(place.mark.line, 1), source.lineCount)
    read(line)
    let start = min(place.mark.line > line ? scalars.count : place.mark.column - 1, scalars.count)
    let (first, count) = extent(place.extent, from: max(start, 0))
    let column = characterIndex(ofScalar: first)
    let end = characterIndex(ofScalar: first + max(count, 1) - 1) + 1
    let length = count == 0 ? 0 : end - column
    return SourceRange(file: source.path, line: line, column: column + 1, length: length)
  }

  private func read(_ line: Int) {
    guard line != lineNumber else { return }
    lineNumber = line
    let text = source.line(line)
    scalars = Array(text.unicodeScalars)
    starts = scalars.allSatisfy(\.isASCII) ? [] : Self.starts(of: text)
  }

  private static func starts(of text: String) -> [Int] {
    var position = 0
    return text.map { character in
      defer { position += character.unicodeScalars.count }
      return position
    }
  }

  /// The number of the character that holds a scalar, from 0.
  private func characterIndex(ofScalar scalar: Int) -> Int {
    guard !starts.isEmpty else { return scalar }
    guard scalar < scalars.count else { return starts.count + scalar - scalars.count }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return low
  }

  private func extent(
    _ extent: DiagnosticCollector.Extent, from start: Int
  ) -> (first: Int, count: Int) {
    let token = SourceToken(in: scalars, from: start)
    switch extent {
    case .place: return (start, 0)
    case .value: return (token.start, token.count)
    case .offset(let offset, let string):
      guard let inside = token.position(ofUTF8Offset: offset, in: string) else {
        return (token.start, token.count)
      }
      return (inside, inside < scalars.count ? 1 : 0)
    }
  }
}
