import RostrumSource
import Testing

@testable import RostrumSceneFile

/// Mistakes that authors make: each has one message, at its place, and a hint that helps.
@Suite("Mistakes of authors")
struct MistakeTests {
  private static func load(_ layers: String) -> LoadResult {
    SceneLoader(assets: InMemoryAssets()).load(
      text: "size: [400, 300]\nduration: 2\nlayers:\n" + layers + "\n", path: "a.yaml")
  }

  private static func box(_ keys: String) -> String { "  - {frame: [0, 0, 40, 40], \(keys)}" }

  private static func children(_ layout: String) -> String {
    "  - {bounds: [90, 40], layout: \(layout), sublayers: [{bounds: [9, 9]}, {bounds: [9, 9]}]}"
  }

  private static let event =
    "  - {name: a, layout: row, sublayers: [{bounds: [9, 9]}]}\nevents:\n  - "

  private static let cases: [(String, Int, Int, String?)] = [
    // What YAML does not understand.
    ("  - name a\n    bounds: [40, 40]", 5, 11, "is a ':' missing in line 4?"),
    ("  - {string: \"Hello, bounds: [100, 40]}", 4, 14, nil),
    ("  - bounds: [40, 40\n    opacity: 1", 5, 12, "close the '[' of line 4 with ']'"),
    ("  - {bounds: [40, 40, opacity: 1}", 4, 33, "close the '[' of column 14 with ']'"),
    ("  - {bounds: [40, 40], backgroundColor: #ff0000}", 5, 1, "write colours like \"#ff8000\""),
    ("  - {class: text, string: Note: this}", 4, 31, "a text that contains ': ' needs quotes"),
    ("  - class: text\n    string: Note: this", 5, 17, "needs quotes"),
    ("  - {class: text, string: \"Hello ${name\"}", 4, 34, "$${"),
    ("  - {class: text, string: \"${w / 2}\"}", 4, 28, "write calc(${w} / 2)"),
    ("  - {class: text, string: \"${ w }\"}", 4, 28, "write ${w}"),
    ("  - class: text\n    string: #1 hit", 5, 12, "a text with '#' at its start needs quotes"),
    ("  - class: text\n    string: We are #1 in it", 5, 13, "put quotes around the whole text"),
    ("  - opacity:1\n    bounds: [9, 9]", 5, 11, "a blank after the ':' of line 4"),
    (box("animations: fadeIn"), 4, 41, "animations: {fadeIn: 0.5}"),
    (box("animations: [fadeIn]"), 4, 42, "animations: {fadeIn: 0.5}"),
    (box("animations: [fadeIn: 1]"), 4, 42, "without the dash: animations: {fadeIn: 1}"),
    (box("clip: true"), 4, 29, "masksToBounds"), (box("shadowBlur: 4"), 4, 29, "shadowRadius"),
    (box("animations: {positionX: {toValue: 9}}"), 4, 42, "position.x"),
    (box("animations: {opacity: {toValue: 0, run_time: 2}}"), 4, 64, "'duration'"),
    (box("animations: {opacity: {toValue: 0, durationInFrames: 2}}"), 4, 64, "in seconds"),
    // Values.
    ("  - name: a\n    sublayers:", 5, 15, "indent its items further"),
    (box("opacity: 50"), 4, 38, "for 50 % write 0.5"),
    (box("opacity: 0,5"), 4, 40, "decimals are written with a point"),
    ("  - {frame: [0, 0, \"calc(3 * (4 + 5)\", 9]}", 4, 20, "a ')' is missing"),
    ("  - {frame: [0, 0, calc(3) * 2, 9]}", 4, 20, "around the whole calculation"),
    (box("animations: {opacity: 0}"), 4, 51, "write opacity: {toValue: 0}"),
    (
      box("animations: {position: {toValue: 90}}"), 4, 62,
      "for one number animate position.x or position.y"
    ),
    ("  - {frame: [0, 0, \"2 * 9\", 9]}", 4, 20, "put calc(...) around the whole calculation"),
    ("  - {bounds: 300x200}", 4, 14, "write [300, 200]"),
    ("  - {position: (250, 100)}", 4, 16, "write [250, 100]"),
    ("  - frame: [0, 0, 9, 9]\n    anchorPoint: (1, 0.5)", 5, 18, "write [1, 0.5]"),
    (box("zPosition: calc(10 ** 2)"), 4, 48, "write pow(10, 2)"),
    (box("zPosition: calc(7 % 2)"), 4, 47, "write mod(7, 2)"),
    ("  - {class: text, string: \"Sum: calc(1 + 2\"}", 4, 27, "a ')' is missing"),
    ("  - {class: text, string: \"Sum: calc(1 + a)\"}", 4, 40, "${a}"),
    (
      "  - {forEach: r, in: [{v: 1}], do: {zPosition: calc(r.v * 10)}}", 4, 53, "write ${r.v}"
    ),
    ("  - {forEach: i, in: 3, do: {zPosition: \"${i} * 30\"}}", 4, 41, "put calc(...) around"),
    ("  - {use: library #axis, name: a}", 5, 1, "' #' begins a comment"),
    (
      "  - animations:\n      opacity: {toValue: 0}\n      - {type: basic, keyPath: opacity}", 6, 7,
      "keys and items do not go together"
    ),
    ("  - {name: a, style: title}", 4, 22, "write it under styles: {title: {...}}"),
    ("  - {text: a, string: b}", 4, 6, "give text alone"),
    ("  - {text: a, class: layer}", 4, 6, "give text alone"),
    ("  - {class: shape, text: Hello}", 4, 20, "write class: text"),
    // Layouts.
    ("  - {bounds: [9, 9], gap: 4}", 4, 22, "write layout: {type: row, gap: 10"),
    ("  - {bounds: [9, 9], justify-content: center}", 4, 22, "write layout: {type: row"),
    (children("rows"), 4, 32, "did you mean 'row'?"),
    (children("{type: vertical}"), 4, 39, "did you mean 'column'?"),
    (children("{type: row, align: middle}"), 4, 51, "did you mean 'center'?"),
    (children("{type: row, justify: flex-end}"), 4, 53, "did you mean 'end'?"),
    (children("{type: row, columns: 2}"), 4, 44, "write type: grid"),
    (children("{type: stack, gap: 2}"), 4, 46, nil),
    (children("{type: grid, columns: 2, wrap: true}"), 4, 57, nil),
    (children("grid"), 4, 32, "columns: 2"),
    (children("{type: grid, gap: 4}"), 4, 32, "columns: 2"),
    (children("{type: row, order: [5]}"), 4, 52, "its sublayers have names, or places from 0 to 1"),
    (
      "  - {class: shape, path: M 20 10 H 30 V 20 H 20 Z, animations: {scaleIn: 1}}", 4, 52,
      "add bounds: [20, 10, 10, 10] and position: [25, 15]"
    ),
    // Names and repetitions.
    (
      "  - {forEach: r, in: [1], do: {name: \"${row}\"}}", 4, 38, "the names of the repetition: r"
    ),
    ("  - {forEach: r, in: [1], do: {name: \"${i}\"}}", 4, 38, "write index: i beside forEach"),
    (
      "  - {forEach: r, in: [1], let: {a: \"${b}\", b: 2}, do: {name: \"${a}\"}}", 4, 36,
      "'b' comes after it"
    ),
    ("  - {forEach: i, in: {from: 0, to: 9, step: -1}, do: {name: a}}", 4, 22, "the other way"),
    (box("opacity: calc(average(1))"), 4, 43, "did you mean 'mean'?"),
    (box("zPosition: calc(date(2026-01-31))"), 4, 45, "in quotes: date('2026-01-31')"),
    (
      box("animations: [{type: keyframe, keyPath: opacity, values: [0, 1], keyTimes: [0, 100]}]"),
      4, 107, "the last one is 1"
    ),
    ("  - {class: text, string: a, position: center}", 4, 30, "sizeToFit: true"),
    ("  - {text: a b, position: center, wrapped: true}", 4, 6, "give bounds: [WIDTH, 0]"),
    (
      "  - {class: text, string: a, frame: [0, 0, 9, 9], split: {by: letters, animations: "
        + "{foregroundColor: {fromValue: red}}}}", 4, 85, "fillColor"
    ),
    // Events.
    (event + "{at: 1, duration: 1, set: {a: {opacity: 0}}}", 6, 13, "animationDuration: 1"),
    (event + "{at: 1, set: {a: {gap: 20}}}", 6, 23, "did you mean 'layout.gap'?"),
  ]

  @Test("Mistakes of authors have one message with a hint", arguments: cases.indices)
  func messages(_ index: Int) {
    let (layers, line, column, hint) = Self.cases[index]
    let diagnostics = Self.load(layers).diagnostics
    #expect(diagnostics.count == 1, "\(diagnostics)")
    guard let first = diagnostics.first else { return }
    #expect([first.range.line, first.range.column] == [line, column], "\(first)")
    if let hint { #expect(first.hint?.contains(hint) == true, "\(first)") }
  }
}
