import Foundation
import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing

import RostrumSource
@testable import RostrumSceneFile

@Suite("Parameters of scenes")
struct ParameterTests {
  private func result(_ text: String, _ assignments: [String] = []) throws -> LoadResult {
    var options = SceneOptions()
    options.parameters = try ParameterValues(assignments: assignments)
    return load(text, options: options)
  }

  /// A scene with one parameter `x` and one layer.
  private func scene(_ declaration: String, _ layer: String) -> String {
    "size: [10, 10]\nduration: 1\nparameters:\n  x: {\(declaration)}\nlayers:\n  - {\(layer)}\n"
  }

  private func values(
    _ declaration: String, _ layer: String, _ assignments: [String]
  ) throws -> LayerValues {
    let result = try result(scene(declaration, layer), assignments)
    return try #require(result.scene?.layers.first?.values, "\(result.diagnostics)")
  }

  @Test(
    "A value of the command line is read as its type",
    arguments: [
      ("number", "opacity", "0.25", .number(0.25)), ("integer", "borderWidth", "3", .number(3)),
      ("boolean", "hidden", "true", .boolean(true)),
      ("color", "backgroundColor", "#ff0000", .color(Color(red: 1, green: 0, blue: 0, alpha: 1))),
      ("color", "backgroundColor", "none", Value.none),
      ("point", "position", "[3, 4]", .point(Point(x: 3, y: 4))),
      ("point", "position", " 3, 4 ", .point(Point(x: 3, y: 4))),
      ("point", "position", "3 4", .point(Point(x: 3, y: 4))),
      ("rect", "bounds", "1 2 3 4", .rect(Rect(x: 1, y: 2, width: 3, height: 4))),
      ("transform", "transform", "{scale: 2}", .transform(.scale(x: 2, y: 2, z: 2))),
      ("transform", "transform", "identity", .transform(.identity)),
    ] as [(String, String, String, Value)])
  func types(_ type: String, _ key: String, _ text: String, _ expected: Value) throws {
    let values = try values("type: \(type)", "\(key): \"${x}\"", ["x=\(text)"])
    let property = try #require(LayerClass.plain.property(named: key))
    #expect(values[any: property] == expected)
  }

  @Test(
    "A string stays a string, whatever it looks like",
    arguments: [
      "Hello", " a: b # c", "2024", "true", "", "${x}", "[1, 2]", "=", "none", "ä\u{1F600}",
    ])
  func strings(_ text: String) throws {
    let values = try values("type: string", "class: text, string: \"${x}\"", ["x=\(text)"])
    #expect(values[.string] == AttributedText(text))
  }

  @Test("In brackets a placeholder needs no quotes, and lines and columns stay")
  func brackets() throws {
    let text = """
      size: [10, 10]
      duration: 1
      parameters: {x: {type: number, default: 3}}
      layers:
        - {name: "*", position: [${x}, 4], bounds: [ ${x}, ${x} ], opcity: 1}
      """
    let diagnostic = try #require(result(text).diagnostics.first)
    #expect(diagnostic.range.line == 5 && diagnostic.range.column == 62)
    let right = try result(text.replacing(", opcity: 1", with: ""))
    let layer = try #require(right.scene?.layers.first, "\(right.diagnostics)")
    #expect(layer.values[.position] == Point(x: 3, y: 4))
    #expect(layer.values[.bounds] == Rect(x: 0, y: 0, width: 3, height: 3))
    #expect(layer.name == "*")
  }

  @Test("The last of several values counts, and one that is given wins over the default")
  func precedence() throws {
    let layer = "class: text, string: \"<${x}>\""
    #expect(try values("default: a", layer, [])[.string] == AttributedText("<a>"))
    #expect(try values("default: a", layer, ["x=b", "x=c"])[.string] == AttributedText("<c>"))
    let facts = try result(scene("default: a", layer), ["x=b"]).parameters
    #expect(facts == [ParameterFact(name: "x", text: "b")])
  }

  @Test(
    "What was given wrongly is shown where it was given, with its value in the message",
    arguments: [
      ("type: number", "x=ten", "the parameter 'x': expected a number; found 'ten'", nil),
      ("type: integer", "x=1.5", "the parameter 'x': expected a whole number; found '1.5'", nil),
      (
        "type: color, allowedValues: [red, teal]", "x=tael",
        "the parameter 'x': unknown colour 'tael'", "did you mean 'teal'?"
      ),
      (
        "allowedValues: [small, large]", "x=lage",
        "the parameter 'x': expected one of small, large; found the string 'lage'",
        "did you mean 'large'?"
      ),
      ("type: point", "x=1", "the parameter 'x': expected a point: [x, y]; found a list of 1", nil),
      ("type: point", "x=[1, 2", nil, nil),
      ("default: a", "y=3", "the scene has no parameter 'y'", "did you mean 'x'?"),
    ] as [(String, String, String?, String?)])
  func wrong(_ declaration: String, _ given: String, _ message: String?, _ hint: String?) throws {
    let result = try result(scene(declaration, "name: \"${x}\""), [given])
    #expect(result.scene == nil)
    let found = result.diagnostics.filter { $0.range.file == "--set" }
    #expect(found.count == 1)
    #expect(found.first?.range.line == 1 && found.first?.range.column == 3)
    if let message { #expect(found.first?.message == message) }
    if let hint { #expect(found.first?.hint == hint) }
    let text = DiagnosticFormatter().text(
      for: result.diagnostics, in: result.source, and: result.innerSources)
    #expect(text.contains("\n" + given.split(separator: "=")[1]) || text.contains(given + "\n"))
  }

  @Test("What is wrong only where it is used is shown there, and says which value came in")
  func origin() throws {
    let result = try result(scene("type: number", "opacity: \"${x}\""), ["a=1", "x=7"].suffix(1))
    let diagnostic = try #require(result.diagnostics.first)
    #expect(diagnostic.message == "expected a number from 0 to 1; found 7")
    #expect(diagnostic.range == SourceRange(file: "test.yaml", line: 6, column: 15, length: 6))
    #expect(diagnostic.related.map(\.message) == ["the parameter 'x' is '7'"])
    #expect(
      diagnostic.related.first?.range == SourceRange(file: "--set", line: 1, column: 3, length: 1))
    let formatter = DiagnosticFormatter(style: .short)
    #expect(
      formatter.shortText(for: diagnostic)
        == "test.yaml:6:15: error: expected a number from 0 to 1; found 7; --set:1:3: note: the parameter 'x' is '7'"
    )
  }

