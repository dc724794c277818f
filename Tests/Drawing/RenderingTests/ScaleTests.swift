import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import TestSupport
import Testing
import RostrumTiming

@Suite("Scenes at twice the scale")
struct ScaleTests {
  /// ROSTRUM_GENERATED_SCENES sets a higher number.
  private static let seeds = Array(
    0..<(ProcessInfo.processInfo.environment["ROSTRUM_GENERATED_SCENES"].flatMap(Int.init) ?? 300))

  /// The scene on a canvas twice as wide and high, inside a layer that is stretched to it.
  private func doubled(_ scene: Scene) -> Scene {
    let stretched = layer(
      100_000, .plain,
      [
        .bounds: .rect(Rect(origin: .zero, size: scene.size)),
        .anchorPoint: .point(.zero), .position: .point(.zero),
        .transform: .transform(.scale(x: 2, y: 2)),
      ], sublayers: scene.root.sublayers)
    let size = Size(width: 2 * scene.size.width, height: 2 * scene.size.height)
    return Scene(
      size: size, background: scene.background, clock: scene.clock, layers: [stretched])
  }

  /// Rasterized layers have a fixed number of pixels for each point, whatever the canvas has.
  private func isRasterized(_ layer: Layer) -> Bool {
    layer.values[.shouldRasterize] || layer.sublayers.contains(where: isRasterized)
      || layer.mask.map(isRasterized) ?? false
  }

  @Test(
    "Scenes at twice the scale look like scenes of twice the size",
    arguments: SeedShare.shares(of: seeds))
  func twice(_ share: SeedShare) async throws {
    try await share.forEach { seed in
      var random = RandomSource(seed: UInt64(seed) + 9000)
      let scene = GeneratedScene(&random).scene
      guard !scene.root.sublayers.contains(where: isRasterized) else { return }
      let time = Double.random(in: 0...1, using: &random)
      let (fine, large) = (
        try frame(scene, at: time, scale: 2), try frame(doubled(scene), at: time)
      )
      #expect(fine.width == large.width && fine.height == large.height)
      let (most, count) = fine.difference(from: large)
      // Where rounding decides which pixel a picture's sample is taken of, an edge may move.
      #expect(most <= 3 || count <= 12, "seed \(seed) at \(time): \(count) pixels by \(most)")
    }
  }
}

extension Bitmap {
  /// The largest difference of a channel, and how many pixels differ by more than 3.
  fileprivate func difference(from other: Bitmap) -> (most: Int, count: Int) {
    var (most, count) = (0, 0)
    for y in 0..<height {
      for x in 0..<width {
        let (a, b) = (self[x, y], other[x, y])
        guard a != b else { continue }
        let difference = [0, 8, 16, 24].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max()
        most = max(most, difference ?? 0)
        if difference ?? 0 > 3 { count += 1 }
      }
    }
    return (most, count)
  }
}
