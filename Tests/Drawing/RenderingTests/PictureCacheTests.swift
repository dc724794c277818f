import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumRendering

@Suite("Kept pictures")
struct PictureCacheTests {
  private static let plenty = 64 << 20

  /// A square with a shadow, and a small one that moves across it for a second.
  private func crossing(_ more: [Property: Value] = [:], _ animations: [any Animation] = [])
    -> Scene
  {
    let effects: [Property: Value] = [
      .shadowOpacity: .number(0.8), .shadowRadius: .number(3),
      .bounds: .rect(Rect(x: 0, y: 0, width: 20, height: 20)),
      .position: .point(Point(x: 30, y: 25)), .backgroundColor: .color(.blue),
    ]
    let still = layer(
      1, .plain, effects.merging(more) { _, new in new }, animations: animations,
      sublayers: [square(2, x: 3, y: 3, side: 5, .green)])
    let across = BasicAnimation(
      keyPath: AnimationKeyPath(.position),
      ends: AnimationEnds(
        from: .point(Point(x: 5, y: 5)), to: .point(Point(x: 55, y: 45))),
      timing: MediaTiming(duration: 1))
    let moving = layer(
      3, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 6, height: 6)), .backgroundColor: .color(.red),
      ], animations: [across])
    return scene(width: 60, height: 50, [still, moving])
  }

  private func renderer(_ scene: Scene, _ cacheMemory: Int) throws -> FrameRenderer {
    try FrameRenderer(
      RenderContext(scene: scene, assets: try TestPictures.assets.get(), cacheMemory: cacheMemory))
  }

  /// Renders half a second with and without a cache, and compares.
  private func expectSame(_ scene: Scene, _ cacheMemory: Int) throws -> PictureCache {
    let (cached, plain) = (try renderer(scene, cacheMemory), try renderer(scene, 0))
    for frame in 0..<30 {
      let time = Double(frame) / 30
      try cached.render(at: time)
      try plain.render(at: time)
      #expect(cached.bitmap.hasSamePixels(as: plain.bitmap), "frame \(frame)")
      #expect(cached.cache.byteCount <= cacheMemory)
    }
    #expect(plain.cache.keptCount == 0)
    return cached.cache
  }

  @Test("A shadow that holds still is kept, and the pixels are the same")
  func shadow() throws {
    let cache = try expectSame(crossing(), Self.plenty)
    // In its plane, and with its layer.
    #expect(cache.keptCount == 2)
    #expect(cache.hitCount > 5)
  }

  @Test("The layer's own opacity does not count: a fading shadow is blurred once")
  func fading() throws {
    let fade = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity),
      ends: AnimationEnds(from: .number(0.2), to: .number(0.9)), timing: MediaTiming(duration: 1))
    let cache = try expectSame(crossing([.opacity: .number(0.5)], [fade]), Self.plenty)
    // In its plane.
    #expect(cache.keptCount == 1)
    #expect(cache.hitCount > 20)
  }

  @Test("A rasterized layer is kept")
  func rasterized() throws {
    let values: [Property: Value] = [
      .shouldRasterize: .boolean(true), .transform: .transform(.rotationZ(0.4)),
    ]
    let cache = try expectSame(crossing(values), Self.plenty)
    #expect(cache.keptCount == 1)
  }

  @Test(
    "A shadow that moves, turns and grows is kept in its layer's plane, one that becomes another is not",
    arguments: [
      ("position.x", .number(20), .number(40), 1),
      ("transform.rotation", .number(0), .number(3), 1),
      ("transform.scale", .number(1), .number(2), 1),
      ("zPosition", .number(0), .number(9), 1), ("shadowColor", .color(.red), .color(.blue), 1),
      ("cornerRadius", .number(0), .number(9), 0), ("shadowRadius", .number(3), .number(4), 0),
    ] as [(String, Value, Value, Int)])
  func moving(_ name: String, _ start: Value, _ end: Value, _ count: Int) throws {
    let keyPath = try #require(LayerClass.plain.keyPaths.first { $0.name == name })
    let change = BasicAnimation(
      keyPath: keyPath, ends: AnimationEnds(from: start, to: end), timing: MediaTiming(duration: 1))
    let cache = try expectSame(crossing([:], [change]), Self.plenty)
    #expect(cache.keptCount == count)
    #expect(cache.hitCount > 20 || count == 0)
  }

  @Test(
    "Pictures take no more than the cache may, and none fit into a small one", arguments: [1, 9000])
  func capacity(_ bytes: Int) throws {
    _ = try expectSame(crossing(), bytes)
  }

  @Test("Generated scenes are the same with caches of any size, in any order of frames")
  func generated() throws {
    let count =
      ProcessInfo.processInfo.environment["ROSTRUM_GENERATED_SCENES"]
      .flatMap(Int.init) ?? 40
    var random = RandomSource(seed: 77)
    for number in 0..<count {
      let generated = GeneratedScene(&random).scene
      let cached = try renderer(generated, [Self.plenty, 30_000][number % 2])
      let times = (0..<4).map { _ in Double.random(in: 0...1, using: &random) }
      for time in times + times.reversed() {
        try cached.render(at: time)
        let alone = try frame(generated, at: time)
        #expect(cached.bitmap.hasSamePixels(as: alone), "scene \(number) at \(time)")
      }
    }
  }
}
