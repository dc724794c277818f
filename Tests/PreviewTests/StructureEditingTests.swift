import Foundation
import RostrumBase
import RostrumLayerTree
import RostrumSceneFile
import TestSupport
import Testing

@testable import RostrumPreview

/// A preview of a file whose changes are compared with expected texts.
struct EditedFile {
  let folder: TemporaryFolder
  let scene: PreviewScene
  let name: String

  init(_ text: String, name: String = "scene.yaml") async throws {
    (folder, self.name) = (try TemporaryFolder(), name)
    scene = PreviewScene(path: try folder.write(text, to: name), options: PreviewOptions())
    await scene.readIfNeeded()
  }

  var text: String { String(decoding: folder.data(name), as: UTF8.self) }

  /// The problem that a state of editing names; `nil` for none.
  static func problem(_ state: JSONText) throws -> String? {
    struct State: Decodable { let problem: String? }
    return try JSONDecoder().decode(State.self, from: Data(state.line(isCompact: true).utf8))
      .problem
  }

  func layer(_ name: String) async throws -> Layer {
    try #require(await scene.editable?.scene.layers.first { $0.name == name })
  }

  /// Whether the picture on the page is that of the file as it is.
  func showsTheFile(_ frame: Int = 0) async throws -> Bool {
    let fresh = PreviewScene(path: folder.path(name), options: PreviewOptions())
    await fresh.readIfNeeded()
    let shown = try await scene.update(to: frame, from: nil)?.parts.map(\.file)
    return try await fresh.update(to: frame, from: nil)?.parts.map(\.file) == shown
      && shown != nil
  }

  func undoAll() async throws {
    while await !scene.history.done.isEmpty {
      try #require(try Self.problem(await scene.undo()) == nil)
    }
  }
}

@Suite("Adding, removing, copying and moving in a preview")
struct StructureEditingTests {
  /// A change of a file of one style, with the text that a person would have written.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let file: String
    let text: String
    let layer: String?
    var steps: [ValueStep] = []
    let kind: StructureEdit.Kind
    let expected: String

