public import RostrumGeometry

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

/// Draws one sprite: interpolates the image's pixels and composites or adds them.
///
/// Outside its part the image counts as transparent, so that the edges are interpolated too.
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

  /// `toPixels` is from the unit square to the drawing's pixels; `nil`
  /// when nothing can be seen.
  init?(_ sprite: Sprite, toPixels: Homography, limits: PixelRect, isAdditive: Bool) {
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
    area = PixelRect(enclosing: box).intersection(limits)
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
    var cell = Cell(image, columns, rows)
    for y in top..<bottom {
      let span = span(of: y, within: left..<right)
      var x = span.lowerBound
      while x < span.upperBound {
        if x + 4 <= span.upperBound, paintFour(x, y, on: surface, &cell) {
          x += 4
        } else {
          paintOne(x, y, on: surface, &cell)
          x += 1
        }
      }
    }
  }

  @inline(__always)
  private func paintOne(_ x: Int, _ y: Int, on surface: SurfacePixels, _ cell: inout Cell) {
    let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    guard let point = affine?.apply(to: place) ?? toImage.apply(to: place),
      let share = cell.share(at: point)
    else { return }
    let color = cell.color(share) * factors
    // Less than half a step changes no pixel, and no component is more than alpha.
    guard color.w >= 0.5 else { return }
    let (column, row) = (x - surface.originX, y - surface.originY)
    let below = SIMD4<Float>(bytesOf: surface[column, row])
    let kept = isAdditive ? below : below * (1 - color.w / 255)
    surface[column, row] = (color + kept).roundedPixel
  }

  /// The same for four pixels of a row that lie in one cell, a component of all of them at a time:
  /// large sprites are made of these. False, with nothing painted, where they do not.
  @inline(__always)
  private func paintFour(
    _ x: Int, _ y: Int, on surface: SurfacePixels, _ cell: inout Cell
  ) -> Bool {
    guard let affine else { return false }
    func point(_ index: Int) -> Point {
      affine.apply(to: Point(x: Double(x + index) + 0.5, y: Double(y) + 0.5))
    }
    guard let first = cell.share(at: point(0)), cell.reaches(point(3)) else { return false }
    let (second, third) = (cell.shareWithin(point(1)), cell.shareWithin(point(2)))
    let fourth = cell.shareWithin(point(3))
    let fx = SIMD4(first.x, second.x, third.x, fourth.x)
    let fy = SIMD4(first.y, second.y, third.y, fourth.y)
    let address = (y - surface.originY) * surface.bytesPerRow + (x - surface.originX) * 4
    let below = surface.bytes.loadUnaligned(fromByteOffset: address, as: SIMD4<UInt32>.self)
    let alpha = cell.component(3, fx, fy) * factors.w
    let kept = isAdditive ? SIMD4(repeating: 1) : 1 - alpha / 255
    var pixels = SIMD4<UInt32>.zero
    for index in 0..<4 {
      let color = index == 3 ? alpha : cell.component(index, fx, fy) * factors[index]
      let shift = UInt32(index * 8)
      let sum = color + SIMD4<Float>(whole: below &>> shift & 255) * kept
      pixels |= sum.roundedBytes &<< shift
    }
    pixels.replace(with: below, where: alpha .< 0.5)
    surface.bytes.storeBytes(of: pixels, toByteOffset: address, as: SIMD4<UInt32>.self)
    return true
  }

  /// The pixels of a row on which the image's part, and the soft edge around it, can lie: a few
  /// too many at most.
  private func span(of y: Int, within span: Range<Int>) -> Range<Int> {
    guard let affine else { return span }
    let start = affine.apply(to: Point(x: 0.5, y: Double(y) + 0.5))
    var (low, high) = (Double(span.lowerBound), Double(span.upperBound))
    for (origin, step, pixels) in [(start.x, affine.a, columns), (start.y, affine.b, rows)] {
      let (first, last) = (Double(pixels.lowerBound) - 1, Double(pixels.upperBound) + 1)
      guard abs(step) > 1e-9 else { continue }
      let ends = ((first - origin) / step, (last - origin) / step)
      low = max(low, (min(ends.0, ends.1) - 1).rounded(.down))
      high = min(high, (max(ends.0, ends.1) + 2).rounded(.up))
    }
    return low < high ? Int(low)..<Int(high) : span.lowerBound..<span.lowerBound
  }

  /// True when opaque pixels of the image cover every pixel of `limits`, so that everything below
  /// is hidden.
  func hides(_ limits: PixelRect) -> Bool {
    guard let affine, !isAdditive, factors.w >= 1, area == limits else { return false }
    let touched = affine.boundingBox(of: limits.rect)
    let (left, right) = (touched.minX.rounded(.down) - 1, touched.maxX.rounded(.up) + 1)
    let (top, bottom) = (touched.minY.rounded(.down) - 1, touched.maxY.rounded(.up) + 1)
    guard left >= Double(columns.lowerBound), right <= Double(columns.upperBound),
      top >= Double(rows.lowerBound), bottom <= Double(rows.upperBound)
    else { return false }
    return (Int(top)..<Int(bottom)).allSatisfy { y in
      image.row(y).assumingMemoryBound(to: UInt32.self)[Int(left)..<Int(right)]
        .allSatisfy { $0 >> 24 == 255 }
    }
  }
}

