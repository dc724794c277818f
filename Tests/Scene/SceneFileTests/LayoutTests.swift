import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import Testing

@testable import RostrumSceneFile

/// Expected boxes are worked out by CSS Flexible Box Layout and CSS Grid, by hand.
@Suite("Layouts")
struct LayoutTests {
  private static func load(_ layers: String) -> LoadResult {
    SceneLoader(assets: InMemoryAssets()).load(
      text: "size: [200, 100]\nduration: 1\nlayers:\n" + layers, path: "a.yaml")
  }

  /// The left and right ends, or the upper and lower ones, of the sublayers of the first layer.
  private static func ends(_ layers: String, isColumn: Bool = false) throws -> [[Double]] {
    let result = load(layers)
    let scene = try #require(result.scene, "\(result.diagnostics)")
    #expect(result.diagnostics.isEmpty)
    return try #require(scene.layers.first).sublayers.map { layer in
      let (bounds, anchor) = (layer.values[.bounds], layer.values[.anchorPoint])
      let place = layer.values[.position]
      return isColumn
        ? [place.y - anchor.y * bounds.height, place.y + (1 - anchor.y) * bounds.height]
        : [place.x - anchor.x * bounds.width, place.x + (1 - anchor.x) * bounds.width]
    }
  }

  private static func row(_ keys: String, _ children: String...) -> String {
    "- {\(keys), sublayers: [\(children.map { "{bounds: [20, 10]\($0)}" }.joined(separator: ", "))]}"
  }

  @Test(
    "Layouts share out the room of a row",
    arguments: [
      (row("layout: row", "", ""), [[0, 20], [20, 40]]),
      (
        row("bounds: [100, 10], layout: {type: row, justify: spaceBetween}", "", ""),
        [[0, 20], [80, 100]]
      ),
      (
        row("bounds: [100, 10], layout: {type: row, gap: 10, justify: center}", "", ""),
        [[25, 45], [55, 75]]
      ),
      // 60 points are left.
      (row("bounds: [100, 10], layout: row", ", grow: 1", ""), [[0, 80], [80, 100]]),
      (row("bounds: [100, 10], layout: row", ", grow: 1", ", grow: 2"), [[0, 40], [40, 100]]),
      (row("bounds: [100, 10], layout: row", ", grow: 3", ", grow: 1"), [[0, 65], [65, 100]]),
      (row("bounds: [100, 10], layout: row", ", grow: 0.5", ""), [[0, 50], [50, 70]]),
      (row("bounds: [100, 10], layout: row", ", grow: 0", ""), [[0, 20], [20, 40]]),
      (
        row(
          "bounds: [100, 10], layout: {type: row, gap: 10, padding: 5}", ", grow: 1", ", grow: 1"),
        [[5, 45], [55, 95]]
      ),
      // Nothing is left, and nothing shrinks.
      (
        row("bounds: [30, 10], layout: row, allow: [layout-overflow]", ", grow: 1", ", grow: 1"),
        [[0, 20], [20, 40]]
      ),
      (
        row(
          "bounds: [100, 10], layout: row", ", grow: 1, anchorPoint: [0, 0]",
          ", anchorPoint: [1, 1]"),
        [[0, 80], [80, 100]]
      ),
    ] as [(String, [[Double]])])
  func rows(_ layers: String, _ expected: [[Double]]) throws {
    let ends = try Self.ends(layers)
    #expect(zip(ends.joined(), expected.joined()).allSatisfy { abs($0 - $1) < 1e-9 }, "\(ends)")
  }

  @Test("Layouts share out the room of a column")
  func columns() throws {
    let layers = Self.row("bounds: [20, 100], layout: column", ", grow: 1", "")
    #expect(try Self.ends(layers, isColumn: true) == [[0, 90], [90, 100]])
  }

  @Test("Texts of a row stand on one line, and other layers beside them")
  func baselines() throws {
    let children =
      "{text: A, fontSize: 20}, {text: B, fontSize: 12}, {bounds: [20, 10]}, {text: C, fontSize: 20}"
    let row = "- {layout: {type: row, align: baseline, wrap: true}, WIDTH sublayers: [\(children)]}"
    let one = row.replacing("WIDTH", with: "")
    #expect(try Self.ends(one, isColumn: true) == [[0, 20], [6, 26], [5, 15], [0, 20]])
    let high = row.replacing("WIDTH", with: "bounds: [90, 46],")
    #expect(try Self.ends(high, isColumn: true) == [[10, 30], [16, 36], [15, 25], [10, 30]])
    let two = row.replacing("WIDTH", with: "bounds: [45, 90],")
    #expect(try Self.ends(two, isColumn: true) == [[0, 20], [6, 26], [5, 15], [26, 46]])
  }

  @Test(
    "Layouts name layers that have nothing to grow into",
    arguments: [
      (row("layout: row", ", grow: 1"), "as long as its layers need", true),
      (
        row("bounds: [90, 90], layout: {type: grid, columns: 2}", ", grow: 1"),
        "only a row and a column", true
      ),
      (row("bounds: [90, 90], layout: {type: row, wrap: true}", ", grow: 1"), "only a row", true),
      (row("bounds: [90, 90]", ", grow: 1"), "in a row or a column only", true),
      ("- {bounds: [20, 10], grow: 1}", "in a row or a column only", true),
      ("- {bounds: [20, 10], mask: {grow: 1}}", "in a row or a column only", true),
      (row("class: replicator", ", grow: 1"), "in a row or a column only", true),
      (row("class: sequence", ", duration: 1, grow: 1"), "in a row or a column only", true),
      (
        "- {forEach: i, in: 9, do: {bounds: [20, 10], grow: 1}}", "in a row or a column only", true
      ),
      (
        "- {bounds: [90, 90], layout: row, sublayers: [{class: shape, path: 'M0 0H9V9Z', grow: 1}]}",
        "a shape without bounds", true
      ),
      (
        "- {bounds: [90, 90], layout: row, sublayers: [{layout: row, grow: 1, sublayers: [{bounds: [9, 9]}]}]}",
        "before it grows", false
      ),
      (row("bounds: [90, 90], layout: row", ", grow: -1"), "0 or more", false),
    ] as [(String, String, Bool)])
  func mistakes(_ layers: String, _ message: String, _ isWarning: Bool) {
    let result = Self.load(layers)
    #expect(result.diagnostics.count == 1, "\(result.diagnostics)")
    #expect(result.diagnostics.first?.message.contains(message) == true, "\(result.diagnostics)")
    #expect((result.scene != nil) == isWarning)
  }
}

