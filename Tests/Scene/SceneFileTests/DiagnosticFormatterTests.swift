import Foundation
import RostrumSceneFile
import RostrumSource
import Testing

@Suite("Diagnostic formatter")
struct DiagnosticFormatterTests {
  private func text(_ scene: String, _ formatter: DiagnosticFormatter = DiagnosticFormatter())
    -> String
  {
    let result = load(scene)
    return formatter.text(for: result.diagnostics, in: result.source)
  }

  @Test("People get the line, a caret and a hint")
  func human() {
    #expect(
      text("size: [1, 1]\nlayers:\n  - opacty: 1") == """
        test.yaml:3:5: error: unknown key 'opacty' for a layer of class 'layer'
          - opacty: 1
            ^~~~~~
        hint: did you mean 'opacity'?

        """)
  }

  @Test("Related places come as notes")
  func related() {
    #expect(
      text("size: [1, 1]\nsize: [1, 1]") == """
        test.yaml:2:1: error: duplicate key 'size'
        size: [1, 1]
        ^~~~
        test.yaml:1:1: note: first given here
        size: [1, 1]
        ^~~~

        """)
  }

  @Test("Editors get one line")
  func short() {
    #expect(
      text("sise: 1\nsize: [1, 1]", DiagnosticFormatter(style: .short))
        == "test.yaml:1:1: error: unknown key 'sise' for a scene; hint: did you mean 'size'?\n")
  }

  @Test("Programs get JSON")
  func json() throws {
    let json = text("sise: 1\nsize: [1, 1]", DiagnosticFormatter(style: .json))
    let list = try JSONDecoder().decode([Diagnostic].self, from: Data(json.utf8))
    #expect(list == load("sise: 1\nsize: [1, 1]").diagnostics)
    #expect(json.contains("\"id\" : \"unknown-key\""))
    #expect(text("size: [1, 1]", DiagnosticFormatter(style: .json)) == "[\n\n]\n")
  }

  @Test("Colour is only added, never anything else changed")
  func color() {
    let colored = text("sise: 1", DiagnosticFormatter(usesColor: true))
    #expect(colored.contains("\u{1B}[1;31merror\u{1B}[0m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == text("sise: 1"))
  }

  @Test("Beyond the limit the rest is counted")
  func limit() {
    let scene = "size: [1, 1]\n" + (0..<150).map { "k\($0): 1\n" }.joined()
    let lines = text(scene, DiagnosticFormatter(style: .short)).split(separator: "\n")
    #expect(lines.count == 101)
    #expect(lines.last == "and 50 more")
  }

  @Test("The caret stands under wide characters, after tabs, and under no escape sequence")
  func widths() {
    let wide = text("{size: [1, 1], \"日本\": 1, \"\\e[31m\": 2,\t\"e\u{301}\": 3}").split(
      separator: "\n")
    #expect(wide[2] == "               ^~~~~~")
    #expect(wide[1].contains("    \"e\u{301}\""))
    #expect(!wide.joined().contains("\u{1B}"))
    #expect(wide[8] == String(repeating: " ", count: 42) + "^~~")
  }

  @Test("Of a long line only the part around the caret is shown")
  func longLine() {
    let pad = String(repeating: "0", count: 500)
    let lines = text("{size: [1.\(pad), 1], sise: 1, duration: 1.\(pad)}").split(separator: "\n")
    #expect(lines[1].hasPrefix("...") && lines[1].hasSuffix("..."))
    #expect(lines[1].count <= 106)
    let caret = lines[2].firstIndex(of: "^").map {
      lines[2].distance(from: lines[2].startIndex, to: $0)
    }
    let column = caret ?? 0
    #expect(lines[1].dropFirst(column).hasPrefix("sise"))
  }

  @Test(
    "A place in a long line counts characters, whatever they are made of",
    arguments: [
      "a", "\u{E9}", "\u{65E5}", "\u{1F469}\u{200D}\u{1F467}", "e\u{301}", "\u{600}a", "\u{301} ",
    ])
  func longLine(of letter: String) throws {
    let before = "{size: [1, 1], x: \"" + String(repeating: letter, count: 3000) + "b\", "
    let result = load(before + "sise: 1}")
    let found = try #require(result.diagnostics.last { $0.message.contains("sise") })
    #expect(found.range.column == before.count + 1 && found.range.length == 4)
    let lines = DiagnosticFormatter().text(for: [found], in: result.source).split(separator: "\n")
    #expect(lines[1].hasSuffix("sise: 1}") && lines[1].hasPrefix("..."))
  }

  @Test("Warnings about a line of 10 MB take no time for each letter before them")
  func longestLine() {
    let source = SourceText(String(repeating: "0123456789", count: 1_000_000), path: "a.json")
    let start = ContinuousClock.now
    let diagnostics = (0..<10_000).map { number in
      Diagnostic(
        severity: .warning, id: "x", message: "m",
        range: source.range(ofBytes: number * 1000..<10_000_000))
    }
    let text = DiagnosticFormatter().text(for: diagnostics, in: source)
    #expect(text.utf8.count < 50_000 && text.hasSuffix("and 9900 more\n"))
    #expect(diagnostics.last?.range.column == 9_999_001)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
