import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import Testing

@testable import RostrumSceneFile

/// Boxes are worked out by CSS Box Sizing 4, `aspect-ratio`, and by SwiftUI's `aspectRatio` with
/// `fit` where both sides are bounded.
@Suite("Aspect ratios")
struct AspectRatioTests {
  private static func load(_ layers: String) -> LoadResult {
    SceneLoader(assets: InMemoryAssets()).load(
      text: "size: [200, 100]\nduration: 1\n" + layers + "\n", path: "a.yaml")
  }

  private static func inside(_ keys: String, _ own: String) -> String {
    "layers:\n- {position: [0, 0], anchorPoint: [0, 0], \(keys), sublayers: [{name: a, \(own)}, {bounds: [20, 10]}]}"
  }

  private static func alone(_ keys: String) -> String { "layers:\n- {name: a, \(keys)}" }

  private static let cases: [(String, [Double])] = [
    (alone("position: [50, 50], bounds: [80, 0], aspectRatio: 2"), [10, 30, 80, 40]),
    (alone("position: [50, 50], bounds: [0, 40], aspectRatio: 2"), [10, 30, 80, 40]),
    (alone("position: [50, 50], bounds: [0, 45], aspectRatio: 16/9"), [10, 27.5, 80, 45]),
    (alone("position: [50, 50], bounds: [0, 45], aspectRatio: '16:9'"), [10, 27.5, 80, 45]),
    (
      alone("position: [50, 50], bounds: [0, 45], aspectRatio: calc(16 / 9)"), [10, 27.5, 80, 45]
    ),
    (alone("position: [50, 50], bounds: [80, 40], aspectRatio: 2"), [10, 30, 80, 40]),
    (alone("frame: [10, 20, 80, 0], aspectRatio: 2"), [10, 20, 80, 40]),
    (alone("frame: [10, 20, 0, 40], anchorPoint: [0, 1], aspectRatio: 2"), [10, 20, 80, 40]),
    (alone("position: bottomRight, bounds: [80, 0], aspectRatio: 2"), [120, 60, 80, 40]),
    (alone("position: {left: 20, right: 20, top: 5}, aspectRatio: 4"), [20, 5, 160, 40]),
    (alone("position: {top: 10, bottom: 10}, aspectRatio: 1"), [60, 10, 80, 80]),
    // Between four edges it is as large as fits, in the middle.
    (alone("position: {left: 0, right: 0, top: 0, bottom: 0}, aspectRatio: 1"), [50, 0, 100, 100]),
    (
      alone("position: {left: 0, right: 100, top: 0, bottom: 0}, aspectRatio: 2"), [0, 25, 100, 50]
    ),
    (alone("position: {left: 150, right: 150, top: 0}, aspectRatio: 2"), [150, 0, 0, 0]),
    // In a row it is as high as the row, in a column as wide, and in a stack as large as fits.
    (inside("bounds: [200, 40], layout: row", "aspectRatio: 2"), [0, 0, 80, 40]),
    (
      inside("bounds: [200, 40], layout: {type: row, padding: 5}", "aspectRatio: 2"),
      [5, 5, 60, 30]
    ),
    (inside("bounds: [80, 200], layout: column", "aspectRatio: 2"), [0, 0, 80, 40]),
    (inside("bounds: [200, 40], layout: stack", "aspectRatio: 2"), [60, 0, 80, 40]),
    (inside("layout: row", "bounds: [0, 40], aspectRatio: 2"), [0, 0, 80, 40]),
    (
      inside(
        "bounds: [200, 90], layout: {type: grid, columns: 2}", "bounds: [40, 0], aspectRatio: 2"),
      [35, 35, 40, 20]
    ),
    // What grows along the line decides the other side.
    (inside("bounds: [100, 60], layout: row", "aspectRatio: 2, grow: 1"), [0, 10, 80, 40]),
    (
      inside("bounds: [100, 60], layout: row", "bounds: [30, 0], aspectRatio: 2, grow: 1"),
      [0, 10, 80, 40]
    ),
    (inside("bounds: [100, 60], layout: column", "aspectRatio: 2, grow: 1"), [0, 0, 100, 50]),
    (
      "components: {card: {layer: {name: a, aspectRatio: 2, bounds: [80, 0]}}}\nlayers:\n- {use: card, name: a, position: [50, 50]}",
      [10, 30, 80, 40]
    ),
    (
      "layers:\n- {forEach: i, in: 1, do: {name: a, position: [50, 50], bounds: [80, 0], aspectRatio: calc(${i} + 2)}}",
      [10, 30, 80, 40]
    ),
    (
      alone("class: text, string: Hi, position: [50, 50], bounds: [80, 0], aspectRatio: 2"),
      [10, 30, 80, 40]
    ),
  ]

