import RostrumSceneEditing
import RostrumSceneFile
import Testing

/// A change of a file of one style, with the text that a person would have written.
struct StructureRow: Sendable, CustomTestStringConvertible {
  let name: String
  let file: String
  let text: String
  let layer: String?
  var steps: [ValueStep] = []
  let kind: StructureEdit.Kind
  let expected: String

  var testDescription: String { name }
}

extension StructureRow {
  static let box = NewItem.mapping([
    .init(name: "name", value: .scalar("new")),
    .init(name: "bounds", value: .list([.scalar("1"), .scalar("2")])),
  ])
  static let fade = NewItem.mapping([
    .init(name: "type", value: .scalar("basic")), .init(name: "keyPath", value: .scalar("opacity")),
    .init(name: "fromValue", value: .scalar("0")), .init(name: "duration", value: .scalar("1")),
  ])

  static let block = """
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
  static let flush = "size: [40, 30]\nlayers:\n- name: a\n  bounds: [9, 9]\n- name: b"
  static let json = """
    {
      "size": [40, 30], "layers": [
        {"name": "a", "bounds": [10, 10]},
        {"name": "b", "bounds": [5, 5]}
      ]
    }

    """
  static let windows = "size: [40, 30]\r\nlayers:\r\n  - name: a\r\n  - {name: b}"
  static let repeated = """
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

