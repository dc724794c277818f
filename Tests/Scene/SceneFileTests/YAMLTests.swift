import Foundation
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import Testing

@Suite("YAML")
struct YAMLTests {
  private func ids(_ text: String, options: SceneOptions = SceneOptions()) -> [String] {
    load(text, options: options).diagnostics.map(\.id)
  }

  @Test("Deep nesting is refused", arguments: ["[", "{a: ", "- ", "? "])
  func nesting(_ opening: String) {
    let text = "size: [1, 1]\nlayers: " + String(repeating: opening, count: 100_000)
    #expect(!ids(text).isEmpty)
    #expect(load(text).scene == nil)
  }

  @Test("Layers may lie 190 deep, and not 250", arguments: [(190, true), (250, false)])
  func layerNesting(depth: Int, isFine: Bool) {
    let text =
      "size: [1, 1]\nlayers: " + String(repeating: "[{sublayers: ", count: depth) + "[]"
      + String(repeating: "}]", count: depth)
    #expect(ids(text) == (isFine ? [] : ["too-deep"]))
  }

  @Test("Nesting through aliases is limited like any other")
  func aliasNesting() {
    let steps = (1...5000).map { "  - &a\($0) {sublayers: [*a\($0 - 1)]}\n" }.joined()
    let result = load("size: [1, 1]\nlayers:\n  - &a0 {opacity: 1}\n" + steps)
    #expect(result.diagnostics.contains { $0.id == "too-deep" })
  }

  @Test("Aliases that multiply are refused before they are followed")
  func aliasBomb() {
    let levels = (1...30).map { level in
      "x\(level): &a\(level) ["
        + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
    }.joined()
    #expect(ids("size: [1, 1]\nx0: &a0 [1]\n" + levels) == ["too-large"])
  }

  @Test("The limit of an alias bomb can be set")
  func nodeLimit() {
    let text = "size: [1, 1]\nlayers: [&a {opacity: 1}, *a, *a]"
    #expect(ids(text, options: SceneOptions(maximumNodes: 10)) == ["too-large"])
    #expect(ids(text).isEmpty)
  }

  @Test("An alias of what it stands in is none of an earlier anchor with the same name")
  func repeatedAnchor() {
    #expect(ids("size: [1, 1]\nlayers: [&a {}, &a {sublayers: [*a]}]") == ["bad-alias"])
    #expect(ids("size: [1, 1]\nlayers: [&a {}, &a {}, *a]").isEmpty)
  }

  @Test("An alias used as a key expands nothing")
  func aliasKey() {
    let levels = (1...30).map { "x\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]\n" }
      .joined()
    let result = load("size: [1, 1]\nx0: &a0 [1]\n" + levels + "? *a30\n: 1\n")
    #expect(result.scene == nil)
  }

  @Test(
    "Characters that YAML refuses are found",
    arguments: [("\u{0}", 3), ("\u{1B}", 3), ("\u{7F}", 3), ("\u{FFFE}", 3)])
  func controlCharacters(character: String, column: Int) {
    let result = load("size: [1, 1]\nab\(character): 1")
    #expect(result.diagnostics.map(\.id) == ["bad-yaml"])
    #expect(result.diagnostics.first?.range.line == 2)
    #expect(result.diagnostics.first?.range.column == column)
  }

  @Test(
    "Windows line ends, byte order marks and old Mac line ends are fine",
    arguments: ["\r\n", "\r", "\n"])
  func lineEnds(_ end: String) {
    let lines = ["\u{FEFF}size: [1, 1]", "layers:", "  - name: a", "    opacty: 1", ""]
    let result = load(lines.joined(separator: end))
    #expect(result.diagnostics.map(\.range.line) == [4])
    #expect(result.diagnostics.map(\.range.column) == [5])
    #expect(load("\u{FEFF}sise: [1, 1]").diagnostics.map(\.range.column).first == 1)
  }

  @Test("A tab as indentation is said to be one")
  func tabs() {
    let result = load("size: [1, 1]\nlayers:\n\t- name: a")
    #expect(result.diagnostics.first?.hint == "YAML is indented with spaces, not tabs")
  }