  @Test("Aspect ratios decide the side that is not given", arguments: cases.indices)
  func boxes(_ index: Int) throws {
    let (layers, expected) = Self.cases[index]
    let result = Self.load(layers)
    let scene = try #require(result.scene, "\(result.diagnostics)")
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let values = try #require(scene.layers.flatMap(\.subtree).first { $0.name == "a" }).values
    let (bounds, anchor, place) = (values[.bounds], values[.anchorPoint], values[.position])
    let box = [
      place.x - anchor.x * bounds.width, place.y - anchor.y * bounds.height, bounds.width,
      bounds.height,
    ]
    #expect(zip(box, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(box)")
  }

  @Test("Aspect ratios give the layers inside their room")
  func pins() throws {
    let scene = try #require(
      Self.load(
        "layers:\n- {position: [50, 50], bounds: [80, 0], aspectRatio: 2, sublayers: [{name: a, bounds: [10, 10], position: bottomRight}]}"
      ).scene)
    #expect(scene.layers[0].sublayers[0].values[.position] == Point(x: 75, y: 35))
  }

  private static let wrong: [(String, String)] = [
    (alone("bounds: [80, 80], aspectRatio: 2"), "80 by 80 is not the aspectRatio 2"),
    (alone("frame: [0, 0, 80, 80], aspectRatio: 2"), "80 by 80 is not the aspectRatio 2"),
    (alone("position: {left: 0, right: 0}, bounds: [0, 80], aspectRatio: 2"), "200 by 80"),
    (alone("aspectRatio: 2"), "needs a width or a height"),
    (alone("bounds: [0, 0], aspectRatio: 2"), "needs a width or a height"),
    (alone("class: shape, path: 'M0 0H9V9Z', aspectRatio: 2"), "needs a width or a height"),
    (
      inside("bounds: [100, 60], layout: {type: grid, columns: 2}", "aspectRatio: 2"),
      "needs a width or a height"
    ),
    (inside("layout: row", "aspectRatio: 2"), "needs a width or a height"),
    (inside("layout: row", "class: text, string: Hi, aspectRatio: 2"), "needs a width"),
    (alone("bounds: [80, 0], aspectRatio: 0"), "above 0"),
    (alone("bounds: [80, 0], aspectRatio: -1"), "above 0"),
    (alone("bounds: [80, 0], aspectRatio: 16/0"), "above 0"),
    (alone("bounds: [80, 0], aspectRatio: wide"), "above 0"),
    (alone("bounds: [80, 0], aspectRatio: [16, 9]"), "above 0"),
    (alone("bounds: [1000000, 0], aspectRatio: 0.000001"), "too large"),
    (
      inside("bounds: [100, 60], layout: row", "bounds: [0, 30], aspectRatio: 2, grow: 1"),
      "its height follows from its width"
    ),
    (
      inside("bounds: [100, 60], layout: column", "bounds: [30, 0], aspectRatio: 2, grow: 1"),
      "its width follows from its height"
    ),
    (
      "layers:\n- {sizeToFit: true, aspectRatio: 2, sublayers: [{bounds: [9, 9]}]}",
      "sizeToFit says both sides"
    ),
  ]

  @Test("Aspect ratios refuse what contradicts them", arguments: wrong.indices)
  func mistakes(_ index: Int) {
    let (layers, message) = Self.wrong[index]
    let diagnostics = Self.load(layers).diagnostics
    #expect(diagnostics.count == 1, "\(diagnostics)")
    #expect(diagnostics.first?.message.contains(message) == true, "\(diagnostics)")
  }
}
