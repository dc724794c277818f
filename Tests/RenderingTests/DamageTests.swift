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

  /// A small square in front that fades, before a wide pane that blurs what lies behind it, before
  /// a pane that does so too, which the square does not touch, before stripes that it does.
  private func panes(inside isGroup: Bool) -> Scene {
    var values = LayerValues()
    values[FilterKind.inputRadius] = 4
    let blur: [Property: Value] = [
      .backgroundFilters: .filters([LayerFilter(.gaussianBlur, values: values)]),
      .backgroundColor: .none,
    ]
    func pane(_ index: Int, x: Double, width: Double) -> Layer {
      let own: [Property: Value] = [
        .bounds: .rect(Rect(x: 0, y: 0, width: width, height: 40)),
        .position: .point(Point(x: x + width / 2, y: 20)),
      ]
      return layer(index, .plain, own.merging(blur) { $1 })
    }
    let stripes = (0..<30).map {
      square(
        100 + $0, x: 70 + Double($0), y: 0, side: 40,
        $0.isMultiple(of: 2) ? .red : .blue)
    }
    let fade = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity),
      ends: AnimationEnds(from: .number(0), to: .number(1)), timing: MediaTiming(duration: 1))
    let mark = layer(
      1, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 4, height: 4)),
        .position: .point(Point(x: 60, y: 20)), .backgroundColor: .color(.green),
      ], animations: [fade])
    let layers = stripes + [pane(2, x: 64, width: 30), pane(3, x: 0, width: 90), mark]
    let group = layer(
      4, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 100, height: 40)),
        .position: .point(Point(x: 50, y: 20)), .opacity: .number(0.9),
      ], sublayers: layers)
    return scene(width: 100, height: 40, isGroup ? [group] : layers)
  }

  @Test(
    "Panes in front say first what they need of the panes behind them", arguments: [false, true])
  func backdrops(isGroup: Bool) throws {
    let panes = panes(inside: isGroup)
    let renderer = try FrameRenderer(RenderContext(scene: panes, assets: SceneAssets()))
    try renderer.render(at: 0)
    let damage = try renderer.render(at: 0.5)
    #expect(damage.bounds.area < 60 * 40, "only a part is drawn again")
    let alone = try frame(panes, at: 0.5)
    #expect(
      renderer.bitmap.hasSamePixels(as: alone), "\(renderer.bitmap.firstDifference(from: alone))")
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
