import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing

@testable import RostrumSceneFile

/// A container or a box of a generated scene, with its settings after the events so far.
private final class GeneratedBox {
  let name: String
  var keys: [String: String] = [:]
  var layout: [String: String] = [:]
  var sublayers: [GeneratedBox] = []

  init(_ name: String) { self.name = name }

  var subtree: [GeneratedBox] { [self] + sublayers.flatMap(\.subtree) }
  var isHidden: Bool { keys["hidden"] == "true" }
  var shown: [GeneratedBox] { isHidden ? [] : [self] + sublayers.flatMap(\.shown) }

  var text: String {
    var parts = ["name: \(name)"] + keys.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
    if !layout.isEmpty {
      let settings = layout.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
      parts.append("layout: {\(settings.joined(separator: ", "))}")
      parts.append("sublayers: [\(sublayers.map(\.text).joined(separator: ", "))]")
    }
    return "{\(parts.joined(separator: ", "))}"
  }
}

/// Trees of layouts with random settings, and events that change some of them.
private struct LayoutGenerator {
  var random: RandomSource
  private var count = 0

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func word(_ words: String...) -> String { words[number(0...words.count - 1)] }

  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  private mutating func setting(_ name: String, of box: GeneratedBox) -> String {
    switch name {
    case "gap": "\(number(0...12))"
    case "padding": "[\(number(0...9)), \(number(0...9))]"
    case "align": word("start", "center", "end")
    case "justify": word("start", "center", "end", "spaceBetween")
    case "order": "[\(box.sublayers.map(\.name).shuffled(using: &random).joined(separator: ", "))]"
    default: word("row", "column", "stack")
    }
  }

  mutating func container(depth: Int, isRoot: Bool) -> GeneratedBox {
    let box = named()
    if isRoot { box.keys["position"] = "[\(number(80...120)), \(number(80...120))]" }
    if isRoot || chance(40) { box.keys["bounds"] = "[\(number(120...200)), \(number(90...160))]" }
    for _ in 0..<number(2...4) {
      box.sublayers.append(
        depth > 0 && chance(35) ? container(depth: depth - 1, isRoot: false) : leaf())
    }
    box.layout["type"] = word("row", "column", "stack")
    for name in ["gap", "padding", "align", "justify"] {
      if chance(50) { box.layout[name] = setting(name, of: box) }
    }
    return box
  }

  private mutating func named() -> GeneratedBox {
    count += 1
    return GeneratedBox("n\(count)")
  }

  private mutating func leaf() -> GeneratedBox {
    let box = named()
    box.keys["bounds"] = "[\(number(4...30)), \(number(4...30))]"
    if chance(20) { box.keys["grow"] = "\(number(1...2))" }
    if chance(15) { box.keys["hidden"] = "true" }
    return box
  }

  /// Changes some settings of the tree; the event's `set` that does the same.
  mutating func change(_ root: GeneratedBox) -> String {
    var changes: [String] = []
    for box in root.subtree where chance(50) {
      if box.layout.isEmpty {
        if chance(50), box.keys["grow"] == nil {
          let bounds = "[\(number(4...30)), \(number(4...30))]"
          box.keys["bounds"] = bounds
          changes.append("\(box.name): {bounds: \(bounds)}")
        } else {
          box.keys["hidden"] = box.isHidden ? "false" : "true"
          changes.append("\(box.name): {hidden: \(box.isHidden)}")
        }
      } else {
        let name = word("gap", "padding", "align", "justify", "order", "type")
        let value = setting(name, of: box)
        box.layout[name] = value
        changes.append("\(box.name): {layout.\(name): \(value)}")
      }
    }
    return "{\(changes.joined(separator: ", "))}"
  }
}

/// Layouts after events are equal to layouts with the same settings from the start.
@Suite("Generated layouts that change")
struct GeneratedLayoutTests {
  private static func load(_ root: String, _ events: [String]) throws -> Scene {
    let lines = ["size: [240, 240]", "duration: 9", "layers: [\(root)]"]
    let list = events.enumerated().map {
      "  - {at: \($0 + 1), transaction: {animationDuration: 0.5}, set: \($1)}"
    }
    let text = (lines + (list.isEmpty ? [] : ["events:"] + list)).joined(separator: "\n") + "\n"
    let result = SceneLoader(assets: InMemoryAssets()).load(text: text, path: "a.yaml")
    return try #require(result.scene, "\(result.diagnostics)\n\(text)")
  }

  /// Position and size of each of these layers, by its name.
  private static func boxes(
    _ scene: Scene, _ time: Double, _ names: Set<String>
  ) -> [String: String] {
    let found = scene.presentation(at: time).sublayers.flatMap(\.subtree).map { layer in
      let (place, bounds) = (layer.values[.position], layer.values[.bounds])
      let numbers = [place.x, place.y, bounds.width, bounds.height]
        .map { ($0 * 1000).rounded() / 1000 + 0 }
      return (String(layer.name.split(separator: "/").last ?? ""), "\(numbers)")
    }
    return Dictionary(found) { first, _ in first }.filter { names.contains($0.key) }
  }

  @Test(
    "Generated layouts that change lie after each event as if they had been written so",
    arguments: SeedShare.shares(of: Array(0..<400)))
  func settled(_ share: SeedShare) async throws { try await share.forEach(expectSettled) }

  private func expectSettled(_ seed: Int) throws {
    var generator = LayoutGenerator(seed: UInt64(seed))
    let root = generator.container(depth: 2, isRoot: true)
    let before = root.text
    var events: [String] = []
    var expected: [[String: String]] = []
    for _ in 0..<3 {
      events.append(generator.change(root))
      let names = Set(root.shown.map(\.name))
      expected.append(Self.boxes(try Self.load(root.text, []), 0, names))
    }
    let scene = try Self.load(before, events)
    for (index, boxes) in expected.enumerated() {
      let found = Self.boxes(scene, Double(index) + 1.9, Set(boxes.keys))
      #expect(found == boxes, "seed \(seed), event \(index) of \(events): \(before)")
    }
  }
}
