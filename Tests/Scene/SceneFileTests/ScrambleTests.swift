import RostrumLayerTree
import RostrumSource
import Testing

@testable import RostrumSceneFile

@Suite("Texts that scramble")
struct ScrambleTests {
  private static func load(_ keys: String, events: String = "") -> LoadResult {
    SceneLoader(assets: InMemoryAssets()).load(
      text: "size: [400, 100]\nduration: 3\nlayers:\n"
        + "- {name: a, class: text, frame: [0, 0, 400, 100], \(keys)}\n\(events)", path: "a.yaml")
  }

  private static func text(_ scene: Scene, _ time: Double) throws -> String {
    let layer = try #require(scene.presentation(at: time).subtree.first { $0.name == "a" })
    return layer.values[.string].string
  }

  @Test(
    "Texts that scramble settle from the first letter to the last",
    arguments: [
      // Ten letters in a second: after a tenth one has settled.
      ("Launch 2030", "", [(0.1, "L"), (0.55, "Launc"), (0.65, "Launch"), (0.75, "Launch 2")]),
      ("Launch 2030", ", timingFunction: easeIn", [(0.3, "")]),
      ("ab", ", beginTime: 1", [(0.5, "ab"), (1.6, "a")]),
      ("ab", ", repeatCount: 2", [(0.6, "a"), (1.6, "a")]),
      ("", "", [(0.5, "")]), ("  ", "", [(0.5, "  ")]),
    ] as [(String, String, [(Double, String)])])
  func settles(_ string: String, _ keys: String, _ expected: [(Double, String)]) throws {
    let scene = try Self.load(
      "string: \"\(string)\", animations: {string: {type: scramble, duration: 1\(keys)}}"
    ).loaded()
    for (time, start) in expected {
      let shown = try Self.text(scene, time)
      #expect(shown.hasPrefix(start), "\(shown) at \(time)")
      #expect(shown.count == string.count)
      for (letter, own) in zip(shown, string) {
        #expect(letter.isWhitespace == own.isWhitespace)
        #expect(letter.isNumber == own.isNumber)
        #expect(letter.isUppercase == own.isUppercase)
      }
    }
    #expect(try Self.text(scene, 2.5) == string)
  }

  @Test(
    "Texts that scramble show letters that differ by seed and change at their rate, alike in every film"
  )
  func chance() throws {
    func texts(_ keys: String) throws -> [String] {
      let scene = try #require(
        Self.load(
          "string: abcdefghij, animations: {string: {type: scramble, duration: 2\(keys)}}"
        ).scene)
      return try (0..<20).map { try Self.text(scene, (Double($0) + 0.5) / 10) }
    }
    let plain = try texts("")
    #expect(try texts("") == plain)
    #expect(try texts(", seed: 1") != plain)
    // Twice a second: five frames in ten a second are alike but for what settles.
    let slow = try texts(", rate: 2").map { $0.suffix(1) }
    #expect(Set(slow[0..<5]).count == 1 && Set(slow[5..<10]).count == 1)
    #expect(Set(try texts(", rate: 10").map { $0.suffix(1) }).count > 5)
    let bits = try texts(", letters: \"01\"")
    #expect(bits[0].dropFirst().allSatisfy { "01".contains($0) })
  }

  @Test("Texts that scramble take the text that an event sets, and run when an event adds them")
  func events() throws {
    let scene = try Self.load(
      "string: abc",
      events:
        "events:\n- {at: 1, set: {a: {string: XYZ}}, add: {a: {type: scramble, keyPath: string, duration: 1}}}\n"
    ).loaded()
    #expect(try Self.text(scene, 0.5) == "abc")
    #expect(try Self.text(scene, 1.5).hasPrefix("X"))
    #expect(try Self.text(scene, 1.5).allSatisfy(\.isUppercase))
    #expect(try Self.text(scene, 2.5) == "XYZ")
  }

  @Test(
    "Texts that scramble are the same alone and in sequence, in styles and in layouts of their own size"
  )
  func alone() throws {
    let text = """
      size: [400, 100]
      duration: 2
      layers:
        - layout: row
          position: [200, 50]
          sublayers:
            - name: a
              class: text
              string: [{text: "one ", foregroundColor: red}, {text: two}]
              animations: [{type: scramble, keyPath: string, duration: 1.5, seed: 7}]

      """
    func scene() throws -> Scene {
      let result = SceneLoader(assets: InMemoryAssets()).load(text: text, path: "a.yaml")
      #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
      return try #require(result.scene)
    }
    let times = (0...20).map { Double($0) / 10 }
    let one = try scene()
    let inOrder = times.map { one.presentation(at: $0).subtree.map(\.values) }
    for (time, expected) in zip(times, inOrder).reversed() {
      #expect(try scene().presentation(at: time).subtree.map(\.values) == expected)
    }
    let middle = try #require(one.presentation(at: 0.8).subtree.first { $0.name == "a" })
    #expect(middle.values[.string].runs.map(\.text.count) == [4, 3])
    #expect(middle.values[.string].runs[0].foregroundColor != nil)
  }

  @Test(
    "Texts that scramble refuse what has no letters",
    arguments: [
      ("animations: {opacity: {type: scramble}}", "only a text has letters"),
      ("animations: {string: {type: scramble, rate: 0}}", "above 0"),
      ("animations: {string: {type: scramble, seed: -1}}", "from 0 to 1000000"),
      ("animations: {string: {type: scramble, letters: \"a b\"}}", "a space or a line break"),
      ("animations: {string: {type: scramble, letter: ab}}", "unknown key 'letter'"),
      ("animations: {string: {type: scramble, duration: -1}}", "negative"),
      ("animations: [{type: scramble}]", "needs 'keyPath'"),
    ])
  func mistakes(_ keys: String, _ message: String) {
    let diagnostics = Self.load("string: abc, " + keys).diagnostics
    #expect(diagnostics.count == 1, "\(diagnostics)")
    #expect(diagnostics.first?.message.contains(message) == true, "\(diagnostics)")
  }
}
