import Foundation
import RostrumLayerTree
import Testing

@testable import RostrumSceneFile

@Suite("Calculations")
struct CalculationTests {
  private func text(
    _ text: String, _ values: [String: CalculatedValue] = [:]
  ) throws -> String {
    switch try Calculation(text).value(values) {
    case .number(let number, let unit): number.sceneText + unit.rawValue
    case .text(let text, _): text
    case .flag(let flag): "\(flag)"
    case .list, .row: "a list"
    }
  }

  /// Worked out by hand.
  @Test(
    "Calculations have the values that CSS gives them",
    arguments: [
      ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("10 - 4 - 3", "3"), ("12 / 3 / 2", "2"),
      ("-2 * -3", "6"), ("--2", "2"), ("2 - -2", "4"), ("1e3 / 8", "125"), (".5 * 4", "2"),
      ("45deg * 2", "90deg"), ("0.5turn - 90deg", "90deg"), ("100grad", "90deg"),
      ("pi * 1rad / 2", "90deg"), ("90deg / 30deg", "3"), ("50% + 25%", "75%"),
      ("min(3, 1, 2)", "1"), ("max(1deg, 1turn)", "360deg"), ("clamp(0, 7, 5)", "5"),
      ("clamp(0, -7, 5)", "0"), ("round(2.5)", "3"), ("round(-2.5)", "-2"),
      ("round(17, 5)", "15"), ("floor(-1.5)", "-2"), ("ceil(-1.5)", "-1"), ("mod(-1, 3)", "2"),
      ("mod(7, -3)", "-2"), ("abs(-4deg)", "4deg"), ("sign(-4deg)", "-1"), ("sqrt(81)", "9"),
      ("pow(2, 10)", "1024"), ("round(sin(30deg), 0.001)", "0.5"), ("cos(0)", "1"),
      ("atan2(1, 1)", "45deg"), ("sum(1, 2, 3)", "6"), ("mean(1, 2, 6)", "3"), ("count(4, 4)", "2"),
      ("if(1 < 2, green, red)", "green"), ("if(1 > 2, green, 1 == 1, blue, red)", "blue"),
      ("if(1 != 1, 1 / 0, 3)", "3"), ("2 <= 2", "true"), ("a == \"a\"", "true"),
      ("if(#f00 == '#f00', ease-in, x)", "ease-in"), ("calc(2 + calc(3))", "5"),
    ])
  func values(_ body: String, _ expected: String) throws {
    #expect(try text("calc(\(body))") == expected)
  }

  @Test("Calculations take parameters as values, whose signs stay with them")
  func names() throws {
    let values: [String: CalculatedValue] = [
      "a": CalculatedValue("-2"), "b": CalculatedValue("30deg"), "c": CalculatedValue("on"),
      "row.x y": .list(CalculatedList(["3", "9", "6"].map { CalculatedValue($0) })),
    ]
    #expect(try text("calc(3 - ${a})", values) == "5")
    #expect(try text("calc(${b} * ${a})", values) == "-60deg")
    #expect(try text("calc(if(${c} == on, 1, 0))", values) == "1")
    #expect(try text("calc(max(${row.x y}) + mean(${row.x y}))", values) == "15")
    #expect(try text("calc(max(${row.x y}, 10))", values) == "10")
  }

  @Test(
    "Calculations take parameters that are true or false as conditions",
    arguments: [
      ("if(${on}, 1, 0)", "1"), ("if(${off}, 1, 0)", "0"), ("if(${on} == true, 1, 0)", "1"),
      ("if(${off} == true, 1, 0)", "0"), ("if(${off} != false, 1, 0)", "0"),
      ("if(${on} == ${off}, 1, 0)", "0"), ("if((1 < 2) == ${on}, 1, 0)", "1"),
      ("if(${on} == 1, 1, 0)", "0"),
    ])
  func flags(_ body: String, _ expected: String) throws {
    let values = ["on": CalculatedValue("true"), "off": CalculatedValue("false")]
    #expect(try text("calc(\(body))", values) == expected)
  }

