public import Geometry

/// A small picture among many: turned, scaled, its colours multiplied.
public struct Sprite: Sendable {
  public let image: Bitmap
  /// The part of the image that is shown, in its pixels.
  public let source: Rect
  /// From the unit square, which the part fills, to user space.
  public let placement: AffineTransform
  /// Multiplies the image's colours; components are limited to 0...1.
  public let color: Color

  public init(image: Bitmap, source: Rect, placement: AffineTransform, color: Color) {
    self.image = image
    self.source = source
    self.placement = placement
    self.color = color
  }
}

/// One sprite on pixels: reads the image between its pixels and lays it over, or adds it to, what
/// is there.
///
/// Outside its part the image counts as transparent, which makes edges as smooth as the image's own
/// pixels.
struct SpritePainter {
  private let image: Bitmap
  private let toImage: Homography
  private let affine: AffineTransform?
  private let area: PixelRect
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// Blue, green, red, alpha.
  private let factors: SIMD4<Float>
  private let isAdditive: Bool

  /// `toPixels` is from the unit square to the drawing's pixels; `limits` are whole pixels. `nil`
  /// when nothing can be seen.
  init?(_ sprite: Sprite, toPixels: Homography, limits: Rect, isAdditive: Bool) {
    let source = sprite.source
    guard source.isFinite, !source.isEmpty, toPixels.isFinite, let toUnit = toPixels.inverted
    else { return nil }
    toImage = toUnit.concatenating(
      AffineTransform(
        a: source.width, b: 0, c: 0, d: source.height, tx: source.minX, ty: source.minY))
    affine = toImage.affine
    // Half a pixel of the image lies around its part.
    let (marginX, marginY) = (0.5 / source.width, 0.5 / source.height)
    let reach = Rect(x: -marginX, y: -marginY, width: 1 + 2 * marginX, height: 1 + 2 * marginY)
    let box = toPixels.boundingBox(of: reach)
    guard box.isFinite, toImage.isFinite else { return nil }
    area = PixelRect(enclosing: box.intersection(limits))
    image = sprite.image
    columns = Self.range(source.minX, source.maxX, image.width)
    rows = Self.range(source.minY, source.maxY, image.height)
    guard !area.isEmpty, !columns.isEmpty, !rows.isEmpty else { return nil }
    func limited(_ value: Double) -> Float { value > 0 ? Float(min(value, 1)) : 0 }
    let alpha = limited(sprite.color.alpha)
    factors =
      SIMD4(limited(sprite.color.blue), limited(sprite.color.green), limited(sprite.color.red), 1)
      * alpha
    self.isAdditive = isAdditive
  }

  private static func range(_ start: Double, _ end: Double, _ size: Int) -> Range<Int> {
    let low = Int(min(max(start.rounded(), 0), Double(size)))
    let high = Int(min(max(end.rounded(), 0), Double(size)))
    return low..<max(low, min(max(high, low + 1), size))
  }

  func paint(on surface: SurfacePixels) {
    let left = max(area.x, surface.originX)
    let right = min(area.maxX, surface.originX + surface.width)
    let top = max(area.y, surface.originY)
    let bottom = min(area.maxY, surface.originY + surface.height)
    guard left < right, top < bottom else { return }
    for y in top..<bottom {
      for x in left..<right {
        let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        guard let point = affine?.apply(to: place) ?? toImage.apply(to: place) else { continue }
        let color = sample(point.x - 0.5, point.y - 0.5) * factors
        guard color.w > 0 || (isAdditive && color.max() > 0) else { continue }
        blend(color, into: surface, x - surface.originX, y - surface.originY)
      }
    }
  }

  /// Premultiplied, 0...255, between the four pixels around a point.
  private func sample(_ x: Double, _ y: Double) -> SIMD4<Float> {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    guard left >= -1, top >= -1, left <= Double(image.width), top <= Double(image.height) else {
      return .zero
    }
    let (fx, fy) = (Float(x - left), Float(y - top))
    let (i, j) = (Int(left), Int(top))
    let upper = pixel(i, j) * (1 - fx) + pixel(i + 1, j) * fx
    let lower = pixel(i, j + 1) * (1 - fx) + pixel(i + 1, j + 1) * fx
    return upper * (1 - fy) + lower * fy
  }

  private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    guard columns.contains(x), rows.contains(y) else { return .zero }
    let word = image.bytes.load(fromByteOffset: y * image.bytesPerRow + x * 4, as: UInt32.self)
    return Self.components(word)
  }

  private static func components(_ word: UInt32) -> SIMD4<Float> {
    SIMD4(
      Float(word & 0xFF), Float(word >> 8 & 0xFF), Float(word >> 16 & 0xFF), Float(word >> 24))
  }

  private func blend(_ color: SIMD4<Float>, into surface: SurfacePixels, _ x: Int, _ y: Int) {
    let below = Self.components(surface[x, y])
    let kept = isAdditive ? below : below * (1 - color.w / 255)
    let sum = (color + kept).rounded(.toNearestOrAwayFromZero).clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
    surface[x, y] =
      UInt32(sum.x) | UInt32(sum.y) << 8 | UInt32(sum.z) << 16 | UInt32(sum.w) << 24
  }
}

extension Drawing {
  /// Draws sprites one over the other, or adds their light to each other and to what is there.
  public func draw(_ sprites: [Sprite], additive: Bool = false) {
    guard transform.isFinite else { return }
    let limits = visiblePart(of: bitmapBounds)
    guard !limits.isEmpty else { return }
    withPixelsOfGroup { surface in
      for sprite in sprites {
        let toPixels = Homography(sprite.placement).concatenating(transform)
        SpritePainter(sprite, toPixels: toPixels, limits: limits, isAdditive: additive)?
          .paint(on: surface)
      }
    }
  }
}
