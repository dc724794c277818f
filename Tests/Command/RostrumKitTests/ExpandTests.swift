import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

/// A random scene text of layers inside layers, each with some of the features that the language
/// has beyond Core Animation's model; the same for the same seed.
private struct LayerText {
  private var random: RandomSource
  private var count = 0

  init(seed: Int) { random = RandomSource(seed: UInt64(seed)) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  private mutating func word(_ words: String...) -> String { words[number(0...words.count - 1)] }

  mutating func scene() -> String {
    let layers = (0..<number(1...3)).map { _ in layer(depth: 2) }
    return """
      size: [160, 120]
      fps: 10
      duration: 1.5
      styles: {layer: {cornerRadius: \(number(0...4))}}
      let: {gap: \(number(1...9))}
      components:
        dot:
          parameters: {side: {type: number, default: \(number(4...12))}}
          layer: {bounds: ["${side}", "${side}"], backgroundColor: \(word("teal", "gold"))}
      layers: [\(layers.joined(separator: ", "))]
      events: [{at: 0.5, set: {n1: {opacity: 0.5}}}]

      """
  }

  private mutating func layer(depth: Int, in around: String = "scene") -> String {
    count += 1
    var keys = ["name: n\(count)", "backgroundColor: \(word("red", "green", "blue", "none"))"]
    if depth < 2, around != "sequence", count > 3, chance(15) {
      return "{use: dot, name: n\(count), parameters: {side: \(number(2...20))}}"
    }
    keys += size(in: around)
    if chance(25) { keys.append(animation()) }
    if around == "sequence" {
      keys.append("duration: \(word("0.4", "0.6"))")
    } else if chance(15) {
      keys += ["in: 0.\(number(1...4))", "out: 0.\(number(5...9))"]
    }
    guard depth > 0, chance(75) else { return "{\(keys.joined(separator: ", "))}" }
    let kind = word("row", "column", "stack", "grid", "sequence", "none", "none")
    if kind == "sequence" {
      keys.append("class: sequence")
      if chance(60) {
        keys.append("transition: {type: \(word("fade", "push", "wipe", "zoom")), duration: 0.1}")
      }
    } else {
      if kind != "none" {
        keys.removeAll { $0.hasPrefix("grow") }
        keys.append("layout: {type: \(kind), gap: \"${gap}\", padding: 3}")
      }
      if chance(30) { keys.append("stagger: {each: 0.1, from: \(word("first", "center"))}") }
    }
    let inner = (0..<number(1...3)).map { _ in layer(depth: depth - 1, in: kind) }
    return "{\(keys.joined(separator: ", ")), sublayers: [\(inner.joined(separator: ", "))]}"
  }

  private mutating func size(in around: String) -> [String] {
    let (width, height) = (number(30...90), number(30...90))
    switch number(1...5) {
    case 1 where around == "scene" || around == "none":
      return [
        "bounds: [\(width), \(height)]",
        "position: \(word("topLeft", "center", "right", "bottom"))",
      ]
    case 2 where around == "scene" || around == "none":
      return ["position: {left: \(number(0...9)), right: 3, top: 5}", "aspectRatio: 3/2"]
    case 3: return ["bounds: [\(width), 0]", "aspectRatio: 2"]
    case 4 where around == "row" || around == "column":
      return ["bounds: [\(width), \(height)]", "grow: 1"]
    default:
      let position =
        ["row", "column", "stack", "grid"].contains(around)
        ? [] : ["position: [\(number(0...160)), \(number(0...120))]"]
      return ["bounds: [\(width), \(height)]"] + position
    }
  }

  private mutating func animation() -> String {
    let type = word(
      "type: basic, toValue: 0.2", "type: spring, fromValue: 0.1",
      "type: keyframe, values: [1, 0, 1]")
    return "animations: [{\(type), keyPath: opacity, duration: 0.\(number(3...9))}]"
  }
}

@Suite("Expanding")
struct ExpandTests {
  @Test(
    "A generated scene expands to a scene that shows the same",
    arguments: SeedShare.shares(of: Array(0..<300)))
  func generated(_ share: SeedShare) async throws {
    try await share.forEach { seed in
      var generator = LayerText(seed: seed)
      let text = generator.scene()
      let result = SceneOpener().check(text: text, path: "/tmp/none.yaml")
      let scene = try #require(result.scene, "\(result.diagnostics.first?.message ?? "")\n\(text)")
      let expanded = try SceneWriter().text(scene)
      let again = SceneOpener().check(text: expanded, path: "/tmp/none.yaml")
      let read = try #require(again.scene, "\(again.diagnostics.first?.message ?? "")\n\(expanded)")
      // An implicit animation begins at a value that is worked out again: its last bit may differ.
      expectSameFrames(scene, read, within: 1e-15)
      #expect(try SceneWriter().text(read) == expanded, "seed \(seed)")
    }
  }

  @Test("The repository's scenes expand to scenes of the same pixels", arguments: BakeTests.scenes)
  func repository(_ name: String) throws {
    let folder = try TemporaryFolder()
    let source = try folder.copy("Scenes").appending(path: name)
    let output = source.deletingLastPathComponent().appending(path: "expanded.yaml").path
    let options = SceneOptions(frameRate: FrameRate(numerator: 12))
    try BakeJob(scene: source.path, output: output, options: options, form: .expanded).run()
    let original = try SceneOpener(options: options).open(source.path)
    let expanded = try SceneOpener().open(output)
    #expect(expanded.result.diagnostics.filter { $0.severity == .error }.isEmpty)
    expectSameFrames(original.scene, expanded.scene)
    let clock = original.scene.clock
    for frame in [0, clock.frameCount / 3, clock.frameCount - 1] {
      let time = clock.time(ofFrame: frame)
      let pictures = try (picture(of: original, at: time), picture(of: expanded, at: time))
      #expect(pictures.0 == pictures.1, "frame \(frame)")
    }
  }
}
