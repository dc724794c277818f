import Foundation
import RostrumBase
import RostrumLayerTree
import RostrumSceneEditing
import RostrumSceneFile
import TestSupport
import Testing

@testable import RostrumPreview

@Suite("Values that come from elsewhere, in a preview")
struct ValueSourceTests {
  private static let text = """
    size: [400, 300]
    duration: 1
    parameters:
      tint: {type: color, default: tomato}
      guests: {type: table, default: guests.csv}
    components:
      badge:
        parameters:
          label: {default: Hi}
          color: {type: color, default: seagreen}
        layer:
          bounds: [80, 30]
          backgroundColor: ${color}
          sublayers:
            - {name: text, class: text, string: "${label}", fontSize: 18, frame: [0, 4, 80, 24]}
    layers:
      - name: card
        bounds: &size [120, 80]
        position: [100, 100]
        backgroundColor: ${tint}
        animations:
          - &in {type: basic, keyPath: opacity, fromValue: 0, duration: 0.5}
      - name: twin
        bounds: *size
        position: [300, 100]
        backgroundColor: gray
        animations:
          - <<: *in
            beginTime: 0.2
      - forEach: i
        in: [red, green, blue]
        index: n
        do:
          name: dot ${n}
          bounds: [20, 20]
          position: ["calc(40 + 40 * ${n})", 200]
          backgroundColor: ${i}
      - forEach: guest
        in: ${guests}
        index: n
        do:
          name: guest ${n}
          class: text
          string: ${guest.name}
          fontSize: 14
          frame: ["calc(10 + 100 * ${n})", 240, 90, 20]
      - {name: tag, use: badge, position: [340, 260], parameters: {label: New}}

    """
  private static let table = "name,role\r\nAda,Author\r\n\"Grace, H.\",Admiral\r\n"

  private let file: EditedFile

  init() async throws {
    file = try await EditedFile(Self.text)
    try file.folder.write(Self.table, to: "guests.csv")
    await file.scene.readAgain()
  }

  private func value(_ layer: String, _ steps: [ValueStep]) async throws -> WrittenValue {
    let values = await file.scene.values(of: try await file.layer(layer))
    return try #require(values.first { $0.steps == steps })
  }

  /// The places of written values, and the values.
  static let sources: [(layer: String, steps: [ValueStep], shown: String, source: ValueSource)] = [
    (
      "card", [.key("backgroundColor")], "tomato",
      .file(steps: [.key("parameters"), .key("tint"), .key("default")], line: 4)
    ),
    (
      "dot 1", [.key("backgroundColor")], "green",
      .file(steps: [.key("layers"), .index(2), .key("in"), .index(1)], line: 31)
    ),
    (
      "tag/text", [.key("string")], "New",
      .file(
        steps: [.key("layers"), .index(4), .key("parameters"), .key("label")], line: 47)
    ),
    (
      "twin", [.key("bounds")], "[120, 80]",
      .file(steps: [.key("layers"), .index(0), .key("bounds")], line: 18)
    ),
  ]

  @Test(
    "Values that come from elsewhere, in a preview are shown with the place where they are written",
    arguments: sources)
  func places(layer: String, steps: [ValueStep], shown: String, source: ValueSource) async throws {
    let found = try await value(layer, steps)
    #expect(found.shown == shown)
    #expect(found.source == source)
  }

  @Test("A formula is shown with its value, and may be replaced by another one")
  func formulas() async throws {
    let found = try await value("dot 2", [.key("position"), .index(0)])
    #expect(found.shown == "120")
    #expect(found.refusal?.description == "it is calculated: calc(40 + 40 * ${n})")
    let owner = try await file.layer("dot 2").place
    func change(_ text: String) async throws -> String? {
      let edit = ValueEdit(
        owner: owner, steps: [.key("position"), .index(0)], content: .scalar(text))
      let reading = await file.scene.reading
      return try EditedFile.problem(
        await file.scene.change([edit], reading: reading, isDraft: false))
    }
    #expect(try await change("7")?.contains("it is calculated") == true)
    #expect(try await change("calc(10 + 50 * ${n})") == nil)
    #expect(file.text == Self.text.replacing("calc(40 + 40 *", with: "calc(10 + 50 *"))
    #expect(try await change("calc(10 + )") != nil)
    try await file.undoAll()
    #expect(file.text == Self.text)
  }

  @Test("What came from a table is written into its cell, and taken back with the rest")
  func cells() async throws {
    let found = try await value("guest 1", [.key("string")])
    #expect(found.shown == "Grace, H.")
    guard case .cell(_, let line, let column)? = found.source else {
      Issue.record("the value comes from a cell")
      return
    }
    #expect(line == 3 && column == "name")
    func change(_ layer: String, _ text: String) async throws -> String? {
      let reading = await file.scene.reading
      let index = try await file.layer(layer).index
      return try EditedFile.problem(
        await file.scene.changeCell(
          layer: index, steps: [.key("string")], to: text, reading: reading))
    }
    #expect(try await change("guest 1", "Hopper") == nil)
    #expect(try await change("guest 0", "Ada \"L\", C") == nil)
    func data() -> String { String(decoding: file.folder.data("guests.csv"), as: UTF8.self) }
    #expect(data() == "name,role\r\n\"Ada \"\"L\"\", C\",Author\r\n\"Hopper\",Admiral\r\n")
    #expect(try await value("guest 0", [.key("string")]).shown == "Ada \"L\", C")
    #expect(try await file.showsTheFile())
    // Another program wrote meanwhile.
    try file.folder.write(Self.table.replacing("Ada", with: "Eve"), to: "guests.csv")
    #expect(try await change("guest 0", "Bob") != nil)
    #expect(data() == Self.table.replacing("Ada", with: "Eve"))
    try file.folder.write(
      "name,role\r\n\"Ada \"\"L\"\", C\",Author\r\n\"Hopper\",Admiral\r\n", to: "guests.csv")
    try await file.undoAll()
    #expect(data() == Self.table)
  }

