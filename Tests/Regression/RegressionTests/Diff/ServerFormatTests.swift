import RostrumImageDiff
import RostrumKit
import RostrumSource
import RostrumBase
import Foundation
import TestSupport
import Testing

@testable import RostrumRegression
@testable import RostrumOutput

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The formats that servers read, validated against their schemas.
@Suite("Formats of servers")
struct ServerFormatTests {
  private static func report(_ count: Int, failing: Bool = true) -> DiffReport {
    DiffReport(
      title: "Shots", tolerance: .standard,
      entries: (0..<count).map { index in
        var entry = DiffReport.Entry(
          group: "Shots/a \(index).yaml", name: "25%", verdict: failing ? .different : .same,
          sentences: ["1 of 4 pixels differ & \"more\""], expected: "Baselines/\(index).png",
          actual: "Shots/a \(index).yaml", source: "Shots/a \(index).yaml", lines: [12])
        entry.seconds = 1.2345
        return entry
      })
  }

  // MARK: - JUnit

  /// The attributes in junit-10.xsd of Jenkins' xUnit plugin, required ones first.
  static let attributes: [String: (required: Set<String>, others: Set<String>)] = [
    "testsuites": ([], ["name", "time", "tests", "failures", "errors"]),
    "testsuite": (
      ["name", "tests", "failures", "errors"],
      [
        "group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url",
        "version",
      ]
    ),
    "testcase": (["name"], ["time", "classname", "group"]),
    "failure": ([], ["type", "message"]), "system-out": ([], []),
  ]

  @Test("JUnit's XML has the attributes that Jenkins' schema requires, and no others")
  func junitAttributes() throws {
    var report = Self.report(3)
    report.entries += Self.report(2, failing: false).entries
    let elements = try XMLElements(JUnitDocument(for: report, environment: [:]).text).all
    #expect(elements.count > 8)
    for (name, found) in elements {
      let known = try #require(Self.attributes[name], "\(name)")
      #expect(known.required.isSubset(of: found.keys), "\(name): \(found)")
      #expect(Set(found.keys).subtracting(known.required).isSubset(of: known.others), "\(name)")
      if let time = found["time"] { #expect(time.wholeMatch(of: /[0-9]+\.[0-9]{3}/) != nil) }
    }
  }

  @Test(
    "A case names its file where the viewer links it, which Jenkins' schema refuses",
    arguments: [("GITLAB_CI", true), ("GITHUB_ACTIONS", true), ("JENKINS_URL", false)])
  func junitFiles(_ variable: String, _ isNamed: Bool) throws {
    let document = JUnitDocument(for: Self.report(1), environment: [variable: "true"])
    let cases = try XMLElements(document.text).all.filter { $0.name == "testcase" }
    #expect(cases.allSatisfy { ($0.attributes["file"] == "Shots/a 0.yaml") == isNamed })
  }

  static let classes = [
    ("Shots/01-bar.yaml", "Shots.01-bar"), ("Scenes/Book/10.5.yaml", "Scenes.Book.10-5"),
    ("./a/../b.yml", "a.b"), ("frames", "frames"), ("film.mp4", "film-mp4"),
  ]

  @Test(
    "Jenkins finds a scene's folder as the package and its name as the class", arguments: classes)
  func className(_ path: String, _ name: String) {
    #expect(JUnitDocument.className(path) == name)
  }

  @Test("Pictures that the run left are attachments, the difference first")
  func attachments() {
    var report = Self.report(1)
    let picture = { (folder: String) in
      ReportPicture(path: "\(folder)/x.png", digest: Digest(of: []))
    }
    report.entries[0].files = ReportPictures(
      expected: picture("expected"), actual: picture("actual"), difference: picture("diff"))
    let here = FileManager.default.currentDirectoryPath
    for folder in ["Out/Report", here + "/Out/Report"] {
      let lines = report.junitDocument(picturesIn: folder).text
        .matches(of: /\[\[ATTACHMENT\|(.*?)\]\]/).map { String($0.output.1) }
      #expect(
        lines == [
          "Out/Report/diff/x.png", "Out/Report/actual/x.png", "Out/Report/expected/x.png",
        ])
    }
    #expect(!report.junit.contains("ATTACHMENT"))
  }

  // MARK: - Annotations, Code Quality and SARIF

  static let counts = [(0, 0), (1, 1), (10, 10), (11, 10), (1000, 10)]

  @Test("GitHub gets ten annotations at most, and the last counts the others", arguments: counts)
  func annotations(_ failures: Int, _ lines: Int) {
    let report = Self.report(failures)
    let shown = report.annotations(.github).split(separator: "\n")
    #expect(shown.count == lines)
    if failures > 10 {
      #expect(shown.last?.hasPrefix("::error title=\(failures - 9) more::") == true)
    }
    #expect(report.annotations(.plain).split(separator: "\n").count == failures)
  }

