import RostrumSceneFile
public import RostrumSource

/// The findings of a check in many scenes, for the formats of servers.
public struct CheckRecord: Sendable {
  private var scenes: [(path: String, findings: [Finding])] = []

  public init() {}

  /// Adds the diagnostics of a scene. For a scene with several rows, call it once per row.
  public mutating func add(_ path: String, _ diagnostics: [Diagnostic]) {
    append(path, diagnostics.map { Self.finding($0, path) })
  }

  /// A scene that cannot be read, and why.
  public mutating func add(unreadable path: String, _ reason: String) {
    append(
      path,
      [
        Finding(
          level: .error, rule: "unreadable", path: path, title: "cannot be read", text: reason,
          identity: path)
      ])
  }

  private mutating func append(_ path: String, _ findings: [Finding]) {
    if let index = scenes.firstIndex(where: { $0.path == path }) {
      scenes[index].findings += findings
    } else {
      scenes.append((path, findings))
    }
  }

  private static func finding(_ diagnostic: Diagnostic, _ scene: String) -> Finding {
    let range = diagnostic.range
    let hints = [diagnostic.hint].compactMap(\.self)
    let lines = [diagnostic.message] + hints + diagnostic.related.map(\.message)
    return Finding(
      level: Finding.Level(rawValue: diagnostic.severity.rawValue) ?? .error, rule: diagnostic.id,
      path: range.file.isEmpty ? scene : range.file, line: max(1, range.line),
      column: max(1, range.column), title: diagnostic.id, text: lines.joined(separator: "\n"),
      identity: "\(range.file) \(diagnostic.message)")
  }

  /// Errors, warnings and notes in the order of scenes and lines.
  public var findings: FindingReport { FindingReport(scenes.flatMap(\.findings)) }

  /// A suite for each scene, with a case for each mistake, or one that passes.
  public var results: JUnitDocument {
    JUnitDocument(
      scenes.map { scene in
        let errors = scene.findings.filter { $0.level == .error }
        let others = scene.findings.filter { $0.level != .error }.map(Self.line)
        var cases = errors.enumerated().map { index, error in
          JUnitDocument.Case(
            name: "\(scene.path):\(error.line ?? 1): \(error.rule) (\(index + 1))",
            failure: .init(type: error.rule, message: error.text, text: Self.line(error)),
            output: [])
        }
        if cases.isEmpty { cases = [JUnitDocument.Case(name: scene.path, output: others)] }
        return JUnitDocument.Suite(name: scene.path, cases: cases)
      })
  }

  private static func line(_ finding: Finding) -> String {
    "\(finding.path):\(finding.line ?? 1): \(finding.level.rawValue): \(finding.text)"
  }
}
