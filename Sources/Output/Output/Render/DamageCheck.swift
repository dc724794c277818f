import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering

/// A frame that differs from the same frame drawn whole: a mistake in Rostrum, found by
/// `--verify-damage`.
public struct DamageMismatch: Error, Sendable, CustomStringConvertible {
  public let frame: Int
  /// In seconds.
  public let time: Double
  /// In pixels.
  public let x: Int
  public let y: Int
  /// The expected and the actual pixel, premultiplied 0xAARRGGBB.
  public let expected: UInt32
  public let found: UInt32
  /// Whether the pixel changed though the frame's changes leave it out.
  public let isUnannounced: Bool
  /// The layers that can touch the pixel, from back to front.
  public let layers: [String]

  public var description: String {
    let place = "frame \(frame) at \(time) s, pixel (\(x), \(y))"
    let what =
      isUnannounced
      ? "changed from \(hex(found)) to \(hex(expected)), which the frame's changes leave out"
      : "is \(hex(found)); drawn whole it is \(hex(expected))"
    return "\(place): \(what); layers there: \(layers.joined(separator: ", "))"
  }

  private func hex(_ pixel: UInt32) -> String {
    "#" + pixel.digits(8, radix: 16, uppercase: true)
  }
}

/// Draws frames whole, without anything that was kept from other frames, and compares.
final class DamageCheck {
  private let context: RenderContext
  private var last: Bitmap?

  init(_ context: RenderContext) { self.context = context.uncounted }

  /// Throws `DamageMismatch` when the renderer's frame differs from the frame drawn whole, or when
  /// it differs from the frame that was checked before outside of `changes`.
  func check(
    _ renderer: ExposedRenderer, _ changes: DamageRegion, _ frame: FramePipeline.Frame
  ) throws {
    let whole = try ExposedRenderer(context)
    try whole.render(at: frame.time)
    if let (x, y) = whole.bitmap.firstDifference(from: renderer.bitmap, outside: DamageRegion()) {
      throw DamageMismatch(
        frame, x, y, expected: whole.bitmap, found: renderer.bitmap, isUnannounced: false,
        whole.trees)
    }
    if let last {
      try Self.compare(whole.bitmap, with: last, outside: changes, frame, whole.trees)
    }
    last = whole.bitmap
  }

  /// Throws when a frame differs from an earlier one outside of `changes`.
  static func compare(
    _ bitmap: Bitmap, with earlier: Bitmap, outside changes: DamageRegion,
    _ frame: FramePipeline.Frame,
    _ trees: [DisplayNode?]
  ) throws {
    guard let (x, y) = bitmap.firstDifference(from: earlier, outside: changes) else { return }
    throw DamageMismatch(
      frame, x, y, expected: bitmap, found: earlier, isUnannounced: true, trees)
  }
}

extension DamageMismatch {
  fileprivate init(
    _ frame: FramePipeline.Frame, _ x: Int, _ y: Int, expected: Bitmap, found: Bitmap,
    isUnannounced: Bool, _ trees: [DisplayNode?]
  ) {
    (self.frame, time) = (frame.number, frame.time)
    (self.x, self.y) = (x, y)
    (self.expected, self.found) = (expected[x, y], found[x, y])
    self.isUnannounced = isUnannounced
    layers = trees.compactMap { $0?.names(atX: x, y: y) }.first ?? []
  }
}

extension Bitmap {
  /// The first pixel, row by row, that differs and does not lie in `region`.
  fileprivate func firstDifference(
    from other: Bitmap, outside region: DamageRegion
  ) -> (x: Int, y: Int)? {
    if hasSamePixels(as: other) { return nil }
    for y in 0..<height {
      for x in 0..<width where self[x, y] != other[x, y] {
        if !region.rects.contains(where: { $0.contains(x: x, y: y) }) { return (x, y) }
      }
    }
    return nil
  }
}

extension DisplayNode {
  /// The layers that can touch a pixel, from back to front.
  fileprivate func names(atX x: Int, y: Int) -> [String] {
    guard bounds.contains(x: x, y: y) else { return [] }
    let own = ownBounds.contains(x: x, y: y) ? [layer.name] : []
    return own + sublayers.flatMap { $0.names(atX: x, y: y) }
  }
}
