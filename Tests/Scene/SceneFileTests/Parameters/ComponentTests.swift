import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

@testable import RostrumSceneFile

@Suite("Components and styles")
struct ComponentTests {
  private static let badge = """
    components:
      badge:
        parameters:
          label: {}
          color: {type: color, default: red}
          size: {type: number, default: 10}
        layer:
          name: ignored
          backgroundColor: ${color}
          bounds: ["calc(${size} * 2)", "${size}"]
          animations: [{type: basic, keyPath: opacity, fromValue: 0, duration: 1}]
          sublayers:
            - {name: text, class: text, string: "<${label}>"}
            - {sublayers: [{name: deep}], mask: {name: hole}}
    """

  private func layers(_ text: String, _ header: String = badge) throws -> [Layer] {
    let result = load("size: [10, 10]\nduration: 1\n\(header)\nlayers:\n\(text)")
    #expect(result.diagnostics.isEmpty)
    return try #require(result.scene?.layers, "\(result.diagnostics)")
  }

  private func messages(_ text: String, _ header: String = badge) -> [String] {
    load("size: [10, 10]\nduration: 1\n\(header)\nlayers:\n\(text)").diagnostics.map(\.message)
  }

  @Test("Each use has its own values, and names inside come after the user's name")
  func uses() throws {
    let layers = try layers(
      """
        - {use: badge, name: one, parameters: {label: A}}
        - {use: badge, parameters: {label: 7, color: blue, size: 4}}
      """)
    #expect(
      layers.map(\.name) == [
        "one", "one/text", "layers[0].sublayers[1]", "one/deep", "one/hole", "layers[1]",
        "layers[1].sublayers[0]", "layers[1].sublayers[1]", "layers[1].sublayers[1].sublayers[0]",
        "layers[1].sublayers[1].mask",
      ])
    #expect(layers[0].values[.backgroundColor] == Color(css: "red"))
    #expect(layers[5].values[.bounds] == Rect(x: 0, y: 0, width: 8, height: 4))
    #expect(layers[1].values[.string].runs.map(\.text) == ["<A>"])
    #expect(layers[6].values[.string].runs.map(\.text) == ["<7>"])
  }

  @Test("What the user says wins, and its animations come after the component's")
  func overrides() throws {
    let layers = try layers(
      """
        - use: badge
          parameters: {label: A}
          backgroundColor: green
          position: [3, 4]
          animations: [{type: basic, keyPath: position, byValue: [1, 1], duration: 1}]
      """)
    #expect(layers[0].values[.position] == Point(x: 3, y: 4))
    #expect(layers[0].values[.backgroundColor] != Color(css: "red"))
    #expect(layers[0].animations.flatMap(\.keyPaths).map(\.name) == ["opacity", "position"])
  }

  @Test("A component uses another, the file's parameters, and stands in repetitions and masks")
  func together() throws {
    let header = """
      parameters: {accent: {type: color, default: blue}}
      components:
        dot: {parameters: {x: {type: number}}, layer: {backgroundColor: "${accent}", zPosition: "${x}"}}
        pair:
          parameters: {x: {type: number}}
          layer:
            sublayers:
              - {use: dot, name: left, parameters: {x: "${x}"}}
              - {use: dot, name: right, parameters: {x: "calc(${x} + 1)"}}
      """
    let layers = try layers(
      """
        - forEach: x
          in: [5, 8]
          do: {use: pair, name: "p${x}", parameters: {x: "${x}"}, mask: {use: dot, parameters: {x: 1}}}
      """, header)
    #expect(
      layers.map(\.name) == [
        "p5", "p5/left", "p5/right", "layers[0].mask", "p8", "p8/left", "p8/right",
        "layers[1].mask",
      ])
    #expect(layers.map { $0.values[.zPosition] } == [0, 5, 6, 1, 0, 8, 9, 1])
    #expect(layers[1].values[.backgroundColor] == Color(css: "blue"))
  }

  @Test(
    "What cannot be is an error",
    arguments: [
      ("{use: bagde, parameters: {label: a}}", ["there is no component 'bagde'"]),
      ("{use: badge}", ["the component's parameter 'label' needs a value"]),
      (
        "{use: badge, parameters: {label: a, colour: red}}",
        ["the component has no parameter 'colour'"]
      ),
      (
        "{use: badge, parameters: {label: a, size: big}}", ["expected a number; found 'big'"]
      ),
      ("{use: badge, parameters: 3}", ["expected a mapping from names to values; found '3'"]),
      (
        "{use: [badge]}",
        [
          "expected the name of a component, or FILE#NAME for one of another "
            + "file; found a list of 1"
        ]
      ),
      (
        "{use: badge, parameters: {label: a}, foo: 1}",
        ["unknown key 'foo' for a layer of class 'layer'"]
      ),
      ("{use: loop}", ["the component would use itself: loop -> again -> loop"]),
      ("{use: odd}", ["a component needs 'layer'", "unknown key 'layers' for a component"]),
      ("{use: wrong}", ["expected a number; found 'high'"]),
      ("{use: nowhere.yaml#badge}", ["there is no file 'nowhere.yaml'; looked for ./nowhere.yaml"]),
    ])
  func mistakes(_ layer: String, _ expected: [String]) {
    let more = """

        loop: {layer: {sublayers: [{use: again}]}}
        again: {layer: {mask: {use: loop}}}
        wrong: {layer: {zPosition: high}}
      """ + (layer.contains("odd") ? "\n  odd: {layers: []}" : "")
    #expect(messages("  - \(layer)", Self.badge + more) == expected)
  }

  @Test("A use that is one of ten thousand is read in time linear in their number")
  func many() throws {
    let layers = try layers(
      """
        - forEach: x
          in: 10000
          do: {use: dot, parameters: {x: "${x}"}}
      """, "components: {dot: {parameters: {x: {type: number}}, layer: {zPosition: \"${x}\"}}}")
    #expect(layers.count == 10_000)
    #expect(layers.last?.values[.zPosition] == 9999)
  }

  // MARK: Other files

  private func loadFile(_ scene: String, parts: String) throws -> LoadResult {
    let folder = try TemporaryFolder([
      "scene.yaml": scene, "Parts/parts.yaml": parts, "Parts/note.csv": "label\nhello\n",
    ])
    return try SceneLoader(assets: InMemoryAssets()).load(path: folder.path("scene.yaml"))
  }

  @Test("A component of another file has that file's folder for its own paths")
  func otherFile() throws {
    let result = try loadFile(
      """
      size: [10, 10]
      duration: 1
      layers:
        - {use: Parts/parts.yaml#badge, name: a, parameters: {label: x}}
        - {use: Parts/parts.yaml#badge, name: b, parameters: {label: y}}
      """,
      parts: """
        components:
          dot: {layer: {name: d, zPosition: 3}}
          badge:
            parameters: {label: {}, rows: {type: table, default: note.csv}}
            layer:
              sublayers:
                - {name: t, class: text, string: "${label}"}
                - {use: dot, name: inner}
                - {forEach: row, in: "${rows}", do: {name: "${row.label}"}}
        """)
    let scene = try #require(result.scene, "\(result.diagnostics)")
    #expect(
      scene.layers.map(\.name) == [
        "a", "a/t", "a/inner", "a/hello", "b", "b/t", "b/inner", "b/hello",
      ])
    #expect(result.files.contains { "\($0)".hasSuffix("Parts/parts.yaml") })
  }

  @Test("A mistake in another file's component is shown at its use, with its own place")
  func mistakeElsewhere() throws {
    let result = try loadFile(
      "size: [10, 10]\nduration: 1\nlayers:\n  - {use: Parts/parts.yaml#badge}\n",
      parts: "components:\n  badge:\n    layer:\n      zPosition: high\n")
    let found = try #require(result.diagnostics.first)
    #expect(result.diagnostics.count == 1)
    #expect(found.message == "expected a number; found 'high'")
    #expect(found.range.line == 4)
    #expect(found.related.map(\.range.line) == [4])
    #expect(found.related.first?.range.file.hasSuffix("Parts/parts.yaml") == true)
    let missing = try loadFile(
      "size: [10, 10]\nduration: 1\nlayers:\n  - {use: Parts/parts.yaml#bade}\n",
      parts: "components: {badge: {layer: {}}}")
    #expect(missing.diagnostics.count == 1)
    #expect(missing.diagnostics.first?.message.hasSuffix("has no component 'bade'") == true)
    #expect(missing.diagnostics.first?.hint == "did you mean 'badge'?")
  }

  // MARK: Styles

  @Test("Styles hold for the class and type, for all layers, and not against what is said")
  func styles() throws {
    let layers = try layers(
      """
        - {class: text, string: a}
        - {class: text, string: a, fontSize: 5, opacity: 1, animations: [&move {type: basic, keyPath: opacity, toValue: 0}]}
        - {frame: [0, 0, 2, 2], animations: [{type: basic, keyPath: opacity, toValue: 0, fillMode: forwards, removedOnCompletion: false}]}
      """,
      """
      styles:
        layer: {opacity: 0.5, bounds: [8, 8]}
        text: {fontSize: 30, bounds: [6, 6]}
        animation: {duration: 3, additive: false}
        basic: {hold: true}
      """)
    #expect(layers.map { $0.values[.opacity] } == [0.5, 1, 0.5])
    #expect(layers[0].values[.fontSize] == 30)
    #expect(layers[1].values[.fontSize] == 5)
    #expect(layers.map { $0.values[.bounds].width } == [6, 6, 2])
    #expect(layers[1].animations[0].timing.duration == 3)
    #expect(layers[1].animations[0].timing.fillMode == .both)
    #expect(layers[2].animations[0].timing.fillMode == .forwards)
  }

  @Test(
    "What is wrong with styles is said, also when nothing uses them",
    arguments: [
      ("text: {fontSize: big}", "expected a number above 0; found 'big'"),
      (
        "text: {lineCap: round}",
        "unknown key 'lineCap' for the style of a layer of class 'text'"
      ),
      ("layer: {name: a}", "'name' is no part of a style: it is each one's own"),
      ("basic: {keyPath: opacity}", "'keyPath' is no part of a style: it is each one's own"),
      ("animation: {beginTime: 1}", "'beginTime' is no part of a style: it is each one's own"),
      ("animation: {key: a}", "'key' is no part of a style: it is each one's own"),
      ("animation: {duration: long}", "expected a number of seconds; found 'long'"),
      ("texts: {}", "the style 'texts' is not used"),
    ])
  func badStyles(_ styles: String, _ message: String) {
    #expect(messages("  - {}", "styles: {\(styles)}") == [message])
  }
}
