import RostrumBase
public import RostrumMedia

/// A file of test results in JUnit's XML.
///
/// There is no specification. The elements and attributes follow the schema of Jenkins' xUnit
/// plugin (junit-10.xsd), so `file` is an attribute of a suite. GitLab and GitHub's viewers look
/// for it on a test case, where Jenkins refuses it, so it is written there only in their runs.
public struct JUnitDocument: Sendable {
  public struct Case: Sendable {
    public var name: String
    /// In seconds; `nil` where it was not measured.
    public var seconds: Double?
    /// The failure; `nil` for a case that passes.
    public var failure: Failure?
    /// Lines for its standard output: sentences, or the files that belong to it.
    public var output: [String] = []

    public init(name: String, seconds: Double? = nil, failure: Failure? = nil, output: [String]) {
      (self.name, self.seconds, self.failure, self.output) = (name, seconds, failure, output)
    }
  }

  public struct Failure: Sendable {
    public var type: String
    public var message: String
    public var text: String

    public init(type: String, message: String, text: String) {
      (self.type, self.message, self.text) = (type, message, text)
    }
  }

  public struct Suite: Sendable {
    /// The file that the cases belong to, or a name.
    public var name: String
    public var cases: [Case]

    public init(name: String, cases: [Case]) { (self.name, self.cases) = (name, cases) }
  }

  private let suites: [Suite]
  private let namesFilesOfCases: Bool
  private let paths = ReportPaths()

  public init(_ suites: [Suite]) {
    self.init(suites, environment: ProcessInfo.processInfo.environment)
  }

  init(_ suites: [Suite], environment: [String: String]) {
    self.suites = suites
    namesFilesOfCases = ["GITLAB_CI", "GITHUB_ACTIONS"].contains { environment[$0] == "true" }
  }

  public var text: String {
    let cases = suites.flatMap(\.cases)
    let failures = cases.count { $0.failure != nil }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="rostrum" tests="\(cases.count)" failures="\(failures)" \
      errors="0"\(time(cases))>
      \(suites.map(suiteText).joined())</testsuites>

      """
  }

  private func suiteText(_ suite: Suite) -> String {
    let failures = suite.cases.count { $0.failure != nil }
    let file = Escaping.xml(paths.inRepository(suite.name))
    return "  <testsuite name=\"\(Escaping.xml(suite.name))\" file=\"\(file)\" "
      + "tests=\"\(suite.cases.count)\" failures=\"\(failures)\" errors=\"0\" "
      + "skipped=\"0\"\(time(suite.cases))>\n"
      + suite.cases.map { caseText($0, suite.name, file) }.joined() + "  </testsuite>\n"
  }

  private func caseText(_ testCase: Case, _ suite: String, _ file: String) -> String {
    let place = namesFilesOfCases ? " file=\"\(file)\"" : ""
    let output = testCase.output.joined(separator: "\n")
    let shown = output.isEmpty ? "" : "      <system-out>\(Escaping.xml(output))</system-out>\n"
    let failure = testCase.failure.map {
      "      <failure type=\"\(Escaping.xml($0.type))\" message=\"\(Escaping.xml($0.message))\">"
        + "\(Escaping.xml($0.text))</failure>\n"
    }
    let name = Escaping.xml(Self.className(suite))
    return "    <testcase name=\"\(Escaping.xml(testCase.name))\" classname=\"\(name)\""
      + "\(place)\(time([testCase]))>\n\(failure ?? "")\(shown)    </testcase>\n"
  }

  /// A scene's path as a class in packages: Jenkins cuts a class's name at its last dot, so only
  /// folders are parted by dots.
  static func className(_ path: String) -> String {
    let name =
      path.hasSuffix(".yaml") || path.hasSuffix(".yml")
      ? String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]) : path
    return name.split(separator: "/").filter { $0 != "." && $0 != ".." }
      .map { $0.replacing(".", with: "-") }.joined(separator: ".")
  }

  private func time(_ cases: [Case]) -> String {
    let known = cases.compactMap(\.seconds)
    guard !known.isEmpty else { return "" }
    // At most three digits after the point, and none of an exponent.
    let milliseconds = Int((known.reduce(0, +) * 1000).rounded())
    return " time=\"\(milliseconds / 1000).\((milliseconds % 1000).digits(3))\""
  }

  /// Writes the file, or to the standard output for `-`. Throws `MediaError`.
  public func write(to path: String) throws(MediaError) {
    try createFolder(ofOutput: path)
    try writeWholeFile(Array(text.utf8), to: path)
  }
}

extension JUnitDocument {
  /// A suite for each group, a case for each pair. `folder` is the report's: servers show the
  /// pictures that the run left in it.
  init(
    for report: DiffReport, picturesIn folder: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let suites = report.entries.groups.map { name, entries in
      Suite(name: name, cases: entries.map { $0.testCase(picturesIn: folder) })
    }
    self.init(suites, environment: environment)
  }
}

extension DiffReport {
  /// A suite for each group, a case for each pair, with the pictures in the report's folder.
  public func junitDocument(picturesIn folder: String? = nil) -> JUnitDocument {
    JUnitDocument(for: self, picturesIn: folder)
  }

  /// JUnit's XML without pictures.
  public var junit: String { junitDocument().text }
}

extension DiffReport.Entry {
  fileprivate func testCase(picturesIn folder: String?) -> JUnitDocument.Case {
    guard verdict.isFailure else {
      return JUnitDocument.Case(name: title, seconds: seconds, output: sentences)
    }
    return JUnitDocument.Case(
      name: title, seconds: seconds,
      failure: JUnitDocument.Failure(
        type: verdict.rawValue, message: "\(verdict.words): \(sentences.first ?? "")",
        text: sentences.joined(separator: "\n")),
      output: attachments(in: folder))
  }

  /// GitLab shows the first file that is named like this, Jenkins' attachments plugin all.
  private func attachments(in folder: String?) -> [String] {
    guard let folder, let files else { return [] }
    let place = ReportPaths().inWorkingFolder(folder)
    return [files.difference, files.actual, files.expected].compactMap { file in
      file.map { "[[ATTACHMENT|\(place)/\($0.path)]]" }
    }
  }
}
