import Foundation
import RostrumBase
import RostrumKit
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

/// Mistakes of meaning that `check` says without drawing: each has one message, at its line, with
/// the way out.
@Suite("Mistakes of meaning")
struct AuthorMistakeTests {
  fileprivate static let box = "bounds: [40, 40], position: [150, 100], backgroundColor: tomato"

  /// The text of line 5 and below, the warning's line and name, and words of its message or hint.
  private static let mistakes: [(String, Int, String, String)] = [
    // Colours.
    ("- {class: text, string: Hello, frame: [10, 10, 200, 60]}", 5, "low-contrast", "is white"),
    (
      "- {class: text, string: Hi, foregroundColor: '#fffde0', frame: [10, 10, 90, 60]}", 5,
      "low-contrast", "foregroundColor"
    ),
    (
      "- {frame: [0, 0, 300, 200], backgroundColor: black}\n"
        + "  - {class: shape, path: M 10 10 H 50 V 50 Z}", 6, "low-contrast", "fillColor"
    ),
    ("- {frame: [9, 9, 20, 20], backgroundColor: white}", 5, "low-contrast", "backgroundColor"),
    (
      "- {class: shape, path: M 10 10 L 99 99, fillColor: none, lineWidth: 4}", 5, "no-effect",
      "strokeColor"
    ),
    (
      "- {class: shape, path: M 10 10 L 99 99, fillColor: none}", 5, "no-effect",
      "strokeColor or a fillColor"
    ),
    (
      "- {class: shape, path: M 9 9 H 50 V 50 Z, strokeColor: red, lineWidth: 0}", 5, "no-effect",
      "lineWidth"
    ),
    ("- {\(box), borderWidth: 3, borderColor: none}", 5, "no-effect", "borderColor"),
    ("- {\(box), opacity: 0}", 5, "no-effect", "animate its opacity"),
    (
      "- {class: shape, path: M 0 9 H 99, fillColor: none, strokeColor: red, strokeEnd: 0}", 5,
      "no-effect", "above strokeStart"
    ),
    ("- {class: text, frame: [0, 0, 100, 30], foregroundColor: black}", 5, "no-effect", "string"),
    ("- {class: shape, fillColor: red}", 5, "no-effect", "give it a path"),
    ("- {class: gradient, frame: [0, 0, 100, 30]}", 5, "no-effect", "colors"),
    ("- {class: emitter, frame: [0, 0, 100, 30]}", 5, "no-effect", "emitterCells"),
    (
      "- {bounds: [40, 40], position: [150, 100], cornerRadius: 10}", 5, "no-effect",
      "backgroundColor"
    ),
    // Animations.
    (
      "- {\(box), out: 1, animations: {position.x: {toValue: 0, beginTime: 1.2, duration: 0.5}}}",
      5, "after-end", "left the stage"
    ),
    (
      "- {\(box), animations: {position.x: {fromValue: 0, duration: 6}}}", 5, "after-end",
      "shorter duration"
    ),
    (
      "- {\(box), animations: {position.x: {fromValue: 0, duration: 1500}}}", 5, "after-end",
      "write 1.5"
    ),
    (
      "- {\(box), animations: {position.x: {fromValue: 0, beginTime: 1.5, duration: 1}}}", 5,
      "after-end", "shows 0.5"
    ),
    (
      "- {\(box), animations: [{type: basic, keyPath: opacity, fromValue: 0, duration: 1},"
        + " {type: basic, keyPath: opacity, fromValue: 0.5, duration: 1}]}", 5, "no-effect",
      "make it additive"
    ),
    (
      "- {\(box), animations: [{type: basic, keyPath: opacity, fromValue: 0, duration: 1},"
        + " {type: basic, keyPath: opacity, fromValue: 1, toValue: 0, beginTime: 1, duration: 1, hold: true}]}",
      5, "no-effect", "in place of hold"
    ),
    // Time on stage.
    ("- {\(box), in: 5}", 5, "after-end", "come earlier"),
    // Places.
    (
      "- {bounds: [40, 40], position: [900, 100], backgroundColor: red}", 5, "off-canvas",
      "position"
    ),
    (
      "- {frame: [0, 0, 90, 40], layout: row, sublayers: [{bounds: [50, 9], backgroundColor: red},"
        + " {bounds: [50, 9], backgroundColor: red}]}", 5, "layout-overflow", "wrap: true"
    ),
    (
      "- {frame: [0, 0, 90, 40], layout: {type: column, gap: 9}, sublayers: "
        + "[{bounds: [50, 19], backgroundColor: red}, {bounds: [50, 19], backgroundColor: red}]}",
      5,
      "layout-overflow", "7 points too high"
    ),
    // Outlines between which there is nothing to see.
    (
      "- {class: shape, path: M 0 0 H 90 V 90 H 0 Z, animations: "
        + "{path: {toValue: M 0 0 V 90 H 90 V 0 Z, duration: 2}}}", 5, "no-effect",
      "wrong partners"
    ),
    // Names.
    (
      "- {\(box)}\nlet: {v: {fromValue: 0, toValue: 1, duration: 1}}", 6, "unused-parameter",
      "the value 'v'"
    ),
    ("- {\(box)}\nclocks: {c: {rate: 9}}", 6, "unused-parameter", "the clock 'c'"),
    (
      "- {\(box)}\ncomponents: {badge: {layer: {bounds: [10, 10]}}}", 6, "unused-parameter",
      "use: badge"
    ),
    ("- {\(box)}\nstyles: {title: {opacity: 0.5}}", 6, "unused-parameter", "style: title"),
    ("- {\(box)}\nstyles: {texts: {fontSize: 9}}", 6, "unused-parameter", "did you mean 'text'?"),
    (
      "- {use: badge}\ncomponents: {badge: {parameters: {a: {type: number, default: 1}},"
        + " layer: {\(box)}}}", 6, "unused-parameter", "the parameter 'a'"
    ),
    (
      "- {use: badge}\ncomponents: {badge: {let: {a: 1}, layer: {\(box)}}}", 6,
      "unused-parameter", "the value 'a'"
    ),
    (
      "- {forEach: i, in: 2, let: {a: 1}, do: {\(box), zPosition: \"${i}\"}}", 5,
      "unused-parameter", "the value 'a'"
    ),
  ]

