import Foundation
@testable import RostrumKit
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

  @Test("every failure is in every report")
  func complete() throws {
    let report = Self.report
    #expect(report.failures.count == 10)
    let text = report.text()
    let annotations = report.annotations.split(separator: "\n")
    let parsed = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
    let entries = try #require((parsed as? [String: Any])?["entries"] as? [[String: Any]])
    #expect(entries.count == 11 && annotations.count == 10)
    for entry in report.failures {
      #expect(text.contains("\(entry.verdict.words): \(entry.title)\n"))
      #expect(entries.contains { $0["verdict"] as? String == entry.verdict.rawValue })
      #expect(report.junit.contains("<failure type=\"\(entry.verdict.rawValue)\""))
    }
    #expect(report.summary.hasPrefix("1 same, 1 different, 1 missing"))
  }

  @Test("JUnit's XML can be parsed and counts right, whatever the names are")
  func junit() throws {
    let parser = XMLParser(data: Data(Self.report.junit.utf8))
    let counter = ElementCounter()
    parser.delegate = counter
    #expect(parser.parse())
    #expect(
      counter.counts == [
        "testsuites": 1, "testsuite": 2, "testcase": 11, "failure": 10, "system-out": 1,
      ])
  }

  @Test("the page asks for nothing outside, and no text ends its script")
  func page() {
    let html = Self.report.html
    #expect(html.contains("default-src 'none'"))
    #expect(!html.contains("http://") && !html.contains("https://"))
    #expect(html.components(separatedBy: "</script>").count == 3)
    #expect(html.contains("<title>1 same") && html.contains("a &lt;b&gt; &amp;"))
  }

  @Test("annotations are one line each and escape what workflow commands mean")
  func annotations() {
    let first = Self.report.annotations.split(separator: "\n")[0]
    #expect(
      first.hasPrefix("::error file=Scenes/x%2Cy.yaml,title=Scenes/1.yaml @ 10%25%3A different::"))
    #expect(first.hasSuffix("%0Asecond"))
  }

  static let statuses: [([DiffReport.Verdict], Int32)] = [
    ([], 0), ([.same], 0), ([.same, .different], 1), ([.different, .sizesDiffer], 4),
    ([.sizesDiffer, .missing], 3), ([.missing, .environmentDiffers], 5), ([.recorded], 3),
    ([.updated], 1), ([.orphaned, .different], 3), ([.unreadable, .environmentDiffers], 66),
    ([.unreadable, .wrong], 65), ([.unchecked, .different], 3),
  ]

  @Test("the exit status is that of what puts the rest in doubt", arguments: statuses)
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