/// Four neighbouring pixels of an image, and the colours between them. A large sprite has many of
/// its pixels in one, which is read once.
private struct Cell {
  private let image: Bitmap
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// Where the upper left pixel is. No cell is there at first.
  private var column = Int.min
  private var row = Int.min
  private var upperLeft = SIMD4<Float>.zero
  private var upperRight = SIMD4<Float>.zero
  private var lowerLeft = SIMD4<Float>.zero
  private var lowerRight = SIMD4<Float>.zero

  init(_ image: Bitmap, _ columns: Range<Int>, _ rows: Range<Int>) {
    self.image = image
    self.columns = columns
    self.rows = rows
  }

  /// Moves to the cell that a point of the image lies in, and returns the interpolation factors,
  /// right and down, 0 to 1. `nil` where the image has no pixel near.
  @inline(__always)
  mutating func share(at point: Point) -> SIMD2<Float>? {
    let (x, y) = (point.x - 0.5, point.y - 0.5)
    guard x >= -1, y >= -1, x < Double(image.width) + 1, y < Double(image.height) + 1 else {
      return nil
    }
    // For numbers from -1 on, converting x + 1 rounds down.
    let (left, top) = (Int(x + 1) - 1, Int(y + 1) - 1)
    if left != column || top != row { read(left, top) }
    return shareWithin(point)
  }

  /// Whether a point lies in the cell.
  @inline(__always)
  func reaches(_ point: Point) -> Bool {
    let (x, y) = (point.x - 0.5 - Double(column), point.y - 0.5 - Double(row))
    return x >= 0 && x < 1 && y >= 0 && y < 1
  }

  /// The interpolation factors for a point in this cell.
  @inline(__always)
  func shareWithin(_ point: Point) -> SIMD2<Float> {
    SIMD2(Float(point.x - 0.5 - Double(column)), Float(point.y - 0.5 - Double(row)))
  }

  /// Premultiplied blue, green, red, alpha, 0...255.
  @inline(__always)
  func color(_ share: SIMD2<Float>) -> SIMD4<Float> {
    let upper = upperLeft * (1 - share.x) + upperRight * share.x
    let lower = lowerLeft * (1 - share.x) + lowerRight * share.x
    return upper * (1 - share.y) + lower * share.y
  }

  /// One of these components at four points.
  @inline(__always)
  func component(_ index: Int, _ fx: SIMD4<Float>, _ fy: SIMD4<Float>) -> SIMD4<Float> {
    let upper = upperLeft[index] * (1 - fx) + upperRight[index] * fx
    let lower = lowerLeft[index] * (1 - fx) + lowerRight[index] * fx
    return upper * (1 - fy) + lower * fy
  }

  private mutating func read(_ left: Int, _ top: Int) {
    (column, row) = (left, top)
    upperLeft = pixel(left, top)
    upperRight = pixel(left + 1, top)
    lowerLeft = pixel(left, top + 1)
    lowerRight = pixel(left + 1, top + 1)
  }

  private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    guard columns.contains(x), rows.contains(y) else { return .zero }
    return SIMD4(
      bytesOf: image.bytes.load(fromByteOffset: y * image.bytesPerRow + x * 4, as: UInt32.self))
  }
}

extension SIMD4<Float> {
  /// Blue, green, red, alpha, 0...255.
  @inline(__always)
  fileprivate init(bytesOf pixel: UInt32) {
    self.init(
      Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF),
      Float(pixel >> 24))
  }

  /// The nearest pixel, components limited to 255.
  @inline(__always)
  fileprivate var roundedPixel: UInt32 {
    func byte(_ component: Float) -> UInt32 { Swift.min(UInt32(component + 0.5), 255) }
    return byte(x) | byte(y) << 8 | byte(z) << 16 | byte(w) << 24
  }

  /// Whole numbers from 0 to 255.
  @inline(__always)
  fileprivate init(whole: SIMD4<UInt32>) {
    // 2^23 plus a whole number has that number's bits at its end.
    self = unsafeBitCast(whole | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  }

  /// The nearest whole numbers, limited to 255, of numbers from 0 to 510.
  @inline(__always)
  fileprivate var roundedBytes: SIMD4<UInt32> {
    let raised = self + 0.5
    let nearest = raised + 8_388_608
    let bits = unsafeBitCast(nearest, to: SIMD4<UInt32>.self) & 0x7F_FFFF
    // The addition rounded halves to even numbers; a number above `raised` is one too large.
    let excess = unsafeBitCast(nearest - 8_388_608 .> raised, to: SIMD4<UInt32>.self)
    let whole = bits &+ excess
    return whole.replacing(with: 255, where: whole .> 255)
  }
}

extension Drawing {
  /// Draws sprites one over the other, or, if additive, adds their colours to the pixels.
  public func draw(_ sprites: [Sprite], additive: Bool = false) {
    guard transform.isFinite else { return }
    let limits = visiblePart(of: frame)
    guard !limits.isEmpty else { return }
    let painters = sprites.compactMap { sprite in
      SpritePainter(
        sprite, toPixels: Homography(sprite.placement).concatenating(transform), limits: limits,
        isAdditive: additive)
    }
    let first = painters.lastIndex { $0.hides(limits) } ?? 0
    withPixelsOfGroup { surface in
      for painter in painters[first...] { painter.paint(on: surface) }
    }
  }
}