  private static func found(_ layers: String) throws -> [Diagnostic] {
    try SceneCheckTests.found(
      "size: [300, 200]\nbackground: white\nduration: 2\nlayers:\n  " + layers, .evaluated)
  }

  @Test("Mistakes of meaning have one message with the way out", arguments: mistakes.indices)
  func messages(_ index: Int) throws {
    let (layers, line, id, words) = Self.mistakes[index]
    let found = try Self.found(layers)
    #expect(found.map { "\($0.range.line): \($0.id)" } == ["\(line): \(id)"], "\(found)")
    let text = found.map { $0.message + " " + ($0.hint ?? "") }.joined()
    #expect(text.contains(words), "\(found)")
  }

  /// A mistake of spelling or of a value: a row of AuthorMistakes.txt.
  struct Row: CustomTestStringConvertible, Sendable {
    /// 3 for one message with the place, the mistake and the way out; 2 where one of these lacks.
    let score: Int
    let line: Int
    /// Of the message or its hint.
    let words: String
    /// The text of line 5 and below.
    let layers: String
    var testDescription: String { layers }

    static let all: [Row] = {
      let url = FileManager.root.appending(path: "Tests/Fixtures/AuthorMistakes.txt")
      let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map { line in
        let parts = line.split(separator: "\t").map(String.init)
        let layers = parts[3].replacing("BOX", with: AuthorMistakeTests.box)
        return Row(
          score: Int(parts[0]) ?? 0, line: Int(parts[1]) ?? 0, words: parts[2],
          layers: layers.replacing("\\n", with: "\n"))
      }
    }()
  }

  @Test("No mistake of spelling or of a value is silent", arguments: Row.all)
  func spelling(_ row: Row) throws {
    let found = try Self.found(row.layers)
    let first = try #require(found.first)
    #expect(first.range.line == row.line, "\(found)")
    #expect((first.message + " " + (first.hint ?? "")).contains(row.words), "\(found)")
    #expect(found.count == 1 || row.score < 3, "\(found)")
  }

  @Test("The messages of 240 mistakes have 2.8 of 3 points")
  func scores() {
    let scores = Row.all.map(\.score) + Self.mistakes.map { _ in 3 }
    #expect(scores.count >= 240)
    #expect(Double(scores.reduce(0, +)) / Double(scores.count) >= 2.8)
  }

  @Test("Merging a style, a component or a name by its anchor is a use of it")
  func merged() throws {
    let head =
      "size: [300, 200]\nstyles: {plate: &plate {bounds: [9, 9], backgroundColor: red}, other: &other {}}\n"
      + "components: {part: &part {opacity: 0.5}}\nlet: {place: &place {position: [150, 100]}}\n"
    let found = try SceneCheckTests.found(
      head + "layers:\n  - {<<: [*plate, *part, *place]}", .evaluated)
    #expect(found.map(\.message) == ["the style 'other' is not used"])
  }

