import RostrumImageDiff
import Foundation
@testable import RostrumRegression
@testable import RostrumOutput
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports of comparisons")
struct ReportTests {
  static let report = DiffReport(
    title: "a <b> & \"c\"", tolerance: .standard,
    entries: DiffReport.Verdict.allCases.enumerated().map { index, verdict in
      DiffReport.Entry(
        group: "Scenes/\(index % 2).yaml", name: "\(index * 10)%", verdict: verdict,
        sentences: ["</script> & <b>: \(verdict), 100%\u{1}", "second"], expected: "e", actual: "a",
        source: "Scenes/x,y.yaml")
    }, notes: ["a note"])
  /// The number of verdicts except `same`, and the number of odd ones among them.
  private static let failureCount = DiffReport.Verdict.allCases.count - 1
  private static let odd = DiffReport.Verdict.allCases.count / 2
  private static let even = DiffReport.Verdict.allCases.count - odd

  @Test("Every failure is in every report")
  func complete() throws {
    let report = Self.report
    #expect(report.failures.count == Self.failureCount)
    let text = report.text()
    let parsed = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
    let entries = try #require((parsed as? [String: Any])?["entries"] as? [[String: Any]])
    #expect(entries.count == Self.failureCount + 1)
    for entry in report.failures {
      #expect(text.contains("\(entry.verdict.words): \(entry.title)"))
      #expect(entries.contains { $0["verdict"] as? String == entry.verdict.rawValue })
      #expect(report.junit.contains("<failure type=\"\(entry.verdict.rawValue)\""))
    }
    #expect(report.summary.hasPrefix("1 same, 1 different, 1 of other values, 1 missing"))
  }

  @Test("JUnit's XML can be parsed and counts right, whatever the names are")
  func junit() throws {
    let parser = XMLParser(data: Data(Self.report.junit.utf8))
    let counter = ElementCounter()
    parser.delegate = counter
    #expect(parser.parse())
    #expect(
      counter.counts == [
        "testsuites": 1, "testsuite": 2, "testcase": Self.failureCount + 1,
        "failure": Self.failureCount, "system-out": 1,
      ])
  }

  @Test("The page asks for nothing outside, and no text ends its script")
  func page() {
    let html = Self.report.html
    #expect(html.contains("default-src 'none'"))
    #expect(!html.contains("http://") && !html.contains("https://"))
    #expect(html.components(separatedBy: "</script>").count == 3)
    #expect(html.contains("<title>1 same") && html.contains("a &lt;b&gt; &amp;"))
  }

  @Test("Annotations are one line for each scene and escape what workflow commands mean")
  func annotations() {
    var report = Self.report
    report.entries[3].line = 12
    let lines = report.annotations(.github).split(separator: "\n")
    let heads = lines.map { String($0.prefix { $0 != "<" }) }
    let (missing, other) = ("\(Self.odd) of \(Self.odd)", "\(Self.even - 1) of \(Self.even)")
    let expected: [String] = [
      "::error file=Scenes/x%2Cy.yaml,line=12,title=Scenes/1.yaml%3A \(missing)%2C missing::",
      "::error file=Scenes/x%2Cy.yaml,title=Scenes/0.yaml%3A \(other)%2C of other values::",
    ]
    #expect(heads == expected)
    #expect(lines.allSatisfy { $0.hasSuffix("%0Asecond") })
    let plain = report.annotations(.plain).split(separator: "\n")
    let all = "\(Self.odd) of \(Self.odd)"
    #expect(plain[0].hasPrefix("Scenes/x,y.yaml:12: error: Scenes/1.yaml: \(all), missing; "))
    #expect(report.annotations(.none).isEmpty)
  }

  @Test("GitLab's report has a place and a fingerprint of its own for each scene")
  func codeQuality() throws {
    let parsed = try JSONSerialization.jsonObject(with: Data(Self.report.codeQuality.utf8))
    let issues = try #require(parsed as? [[String: Any]])
    #expect(issues.count == 2)
    #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == 2)
    for issue in issues {
      #expect(issue["severity"] as? String == "major" && issue["check_name"] is String)
      let location = try #require(issue["location"] as? [String: Any])
      #expect(location["path"] as? String == "Scenes/x,y.yaml")
      #expect((location["lines"] as? [String: Int]) == ["begin": 1])
    }
  }

  @Test("A job's summary is a table with a row for each scene")
  func markdown() {
    let lines = Self.report.markdown.split(separator: "\n")
    #expect(lines.count == 6 && lines[1].hasPrefix("1 same, 1 different"))
    #expect(lines[4].hasPrefix("| Scenes/x,y.yaml | different (\(Self.odd) of \(Self.odd)) | "))
  }

  @Test("Baselines of one scene that are only missing or written share a line")
  func sharedLines() {
    let entries = ["a", "b"].flatMap { group in
      ["0", "25%", "50%"].map { name in
        DiffReport.Entry(
          group: group, name: name, verdict: .recorded, sentences: ["look at it"],
          expected: "Baselines/\(group)/\(name).png", actual: group)
      }
    }
    let report = DiffReport(title: "", tolerance: .standard, entries: entries)
    #expect(
      report.text() == """
        recorded: a @ 0, 25%, 50% in Baselines/a
        recorded: b @ 0, 25%, 50% in Baselines/b
        6 recorded

        """)
    #expect(report.text(isVerbose: true).split(separator: "\n").count == 13)
  }

  static let statuses: [([DiffReport.Verdict], Int32)] = [
    ([], 66), ([.same], 0), ([.same, .different], 1), ([.different, .sizesDiffer], 4),
    ([.sizesDiffer, .missing], 3), ([.missing, .environmentDiffers], 5), ([.recorded], 3),
    ([.updated], 1), ([.orphaned, .different], 3), ([.unreadable, .environmentDiffers], 66),
    ([.unreadable, .wrong], 65), ([.unchecked, .different], 3), ([.dropped, .sizesDiffer], 3),
    ([.doubled, .unreadable], 66),
    ([.unrecorded, .missing], 6), ([.environmentDiffers, .unrecorded], 5),
  ]

  @Test("The exit status is that of what puts the rest in doubt", arguments: statuses)
  func status(_ verdicts: [DiffReport.Verdict], _ status: Int32) {
    let entries = verdicts.map {
      DiffReport.Entry(group: "a", name: "", verdict: $0, expected: "", actual: "")
    }
    let report = DiffReport(title: "", tolerance: .standard, entries: entries)
    #expect(report.exitStatus == status)
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) { counts[name, default: 0] += 1 }
}
