import Foundation
import Testing

@testable import RostrumBase

@Suite("JSON values")
struct JSONValueTests {
  static let value = JSONValue.object([
    ("b", .string("a \"b\"\n")), ("a", .array([.integer(1), .number(0.5), .null])),
    ("é", .object([("flag", .flag(true))])),
  ])

  @Test("Keys stay in order; what holds neither lists nor objects is on one line")
  func lines() {
    #expect(
      Self.value.text() == """
        {
          "b": "a \\"b\\"\\n",
          "a": [1, 0.5, null],
          "é": {"flag": true}
        }
        """)
  }

  @Test(
    "One line has spaces between its parts, or none",
    arguments: [
      (false, #"{"b": "a \"b\"\n", "a": [1, 0.5, null], "é": {"flag": true}}"#),
      (true, #"{"b":"a \"b\"\n","a":[1,0.5,null],"é":{"flag":true}}"#),
    ])
  func line(isCompact: Bool, expected: String) {
    #expect(Self.value.line(isCompact: isCompact) == expected)
  }

  @Test(
    "Numbers are as short as they read back; what is not finite is null",
    arguments: [
      (1, "1"), (0.1, "0.1"), (-0.0, "-0.0"), (1e300, "1e+300"), (.infinity, "null"),
      (.nan, "null"), (nil, "null"),
    ] as [(Double?, String)])
  func number(_ number: Double?, expected: String) {
    #expect(JSONValue.number(number).line() == expected)
  }

  @Test(
    "A string reads back as it was",
    arguments: [
      "", "plain", "a/b", "\"\\", "\u{0}\u{1F}\u{7F}", "\u{2028}\r\n\t", "👩‍👩‍👧 é", "'</script>",
    ])
  func string(_ text: String) throws {
    let line = jsonString(text)
    #expect(try JSONDecoder().decode([String].self, from: Data("[\(line)]".utf8)) == [text])
    #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    #expect(!line.contains("\\/"))
  }

  @Test(
    "What common writers get wrong is read by a parser that is not strict, and by no other",
    arguments: [
      ("007", .number(7)), ("\"a\\qb\"", .string("aqb")), ("\"a\tb\\n\"", .string("a\tb\n")),
      ("\"\\ud83d\"", .string("\u{FFFD}")), ("\"\\ud83d\\u0041\"", .string("\u{FFFD}")),
    ] as [(String, JSONValue)])
  func strictness(text: String, expected: JSONValue) throws {
    #expect(try JSONParser.parse(Array(text.utf8)) == expected)
    #expect(throws: JSONProblem.self) { try JSONParser.parse(Array(text.utf8), isStrict: true) }
  }

  @Test(
    "Both parsers read what is JSON",
    arguments: [
      ("0", 0), ("-0.5e1", -5), ("\"\\ud83d\\ude00\\/\"", "😀/"), ("[null, true]", [.null, true]),
      ("{\"b\": 1, \"a\": \"x\"}", .object([("b", 1), ("a", "x")])),
    ] as [(String, JSONValue)])
  func valid(text: String, expected: JSONValue) throws {
    #expect(try JSONParser.parse(Array(text.utf8)) == expected)
    #expect(try JSONParser.parse(Array(text.utf8), isStrict: true) == expected)
  }
}