  static let all: [StructureRow] = [
    StructureRow(
      name: "a layer behind another", file: "s.yaml", text: block, layer: "a",
      kind: .add(box, at: nil),
      expected: block.replacing(
        "[10, 10]\n", with: "[10, 10]\n  - name: new\n    bounds: [1, 2]\n")),
    StructureRow(
      name: "a layer beside one in braces", file: "s.yaml", text: block, layer: "c",
      kind: .add(box, at: nil),
      expected: block.replacing(
        "- {name: c}\n", with: "- {name: c}\n      - {name: new, bounds: [1, 2]}\n")),
    StructureRow(
      name: "an animation before the layers in a layer", file: "s.yaml", text: block, layer: "b",
      steps: [.key("animations")], kind: .add(fade, at: nil),
      expected: block.replacing(
        "[5, 5]\n",
        with:
          "[5, 5]\n    animations:\n      - type: basic\n        keyPath: opacity\n        fromValue: 0\n        duration: 1\n"
      )),
    StructureRow(
      name: "an animation of a layer in braces", file: "s.yaml", text: block, layer: "c",
      steps: [.key("animations")], kind: .add(fade, at: nil),
      expected: block.replacing(
        "{name: c}",
        with:
          "{name: c, animations: [{type: basic, keyPath: opacity, fromValue: 0, duration: 1}]}")),
    StructureRow(
      name: "a layer goes with the comment above it", file: "s.yaml", text: block, layer: "d",
      kind: .remove,
      expected: block.replacing("  # the last\n  - name: d\n    bounds: [2, 2]\n", with: "")),
    StructureRow(
      name: "the last layer in another goes with its list", file: "s.yaml", text: block, layer: "c",
      kind: .remove, expected: block.replacing("    sublayers:\n      - {name: c}\n", with: "")),
    StructureRow(
      name: "a copy has its own names and no anchor", file: "s.yaml", text: block, layer: "a",
      kind: .duplicate,
      expected: block.replacing(
        "[10, 10]\n", with: "[10, 10]\n  - name: a 2   # small\n    bounds: [10, 10]\n")),
    StructureRow(
      name: "a copy's layers have names too", file: "s.yaml", text: block, layer: "b",
      kind: .duplicate,
      expected: block.replacing(
        "- {name: c}\n",
        with:
          "- {name: c}\n  - name: b 2\n    bounds: [5, 5]\n    sublayers:\n      - {name: c 2}\n")),
    StructureRow(
      name: "layers change places with their comments", file: "s.yaml", text: block, layer: "d",
      kind: .move(by: -1),
      expected: block.replacing("  # the last\n  - name: d\n    bounds: [2, 2]\n", with: "")
        .replacing(
          "  - name: b\n", with: "  # the last\n  - name: d\n    bounds: [2, 2]\n  - name: b\n")
    ),
    StructureRow(
      name: "a list at the margin, and a file without a last line end", file: "s.yaml",
      text: flush, layer: "b", kind: .add(box, at: nil),
      expected: flush + "\n- name: new\n  bounds: [1, 2]"),
    StructureRow(
      name: "an animation at the margin", file: "s.yaml", text: flush, layer: "a",
      steps: [.key("animations")], kind: .add(fade, at: nil),
      expected: flush.replacing(
        "[9, 9]\n",
        with:
          "[9, 9]\n  animations:\n  - type: basic\n    keyPath: opacity\n    fromValue: 0\n    duration: 1\n"
      )),
    StructureRow(
      name: "the last without a line end moves", file: "s.yaml", text: flush, layer: "b",
      kind: .move(by: -1),
      expected: "size: [40, 30]\nlayers:\n- name: b\n- name: a\n  bounds: [9, 9]"),
    StructureRow(
      name: "JSON stays JSON", file: "s.json", text: json, layer: "b", kind: .add(box, at: nil),
      expected: json.replacing(
        "[5, 5]}", with: "[5, 5]},\n    {\"name\": \"new\", \"bounds\": [1, 2]}")),
    StructureRow(
      name: "a copy in JSON", file: "s.json", text: json, layer: "a", kind: .duplicate,
      expected: json.replacing(
        "[10, 10]},", with: "[10, 10]},\n    {\"name\": \"a 2\", \"bounds\": [10, 10]},")),
    StructureRow(
      name: "line ends stay", file: "s.yaml", text: windows, layer: "a", kind: .duplicate,
      expected: windows.replacing("- name: a\r\n", with: "- name: a\r\n  - name: a 2\r\n")),
    StructureRow(
      name: "line ends stay where lines change places", file: "s.yaml", text: windows, layer: "a",
      kind: .move(by: 1), expected: "size: [40, 30]\r\nlayers:\r\n  - {name: b}\r\n  - name: a"),
    StructureRow(
      name: "a layer goes into another with its comments", file: "s.yaml", text: block, layer: "d",
      kind: .put(into: [.key("layers"), .index(0), .key("sublayers")], at: nil),
      expected: block.replacing("  # the last\n  - name: d\n    bounds: [2, 2]\n", with: "")
        .replacing(
          "[10, 10]\n",
          with:
            "[10, 10]\n    sublayers:\n      # the last\n      - name: d\n        bounds: [2, 2]\n")
    ),
    StructureRow(
      name: "the only layer in another goes out of it with the list", file: "s.yaml", text: block,
      layer: "c", kind: .put(into: [.key("layers")], at: 1),
      expected: block.replacing("    sublayers:\n      - {name: c}\n", with: "")
        .replacing("[10, 10]\n", with: "[10, 10]\n  - {name: c}\n")),
    StructureRow(
      name: "a layer goes before others of its list", file: "s.yaml", text: block, layer: "d",
      kind: .put(into: [.key("layers")], at: 0),
      expected: block.replacing("  # the last\n  - name: d\n    bounds: [2, 2]\n", with: "")
        .replacing(
          "  # the first\n",
          with: "  # the last\n  - name: d\n    bounds: [2, 2]\n\n  # the first\n"
        ).replacing("[10, 10]\n\n", with: "[10, 10]\n")),
    StructureRow(
      name: "a layer in JSON goes into another", file: "s.json", text: json, layer: "b",
      kind: .put(into: [.key("layers"), .index(0), .key("sublayers")], at: nil),
      expected: json.replacing(
        "[10, 10]},\n    {\"name\": \"b\", \"bounds\": [5, 5]}",
        with: "[10, 10], \"sublayers\": [{\"name\": \"b\", \"bounds\": [5, 5]}]}")),
    StructureRow(
      name: "line ends stay where a layer goes into another", file: "s.yaml",
      text: windows + "\r\n", layer: "a",
      kind: .put(into: [.key("layers"), .index(1), .key("sublayers")], at: nil),
      expected: "size: [40, 30]\r\nlayers:\r\n  - {name: b, sublayers: [{name: a}]}\r\n"),
    StructureRow(
      name: "one of a repetition's layers is all of it", file: "s.yaml", text: repeated,
      layer: "dot 1", kind: .remove,
      expected: repeated.replacing(
        "  - forEach: i\n    in: 2\n    do:\n      name: dot ${i}\n      bounds: [5, 5]\n", with: ""
      )),
    StructureRow(
      name: "a copy of what has an anchor on its own line", file: "s.yaml", text: repeated,
      layer: "e", kind: .duplicate,
      expected: repeated.replacing(
        "    bounds: [1, 1]\n", with: "    bounds: [1, 1]\n  - name: e 2\n    bounds: [1, 1]\n")),
    StructureRow(
      name: "a key behind a dash", file: "s.yaml", text: block, layer: "d", steps: [.key("name")],
      kind: .remove, expected: block.replacing("- name: d\n    bounds", with: "- bounds")),
    StructureRow(
      name: "a key of a layer in braces", file: "s.json", text: json, layer: "a",
      steps: [.key("bounds")], kind: .remove,
      expected: json.replacing("\"a\", \"bounds\": [10, 10]", with: "\"a\"")),
    StructureRow(
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

  static let refusals: [(layer: String, kind: StructureEdit.Kind, words: String)] = [
    ("e", .remove, "anchor 'e' is used at line 11"), ("dot 0", .move(by: -1), "the first already"),
    ("f", .move(by: 1), "the last already"), ("e", .move(by: 1), "anchor"),
    ("f", .put(into: [.key("layers")], at: nil), "there already"),
    ("f", .put(into: [.key("layers"), .index(2), .key("sublayers")], at: nil), "into itself"),
    ("e", .put(into: [.key("layers"), .index(2), .key("sublayers")], at: nil), "anchor"),
  ]
}