  @Test("Figure files are checked as figures")
  func figures() throws {
    let folder = try TemporaryFolder([
      "scene.yaml":
        "size: [90, 90]\nduration: 1\nlayers: [{name: a, frame: [0, 0, 9, 9], backgroundColor: red, "
        + "animations: {opacity: {toValue: 0, duration: 1}}}]"
    ])
    let right = "type: properties\nscene: scene.yaml\ncurves: [{layer: a, keyPath: opacity}]\n"
    try folder.write(right, to: "right.yaml")
    try folder.write(right + "widht: 9\n", to: "wrong.yaml")
    try folder.write("type: timeline\nscene: scene.yaml\nlayers: a\n", to: "timeline.yaml")
    var found: [String: [String]] = [:]
    _ = try RenderJob(scenes: [folder.path]).check { item, outcome in
      found[item.path.lastPathComponent] = try? outcome.get().diagnostics.map(\.id)
    }
    #expect(
      found == [
        "scene.yaml": [], "right.yaml": [], "wrong.yaml": ["unknown-key"], "timeline.yaml": [],
      ])
  }

  @Test(
    "What only looks like a mistake is not warned of",
    arguments: [
      "- {class: text, string: Hello, foregroundColor: black, frame: [10, 10, 200, 60]}",
      "- {frame: [0, 0, 300, 200], backgroundColor: navy}\n"
        + "  - {class: text, string: Hello, frame: [10, 10, 200, 60]}",
      "- {\(box), animations: {position.x: {fromValue: 0, duration: 1.5, repeatCount: infinity}}}",
      "- {\(box), animations: {position.x: {fromValue: 0, duration: 2}}}",
      "- {\(box), animations: {position.x: {type: spring, fromValue: 0, damping: 30}}}",
      "- {\(box), animations: [{type: basic, keyPath: opacity, fromValue: 0, duration: 1},"
        + " {type: basic, keyPath: opacity, toValue: 0, beginTime: 1, duration: 1}]}",
      "- {\(box), animations: [{type: basic, keyPath: position.x, byValue: 9, duration: 2},"
        + " {type: basic, keyPath: position.x, fromValue: 0, toValue: 9, duration: 2, additive: true}]}",
      "- {\(box), in: 1}",
      "- {\(box), in: 1, animations: {opacity: {fromValue: 0, beginTime: 1, duration: 0.5}}}",
      "- {\(box), in: 1, animations: {fadeIn: {beginTime: 1, duration: 0.5}}}",
      "- {\(box), animations: {transform.rotation: {byValue: 1turn, duration: 9, repeatCount: infinite}}}",
      "- {\(box), animations: {position.x: {type: spring, fromValue: 0, hold: true}}}",
      "- {text: ♛, font: DejaVu Sans, foregroundColor: white, strokeColor: black, lineWidth: 2, position: center}",
      "- {text: 'A headline that runs on and on and on', foregroundColor: black, position: [150, 100], "
        + "animations: {position.x: {fromValue: 900, toValue: -900, duration: 2}}}",
      "- {class: sequence, sublayers: [{duration: 2, sublayers: [{\(box.replacing("[150, 100]", with: "center"))}]}]}",
      "- {class: shape, path: M 0 0 H 90 V 90 H 0 Z, animations: "
        + "{path: {toValue: M 45 0 L 90 90 L 0 90 Z, duration: 2}}}",
      "- {class: shape, path: M 0 0 H 90 V 90 H 0 Z, animations: "
        + "{path: {toValue: M 99 9 H 190 V 60 H 99 Z, duration: 2}}}",
      "- {text: 'Sum: calc(1 + 2)', style: big, position: center}\n"
        + "styles: {big: {fontSize: 40, foregroundColor: black}}",
      "- {\(box), animations: {fadeIn: 0.5, slideFromTop: {duration: 0.5, fromValue: -90}}}",
      "- {frame: [0, 0, 90, 40], masksToBounds: true, layout: row, sublayers: "
        + "[{bounds: [80, 9], backgroundColor: red}, {bounds: [80, 9], backgroundColor: red}]}",
      "- {class: text, string: 'Sum: calc(1 + 2)', foregroundColor: black, frame: [10, 10, 200, 60]}",
      "- {use: badge}\ncomponents: {badge: {let: {a: 1, b: 'calc(${a} + 1)'},"
        + " layer: {\(box), zPosition: '${b}'}}}",
    ])
  func nearMisses(_ layers: String) throws {
    #expect(try Self.found(layers) == [])
  }
}
