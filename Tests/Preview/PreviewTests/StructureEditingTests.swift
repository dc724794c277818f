import Foundation
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import RostrumSceneEditing
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
  static func problem(_ state: JSONValue) throws -> String? {
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
  @Test(
    "Adding, removing, copying and moving in a preview write what a person would have written, and are taken back byte for byte",
    arguments: StructureRow.all)
  func styles(_ row: StructureRow) async throws {
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

  @Test(
    "Adding, removing, copying and moving in a preview say why nothing was changed",
    arguments: StructureRow.refusals)
  func refusals(layer: String, kind: StructureEdit.Kind, words: String) async throws {
    let file = try await EditedFile(StructureRow.repeated)
    let edit = PageStructureEdit(layer: try await file.layer(layer).index, steps: [], kind: kind)
    let state = await file.scene.restructure([edit], reading: await file.scene.reading)
    #expect(try EditedFile.problem(state)?.contains(words) == true)
    #expect(file.text == StructureRow.repeated)
  }

  @Test("What makes no scene is refused with the loader's words")
  func wrong() async throws {
    let file = try await EditedFile(StructureRow.flush)
    let ring = NewItem.mapping([.init(name: "use", value: .scalar("library#progress-ring"))])
    let edit = PageStructureEdit(steps: [.key("layers")], kind: .add(ring, at: nil))
    let state = await file.scene.restructure([edit], reading: await file.scene.reading)
    #expect(try EditedFile.problem(state)?.contains("'value' needs a value") == true)
    #expect(file.text == StructureRow.flush)
  }

  private static let several = """
    size: [40, 30]
    layers:
      - name: a # one
        bounds: [1, 1]
        sublayers:
          - {name: inner, bounds: [1, 1]}
      - {name: b, bounds: [2, 2]}
      - name: c
        bounds: [3, 3]

    """

  @Test(
    "Several layers are removed, copied and moved at once",
    arguments: [
      (.remove, ["a", "c", "inner"], "b"), (.remove, ["b", "c"], "a inner"),
      (.duplicate, ["c", "a"], "a inner a 2 inner 2 b c c 2"),
      (.move(by: 1), ["b", "a"], "c a inner b"), (.move(by: -1), ["c", "b"], "b c a inner"),
    ] as [(StructureEdit.Kind, [String], String)])
  func together(_ kind: StructureEdit.Kind, _ names: [String], _ expected: String) async throws {
    let file = try await EditedFile(Self.several)
    var edits: [PageStructureEdit] = []
    for name in names {
      edits.append(
        PageStructureEdit(layer: try await file.layer(name).index, steps: [], kind: kind))
    }
    let state = await file.scene.restructure(edits, reading: await file.scene.reading)
    #expect(try EditedFile.problem(state) == nil)
    let layers = await file.scene.editable?.scene.layers ?? []
    #expect(layers.map(\.name).filter { !$0.isEmpty }.joined(separator: " ") == expected)
    #expect(await file.scene.history.done.count == 1)
    try await file.undoAll()
    #expect(file.text == Self.several)
  }

  @Test("A copy is taken back beside layers of the same lines that another program has added")
  func alike() async throws {
    func layer(_ name: String) -> String {
      "  - name: \(name)\n    bounds: [40, 20]\n    opacity: 0.5\n"
    }
    let head = "size: [40, 30]\nlayers:\n"
    let file = try await EditedFile(head + layer("a") + layer("b") + layer("c"))
    let edit = PageStructureEdit(
      layer: try await file.layer("c").index, steps: [], kind: .duplicate)
    _ = await file.scene.restructure([edit], reading: await file.scene.reading)
    let copied = [layer("a"), layer("b"), layer("c"), layer("c 2")].joined()
    #expect(file.text == head + copied)
    try file.folder.write(head + layer("new") + copied + layer("other"), to: file.name)
    #expect(try EditedFile.problem(await file.scene.undo()) == nil)
    #expect(
      file.text
        == head + ["new", "a", "b", "c", "other"].map(layer).joined())
  }

  @Test("No comment between items in brackets goes with one of them")
  func commentsInBrackets() async throws {
    let text = """
      size: [9, 9]
      layers: [
        # first
        {name: a, bounds: [1, 1]}, # about a
        {name: b, bounds: [2, 2] # about b
        },
        {name: c, bounds: [3, 3]}, # about c
        {name: d, bounds: [4, 4]},
        {name: e, bounds: [5, 5]}]

      """
    let file = try await EditedFile(text)
    func remove(_ name: String) async throws -> String? {
      let edit = PageStructureEdit(
        layer: try await file.layer(name).index, steps: [], kind: .remove)
      return try EditedFile.problem(
        await file.scene.restructure([edit], reading: await file.scene.reading))
    }
    for name in ["a", "c"] { #expect(try await remove(name)?.contains("a comment") == true) }
    #expect(file.text == text)
    // From the end, as those before it keep their numbers.
    for name in ["e", "b"] { #expect(try await remove(name) == nil) }
    #expect(
      file.text
        == text.replacing("{name: b, bounds: [2, 2] # about b\n  },\n  ", with: "")
        .replacing(",\n  {name: e, bounds: [5, 5]}", with: ""))
  }

  @Test(
    "Layers are copied as a text, and pasted from one", arguments: ["\n", "\r\n"])
  func clipboard(_ lineEnd: String) async throws {
    let file = try await EditedFile(Self.several.replacing("\n", with: lineEnd))
    let numbers = [try await file.layer("b").index, try await file.layer("a").index]
    let text = try #require(await file.scene.text(ofLayers: numbers))
    #expect(
      text == """
        - name: a # one
          bounds: [1, 1]
          sublayers:
            - {name: inner, bounds: [1, 1]}
        - {name: b, bounds: [2, 2]}

        """)
    let edits = NewItem.items(text).reversed().map {
      PageStructureEdit(layer: 4, steps: [], kind: .add($0, at: nil))
    }
    #expect(edits.count == 2 && NewItem.items("no list").isEmpty)
    let state = await file.scene.restructure(edits, reading: await file.scene.reading)
    let problem = try EditedFile.problem(state)
    let layers = await file.scene.editable?.scene.layers ?? []
    #expect(problem == nil && layers.count == 7, "\(problem ?? "") \(layers.map(\.name))")
  }

  private static let nested = """
    size: [200, 100]
    duration: 1
    layers:
      - name: card
        bounds: [80, 60]
        position: [100, 50]
        sublayers:
          - {name: badge, bounds: [10, 10], position: [20, 30]}
      - name: dot
        bounds: [10, 10]
        position: [30, 40]

    """
  private static let moves = "animations: [{type: basic, keyPath: position, fromValue: [0, 0]}]"
  private static let fades = "animations: [{type: basic, keyPath: opacity, fromValue: 0}]"

  /// A change of `nested`, and the values of the dot in the file after it has become a sublayer of
  /// the card; `nil` where they are unchanged and a message says so.
  @Test(
    "A layer that is put into another one stays where it is on the canvas, or a note says that it does not",
    arguments: [
      ("", "", "position: [-30, 20]"),
      ("[100, 50]", "[100.5, 50.25]", "position: [-30.5, 19.75]"),
      ("bounds: [80, 60]", "bounds: [10, 5, 80, 60]", "position: [-20, 25]"),
      ("[100, 50]", "[100, 50]\n    anchorPoint: [0, 0]", "position: [-70, -10]"),
      ("[100, 50]", "[100, 50]\n    \(fades)", "position: [-30, 20]"),
      ("[100, 50]", "[100, 50]\n    transform: {scale: 2}", "position: [5, 25]|scale: 0.5"),
      (
        "[100, 50]", "[100, 50]\n    transform: {scale: [2, 1]}",
        "position: [5, 20]|scale: [0.5, 1]"
      ),
      ("[100, 50]", "[100, 50]\n    transform: {translation: [8, 0]}", "position: [-38, 20]"),
      ("[100, 50]", "[100, 50]\n    transform: {rotation: 30deg}", nil),
      ("[100, 50]", "[100, 50]\n    sublayerTransform: {rotation: 30deg}", nil),
      ("[100, 50]", "[100, 50]\n    geometryFlipped: true", "position: [-30, 40]|scale: [1, -1]"),
      ("[100, 50]", "[100, 50]\n    \(moves)", nil),
      ("\n    position: [30, 40]", "", "position: [-60, -20]"),
      ("[30, 40]", "[30, 40]\n    \(fades)", "position: [-30, 20]"),
      ("[30, 40]", "[30, 40]\n    \(moves)", nil),
      ("[30, 40]", "&place [30, 40]\n    shadowOffset: *place", nil),
      (
        "bounds: [10, 10]\n    position: [30, 40]", "frame: [25, 35, 10, 10]",
        "frame: [-35, 15, 10, 10]"
      ),
    ] as [(String, String, String?)])
  func superlayers(_ old: String, _ new: String, _ written: String?) async throws {
    let text = Self.nested.replacing(old, with: new, maxReplacements: old.isEmpty ? 0 : 1)
    try await put("dot", .into, "card", in: text, written)
  }

  @Test(
    "A layer that is put out of another one stays where it is on the canvas",
    arguments: [
      ("", "position: [80, 50]"), ("    transform: {scale: 2}\n", "position: [60, 50]|scale: 2"),
      ("    transform: {scale: [1, -1]}\n", "position: [80, 50]|scale: [1, -1]"),
      ("    transform: {rotation: 90deg}\n", nil),
    ] as [(String, String?)])
  func outside(_ line: String, _ written: String?) async throws {
    let text = Self.nested.replacing("    sublayers:\n", with: line + "    sublayers:\n")
    try await put("badge", .behind, "card", in: text, written)
  }

  @Test("A layer that is turned takes a scale of both axes alone with it")
  func turned() async throws {
    let text = Self.nested.replacing(
      "[30, 40]", with: "[30, 40]\n    transform: {rotation: 45deg, scale: 3}")
    for (scale, written) in [("2", "rotation: 45deg, scale: 1.5}"), ("[2, 1]", nil)] {
      let scaled = text.replacing(
        "[100, 50]", with: "[100, 50]\n    transform: {scale: \(scale)}")
      try await put("dot", .into, "card", in: scaled, written)
    }
  }

  /// Changes the place of a layer in the tree, and compares its text, whose parts stand between
  /// bars, and its position.
  private func put(
    _ name: String, _ side: PageStructureEdit.Target.Side, _ other: String, in text: String,
    _ written: String?
  ) async throws {
    struct State: Decodable { let problem: String?, note: String? }
    let file = try await EditedFile(text)
    func outlines() async throws -> [[Double]] {
      let scene = try #require(await file.scene.editable?.scene)
      let layer = try await file.layer(name)
      return [0, 0.3, 0.9].map { time in
        scene.outlines(ofLayer: layer.index, at: time).flatMap { $0 }.flatMap { [$0.x, $0.y] }
      }
    }
    let before = try await outlines()
    let target = PageStructureEdit.Target(layer: try await file.layer(other).index, side: side)
    let number = try await file.layer(name).index
    let edit = PageStructureEdit(
      layer: number, steps: [], kind: .put(into: [], at: nil), target: target)
    let answer = await file.scene.restructure([edit], reading: await file.scene.reading)
    let state = try JSONDecoder().decode(State.self, from: Data(answer.line(isCompact: true).utf8))
    #expect(state.problem == nil)
    #expect(file.text != text)
    let differences = zip(before, try await outlines()).flatMap { zip($0, $1) }.map { abs($0 - $1) }
    #expect((differences.max() ?? 1 < 0.02) == (written != nil), "\(file.text)")
    #expect((state.note != nil) == (written == nil), "\(file.text)")
    for part in (written ?? "").split(separator: "|") {
      #expect(file.text.contains(part), "\(file.text)")
    }
    let index = try await file.layer(name).index
    #expect(await file.scene.identities.index(ofNumber: number) == index)
    #expect(await file.scene.history.done.count == 1)
    try await file.undoAll()
    #expect(file.text == text)
  }
}