  @Test("A SARIF log has what SARIF 2.1.0 requires, with relative addresses")
  func sarif() throws {
    let text = Self.report(2).findings.sarif
    let log = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    #expect(driver?["name"] as? String == "rostrum")
    #expect(rules.map { $0["id"] as? String } == ["different"])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 2)
    for (index, result) in results.enumerated() {
      #expect((result["message"] as? [String: Any])?["text"] is String)
      #expect(result["level"] as? String == "error" && result["ruleId"] as? String == "different")
      #expect(result["ruleIndex"] as? Int == 0)
      let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"]
      let artifact = (place as? [String: Any])?["artifactLocation"] as? [String: Any]
      #expect(artifact?["uri"] as? String == "Shots/a%20\(index).yaml")
      let region = (place as? [String: Any])?["region"] as? [String: Int]
      #expect(region == ["startLine": 12])
    }
    let prints = results.compactMap { $0["partialFingerprints"] as? [String: String] }
    #expect(Set(prints.compactMap { $0["rostrum/v1"] }).count == 2)
  }

  @Test("An empty report is a valid one in every format")
  func empty() throws {
    let report = Self.report(0)
    #expect(report.codeQuality == "[]\n")
    #expect(report.findings.sarif.contains(/"results": ?\[\]/))
    #expect(try XMLElements(report.junit).all.map(\.name) == ["testsuites"])
  }

  @Test("What check finds is in the same formats")
  func check() throws {
    let range = SourceRange(file: "Shots/a.yaml", line: 3, column: 5, length: 2)
    var record = CheckRecord()
    record.add(
      "Shots/a.yaml",
      [
        Diagnostic(
          severity: .error, id: "unknown-key", message: "there is no 'x'", range: range,
          hint: "did you mean 'y'?"),
        Diagnostic(severity: .warning, id: "no-change", message: "never changes", range: range),
      ])
    record.add("Shots/b.yaml", [])
    record.add(unreadable: "Shots/c.yaml", "no such file")
    let lines = record.findings.annotations(.github).split(separator: "\n")
    #expect(
      lines == [
        "::error file=Shots/a.yaml,line=3,col=5,title=unknown-key::there is no 'x'"
          + "%0Adid you mean 'y'?",
        "::warning file=Shots/a.yaml,line=3,col=5,title=no-change::never changes",
        "::error file=Shots/c.yaml,title=cannot be read::no such file",
      ])
    let elements = try XMLElements(record.results.text).all
    #expect(elements.count { $0.name == "testsuite" } == 3)
    #expect(elements.count { $0.name == "failure" } == 2)
    let issues = try JSONSerialization.jsonObject(with: Data(record.findings.codeQuality.utf8))
    let severities = (issues as? [[String: Any]])?.map { $0["severity"] as? String }
    #expect(severities == ["major", "minor", "major"])
  }

  // MARK: - Paths

  static let places = [
    ("/repo/films/Shots/a.yaml", "films/Shots/a.yaml"), ("Shots/a.yaml", "films/Shots/a.yaml"),
    ("../Baselines/a.png", "Baselines/a.png"), ("./Shots/./a.yaml", "films/Shots/a.yaml"),
    ("/elsewhere/a.yaml", "/elsewhere/a.yaml"), ("../../a.yaml", "../../a.yaml"),
  ]

  @Test("Servers get paths from the repository's folder", arguments: places)
  func paths(_ path: String, _ expected: String) {
    let paths = ReportPaths(here: "/repo/films", environment: ["GITHUB_WORKSPACE": "/repo"])
    #expect(paths.inRepository(path) == expected)
  }

  @Test("A report that was made with absolute paths has relative ones")
  func relative() {
    let here = FileManager.default.currentDirectoryPath
    var report = Self.report(1)
    report.entries[0].expected = here + "/Baselines/0.png"
    report.entries[0].group = here + "/Shots/a.yaml"
    report.entries[0].sentences = ["there is no baseline '\(here)/Baselines/0.png'"]
    let entry = report.withRelativePaths().entries[0]
    #expect(entry.expected == "Baselines/0.png" && entry.group == "Shots/a.yaml")
    #expect(entry.sentences == ["there is no baseline 'Baselines/0.png'"])
  }
}

/// The elements of an XML text with their attributes, in order.
private final class XMLElements: NSObject, XMLParserDelegate {
  private(set) var all: [(name: String, attributes: [String: String])] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(text)")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) { all.append((name, attributes)) }
}
