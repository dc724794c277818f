import RostrumBase
public import RostrumMedia
import RostrumOutput

/// The form in which failures are reported to the server that runs a comparison.
public enum AnnotationForm: String, Sendable, CaseIterable {
  case none
  /// Workflow commands of GitHub Actions, which shows them beside a pull request's files.
  case github
  /// A line each, as compilers write them: `scene.yaml:12: error: text`.
  case plain
}

/// One problem at a place in a file.
public struct Finding: Sendable {
  public enum Level: String, Sendable {
    case error, warning, note

    /// The word of Code Quality reports.
    fileprivate var severity: String {
      switch self {
      case .error: "major"
      case .warning: "minor"
      case .note: "info"
      }
    }
  }

  public var level: Level
  /// The kind of problem, in words that do not change: `different`, `unknown-key`.
  public var rule: String
  public var path: String
  /// Counted from 1; `nil` where only the file is known.
  public var line: Int?
  public var column: Int?
  public var title: String
  public var text: String
  /// The text that identifies the same problem in the next run.
  public var identity: String

  public init(
    level: Level, rule: String, path: String, line: Int? = nil, column: Int? = nil, title: String,
    text: String, identity: String
  ) {
    (self.level, self.rule, self.path, self.line, self.column) = (level, rule, path, line, column)
    (self.title, self.text, self.identity) = (title, text, identity)
  }

  fileprivate var fingerprint: String {
    var digester = Digester()
    digester.combine("\(rule) \(identity)")
    return "\(digester.digest)"
  }
}

/// Problems in the formats that servers show beside the lines of files.
public struct FindingReport: Sendable {
  public let findings: [Finding]
  private let paths = ReportPaths()

  public init(_ findings: [Finding]) { self.findings = findings }

  /// GitHub shows ten errors, ten warnings and ten notices of a step.
  public static let mostAnnotations = 10

  /// A line for each finding. Of more than ten, GitHub gets nine, and a last one that counts the
  /// others.
  public func annotations(_ form: AnnotationForm) -> String {
    switch form {
    case .none: return ""
    case .plain: return findings.map(plainText).joined()
    case .github:
      guard findings.count > Self.mostAnnotations else {
        return findings.map(workflowCommand).joined()
      }
      let shown = findings.prefix(Self.mostAnnotations - 1)
      let rest = findings.count - shown.count
      let level = findings.contains { $0.level == .error } ? "error" : "warning"
      return shown.map(workflowCommand).joined()
        + "::\(level) title=\(rest) more::"
        + "\(rest) more of \(findings.count) are in the job's summary and report\n"
    }
  }

  private func plainText(_ finding: Finding) -> String {
    let place = [finding.line, finding.column].compactMap(\.self).map { ":\($0)" }.joined()
    let text = finding.text.replacing("\n", with: "; ")
    let start = "\(paths.inRepository(finding.path))\(place): \(finding.level.rawValue): "
    return Escaping.logName(start + "\(finding.title); \(text)") + "\n"
  }

  private func workflowCommand(_ finding: Finding) -> String {
    let level = finding.level == .note ? "notice" : finding.level.rawValue
    let file = Escaping.workflowProperty(paths.inRepository(finding.path))
    let line = finding.line.map { "line=\($0)," } ?? ""
    let column = finding.line == nil ? "" : finding.column.map { "col=\($0)," } ?? ""
    let title = Escaping.workflowProperty(finding.title)
    return "::\(level) \(file.isEmpty ? "" : "file=\(file),")\(line)\(column)title=\(title)::"
      + "\(Escaping.workflowData(finding.text))\n"
  }

  /// GitLab's Code Quality report: an issue for each finding.
  public var codeQuality: String {
    let issues = findings.map { finding -> JSONValue in
      .object([
        ("description", .string("\(finding.title); \(finding.text.replacing("\n", with: "; "))")),
        ("check_name", .string("rostrum-\(finding.rule)")),
        ("fingerprint", .string(finding.fingerprint)),
        ("severity", .string(finding.level.severity)),
        (
          "location",
          .object([
            ("path", .string(paths.inRepository(finding.path))),
            ("lines", .object([("begin", .integer(finding.line ?? 1))])),
          ])
        ),
      ])
    }
    return JSONValue.array(issues).text() + "\n"
  }

  /// SARIF 2.1.0 (OASIS), which GitHub's code scanning and editors read: a run with a result for
  /// each finding.
  public var sarif: String {
    var rules: [String] = []
    for finding in findings where !rules.contains(finding.rule) { rules.append(finding.rule) }
    let driver = JSONValue.object([
      ("name", .string("rostrum")), ("version", .string(RenderingStamp.rendererVersion)),
      ("rules", .array(rules.map { .object([("id", .string($0))]) })),
    ])
    let run = JSONValue.object([
      ("tool", .object([("driver", driver)])), ("columnKind", .string("unicodeCodePoints")),
      ("results", .array(findings.map { result($0, rules) })),
    ])
    return JSONValue.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")), ("runs", .array([run])),
    ]).text() + "\n"
  }

  private func result(_ finding: Finding, _ rules: [String]) -> JSONValue {
    let address = DiffReport.address(paths.inRepository(finding.path))
    var place: [(key: String, value: JSONValue)] = [
      ("artifactLocation", .object([("uri", .string(address))]))
    ]
    if let line = finding.line {
      let start: [(key: String, value: JSONValue)] = [("startLine", .integer(line))]
      let column = finding.column.map { [(key: "startColumn", value: JSONValue.integer($0))] }
      place.append(("region", .object(start + (column ?? []))))
    }
    return .object([
      ("ruleId", .string(finding.rule)),
      ("ruleIndex", .integer(rules.firstIndex(of: finding.rule) ?? 0)),
      ("level", .string(finding.level.rawValue)),
      ("message", .object([("text", .string("\(finding.title)\n\(finding.text)"))])),
      ("locations", .array([.object([("physicalLocation", .object(place))])])),
      ("partialFingerprints", .object([("rostrum/v1", .string(finding.fingerprint))])),
    ])
  }

  /// Writes the Code Quality report to a file. Throws `MediaError`.
  public func writeCodeQuality(to path: String) throws(MediaError) {
    try createFolder(ofOutput: path)
    try writeWholeFile(Array(codeQuality.utf8), to: path)
  }

  /// Writes the SARIF log to a file. Throws `MediaError`.
  public func writeSARIF(to path: String) throws(MediaError) {
    try createFolder(ofOutput: path)
    try writeWholeFile(Array(sarif.utf8), to: path)
  }
}
