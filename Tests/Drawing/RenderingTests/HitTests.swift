import RostrumGeometry
import RostrumLayerTree
import Testing

@testable import RostrumRendering

@Suite("Layers under a point")
struct HitTests {
  /// A square of 100 points about a place, with further values.
  static func layer(
    _ index: Int, _ name: String, at position: Point = Point(x: 50, y: 50), side: Double = 100,
    of layerClass: LayerClass = .plain, inside sublayers: [Layer] = [],
    _ change: (inout LayerValues) -> Void = { _ in }
  ) -> Layer {
    var values = LayerValues()
    values[.bounds] = Rect(x: 0, y: 0, width: side, height: side)
    values[.position] = position
    change(&values)
    return Layer(
      index: index, name: name, layerClass: layerClass, values: values, sublayers: sublayers)
  }

  static func names(_ layers: [Layer], _ x: Double, _ y: Double) -> [String] {
    scene(layers).layers(under: Point(x: x, y: y), at: 0).map {
      $0.layer.name + ($0.isHit ? "!" : "")
    }
  }

  @Test("The front comes first, and hitTest: goes by the tree's order, whatever zPosition says")
  func order() {
    let red = Self.layer(1, "red") { $0[.zPosition] = 1 }
    let blue = Self.layer(2, "blue", at: Point(x: 80, y: 80))
    #expect(Self.names([red, blue], 60, 60) == ["red", "blue!"])
    #expect(Self.names([red, blue], 10, 10) == ["red!"])
    #expect(Self.names([red, blue], 120, 120) == ["blue!"])
    #expect(Self.names([red, blue], 135, 10) == [])
  }

  @Test("What is inside comes before what is around it, also where it stands out, unless cut off")
  func nesting() {
    for (cuts, expected) in [(false, ["inner!"]), (true, [])] {
      let inner = Self.layer(2, "inner", at: Point(x: 100, y: 50), side: 40)
      let outer = Self.layer(1, "outer", inside: [inner]) { $0[.masksToBounds] = cuts }
      #expect(Self.names([outer], 90, 50) == ["inner!", "outer"])
      #expect(Self.names([outer], 110, 50) == expected)
    }
  }

  @Test("A layer that cannot be seen is under no point", arguments: ["hidden", "clear", "back"])
  func unseen(_ reason: String) {
    let layer = Self.layer(1, "a") { values in
      switch reason {
      case "hidden": values[.hidden] = true
      case "clear": values[.opacity] = 0
      default:
        values[.doubleSided] = false
        values[.transform] = .rotationY(3)
      }
    }
    #expect(Self.names([layer], 50, 50) == [])
  }

  @Test("A point is told in the layer's own coordinates, through transforms")
  func coordinates() throws {
    let layer = Self.layer(1, "a") { values in
      values[.bounds] = Rect(x: 10, y: 20, width: 40, height: 40)
      values[.transform] = .scale(x: 2, y: 2)
    }
    let hit = try #require(
      scene([layer]).layers(under: Point(x: 60, y: 40), at: 0).first)
    // 10 points right of the middle and 10 above it are 5 of the layer's: (30 + 5, 40 - 5).
    #expect(abs(hit.point.x - 35) < 1e-9 && abs(hit.point.y - 35) < 1e-9)
    #expect(Self.names([layer], 91, 50) == [])
  }

  @Test("In a transform layer, depth at the point decides; the transform layer itself has no area")
  func depth() {
    let near = Self.layer(2, "near") { $0[.zPosition] = 10 }
    let far = Self.layer(3, "far")
    let space = Self.layer(1, "space", of: .transform, inside: [near, far])
    #expect(Self.names([space], 50, 50) == ["near", "far!"])
  }

  @Test("A layer's outline is its own, not that of the layers around it or inside, nor if hidden")
  func outlines() {
    let inner = Self.layer(2, "inner", at: Point(x: 60, y: 30), side: 20) {
      $0[.transform] = .scale(x: 2, y: 1)
    }
    let outer = Self.layer(1, "outer", at: Point(x: 70, y: 50), inside: [inner])
    let hidden = Self.layer(3, "hidden") { $0[.hidden] = true }
    let shown = scene([outer, hidden])
    func corners(_ index: Int) -> [[[Double]]] {
      shown.outlines(ofLayer: index, at: 0).map { $0.map { [$0.x, $0.y] } }
    }
    #expect(corners(1) == [[[20, 0], [120, 0], [120, 100], [20, 100]]])
    #expect(corners(2) == [[[60, 20], [100, 20], [100, 40], [60, 40]]])
    #expect(corners(3).isEmpty && corners(4).isEmpty)
  }
}
