import Foundation
import RostrumBase
import RostrumLayerTree
import RostrumSceneEditing
import TestSupport
import Testing

@testable import RostrumPreview

@Suite("Layers that are followed through changes of the file")
struct LayerIdentitiesTests {
  private static let text = """
    size: [40, 30]
    layers:
      - name: back
        bounds: [10, 10]
        position: [20, 15]
      - name: card
        bounds: [8, 8]
        sublayers:
          - {bounds: [2, 2], position: [1, 1], backgroundColor: red}
          - {bounds: [3, 3], position: [4, 4], backgroundColor: blue}
      - bounds: [5, 5]
        position: [9, 9]
        backgroundColor: teal
      - forEach: i
        in: 3
        do: {name: "box ${i}", bounds: [1, 1]}
      - forEach: i
        in: 3
        do: {bounds: [1, 1], position: ["${i}", 2]}

    """

  /// A text that takes the place of another one, the name of a layer before, and after; `nil` where
  /// it is gone.
  static let changes: [(old: String, new: String, before: String, after: String?)] = [
    ("layers:\n", "layers:\n  - {name: new, bounds: [10, 10]}\n", "card", "card"),
    ("layers:\n", "layers:\n  - {bounds: [5, 5]}\n", "layers[2]", "layers[3]"),
    ("layers:\n", "# a remark\n\nlayers:\n", "layers[2]", "layers[2]"),
    ("name: back", "name: ground", "back", "ground"),
    ("[20, 15]", "[21, 15]", "back", "back"),
    ("[9, 9]", "[12, 9]", "layers[2]", "layers[2]"),
    ("  - bounds: [5, 5]", "  - name: mint\n    bounds: [5, 5]", "layers[2]", "mint"),
    (
      "      - {bounds: [2, 2], position: [1, 1], backgroundColor: red}\n", "",
      "layers[1].sublayers[1]", "layers[1].sublayers[0]"
    ),
    (
      "      - {bounds: [2, 2], position: [1, 1], backgroundColor: red}\n", "",
      "layers[1].sublayers[0]", nil
    ),
    ("name: card", "name: sheet", "layers[1].sublayers[1]", "layers[1].sublayers[1]"),
    (
      "  - name: back\n    bounds: [10, 10]\n    position: [20, 15]\n", "",
      "back", nil
    ),
    (
      "  - name: back\n    bounds: [10, 10]\n    position: [20, 15]\n",
      "  - {name: other, class: text, string: Hello, fontSize: 3}\n", "back", nil
    ),
    ("in: 3\n    do: {name", "in: 5\n    do: {name", "box 2", "box 2"),
    ("in: 3\n    do: {name", "in: 1\n    do: {name", "box 2", nil),
    ("in: 3\n    do: {bounds", "in: 2\n    do: {bounds", "layers[6]", nil),
    ("[20, 15]", "[22, 15]", "layers[7]", "layers[7]"),
  ]

  @Test(
    "A layer keeps its number while it is there, and no other layer gets it", arguments: changes)
  func outside(_ old: String, _ new: String, _ before: String, _ after: String?) async throws {
    let file = try await EditedFile(Self.text)
    let index = try await file.layer(before).index
    let number = try #require(await file.scene.identities.numbers[index])
    let changed = Self.text.replacing(old, with: new, maxReplacements: 1)
    #expect(changed != Self.text)
    try file.folder.write("size: [40\n", to: file.name)
    await file.scene.readAgain()
    try file.folder.write(changed, to: file.name)
    await file.scene.readAgain()
    let now = await file.scene.identities.index(ofNumber: number)
    let name = await file.scene.editable?.scene.layers.first { $0.index == now }?.name
    #expect(name == after)
    let numbers = await file.scene.identities.numbers.values
    #expect(Set(numbers).count == numbers.count)
  }

  @Test("A command to a layer that is gone or has moved changes no other layer")
  func commands() async throws {
    let file = try await EditedFile(Self.text)
    let number = try await file.layer("card").index
    let moved = Self.text.replacing(
      "layers:\n", with: "layers:\n  - {name: new, bounds: [1, 1]}\n", maxReplacements: 1)
    try file.folder.write(moved, to: file.name)
    await file.scene.readAgain()
    func remove() async throws -> String? {
      let edit = PageStructureEdit(layer: number, steps: [], kind: .remove)
      return try EditedFile.problem(
        await file.scene.restructure([edit], reading: await file.scene.reading))
    }
    #expect(try await remove() == nil)
    #expect(!file.text.contains("card") && file.text.contains("new"))
    let removed = file.text
    #expect(try await remove() == "the layer is gone; nothing was written")
    #expect(file.text == removed)
  }

  @Test("A layer of three alike ones is followed through changes of its values and their undoing")
  func alike() async throws {
    let file = try await EditedFile(
      "size: [9, 9]\nlayers:\n" + String(repeating: "  - {bounds: [2, 2]}\n", count: 3))
    for number in [2, 1, 3] {
      let edit = ValueEdit(owner: nil, steps: [.key("bounds")], content: .list(["\(number)", "7"]))
      let reading = await file.scene.reading
      let state = await file.scene.change(
        [edit], ofLayers: [number], reading: reading, isDraft: false)
      #expect(try EditedFile.problem(state) == nil)
    }
    #expect(
      file.text.contains("  - {bounds: [1, 7]}\n  - {bounds: [2, 7]}\n  - {bounds: [3, 7]}\n"))
    try await file.undoAll()
    #expect(await file.scene.identities.numbers == [1: 1, 2: 2, 3: 3])
  }

  @Test("A layer that is renamed is renamed wherever the file names it, and nothing else is")
  func renaming() async throws {
    let text = """
      size: [40, 30]
      duration: 2
      layers:
        - name: ball # ball
          bounds: [8, 8]
        - {name: "other", bounds: [8, 8], position: [30, 20]}
        - {class: shape, connect: {from: ball, to: "other"}, strokeColor: red, lineWidth: 1}
        - {class: text, string: ball}
      events:
        - {at: 1, set: {ball: {opacity: 0.5}}}

      """
    let file = try await EditedFile(text)
    func rename(_ number: Int, _ name: String) async throws -> String? {
      let edit = ValueEdit(owner: nil, steps: [.key("name")], content: .scalar(name))
      return try EditedFile.problem(
        await file.scene.change(
          [edit], ofLayers: [number], reading: await file.scene.reading, isDraft: false))
    }
    #expect(try await rename(1, "other")?.contains("another layer has the name") == true)
    #expect(try await rename(1, "a: b") == nil)
    #expect(
      file.text
        == text.replacing("name: ball #", with: "name: \"a: b\" #")
        .replacing("from: ball", with: "from: \"a: b\"").replacing("{ball:", with: "{\"a: b\":"))
    try await file.undoAll()
    #expect(try await rename(2, "end") == nil)
    #expect(file.text == text.replacing("\"other\"", with: "\"end\""))
    #expect(await file.scene.identities.numbers[1] == 1)
    let layers = try #require(await file.scene.inspection(frame: 0)).line(isCompact: true)
    #expect(layers.hasSuffix("\"names\":[null,\"ball\",\"end\",\"shape\",\"ball\"]}"))
  }
}