    var testDescription: String { name }
  }

  private static let box = NewItem.mapping([
    .init(name: "name", value: .scalar("new")),
    .init(name: "bounds", value: .list([.scalar("1"), .scalar("2")])),
  ])
  private static let fade = NewItem.mapping([
    .init(name: "type", value: .scalar("basic")), .init(name: "keyPath", value: .scalar("opacity")),
    .init(name: "fromValue", value: .scalar("0")), .init(name: "duration", value: .scalar("1")),
  ])

  private static let block = """
    size: [40, 30]
    layers:
      # the first
      - name: a   # small
        bounds: &size [10, 10]

      - name: b
        bounds: [5, 5]
        sublayers:
          - {name: c}
      # the last
      - name: d
        bounds: [2, 2]

    """
  private static let flush = "size: [40, 30]\nlayers:\n- name: a\n  bounds: [9, 9]\n- name: b"
  private static let json = """
    {
      "size": [40, 30], "layers": [
        {"name": "a", "bounds": [10, 10]},
        {"name": "b", "bounds": [5, 5]}
      ]
    }

    """
  private static let windows = "size: [40, 30]\r\nlayers:\r\n  - name: a\r\n  - {name: b}"
  private static let repeated = """
    size: [40, 30]
    layers:
      - forEach: i
        in: 2
        do:
          name: dot ${i}
          bounds: [5, 5]
      - &e
        name: e
        bounds: [1, 1]
      - {<<: *e, name: f}

    """

  static let rows = [
    Row(
      name: "a layer behind another", file: "s.yaml", text: block, layer: "a",
      kind: .add(box, at: nil),
      expected: block.replacing(
        "[10, 10]\n", with: "[10, 10]\n  - name: new\n    bounds: [1, 2]\n")),
    Row(
      name: "a layer beside one in braces", file: "s.yaml", text: block, layer: "c",
      kind: .add(box, at: nil),
      expected: block.replacing(
        "- {name: c}\n", with: "- {name: c}\n      - {name: new, bounds: [1, 2]}\n")),
    Row(
      name: "an animation before the layers in a layer", file: "s.yaml", text: block, layer: "b",
      steps: [.key("animations")], kind: .add(fade, at: nil),
      expected: block.replacing(
        "[5, 5]\n",
        with:
          "[5, 5]\n    animations:\n      - type: basic\n        keyPath: opacity\n        fromValue: 0\n        duration: 1\n"
      )),
    Row(
      name: "an animation of a layer in braces", file: "s.yaml", text: block, layer: "c",
      steps: [.key("animations")], kind: .add(fade, at: nil),
      expected: block.replacing(
        "{name: c}",
        with:
          "{name: c, animations: [{type: basic, keyPath: opacity, fromValue: 0, duration: 1}]}")),
    Row(
      name: "a layer goes with the comment above it", file: "s.yaml", text: block, layer: "d",
      kind: .remove,
      expected: block.replacing("  # the last\n  - name: d\n    bounds: [2, 2]\n", with: "")),
    Row(
      name: "the last layer in another goes with its list", file: "s.yaml", text: block, layer: "c",
      kind: .remove, expected: block.replacing("    sublayers:\n      - {name: c}\n", with: "")),
    Row(
      name: "a copy has its own names and no anchor", file: "s.yaml", text: block, layer: "a",
      kind: .duplicate,
      expected: block.replacing(
        "[10, 10]\n", with: "[10, 10]\n  - name: a 2   # small\n    bounds: [10, 10]\n")),
    Row(
      name: "a copy's layers have names too", file: "s.yaml", text: block, layer: "b",
      kind: .duplicate,
      expected: block.replacing(
        "- {name: c}\n",
        with:
          "- {name: c}\n  - name: b 2\n    bounds: [5, 5]\n    sublayers:\n      - {name: c 2}\n")),
    Row(
      name: "layers change places with their comments", file: "s.yaml", text: block, layer: "d",
      kind: .move(by: -1),
      expected: block.replacing("  # the last\n  - name: d\n    bounds: [2, 2]\n", with: "")
        .replacing(
          "  - name: b\n", with: "  # the last\n  - name: d\n    bounds: [2, 2]\n  - name: b\n")
    ),
    Row(
      name: "a list at the margin, and a file without a last line end", file: "s.yaml",
      text: flush, layer: "b", kind: .add(box, at: nil),
      expected: flush + "\n- name: new\n  bounds: [1, 2]"),
    Row(
      name: "an animation at the margin", file: "s.yaml", text: flush, layer: "a",
      steps: [.key("animations")], kind: .add(fade, at: nil),
      expected: flush.replacing(
        "[9, 9]\n",
        with:
          "[9, 9]\n  animations:\n  - type: basic\n    keyPath: opacity\n    fromValue: 0\n    duration: 1\n"
      )),
    Row(
      name: "the last without a line end moves", file: "s.yaml", text: flush, layer: "b",
      kind: .move(by: -1),
      expected: "size: [40, 30]\nlayers:\n- name: b\n- name: a\n  bounds: [9, 9]"),
    Row(
      name: "JSON stays JSON", file: "s.json", text: json, layer: "b", kind: .add(box, at: nil),
      expected: json.replacing(
        "[5, 5]}", with: "[5, 5]},\n    {\"name\": \"new\", \"bounds\": [1, 2]}")),
    Row(
      name: "a copy in JSON", file: "s.json", text: json, layer: "a", kind: .duplicate,
      expected: json.replacing(
        "[10, 10]},", with: "[10, 10]},\n    {\"name\": \"a 2\", \"bounds\": [10, 10]},")),
    Row(
      name: "line ends stay", file: "s.yaml", text: windows, layer: "a", kind: .duplicate,
      expected: windows.replacing("- name: a\r\n", with: "- name: a\r\n  - name: a 2\r\n")),
    Row(
      name: "line ends stay where lines change places", file: "s.yaml", text: windows, layer: "a",
      kind: .move(by: 1), expected: "size: [40, 30]\r\nlayers:\r\n  - {name: b}\r\n  - name: a"),
    Row(
      name: "one of a repetition's layers is all of it", file: "s.yaml", text: repeated,
      layer: "dot 1", kind: .remove,
      expected: repeated.replacing(
        "  - forEach: i\n    in: 2\n    do:\n      name: dot ${i}\n      bounds: [5, 5]\n", with: ""
      )),
    Row(
      name: "a copy of what has an anchor on its own line", file: "s.yaml", text: repeated,
      layer: "e", kind: .duplicate,
      expected: repeated.replacing(
        "    bounds: [1, 1]\n", with: "    bounds: [1, 1]\n  - name: e 2\n    bounds: [1, 1]\n")),
    Row(
      name: "a key behind a dash", file: "s.yaml", text: block, layer: "d", steps: [.key("name")],
      kind: .remove, expected: block.replacing("- name: d\n    bounds", with: "- bounds")),
    Row(
      name: "a key of a layer in braces", file: "s.json", text: json, layer: "a",
      steps: [.key("bounds")], kind: .remove,
      expected: json.replacing("\"a\", \"bounds\": [10, 10]", with: "\"a\"")),
    Row(
      name: "a component of the library", file: "s.yaml", text: flush, layer: "a",
      kind: .add(
        .mapping([
          .init(name: "name", value: .scalar("a")),
          .init(name: "use", value: .scalar("library#progress-ring")),
          .init(
            name: "parameters", value: .mapping([.init(name: "value", value: .scalar("0.4"))])),
        ]), at: nil),
      expected: flush.replacing(
        "[9, 9]\n",
        with:
          "[9, 9]\n- name: a 2\n  use: library#progress-ring\n  parameters: {value: 0.4}\n")),
  ]

  @Test("write what a person would have written, and are taken back byte for byte", arguments: rows)
  func styles(_ row: Row) async throws {
    let file = try await EditedFile(row.text, name: row.file)
    let layer = try await file.layer(try #require(row.layer))
    let edit =
      row.steps.isEmpty
      ? PageStructureEdit(layer: layer.index, steps: [], kind: row.kind)
      : PageStructureEdit(owner: layer.place, steps: row.steps, kind: row.kind)
    let state = await file.scene.restructure([edit], reading: await file.scene.reading)
    #expect(try EditedFile.problem(state) == nil)
    #expect(file.text == row.expected)
    #expect(try await file.showsTheFile())
    try await file.undoAll()
    #expect(file.text == row.text)
  }

  static let refusals: [(layer: String, kind: StructureEdit.Kind, words: String)] = [
    ("e", .remove, "anchor 'e' is used at line 11"), ("dot 0", .move(by: -1), "the first already"),
    ("f", .move(by: 1), "the last already"), ("e", .move(by: 1), "anchor"),
  ]

  @Test("say why nothing was changed", arguments: refusals)
  func refusals(layer: String, kind: StructureEdit.Kind, words: String) async throws {
    let file = try await EditedFile(Self.repeated)
    let edit = PageStructureEdit(layer: try await file.layer(layer).index, steps: [], kind: kind)
    let state = await file.scene.restructure([edit], reading: await file.scene.reading)
    #expect(try EditedFile.problem(state)?.contains(words) == true)
    #expect(file.text == Self.repeated)
    let late = await file.scene.restructure([edit], reading: await file.scene.reading - 1)
    #expect(try EditedFile.problem(late)?.contains("changed meanwhile") == true)
  }

  @Test("what makes no scene is refused with the loader's words")
  func wrong() async throws {
    let file = try await EditedFile(Self.flush)
    let ring = NewItem.mapping([.init(name: "use", value: .scalar("library#progress-ring"))])
    let edit = PageStructureEdit(steps: [.key("layers")], kind: .add(ring, at: nil))
    let state = await file.scene.restructure([edit], reading: await file.scene.reading)
    #expect(try EditedFile.problem(state)?.contains("'value' needs a value") == true)
    #expect(file.text == Self.flush)
  }

  @Test("a key frame comes with its time and its timing function")
  func keyFrames() async throws {
    let text = """
      size: [40, 30]
      layers:
        - name: a
          bounds: [10, 10]
          animations:
            - type: keyframe
              keyPath: opacity
              duration: 2
              values: [0, 1, 0]
              timingFunctions: [easeIn, easeOut]

      """
    let file = try await EditedFile(text)
    let owner = try #require(try await file.layer("a").allPlaces.first)
    let edits = [
      PageStructureEdit(owner: owner, steps: [.key("values")], kind: .add(.scalar("0.5"), at: 1)),
      PageStructureEdit(
        owner: owner, steps: [.key("timingFunctions"), .index(0)], kind: .duplicate),
    ]
    let times = ValueEdit(
      owner: owner, steps: [.key("keyTimes")], content: .list(["0", "0.25", "0.5", "1"]))
    let reading = await file.scene.reading
    let state = await file.scene.restructure(edits, setting: [times], reading: reading)
    #expect(try EditedFile.problem(state) == nil)
    #expect(
      file.text
        == text.replacing("[0, 1, 0]", with: "[0, 0.5, 1, 0]")
        .replacing("[easeIn, easeOut]", with: "[easeIn, easeIn, easeOut]")
        .replacing(
          "type: keyframe\n", with: "type: keyframe\n        keyTimes: [0, 0.25, 0.5, 1]\n"))
    #expect(await file.scene.history.done.count == 1)
    try await file.undoAll()
    #expect(file.text == text)
  }
}

extension Layer {
  /// Where its animations are written.
  fileprivate var allPlaces: [SourcePlace] { epochs.flatMap(\.animations).compactMap(\.place) }
}
