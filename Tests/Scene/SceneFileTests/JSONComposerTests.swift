import TestSupport
import Testing

import RostrumSource
@testable import RostrumSceneFile

@Suite("Scene files that are JSON")
struct JSONComposerTests {
  /// The contents of a tree, with places.
  private static func shown(_ node: YAMLNode) -> String {
    let place = "\(node.mark.line):\(node.mark.column)"
    switch node.content {
    case .scalar(let scalar): return "\(place) \(scalar.isPlain ? "" : "'")\(scalar.text)'"
    case .sequence(let items): return "\(place) [\(items.map(shown).joined(separator: ", "))]"
    case .mapping(let entries):
      let parts = entries.map { "\($0.name) \(shown($0.key)) = \(shown($0.value))" }
      return "\(place) {\(parts.joined(separator: ", "))}"
    }
  }

  private static func yaml(_ text: String) -> YAMLNode? {
    YAMLComposer(
      source: SourceText(text, path: "a.json"), collector: DiagnosticCollector(),
      maximumNodes: 100_000
    ).composeYAML()
  }

  private static func json(_ text: String) -> YAMLNode? {
    JSONComposer.compose(SourceText(text, path: "a.json"))
  }

  static let texts = [
    "{}", " { } ", "{\"a\": 1}", "{\"a\":[1,2.5e3,-0,\"x\",true,false,null]}",
    "{\n  \"size\": [10, 20],\n  \"layers\": [{\"name\": \"ä ö\", \"bounds\": [1, 1]},\n {\"b\": \"\"}]\n}\n",
    "{\"\u{1F600}é\": \"\u{1F600}\", \"after\": {\"x\": \"y\"}}",
    "{\"a\": \"line\\nbreak \\\"quoted\\\" \\\\ \\/ \\t \\u00e9\", \"b\": 2}",
    "{\"<<\": {\"a\": 1}, \"*b\": \"*c\", \"&d\": \"# no comment\"}",
    "{\r\n\"a\": 1,\r\n\"b\": 2\r\n}", "{\"a\": [[], {}, [[{}]]]}",
  ]

  @Test(
    "Scene files that are JSON are read as the YAML library reads them, places included",
    arguments: texts)
  func same(_ text: String) throws {
    let json = try #require(Self.json(text))
    let yaml = try #require(Self.yaml(text))
    #expect(Self.shown(json) == Self.shown(yaml))
  }

  @Test("Generated documents are read as the YAML library reads them")
  func generated() throws {
    var random = RandomSource(seed: 7)
    for _ in 0..<200 {
      let text = "{\"root\": \(Self.value(&random, depth: 0))}"
      let json = try #require(Self.json(text), "\(text)")
      let yaml = try #require(Self.yaml(text), "\(text)")
      #expect(Self.shown(json) == Self.shown(yaml), "\(text)")
    }
  }

  private static func value(_ random: inout RandomSource, depth: Int) -> String {
    let blanks = ["", " ", "\n", "  \n "]
    func blank() -> String { blanks[Int.random(in: 0..<4, using: &random)] }
    switch Int.random(in: 0..<(depth < 4 ? 6 : 4), using: &random) {
    case 0: return "\(Int.random(in: -99...99, using: &random))"
    case 1: return "\(Double.random(in: -1...1, using: &random))"
    case 2: return ["true", "false", "null"][Int.random(in: 0..<3, using: &random)]
    case 3:
      return ["\"\"", "\"a b\"", "\"ü: \\\"x\\\"\"", "\"12\""][
        Int.random(in: 0..<4, using: &random)]
    case 4:
      let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        blank() + value(&random, depth: depth + 1) + blank()
      }
      return "[" + items.joined(separator: ",") + "]"
    default:
      let items = (0..<Int.random(in: 0...12, using: &random)).map { index in
        "\(blank())\"k\(index)\"\(blank().isEmpty ? "" : " "): \(value(&random, depth: depth + 1))"
      }
      return "{" + items.joined(separator: ",") + "}"
    }
  }

  static let others = [
    "", "[]", "size: [1, 1]", "{a: 1}", "{\"a\": 1,}", "{\"a\": 1} # comment", "{\"a\": 1}{}",
    "{\"a\": 1, \"a\": 2}", "{\"a\": 01}", "{\"a\": .5}", "{\"a\": 1.}", "{\"a\": +1}",
    "{\"a\": 'b'}", "{\"a\": \"\n\"}", "{\"a\": \"\\x41\"}", "{\"a\": \"\\ud83d\"}",
    "{\"a\": \"\u{85}\"}", "{\"a\": \"\u{2028}\"}", "{\"a\": nan}", "{\"a\"", "{\"a\": \"b",
    String(repeating: "{\"a\":", count: 401) + "1" + String(repeating: "}", count: 401),
  ]

  @Test("Whatever is no plain JSON is left to the YAML library", arguments: others)
  func unfit(_ text: String) {
    #expect(Self.json(text) == nil)
  }

  @Test("A character may be written as two surrogates, and tabs may stand between values")
  func further() throws {
    let node = try #require(Self.json("{\t\"a\":\t\"\\ud83d\\ude00\"}"))
    #expect(node.entries?.first?.value.scalar?.text == "\u{1F600}")
  }
}
