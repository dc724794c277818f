import Testing

import RostrumSource
@testable import RostrumSceneFile

@Suite("Placeholders in texts")
struct PlaceholderTests {
  @Test(
    "A text is divided into what it says and what it names",
    arguments: [
      ("", []), ("plain $5 {x}", [.text("plain $5 {x}")]),
      ("${a}", [.parameter("a", offset: 0)]),
      (
        "ü ${a}-${b_2} x",
        [
          .text("ü "), .parameter("a", offset: 3), .text("-"), .parameter("b_2", offset: 8),
          .text(" x"),
        ]
      ),
      ("$${a}", [.text("${a}")]), ("$$${a}", [.text("$"), .parameter("a", offset: 2)]),
      ("$$$${a}", [.text("$${a}")]), ("$$", [.text("$$")]),
      ("${}", [.broken(offset: 0), .text("}")]), ("${ a }", [.broken(offset: 0), .text(" a }")]),
      ("${1a}", [.broken(offset: 0), .text("1a}")]), ("${a", [.broken(offset: 0), .text("a")]),
      ("${a${b}", [.broken(offset: 0), .text("a"), .parameter("b", offset: 3)]),
    ] as [(String, [PlaceholderText.Piece])])
  func pieces(_ text: String, _ expected: [PlaceholderText.Piece]) {
    #expect(PlaceholderText(text).pieces == expected)
  }

  @Test("Only a text that is one placeholder is the parameter itself")
  func whole() {
    #expect(PlaceholderText("${größe}").wholeName == "größe")
    for text in ["", "x", "${a} ", "${a}${b}", "$${a}"] {
      #expect(PlaceholderText(text).wholeName == nil)
    }
  }

  @Test(
    "What is escaped reads back as the same text",
    arguments: ["", "$", "${a}", "$${a}", "$$${", "a $ {b} ${ $$ ${c", "{$}", "\n${a}\n"])
  func escaping(_ text: String) {
    let pieces = PlaceholderText(PlaceholderText.escaped(text)).pieces
    #expect(pieces == (text.isEmpty ? [] : [.text(text)]))
  }

  /// The texts of the list that a YAML text is.
  private func texts(_ yaml: String) -> [String?]? {
    YAMLComposer(
      source: SourceText(yaml, path: "a.yaml"), collector: DiagnosticCollector(),
      maximumNodes: 1000
    ).composeYAML()?.items?.map { $0.scalar?.text }
  }

  @Test(
    "Braces of placeholders are texts wherever YAML has them, and parentheses stay",
    arguments: [
      ("[${a}, (b), x(${c})y, ${}, $${d}]", ["${a}", "(b)", "x(${c})y", "${}", "$${d}"]),
      ("- ${a} (b\n  (c)${d}\n  e) ${f}", ["${a} (b (c)${d} e) ${f}"]),
      (#"["\x28\u0029\"(${a}\U00000028\\", "b ${c}"]"#, [#"()"(${a}(\"#, "b ${c}"]),
      ("['it''s (${a}) '', ${b}', (c)]", ["it's (${a}) ', ${b}", "(c)"]),
      ("- |- # (${a}\n  (b) ${c}\n  (${d}\n- (e)", ["(b) ${c}\n(${d}", "(e)"]),
      ("- >-\r\n  ${a}\r\n  (b)\r\n# (${c})\r\n- ${d}", ["${a} (b)", "${d}"]),
      ("\u{FEFF}# ä ${a} (\n- ü${b}\n- \u{1F600}(${c}", ["ü${b}", "\u{1F600}(${c}"]),
      ("[$(a), ${b}, \"$(c)${d}\"]", ["$(a)", "${b}", "$(c)${d}"]),
    ] as [(String, [String])])
  func braces(_ yaml: String, _ expected: [String]) {
    #expect(texts(yaml) == expected)
  }

  @Test("Texts with thousands of placeholders are read in their length")
  func many() {
    let text = String(repeating: "(${a}) ", count: 20_000)
    let expected = String(text.dropLast())
    #expect(texts("- \(text)\n- \(text)") == [expected, expected])
  }
}