  @Test("Asterisks in texts stay asterisks, and private characters are kept")
  func asterisks() throws {
    let text =
      "size: [1, 1]\nlayers:\n  - {class: text, string: \"*a* \u{E000}\u{E001}\"}\n  - {class: text, string: a*b}\n  - class: text\n    string: |\n      *x"
    let scene = try #require(load(text).scene)
    #expect(
      scene.layers.map { $0.values[.string].string } == ["*a* \u{E000}\u{E001}", "a*b", "*x"])
  }

  @Test(
    "Names are what stands there, not what YAML 1.1 takes them for",
    arguments: ["no", "yes", "1e3", "0x10", "2001-01-01", "null", "true", "12:30"])
  func namesAreText(_ name: String) throws {
    let result = load("size: [1, 1]\nlayers: [{name: \(name)}]")
    if name == "null" {
      #expect(result.diagnostics.map(\.id) == ["wrong-type"])
    } else {
      #expect(try #require(result.scene).layers.map(\.name) == [name])
    }
  }

  @Test(
    "Numbers are decimal",
    arguments: [
      ("1e3", 1000.0), (".5", 0.5), ("5.", 5), ("+1", 1), ("-2.5E-1", -0.25), ("007", 7),
      ("1.0", 1),
    ])
  func numbers(text: String, value: Double) throws {
    let scene = try #require(load("size: [1, 1]\nlayers: [{zPosition: \(text)}]").scene)
    #expect(scene.layers[0].values[.zPosition] == value)
  }

  @Test(
    "Other numbers are refused",
    arguments: [
      "0x10", "1_000", "0b1", "1e", "e1", "1.2.3", "--1", "inf", "nan", ".nan", "1e999", "12:30",
      "~", "''", "1 2", "infinity",
    ])
  func notNumbers(_ text: String) {
    #expect(load("size: [1, 1]\nlayers: [{zPosition: \(text)}]").scene == nil)
  }

  @Test(
    "For ever has several spellings",
    arguments: ["infinite", "infinity", ".inf", "Infinity", "1e39", "3.40282347e+38"])
  func endless(_ text: String) throws {
    let animation = "{type: basic, keyPath: opacity, toValue: 0, repeatCount: \(text)}"
    let scene = try #require(
      load("{size: [1, 1], duration: 1, layers: [{animations: [\(animation)]}]}").scene)
    #expect(scene.layers[0].animations[0].timing.repeatCount == .infinity)
  }

  @Test(
    "Every duplicate key is reported, with all else that is wrong",
    arguments: [
      "k%: 1\nk%: 2\n", "'k%': 1\n\"k%\" : 2\n", "k%: {a: 1, \"a\":1}\n",
      "k%: {\"<<\":1,\"<<\":2}\n", "? k%\n: 1\nk% : 2\n", "ä b%: |\n  x: 1\n  x: 2\nä b%:\n",
    ])
  func manyDuplicates(_ lines: String) {
    let keys = (0..<300).map { lines.replacing("%", with: "\($0)") }.joined()
    let result = load("size: [1, 1]\nlayers: []\n" + keys)
    let ids = result.diagnostics.map(\.id)
    #expect(ids.filter { $0 == "duplicate-key" }.count == 300)
    #expect(ids.contains("unknown-key"))
    for diagnostic in result.diagnostics where diagnostic.id == "duplicate-key" {
      #expect(diagnostic.range.length >= 1 && diagnostic.related.count == 1)
    }
  }

  @Test(
    "What is no simple key stays as it is when keys are equal",
    arguments: [
      ("a: &k 1\n&k : 1\n*k : 2", "duplicate key"), ("\"\\u0041\": 1", "unknown key 'A'"),
      ("text: 'note: this'\nnote: 1", "unknown key 'note'"), ("!t : 1", "unknown key"),
    ])
  func keptKeys(_ lines: String, _ expected: String) {
    let result = load("size: [1, 1]\nsize: [1, 1]\nlayers: []\n" + lines)
    let messages = result.diagnostics.map(\.message)
    #expect(messages.contains("duplicate key 'size'"))
    #expect(messages.contains { $0.contains(expected) }, "\(messages)")
  }

  @Test("Tens of thousands of duplicate keys are told apart")
  func manyKeys() {
    let layers = String(repeating: "- {name: a, opacity: 1, name: b}\n", count: 40_000)
    let result = load("size: [1, 1]\nlayers:\n" + layers)
    #expect(result.diagnostics.filter { $0.id == "duplicate-key" }.count >= 9_000)
  }

  @Test("Equal keys in different spelling are duplicates")
  func quotedDuplicates() {
    let result = load("\"size\": [1, 1]\nsize: [2, 2]\n'size': [3, 3]")
    #expect(result.diagnostics.map(\.range.line) == [2, 3])
    #expect(result.diagnostics.map(\.message) == ["duplicate key 'size'", "duplicate key 'size'"])
    #expect(result.diagnostics.map { $0.related.map(\.range.line) } == [[1], [1]])
  }
}
