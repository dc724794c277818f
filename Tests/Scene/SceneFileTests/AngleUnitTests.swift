import RostrumLayerTree
import Testing

import RostrumSource
@testable import RostrumSceneFile

@Suite("Units of angles")
struct AngleUnitTests {
  /// A scene with one layer, which is written as its keys.
  private static func scene(_ layer: String) -> String {
    "size: [10, 10]\nduration: 1\nlayers:\n  - {name: a, \(layer)}\n"
  }

  private static func animation(_ keys: String) -> String {
    "animations: [{keyPath: transform.rotation, duration: 1, \(keys)}]"
  }

  private static func warnings(_ result: LoadResult) -> [Diagnostic] {
    result.diagnostics.filter { $0.id == "angle-without-unit" }
  }

  /// Every place where a scene writes an angle, with `#` for the angle.
  static let places = [
    "transform: {rotation: #}", "transform: {rotation.x: #}",
    "transform: [{scale: 2}, {rotation.y: #}]",
    animation("type: basic, toValue: #"), animation("type: basic, fromValue: #"),
    animation("type: spring, byValue: #"), animation("type: keyframe, values: [0, #]"),
    "animations: [{keyPath: transform, type: basic, byValue: #, valueFunction: rotateZ, duration: 1}]",
    "animations: [{keyPath: transform, type: basic, toValue: {rotation: #}, duration: 1}]",
    "filters: [{type: colorHueRotate, inputAngle: #}]",
    "class: emitter, emitterCells: [{spin: #}]",
    "class: emitter, emitterCells: [{emissionRange: #}]",
  ]

  @Test("A bare number above one turn is warned of wherever an angle stands", arguments: places)
  func warned(_ layer: String) throws {
    for number in ["45", "-90", "6.3", "1e3"] {
      let result = load(Self.scene(layer.replacing("#", with: number)))
      let warning = try #require(Self.warnings(result).first, "\(result.diagnostics)")
      #expect(Self.warnings(result).count == 1)
      #expect(result.scene != nil && warning.severity == .warning)
      let text = result.source.line(warning.range.line).dropFirst(warning.range.column - 1)
      #expect(text.hasPrefix(number) && warning.range.length == number.count)
      let degrees = try #require(Double(number)).sceneText + "deg"
      #expect(warning.hint?.contains("did you mean '\(degrees)'?") == true)
    }
  }

  @Test("A unit, or an angle up to one turn, is not warned of", arguments: places)
  func silent(_ layer: String) {
    for angle in ["45deg", "45rad", "\"720deg\"", "50grad", "6.2832", "-6.2831853071795862", "0"] {
      let result = load(Self.scene(layer.replacing("#", with: angle)))
      #expect(result.scene != nil && Self.warnings(result).isEmpty, "\(angle)")
    }
  }

  @Test("Angles that events set are warned of")
  func events() {
    let text =
      Self.scene("bounds: [1, 1]") + "events: [{at: 0, set: {a: {transform.rotation: 45}}}]\n"
    #expect(Self.warnings(load(text)).map(\.range.column) == [48])
  }

  @Test(
    "A parameter's value is warned of once, where it is used, with a note of where it comes from",
    arguments: [
      ("angle", "45", []), ("number", "45", []), ("angle", "0", ["x=45"]),
      ("number", "0", ["x=45"]), ("angle", "45", ["x=-300"]),
    ])
  func parameters(_ type: String, _ value: String, _ assignments: [String]) throws {
    var options = SceneOptions()
    options.parameters = try ParameterValues(assignments: assignments)
    let text = """
      size: [10, 10]
      duration: 1
      parameters: {x: {type: \(type), default: \(value)}}
      layers: [{name: a, transform: {rotation: "${x}"}}]
      """
    let result = load(text, options: options)
    #expect(result.diagnostics.map(\.id) == ["angle-without-unit"])
    #expect(result.diagnostics.first?.range.line == 4)
    #expect(
      result.diagnostics.first?.related.first?.message.contains("the parameter 'x' is") == true)
  }

  @Test("A parameter that gets a value with a unit is not warned of")
  func replacedDefault() throws {
    var options = SceneOptions()
    options.parameters = try ParameterValues(assignments: ["x=45deg"])
    let text =
      "parameters: {x: {type: angle, default: 45}}\n"
      + Self.scene("transform: {rotation: \"${x}\"}")
    #expect(load(text, options: options).diagnostics.isEmpty)
  }

  @Test("A written scene is warned of nothing and keeps its angles", arguments: places)
  func written(_ layer: String) throws {
    let scene = try #require(load(Self.scene(layer.replacing("#", with: "45rad"))).scene)
    let text = try SceneWriter().text(scene)
    let result = load(text)
    #expect(Self.warnings(result).isEmpty, "\(text)")
    #expect(try SceneWriter().text(try #require(result.scene)) == text)
  }
}
