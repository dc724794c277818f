import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import TestSupport
import Testing
import RostrumTiming

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

  /// The layer that holds the panes; an offscreen picture includes their backdrop, too.
  enum Group: CaseIterable { case none, faded, inverted }

  /// A small square that fades, before a wide pane that blurs its backdrop, before a pane right of
  /// `start` that does so too, before white. The wide pane's pixels beside the square come from the
  /// other pane, which the square itself does not touch; and a red square in front hides it, so
  /// that the last drawn pixels are not the backdrop. The smallest omission is visible, as the
  /// panes change every colour but full, opaque white.
  private func panes(from start: Double, inside group: Group) -> Scene {
    var (radius, steepness) = (LayerValues(), LayerValues())
    radius[FilterKind.inputRadius] = 4
    steepness[FilterKind.inputColorMatrix] = ColorMatrix([
      255, 0, 0, 255, -509, 0, 255, 0, 255, -509, 0, 0, 255, 255, -509, 0, 0, 0, 0, 1,
    ])
    let filters = [
      LayerFilter(.gaussianBlur, values: radius), LayerFilter(.colorMatrix, values: steepness),
    ]
    func pane(_ index: Int, x: Double, width: Double) -> Layer {
      layer(
        index, .plain,
        [
          .bounds: .rect(Rect(x: 0, y: 0, width: width, height: 60)),
          .position: .point(Point(x: x + width / 2, y: 30)), .backgroundColor: .none,
          .backgroundFilters: .filters(filters),
        ])
    }
    let fade = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity),
      ends: AnimationEnds(from: .number(0), to: .number(1)), timing: MediaTiming(duration: 1))
    let mark = layer(
      1, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 4, height: 4)),
        .position: .point(Point(x: 40, y: 30)), .backgroundColor: .color(.green),
      ], animations: [fade])
    let layers = [
      square(2, x: 0, y: 0, side: 160, .white), pane(3, x: start, width: 160 - start),
      pane(4, x: 0, width: 160), square(5, x: start, y: 0, side: 160, .red), mark,
    ]
    guard group != .none else { return scene(width: 160, height: 60, layers) }
    let looks: [Property: Value] =
      group == .faded
      ? [.opacity: .number(0.9)] : [.filters: .filters([LayerFilter(.colorInvert)])]
    let place: [Property: Value] = [
      .bounds: .rect(Rect(x: 0, y: 0, width: 160, height: 60)),
      .position: .point(Point(x: 80, y: 30)),
    ]
    let around = layer(6, .plain, place.merging(looks) { $1 }, sublayers: layers)
    return scene(width: 160, height: 60, [around])
  }

  @Test(
    "Panes in front say first what they need of the panes behind them", arguments: Group.allCases)
  func backdrops(inside group: Group) throws {
    for start in 56...72 {
      let panes = panes(from: Double(start), inside: group)
      let renderer = try FrameRenderer(RenderContext(scene: panes, assets: SceneAssets()))
      try renderer.render(at: 0)
      let damage = try renderer.render(at: 0.5)
      #expect(damage.bounds.area < 160 * 60 / 2, "only a part is drawn again")
      let alone = try frame(panes, at: 0.5)
      let difference = renderer.bitmap.firstDifference(from: alone)
      #expect(renderer.bitmap.hasSamePixels(as: alone), "\(start): \(difference)")
    }
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

  /// ROSTRUM_GENERATED_SCENES sets a higher number.
  private static let generatedCount =
    ProcessInfo.processInfo.environment["ROSTRUM_GENERATED_SCENES"].flatMap(Int.init) ?? 2000

  /// Seeds whose frames once depended on the frame drawn before: planes in space that meet outside
  /// of the damaged region, and layers that began to filter their backdrop inside of a clip.
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
