import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import TestSupport
import Testing
import RostrumTiming

@Suite("Scenes on smaller canvases")
struct CropTests {
  /// ROSTRUM_GENERATED_SCENES sets the number of seeds: some take seconds.
  private static let seeds: [Int] =
    ProcessInfo.processInfo.environment["ROSTRUM_GENERATED_SCENES"].flatMap(Int.init).map {
      Array(0..<$0)
    } ?? Array(stride(from: 4, to: 2100, by: 8)) + onceDifferent

  /// Planes in perspective whose blurs were as fine as the canvas was small (75, 87, 288), a layer
  /// that was too wide for Cairo in the plane of its shadow (480), planes that were cut by each
  /// other only where both were on the canvas (1266), and rasterized layers in perspective that
  /// were as fine as the canvas was small (1112). Clips that were no groups where their edges were
  /// beside the canvas (1975, 2785, 3664, 6835), text that was believed to be where it would be the
  /// other way up (5839, 9902), and masks beside the canvas, which let a layer's operation do
  /// nothing (5877, 7101, 7526).
  private static let onceDifferent = [
    75, 87, 288, 480, 1112, 1266, 1975, 2785, 3664, 5839, 5877, 6835, 7101, 7526, 9902,
  ]

  private func cropped(_ scene: Scene, width: Int, height: Int) -> Scene {
    Scene(
      size: Size(width: Double(width), height: Double(height)), background: scene.background,
      clock: scene.clock, layers: scene.root.sublayers)
  }

  @Test(
    "Scenes on smaller canvases have the pixels of the larger one",
    arguments: SeedShare.shares(of: seeds))
  func sameOrigin(_ share: SeedShare) async throws {
    try await share.forEach { seed in
      var random = RandomSource(seed: UInt64(seed))
      let whole = GeneratedScene(varied: &random).scene
      let time = Double.random(in: -0.1...1.2, using: &random)
      let (width, height) = (
        Int.random(in: 5...55, using: &random), Int.random(in: 5...45, using: &random)
      )
      let smaller = cropped(whole, width: width, height: height)
      try expectPart(frame(smaller, at: time), of: frame(whole, at: time), "seed \(seed): ")
    }
  }

  /// A rounded card with a border, the lower part of which may lie below the canvas.
  private func card(_ values: [Property: Value], height: Double) -> Scene {
    let own: [Property: Value] = [
      .bounds: .rect(Rect(x: 0, y: 0, width: 40, height: 80)),
      .position: .point(Point(x: 30, y: 50)), .cornerRadius: .number(20),
      .masksToBounds: .boolean(true), .borderWidth: .number(4),
    ]
    let inner = square(2, x: 10, y: 30, side: 12, .blue)
    let card = layer(1, .plain, own.merging(values) { _, new in new }, sublayers: [inner])
    return scene(width: 60, height: height, [card])
  }

  private static let cards: [[Property: Value]] = [
    [:], [.borderWidth: .number(0.5)], [.cornerCurve: .text("continuous")],
    [.maskedCorners: .words(["minXMinY", "maxXMaxY"])], [.opacity: .number(0.6)],
    [.borderWidth: .number(25)], [.transform: .transform(.rotationZ(0.3))],
  ]

  @Test(
    "Scenes on smaller canvases show the border of a clip as it is, wherever the clip ends",
    arguments: cards)
  func border(_ values: [Property: Value]) throws {
    let whole = try frame(card(values, height: 100))
    for height in [60, 35, 22, 12] {
      try expectPart(frame(card(values, height: Double(height))), of: whole)
    }
  }

  @Test("Scenes on smaller canvases antialias a clip once")
  func once() throws {
    // The circle of the corner leaves 131 levels of white in that pixel.
    let level = try frame(card([:], height: 60))[25, 10] & 0xFF
    #expect((129...133).contains(level))
  }

  private func expectPart(_ part: Bitmap, of whole: Bitmap, _ name: String = "") throws {
    var different: [String] = []
    for y in 0..<part.height {
      for x in 0..<part.width where part[x, y] != whole[x, y] {
        let (small, large) = (String(part[x, y], radix: 16), String(whole[x, y], radix: 16))
        different.append("(\(x), \(y)) is \(small), not \(large)")
      }
    }
    #expect(
      different.isEmpty,
      "\(name)\(different.count) of \(part.width)x\(part.height): \(different.prefix(3))")
  }
}
