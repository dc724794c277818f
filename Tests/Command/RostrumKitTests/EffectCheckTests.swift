import RostrumKit
import RostrumSource
import Testing

/// The warnings of settings that show nothing.
@Suite("Checks of settings without effect")
struct EffectCheckTests {
  @Test(
    "A setting that shows nothing without another one is warned of",
    arguments: [
      ("backgroundColor: red, shadowRadius: 4", "shadowOpacity"),
      ("backgroundColor: red, shadowColor: blue", "shadowOpacity"),
      ("backgroundColor: red, borderColor: blue", "borderWidth"),
      ("class: shape, path: M 0 0 H 9 V 9 Z, lineWidth: 3", "strokeColor"),
      ("class: shape, path: M 0 0 H 9 V 9 Z, lineDashPattern: [2]", "strokeColor"),
      (
        "class: shape, path: M 0 0 H 9 V 9 Z, animations: [{type: basic, keyPath: strokeEnd, toValue: 0, duration: 1}]",
        "strokeColor"
      ),
      ("backgroundColor: red, shadowRadius: 4, shadowOpacity: 0.5", nil),
      (
        "backgroundColor: red, shadowRadius: 4, animations: [{type: basic, keyPath: shadowOpacity, fromValue: 1, duration: 1}]",
        nil
      ),
      ("backgroundColor: red, borderColor: blue, borderWidth: 1", nil),
      ("class: shape, path: M 0 0 H 9 V 9 Z, lineWidth: 3, strokeColor: red", nil),
      ("backgroundColor: red", nil),
    ] as [(String, String?)])
  func needs(_ layer: String, _ needed: String?) throws {
    let scene = "size: [20, 20]\nduration: 1\nlayers:\n  - {frame: [5, 5, 9, 9], \(layer)}"
    let found = try SceneCheckTests.found(scene, .evaluated)
    #expect(found.map(\.id) == (needed == nil ? [] : ["no-effect"]), "\(found)")
    #expect(found.allSatisfy { $0.range.line == 4 && $0.hint?.contains(needed ?? "?") == true })
  }

  @Test(
    "What would be told of a film that is over is warned of",
    arguments: [
      "poster: 3", "chapters: [{at: 0, title: a}, {at: 2, title: b}]",
      "captions: [{start: 0, end: 1, text: a}, {start: 2.5, end: 3, text: b}]",
    ])
  func late(_ line: String) throws {
    let scene = "size: [20, 20]\nduration: 2\n\(line)\nbackground: red"
    #expect(try SceneCheckTests.ids(scene) == ["3: after-end"])
    #expect(try SceneCheckTests.ids(scene.replacing("duration: 2", with: "duration: 4")) == [])
  }
}