  /// More than thirty changes, one of each kind of value and place: the layer, or nothing for the
  /// scene, the steps, and the new text.
  static let changes: [[String]] = [
    ["", "duration", "2"], ["", "size/0", "420"], ["", "background", "#101820"],
    ["", "fps", "25"], ["", "parameters/tint/default", "#112233"],
    ["", "layers/2/in/0", "crimson"],
    ["", "components/badge/layer/bounds", "[90, 30]"],
    ["", "components/badge/parameters/color/default", "teal"],
    ["card", "position", "[110.5, 90]"], ["card", "opacity", "0.8"],
    ["card", "bounds", "[130, 80]"], ["card", "cornerRadius", "9"],
    ["card", "transform/rotation", "15deg"], ["card", "anchorPoint", "[0, 0.5]"],
    ["card", "shadowOpacity", "0.4"], ["card", "borderWidth", "3"],
    ["card", "borderColor", "rgb(1 2 3 / 50%)"], ["card", "hidden", "false"],
    ["card", "zPosition", "2"], ["card", "animations/0/duration", "0.75"],
    ["twin", "animations/0/timingFunction", "[0.1, 0, 0.9, 1]"],
    ["twin", "animations/0/fromValue", "0.5"], ["twin", "animations/0/beginTime", "0.1"],
    ["twin", "backgroundColor", "hsl(200 50% 50%)"], ["dot 1", "bounds", "[24, 24]"],
    ["dot 0", "position/1", "190"], ["guest 0", "fontSize", "16"],
    ["guest 1", "foregroundColor", "navy"], ["tag", "parameters/label", "Old: 1 # x"],
    ["tag", "parameters/color", "gold"], ["tag/text", "fontSize", "17"],
  ]

  /// A row of `changes` as an edit.
  private func edit(_ row: [String]) async throws -> ValueEdit {
    var place: SourcePlace?
    if !row[0].isEmpty { place = try await file.layer(row[0]).place }
    let steps = row[1].split(separator: "/").map { step -> ValueStep in
      Int(step).map { .index($0) } ?? .key(String(step))
    }
    guard row[2].hasPrefix("[") else {
      return ValueEdit(owner: place, steps: steps, content: .scalar(row[2]), isShared: true)
    }
    let items = row[2].dropFirst().dropLast().split(separator: ",")
    let texts = items.map { $0.filter { $0 != " " } }
    return ValueEdit(owner: place, steps: steps, content: .list(texts), isShared: true)
  }

  @Test("A person's changes show the file's picture, and undone all of them leave no byte behind")
  func hour() async throws {
    #expect(Self.changes.count >= 30)
    for row in Self.changes {
      let (edit, steps) = (try await self.edit(row), row[1])
      let before = file.text
      let reading = await file.scene.reading
      let drafted = await file.scene.change([edit], reading: reading, isDraft: true)
      #expect(try EditedFile.problem(drafted) == nil, "\(steps)")
      #expect(file.text == before)
      let state = await file.scene.change([edit], reading: reading, isDraft: false)
      #expect(try EditedFile.problem(state) == nil, "\(steps)")
      #expect(file.text != before)
      let lines = (before, file.text)
      // One line is changed or added, and the others stay.
      let old = Set(lines.0.split(separator: "\n"))
      let new = Set(lines.1.split(separator: "\n"))
      #expect(new.subtracting(old).count <= 1 && old.subtracting(new).count <= 1, "\(steps)")
      #expect(try await file.showsTheFile(7), "\(steps)")
    }
    try await file.undoAll()
    #expect(file.text == Self.text)
  }

  @Test("Layers are hidden and shown alone in the preview, never in the file")
  func visibility() async throws {
    let whole = try await file.scene.update(to: 5, from: nil)?.parts.map(\.file)
    let card = try await file.layer("card").index
    await file.scene.look(hidden: [card], solo: nil)
    let hidden = try await file.scene.update(to: 5, from: nil)?.parts.map(\.file)
    #expect(hidden != whole)
    await file.scene.look(hidden: [], solo: card)
    let alone = try await file.scene.update(to: 5, from: nil)?.parts.map(\.file)
    #expect(alone != whole && alone != hidden)
    await file.scene.look(hidden: [], solo: nil)
    #expect(try await file.scene.update(to: 5, from: nil)?.parts.map(\.file) == whole)
    #expect(file.text == Self.text)
  }
}