  @Test(
    "With mistakes have none, and say where",
    arguments: [
      ("1 +", 8), ("1 2", 7), ("(1", 7), ("1deg + 1", 10), ("2deg * 2deg", 10), ("1 / 2%", 7),
      ("nope(1)", 5), ("round()", 5), ("if(1, 2, 3)", 5), ("if(1 < 2, 3)", 5), ("1 / 0", 0),
      ("sqrt(-1)", 0), ("max()", 5), ("'a", 5), ("a + 1", 7), ("-a", 5), ("${a", 5), ("${1}", 5),
      ("3 & 4", 7), ("1.2.3", 5), ("max(1, 1deg)", 5), ("true * 2", 10),
    ])
  func mistakes(_ body: String, _ offset: Int) throws {
    let error = #expect(throws: CalculationError.self) { try text("calc(\(body))") }
    #expect(error?.offset == offset, "\(String(describing: error))")
  }

  @Test("In each other and long are bounded")
  func bounds() {
    for body in [
      String(repeating: "(", count: 9000) + "1" + String(repeating: ")", count: 900),
      String(repeating: "1+", count: 9000) + "1", String(repeating: "abs(", count: 2000),
    ] {
      #expect(throws: CalculationError.self) { try text("calc(\(body))") }
    }
    #expect(throws: Never.self) { try text("calc(\(String(repeating: "-", count: 4000))1)") }
  }

  @Test(
    "Calculations are whole texts, and a backslash makes texts of them",
    arguments: [
      ("calc(1)", true), ("calc((1) + (2))", true), ("\\calc(1)", true),
      ("calc(1) and calc(2)", false),
      ("a calc(1)", false), ("calc(1", false), ("calculate(1)", false), ("", false), ("c", false),
      ("calc()", true), ("calc(\u{E9})", true),
    ])
  func whole(_ text: String, _ isCalculation: Bool) {
    #expect(CalculationText.isPossible(in: text) == isCalculation)
  }

  @Test(
    "A text shows a number without the noise of binary fractions",
    arguments: [
      ("calc(0.1 + 0.2)", "0.3"), ("calc(100 * 1.1)", "110"), ("calc(0.00001 * 1)", "0.00001"),
      ("calc(1234567890.25 * 1)", "1234567890.25"), ("calc(1 / 3)", "0.333333333333"),
      ("calc(100 * 1.1) m", "110 m"), ("calc(0 * -1)", "0"), ("0.30000000000000004", nil),
    ])
  func numbersForPeople(_ written: String, _ shown: String?) throws {
    let result = load(HintTests.scene("class: text, string: \(written)"))
    let layer = try #require(result.scene?.layers.first, "\(result.diagnostics)")
    #expect(layer.values[.string] == AttributedText(shown ?? written))
  }

  @Test(
    "Calculations inside a text are pieces of it, and backslashes make letters of them",
    arguments: [
      ("Sum: calc(1 + 2)", "Sum: \\calc(1 + 2)"), ("calc(1)", "\\calc(1)"),
      ("calc(1) and calc((2))", "\\calc(1) and \\calc((2))"), ("\\calc(1)", "\\\\calc(1)"),
      ("mycalc(1)", "mycalc(1)"), ("calculate(1)", "calculate(1)"),
    ])
  func pieces(_ text: String, _ escaped: String) {
    #expect(PlaceholderText.escaped(text) == escaped)
    let whole = text.isEmpty ? [] : [PlaceholderText.Piece.text(text)]
    #expect(PlaceholderText(escaped, calculating: true).pieces == whole)
    let pieces = PlaceholderText("a calc(1) b calc((2))", calculating: true).pieces
    #expect(
      pieces == [
        .text("a "), .calculation("calc(1)", offset: 2), .text(" b "),
        .calculation("calc((2))", offset: 12),
      ])
  }
}