  @Test("The note leads to the default when no value was given")
  func defaultOrigin() throws {
    let result = try result(scene("type: number, default: 7", "opacity: \"${x}\""))
    let related = try #require(result.diagnostics.first?.related.first)
    #expect(related.range == SourceRange(file: "test.yaml", line: 4, column: 30, length: 1))
  }

  @Test("What is no assignment is refused", arguments: ["title", "=x", ""])
  func syntax(_ text: String) {
    #expect(throws: ParameterValues.SyntaxError.self) {
      try ParameterValues(assignments: [text])
    }
  }

  @Test(
    "Aliases of what names parameters stay shared, and a list that would grow without end is refused"
  )
  func sharing() throws {
    var text =
      "size: [9, 9]\nduration: 1\nparameters: {x: {type: numbers, default: [1, 2, 3]}}\nlayers:\n"
    text += "  - &a {class: shape, path: M 0 0 L 1 1, lineDashPattern: \"${x}\"}\n"
    text += String(repeating: "  - *a\n", count: 50)
    #expect(try result(text).scene?.layers.count == 51)
    var options = SceneOptions()
    options.maximumNodes = 150
    let many = (0..<60).map { _ in "  - {class: shape, lineDashPattern: \"${x}\"}\n" }.joined()
    let head = text.components(separatedBy: "  - &a")[0]
    options.maximumNodes = 230
    let refused = load(head + many, options: options)
    #expect(refused.diagnostics.contains { $0.id == "too-large" })
  }

  @Test("Texts that would fill the memory are refused")
  func longTexts() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let names = (0..<20).map { "  - {class: text, name: n\($0), string: \"<${x}>\"}\n" }.joined()
    let text = "size: [9, 9]\nduration: 1\nparameters: {x: {default: a}}\nlayers:\n" + names
    let result = try result(text, ["x=\(long)"])
    #expect(result.diagnostics.contains { $0.id == "too-large" })
  }

  // MARK: Scenes in scenes

  private static let banner = """
    size: [100, 20]
    parameters:
      title: {default: Hello}
      half: {type: number}
      picture: {type: image, default: none}
    layers:
      - {name: word, class: text, string: "${title}", opacity: "${half}", contents: "${picture}"}
    """

  @Test("A layer gives values to the scene that it shows; its paths start at its own folder")
  func inner() throws {
    let folder = try TemporaryFolder(["Inner/banner.yaml": Self.banner, "Assets/a.png": ""])
    let text = """
      size: [100, 100]
      duration: 1
      parameters: {name: {default: Ann}}
      layers:
        - name: one
          class: scene
          scene: Inner/banner.yaml
          parameters: {title: "Hi ${name}", half: 0.5, picture: Assets/a.png}
        - {name: two, class: scene, scene: Inner/banner.yaml, parameters: {half: 1}}
      """
    var options = SceneOptions()
    options.parameters = try ParameterValues(assignments: ["name=Bob"])
    let scene = try SceneLoader(options: options, assets: InMemoryAssets())
      .load(text: text, path: folder.path("main.yaml")).loaded()
    let words = scene.layers.filter { $0.name.hasSuffix("/word") }
    #expect(words.map { $0.values[.string].string } == ["Hi Bob", "Hello"])
    #expect(words.map { $0.values[.opacity] } == [0.5, 1])
    #expect(words[0].values[.contents]?.path.hasSuffix("/Assets/a.png") == true)
    #expect(words[1].values[.contents] == nil)
  }

  @Test("Mistakes inside say which value came from the layer")
  func innerOrigin() throws {
    let folder = try TemporaryFolder(["banner.yaml": Self.banner])
    let text = """
      size: [100, 100]
      duration: 1
      layers: [{class: scene, scene: banner.yaml, parameters: {half: 3}}]
      """
    let result = SceneLoader(assets: InMemoryAssets())
      .load(text: text, path: folder.path("main.yaml"))
    #expect(result.diagnostics.map(\.id) == ["bad-inner-scene", "out-of-range"])
    let related = try #require(result.diagnostics.last?.related.first)
    #expect(related.message == "the parameter 'half' is '3'")
    #expect(related.range.file == folder.path("main.yaml") && related.range.line == 3)
  }
}
