import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing

@testable import RostrumRendering

/// Layers that are stretched and turned, so that circles in them become ellipses that lean.
@Suite("Blurs that lean")
struct LeaningBlurTests {
  private static let side = 20.0
  private static let leaning = [
    Transform3D.scale(x: 1, y: 0.5).concatenating(.rotationZ(.pi / 6)),
    .scale(x: 0.8, y: 1.7).concatenating(.rotationZ(1)),
    .rotationZ(0.4).concatenating(.scale(x: 1.3, y: 0.9)),
  ]

  /// The share of a Gaussian about `center` that lies in 0...side.
  private func share(_ center: Double, _ sigma: Double) -> Double {
    let below = { (edge: Double) in 0.5 * erfc((center - edge) / (sigma * 2.squareRoot())) }
    return below(Self.side) - below(0)
  }

  @Test(
    "Each pixel is within 6 levels of the integral of the Gaussian",
    arguments: [3, 5, 9], leaning)
  func exact(_ radius: Double, _ transform: Transform3D) throws {
    var inputs = LayerValues()
    inputs[FilterKind.inputRadius] = radius / LayerFilter.sigmaOfInputRadius
    let blurred = layer(
      1, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: Self.side, height: Self.side)),
        .position: .point(Point(x: 50.3, y: 50.6)), .transform: .transform(transform),
        .backgroundColor: .color(.black),
        .filters: .filters([LayerFilter(.gaussianBlur, values: inputs)]),
      ])
    let made = scene(width: 100, height: 100, background: nil, [blurred])
    let renderer = try FrameRenderer(RenderContext(scene: made, assets: SceneAssets()))
    try renderer.render(at: 0)
    let node = try #require(renderer.tree?.sublayers.first)
    let back = try #require(node.transform.inverted?.affine)
    for y in 0..<100 {
      for x in 0..<100 {
        let place = back.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let expected = 255 * share(place.x, radius) * share(place.y, radius)
        let found = Double(renderer.bitmap[x, y] >> 24)
        #expect(
          abs(found - expected) < 6, "(\(x), \(y)): \(found), not \(expected)")
      }
    }
  }

  /// The size of the canvas does not change its contents.
  @Test("How fine a plane is follows from the layer alone", arguments: leaning)
  func isTheSameOnAnyCanvas(_ transform: Transform3D) throws {
    let map = Homography(transform)
    let bounds = Rect(x: 0, y: 0, width: 20, height: 16)
    let fits = [100, 8000, 32_000].map { side in
      BlurFitting(
        transform: map, bounds: bounds, content: PixelRect(x: 0, y: 0, width: side, height: side)
      ).blur(radius: 2)
    }
    for fit in fits.dropFirst() {
      #expect(fit.blur == fits[0].blur)
      #expect(fit.toPlane == fits[0].toPlane)
    }
  }

  /// The bounds of a plane that goes through the eye would have any number of pixels by themselves.
  @Test(
    "A plane in perspective has a limited number of pixels",
    arguments: [(2000, 33_554_432), (30, 2_097_152), (0.5, 2_097_152)])
  func nearTheEye(_ distance: Double, _ most: Double) throws {
    let turn = Transform3D.rotation(0.87, about: Vector3(x: 1, y: 0, z: 0))
    let map = Homography(turn.concatenating(.perspective(distance: distance)))
    let side = distance > 100 ? 800.0 : 90
    let fit = BlurFitting(
      transform: map, bounds: Rect(x: 0, y: 0, width: side, height: side),
      content: PixelRect(x: 0, y: 0, width: 360, height: 160))
    let plane = map.concatenating(try #require(fit.blur(radius: 4).toPlane))
    let corner = try #require(plane.apply(to: Point(x: 0, y: 0)))
    let next = try #require(plane.apply(to: Point(x: 1, y: 1)))
    // With four times the side around the bounds, and the reach of the blur.
    let nearby = 9 * side + 2 * 3.5 * 4
    let pixels = nearby * nearby * (next.x - corner.x) * (next.y - corner.y)
    #expect(pixels < most * 1.001 && pixels > most * 0.9)
  }

  /// The expected levels are from a composition in double precision with 64 samples a pixel.
  @Test("A blur that leans is as fine inside a layer that casts a shadow")
  func inCaster() throws {
    let shadow: [Property: Value] = [
      .backgroundColor: .color(.white), .shadowOpacity: .number(1), .shadowColor: .color(.black),
    ]
    let inner: [Property: Value] = [
      .bounds: .rect(Rect(x: 0, y: 0, width: 20, height: 10)),
      .position: .point(Point(x: 22, y: 22)), .transform: .transform(Self.leaning[0]),
      .shadowRadius: .number(1 / 0.94), .shadowOffset: .size(.zero),
    ]
    let outer: [Property: Value] = [
      .bounds: .rect(Rect(x: 0, y: 0, width: 10, height: 10)),
      .position: .point(Point(x: 15, y: 15)), .shadowRadius: .number(4 / 0.94),
      .shadowOffset: .size(Size(width: 10, height: 10)),
    ]
    let caster = layer(
      1, .plain, shadow.merging(outer) { $1 },
      sublayers: [layer(2, .plain, shadow.merging(inner) { $1 })])
    let bitmap = try frame(scene(width: 60, height: 60, background: .white, [caster]))
    for (x, y, expected) in [(38, 45, 186.9), (41, 42, 130.9)] {
      let found = Double(bitmap[x, y] & 255)
      #expect(abs(found - expected) < 3, "(\(x), \(y)): \(found), not \(expected)")
    }
  }
}
