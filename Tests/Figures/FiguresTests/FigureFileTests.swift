import Foundation
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

@testable import RostrumFigures

@Suite("Figure files")
struct FigureFileTests {
  static let scene = """
    size: [100, 100]
    duration: 2
    layers:
      - name: ball
        bounds: [10, 10]
        animations:
          - {type: basic, keyPath: position.x, fromValue: 0, toValue: 50}
    """

  static func load(_ text: String) throws -> FigureLoadResult {
    let folder = try TemporaryFolder(["ball.yaml": scene, "wrong.yaml": "size: [0, 10]"])
    return FigureLoader(assets: NoAssets()).load(
      text: text, path: folder.path + "/figure.yaml")
  }

  @Test(
    "A mistake has its place, and a suggestion where one is likely",
    arguments: [
      ("type: functons", 1, 7, "found 'functons'", "did you mean 'functions'?"),
      (
        "type: functions\nfunctions: [easIn]", 2, 13, "unknown timing function 'easIn'",
        "did you mean 'easeIn'?"
      ),
      (
        "type: functions\nfunctions: [linear]\ncolums: 2", 3, 1, "unknown key 'colums'",
        "did you mean 'columns'?"
      ),
      (
        "type: functions\nfunctions: [linear]\ncolumns: 0", 3, 10, "a whole number from 1 to 50",
        nil
      ),
      ("type: functions\nfunctions: []", 2, 12, "an empty list", nil),
      ("type: functions", 1, 1, "needs 'functions'", nil),
      ("type: functions\nfunctions: [linear]\nwidth: wide", 3, 8, "expected a length", nil),
      ("type: functions\nfunctions: [linear]\nwidth: 9", 3, 8, "60 to 4000", nil),
      (
        "type: functions\nfunctions: [{function: bounceEaseOut, along: parameter}]", 2, 46,
        "only a Bezier", nil
      ),
      ("type: timeline\nscene: bal.yaml", 2, 8, "there is no scene file", nil),
      ("type: timeline\nscene: wrong.yaml", 2, 8, "has a mistake", nil),
      ("type: timeline\nscene: ball.yaml\nfrom: 2\nto: 1", 4, 5, "the range is empty", nil),
      ("type: timeline\nscene: ball.yaml\nfrom: 5", 3, 7, "the range is empty", nil),
      (
        "type: strobe\nscene: ball.yaml\nlayers: [bal]", 3, 10, "no layer 'bal'",
        "did you mean 'ball'?"
      ),
      ("type: strobe\nscene: ball.yaml\nlayers: ball\nevery: 0.00001", 4, 8, "more than 2000", nil),
      (
        "type: properties\nscene: ball.yaml\ncurves: [{layer: ball, keyPath: transform}]", 3, 33,
        "is not a number",
        "its numbers: transform.rotation, transform.rotation.x, transform.rotation.y ..."
      ),
      (
        "type: properties\nscene: ball.yaml\ncurves: [{layer: ball, keyPath: opacty}]", 3, 33,
        "no key path 'opacty'", "did you mean 'opacity'?"
      ),
      ("type: sheet\nscene: ball.yaml\nat: [0]\ncount: 3", 4, 1, "not both", nil),
      (
        "type: row\nfigures: [{type: timeline, scene: ball.yaml, theme: dark}]", 2, 46,
        "unknown key 'theme'", nil
      ),
    ])
  func mistakes(
    text: String, line: Int, column: Int, message: String, hint: String?
  ) throws {
    let result = try Self.load(text)
    #expect(result.figure == nil)
    let found = result.diagnostics.first { $0.message.contains(message) }
    let diagnostic = try #require(found, "\(result.diagnostics.map(\.message))")
    #expect(diagnostic.range.line == line && diagnostic.range.column == column)
    if let hint { #expect(diagnostic.hint == hint) }
  }

  @Test("All mistakes are found in one go")
  func all() throws {
    let result = try Self.load(
      "type: functions\nfunctions: [easIn, {spring: {mass: 0, stiffness: 1, damping: 1}}]\ntheme: pink\nvelocty: true"
    )
    #expect(result.diagnostics.count == 4)
  }

  @Test("A good file says what to show, and how it looks")
  func good() throws {
    let result = try Self.load(
      """
      type: column
      width: 100mm
      theme: dark
      figures:
        - type: properties
          scene: ball.yaml
          curves: [{layer: ball, keyPath: position.x, dashed: true}]
          to: 1
        - {type: functions, title: A, functions: [linear, [1, 0, 0.75, 1]], velocity: true}
      """)
    #expect(result.diagnostics.isEmpty)
    #expect(abs((result.style.width ?? 0) - 100 * 72 / 25.4) < 1e-9)
    #expect(result.style.theme == "dark")
    guard case .stack(let figures, isRow: false) = try #require(result.figure).content,
      case .properties(let plot) = figures[0].content,
      case .functions(let functions) = figures[1].content
    else {
      Issue.record("another kind of figure")
      return
    }
    #expect(plot.range == 0...1)
    #expect(plot.targets.map(\.name) == ["position.x"])
    #expect(!plot.targets[0].style.dashes.isEmpty)
    #expect(functions.curves.map(\.name) == ["linear", "(1, 0, 0.75, 1)"])
    #expect(functions.velocity)
  }

  @Test(
    "A length has a unit, or is in points",
    arguments: [("340", 340.0), ("1in", 72), ("25.4mm", 72), ("2.54 cm", 72), ("10pt", 10)])
  func lengths(text: String, points: Double) throws {
    #expect(abs(try #require(FigureLength.points(text)) - points) < 1e-9)
    #expect(FigureLength.points(text + "x") == nil)
  }
}
