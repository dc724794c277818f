import Canvas
import Foundation
import Geometry
import LayerTree
import Rendering
import TestSupport
import Testing
import Timing

@Suite("What changed between two frames")
struct DamageTests {
  private func moving(_ index: Int) -> Layer {
    let x = LayerClass.plain.keyPaths.first { $0.name == "position.x" }
    let animation = BasicAnimation(
      keyPath: x ?? AnimationKeyPath(.zPosition),
      ends: AnimationEnds(from: .number(5), to: .number(15)), timing: MediaTiming(duration: 1))
    return layer(
      index, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 4, height: 4)),
        .position: .point(Point(x: 5, y: 5)), .backgroundColor: .color(.red),
      ], animations: [animation])
  }

  @Test("Nothing changed: nothing is drawn")
  func still() throws {
    let still = scene([square(1, x: 2, y: 2, side: 10, .red)])
    let renderer = try FrameRenderer(RenderContext(scene: still, assets: SceneAssets()))
    #expect(try renderer.render(at: 0).bounds == still.pixelSize(scale: 1))
    #expect(try renderer.render(at: 0.5).isEmpty)
  }

  @Test("A moving layer damages where it was and where it is, and nothing else")
  func moved() throws {
    let moves = scene(
      width: 100, height: 100, [moving(1), square(2, x: 50, y: 50, side: 40, .blue)])
    let renderer = try FrameRenderer(RenderContext(scene: moves, assets: SceneAssets()))
    try renderer.render(at: 0)
    let damage = try renderer.render(at: 1)
    #expect(damage.intersects(PixelRect(x: 3, y: 3, width: 4, height: 4)))
    #expect(damage.intersects(PixelRect(x: 13, y: 3, width: 4, height: 4)))
    #expect(!damage.intersects(PixelRect(x: 50, y: 50, width: 40, height: 40)))
    #expect(damage.area <= 200)
  }

  /// ROSTRUM_GENERATED_SCENES asks for more.
  private static let generatedCount =
    ProcessInfo.processInfo.environment["ROSTRUM_GENERATED_SCENES"].flatMap(Int.init) ?? 2000

  /// Whose frames once depended on what was drawn before: planes in space that meet outside of what
  /// changed, and layers that began to filter what lies behind them inside of a clip.
  private static let onceDifferent = [364, 484, 883, 978]

  /// Many frames of some scenes, and some of many.
  private static func frameCount(_ seed: Int) -> Int {
    seed < 250 || onceDifferent.contains(seed) ? 8 : 3
  }

  private static let seeds =
    Array(0..<generatedCount) + onceDifferent.filter { $0 >= generatedCount }

  @Test(
    "A frame drawn on top of another equals the frame drawn alone: thousands of generated pairs",
    arguments: SeedShare.shares(of: seeds))
  func equalPixels(_ share: SeedShare) async throws {
    try await share.forEach { seed in
      var random = RandomSource(seed: UInt64(seed))
      try expectEqualPixels(
        GeneratedScene(&random).scene, &random, seed: seed, frameCount: Self.frameCount(seed))
    }
  }

  @Test(
    "So does one of planes in space that are combined with what lies behind them",
    arguments: SeedShare.shares(of: Array(0..<(generatedCount / 8))))
  func equalPixelsInSpace(_ share: SeedShare) async throws {
    try await share.forEach { seed in
      var random = RandomSource(seed: UInt64(seed))
      try expectEqualPixels(
        GeneratedScene(planesOf: &random).scene, &random, seed: seed, frameCount: 8)
    }
  }

  private func expectEqualPixels(
    _ generated: Scene, _ random: inout RandomSource, seed: Int, frameCount: Int
  ) throws {
    let renderer = try FrameRenderer(
      RenderContext(scene: generated, assets: try TestPictures.assets.get()))
    for _ in 0..<frameCount {
      let time = Double.random(in: -0.1...1.2, using: &random)
      try renderer.render(at: time)
      let alone = try frame(generated, at: time)
      #expect(
        renderer.bitmap.hasSamePixels(as: alone),
        "seed \(seed) at \(time): \(renderer.bitmap.firstDifference(from: alone))")
    }
  }
}

extension Bitmap {
  /// Where the first pixel differs, for a failing test.
  fileprivate func firstDifference(from other: Bitmap) -> String {
    for y in 0..<height {
      for x in 0..<width where self[x, y] != other[x, y] {
        return "(\(x), \(y)) \(String(self[x, y], radix: 16)) \(String(other[x, y], radix: 16))"
      }
    }
    return "none"
  }
}