/// Frames are worked out by CSS Positioned Layout: absolute positions in a containing block.
@Suite("Pinned layers")
struct PinTests {
  private static func load(_ layers: String) -> LoadResult {
    SceneLoader(assets: InMemoryAssets()).load(
      text: "size: [200, 100]\nduration: 1\nlayers:\n" + layers, path: "a.yaml")
  }

  private static let inside =
    "- {frame: [20, 10, 100, 50], sublayers: [{name: a, bounds: [20, 10], position: PIN}]}\n"

  @Test(
    "Pinned layers keep their distances from the edges around them",
    arguments: [
      ("- {name: a, bounds: [20, 10], position: topLeft}", Rect(x: 0, y: 0, width: 20, height: 10)),
      (
        "- {name: a, bounds: [20, 10], position: center}", Rect(x: 90, y: 45, width: 20, height: 10)
      ),
      (
        "- {name: a, bounds: [20, 10], position: bottom}", Rect(x: 90, y: 90, width: 20, height: 10)
      ),
      (
        "- {name: a, bounds: [20, 10], position: right}", Rect(x: 180, y: 45, width: 20, height: 10)
      ),
      (
        "- {name: a, bounds: [20, 10], position: {right: 5, bottom: 7}}",
        Rect(x: 175, y: 83, width: 20, height: 10)
      ),
      (
        "- {name: a, bounds: [20, 10], position: {left: 15, right: 5}}",
        Rect(x: 15, y: 45, width: 180, height: 10)
      ),
      (
        "- {name: a, position: {left: 0, right: 0, top: -5, bottom: 10}}",
        Rect(x: 0, y: -5, width: 200, height: 95)
      ),
      // More than there is room for: nothing is left, from the left edge on.
      (
        "- {name: a, bounds: [20, 10], position: {left: 150, right: 150}}",
        Rect(x: 150, y: 45, width: 0, height: 10)
      ),
      (
        "- {name: a, bounds: [20, 10], anchorPoint: [0, 1], position: {left: 3, top: 4}}",
        Rect(x: 3, y: 4, width: 20, height: 10)
      ),
      (
        inside.replacing("PIN", with: "{right: 4, bottom: 6}"),
        Rect(x: 76, y: 34, width: 20, height: 10)
      ),
      (
        "- {bounds: [30, 0, 100, 50], sublayers: [{name: a, bounds: [20, 10], position: left}]}",
        Rect(x: 30, y: 20, width: 20, height: 10)
      ),
      (
        "- name: a\n  position: bottomRight\n  sizeToFit: {padding: 5}\n  sublayers: [{frame: [0, 0, 30, 10]}]",
        Rect(x: 160, y: 80, width: 40, height: 20)
      ),
    ] as [(String, Rect)])
  func frames(_ layers: String, _ expected: Rect) throws {
    let result = Self.load(layers + "\n")
    let scene = try #require(result.scene, "\(result.diagnostics)")
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let values = try #require(scene.layers.first { $0.name == "a" }).values
    let (bounds, anchor, place) = (values[.bounds], values[.anchorPoint], values[.position])
    let frame = Rect(
      x: place.x - anchor.x * bounds.width, y: place.y - anchor.y * bounds.height,
      width: bounds.width, height: bounds.height)
    #expect(frame == expected)
  }

  @Test(
    "Pinned layers refuse what contradicts them",
    arguments: [
      ("- {position: center, frame: [1, 2, 3, 4]}", "give either frame or position"),
      (
        "- {position: [1, 1], sublayers: [{position: center, bounds: [9, 9]}]}",
        "no bounds at whose edges"
      ),
      ("- {position: middle, bounds: [9, 9]}", "middle"),
      ("- {position: {leftt: 3}, bounds: [9, 9]}", "leftt"),
    ])
  func mistakes(_ layers: String, _ message: String) {
    let diagnostics = Self.load(layers + "\n").diagnostics
    #expect(diagnostics.count == 1, "\(diagnostics)")
    #expect(diagnostics.first?.message.contains(message) == true, "\(diagnostics)")
  }

  @Test("Pinned layers have no effect in a layout, and say so")
  func inLayout() {
    let layers = "- {layout: row, sublayers: [{position: center, bounds: [9, 9]}]}\n"
    let diagnostics = Self.load(layers).diagnostics
    #expect(diagnostics.contains { $0.message.contains("the layout around it places the layer") })
  }
}
