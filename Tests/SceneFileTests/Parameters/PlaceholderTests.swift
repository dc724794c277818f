import Testing

@testable import SceneFile

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
}
