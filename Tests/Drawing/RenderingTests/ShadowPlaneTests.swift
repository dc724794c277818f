import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing

@testable import RostrumRendering

@Suite("Shadows in their layer's plane")
struct ShadowPlaneTests {
  private static let side = 20.0
  private static let offset = 70.0
  private static let canvas = 200

  /// A square far from its shadow, which is all that is looked at.
  private func values(_ radius: Double, _ transform: Transform3D) -> [Property: Value] {
    [
      .bounds: .rect(Rect(x: 0, y: 0, width: Self.side, height: Self.side)),
      .position: .point(Point(x: 30.3, y: 60.6)), .transform: .transform(transform),
      .shadowOpacity: .number(1), .shadowRadius: .number(radius / 0.94),
      .shadowOffset: .size(Size(width: Self.offset, height: 0)), .shadowColor: .color(.black),
    ]
  }

  /// The share of a Gaussian about `center` that lies in 0...side.
  private func share(_ center: Double, _ sigma: Double) -> Double {
    let below = { (edge: Double) in 0.5 * erfc((center - edge) / (sigma * 2.squareRoot())) }
    return below(Self.side) - below(0)
  }

  private static let transforms: [Transform3D] = [
    .identity, .rotationZ(0.3), .rotationZ(1), .scale(x: 1.25, y: 1.25),
    .scale(x: 1, y: 2).concatenating(.rotationZ(0.5)),
    .rotationZ(0.4).concatenating(.scale(x: 1.3, y: 0.9)),
  ]

  @Test(
    "At every pixel a shadow is within 2 levels of the integral of the Gaussian",
    arguments: [3, 4.4, 8], transforms)
  func exact(_ radius: Double, _ transform: Transform3D) throws {
    for hasPath in [false, true] {
      var values = values(radius, transform)
      if hasPath {
        let rect = Rect(x: 0, y: 0, width: Self.side, height: Self.side)
        values[.shadowPath] = .path(.rect(rect))
      } else {
        values[.backgroundColor] = .color(.black)
      }
      let made = scene(
        width: Double(Self.canvas), height: Double(Self.canvas), background: nil,
        [layer(1, .plain, values)])
      let renderer = try FrameRenderer(RenderContext(scene: made, assets: SceneAssets()))
      try renderer.render(at: 0)
      let node = try #require(renderer.tree?.sublayers.first)
      #expect(node.effects?.shadow?.plane != nil)
      let back = try #require(node.transform.inverted?.affine)
      for y in 0..<Self.canvas {
        for x in 0..<Self.canvas {
          let place = back.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
          guard place.x > Self.side + 3 else { continue }
          let expected = 255 * share(place.x - Self.offset, radius) * share(place.y, radius)
          let found = Double(renderer.bitmap[x, y] >> 24)
          #expect(abs(found - expected) < 2, "(\(x), \(y)): \(found), not \(expected)")
        }
      }
    }
  }

  @Test("Sharp shadows, perspective, filters and crowds are drawn from the layer's picture")
  func elsewhere() throws {
    let crowd = (2..<20).map { square($0, x: 1, y: 1, side: 2, .red) }
    var perspective = Transform3D.rotationY(0.5)
    perspective.m14 = 0.001
    let cases: [([Property: Value], [Layer])] = [
      (values(2, .identity), []), (values(8, perspective), []), (values(8, .identity), crowd),
      (values(8, .identity).merging([.shouldRasterize: .boolean(true)]) { $1 }, []),
    ]
    for (values, sublayers) in cases {
      let made = scene(
        width: 200, height: 200,
        [layer(1, .plain, values, sublayers: [square(90, x: 0, y: 0, side: 9, .red)] + sublayers)])
      let renderer = try FrameRenderer(RenderContext(scene: made, assets: SceneAssets()))
      try renderer.render(at: 0)
      #expect(renderer.tree?.sublayers.first?.effects?.caster == nil)
    }
  }
}
