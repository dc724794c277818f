import Testing

@testable import RostrumBase

@Suite("Spelling")
struct SpellingTests {
  @Test(
    "The distance between words counts swaps as one",
    arguments: [("abc", "abc", 0), ("abc", "acb", 1), ("abc", "", 3), ("kitten", "sitting", 3)])
  func distance(a: String, b: String, expected: Int) {
    #expect(editDistance(Array(a), Array(b)) == expected)
    #expect(editDistance(Array(b), Array(a)) == expected)
  }

  @Test(
    "The closest word is the first with the fewest mistakes, case aside",
    arguments: [
      ("opactiy", "opacity"), ("Hiden", "hidden"), ("OPACITY", "opacity"), ("bonds", "bounds"),
      ("xolor", "color"),
    ])
  func suggestion(word: String, ours: String) {
    let words = ["opacity", "hidden", "bounds", "color", "colon"]
    #expect(closest(to: word, among: words) == ours)
  }

  @Test("Words too far off suggest nothing")
  func noSuggestion() {
    #expect(closest(to: "qwertz", among: ["opacity", "hidden"]) == nil)
    #expect(closest(to: "opactyi", among: ["opacity"], maximumDistance: 1) == nil)
    #expect(closest(to: String(repeating: "a", count: 5000), among: ["a"]) == nil)
  }

  @Test(
    "Similar names go on after the given one or differ in few letters, three at most",
    arguments: [
      ("arail", ["Arial"]), ("noto", ["Noto Mono", "Noto Sans", "Noto Serif"]),
      ("Inter", ["Inter", "Inter Tight"]), ("", []), ("zzzzzz", []),
    ])
  func similar(name: String, expected: [String]) {
    let names =
      ["Noto Serif", "Noto Symbols", "Noto Sans", "Arial", "Noto Mono"]
      + ["Inter Tight", "Inter"]
    #expect(similarNames(to: name, among: names) == expected)
  }
}
