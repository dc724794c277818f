import Source

/// The text of one file and the reports about it, for reading and converting it.
final class LottieContext {
  private let source: SourceText
  private let ignored: Set<UnsupportedFeature>
  private struct Report {
    let severity: Diagnostic.Severity
    let id: String
    let message: String
    let bytes: Range<Int>
    let hint: String?
  }

  private var reports: [Report] = []
  private var seen: Set<[Int]> = []
  private(set) var hasErrors = false
  /// Beyond this the rest is dropped: nobody reads more.
  private static let maximumReports = 1000

  init(_ source: SourceText, ignoring ignored: Set<UnsupportedFeature>) {
    (self.source, self.ignored) = (source, ignored)
  }

  func error(
    _ id: DiagnosticID, _ message: String, at value: JSONValue, hint: String? = nil
  ) {
    error(id, message, at: value.bytes, hint: hint)
  }

  func error(_ id: DiagnosticID, _ message: String, at bytes: Range<Int>, hint: String? = nil) {
    add(.error, id.rawValue, message, bytes, hint)
  }

  /// Reports a part of the format that is not drawn.
  func unsupported(_ feature: UnsupportedFeature, _ detail: String? = nil, at value: JSONValue) {
    let what = feature.summary.subject + (detail.map { " (\($0))" } ?? "")
    if ignored.contains(feature) {
      add(
        .warning, feature.rawValue, "\(what) are ignored: \(feature.summary.whenIgnored)",
        value.bytes, nil)
    } else {
      add(
        .error, feature.rawValue, "\(what) are not supported", value.bytes,
        "with --ignore \(feature.rawValue), \(feature.summary.whenIgnored)")
    }
  }

  private func add(
    _ severity: Diagnostic.Severity, _ id: String, _ message: String, _ bytes: Range<Int>,
    _ hint: String?
  ) {
    if severity == .error { hasErrors = true }
    guard reports.count < Self.maximumReports,
      seen.insert([bytes.lowerBound, id.hashValue]).inserted
    else { return }
    reports.append(
      Report(severity: severity, id: id, message: message, bytes: bytes, hint: hint))
  }

  /// Everything that was reported, in the order of the file.
  var diagnostics: [Diagnostic] {
    reports.sorted { ($0.bytes.lowerBound, $0.id) < ($1.bytes.lowerBound, $1.id) }.map { report in
      Diagnostic(
        severity: report.severity, id: report.id, message: report.message,
        range: source.range(ofBytes: report.bytes), hint: report.hint)
    }
  }

  /// The line of a value, for explanations.
  func line(of value: JSONValue) -> Int { lines.line(ofByte: value.bytes.lowerBound) }

  private lazy var lines = LineTable(source)
}

/// Finds the line of a byte.
private struct LineTable {
  private let starts: [Int]

  init(_ source: SourceText) {
    var starts = [0]
    for (index, byte) in source.bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
    self.starts = starts
  }

  /// Counted from 1.
  func line(ofByte byte: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= byte { low = middle } else { high = middle }
    }
    return low + 1
  }
}

// MARK: Typed values

extension LottieContext {
  /// The greatest size of a number that is believed; larger ones are limited to it.
  static let maximumNumber = 1e9

  /// A number of a key; `fallback` when the key is missing, or with an error when it is none.
  func number(_ object: JSONValue, _ name: String, _ fallback: Double = 0) -> Double {
    guard let value = object[name], !value.isNull else { return fallback }
    return number(value) ?? fallback
  }

  func number(_ value: JSONValue) -> Double? {
    switch value.content {
    case .number(let number): return limited(number)
    case .boolean(let flag): return flag ? 1 : 0
    case .string(let text):
      if let number = Double(text), number.isFinite { return limited(number) }
    case .array(let items) where items.count == 1:
      return number(items[0])
    default: break
    }
    error(.wrongType, "expected a number; found \(value.kind)", at: value)
    return nil
  }

  private func limited(_ number: Double) -> Double {
    min(max(number, -Self.maximumNumber), Self.maximumNumber)
  }

  /// A number, or all numbers of a list.
  func numbers(_ value: JSONValue) -> [Double]? {
    switch value.content {
    case .array(let items):
      var numbers: [Double] = []
      numbers.reserveCapacity(items.count)
      for item in items {
        guard let number = number(item) else { return nil }
        numbers.append(number)
      }
      return numbers
    default: return number(value).map { [$0] }
    }
  }

  func whole(_ object: JSONValue, _ name: String, _ fallback: Int = 0) -> Int {
    guard let value = object[name], !value.isNull else { return fallback }
    return number(value).map { Int($0) } ?? fallback
  }

  /// True, or a number that is not zero.
  func flag(_ object: JSONValue, _ name: String) -> Bool {
    guard let value = object[name] else { return false }
    switch value.content {
    case .boolean(let flag): return flag
    case .number(let number): return number != 0
    default: return false
    }
  }

  func list(_ object: JSONValue, _ name: String) -> [JSONValue] {
    guard let value = object[name], !value.isNull else { return [] }
    if let items = value.array { return items }
    error(.wrongType, "expected a list for '\(name)'; found \(value.kind)", at: value)
    return []
  }
}
