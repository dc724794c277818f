import RostrumBase
public import RostrumGeometry

extension Picture {
  /// Fills `rect` with another picture seen through a projection.
  ///
  /// Between the other's pixels colours are mixed (bilinear), or averaged where it is shrunk along
  /// its axes; beyond its edges it is transparent.
  ///
  /// - Parameter map: From this picture's plane to the other's.
  public func resample(
    _ source: Picture, through map: Homography, in rect: PixelRect
  ) throws(OutOfMemory) {
    let rect = rect.intersection(frame)
    guard !rect.isEmpty else { return }
    // With rotated axes, Pixman's weights of seven bits are too coarse for a later blur.
    if let affine = map.affine, affine.b == 0, affine.c == 0,
      try resample(source, through: affine, in: rect)
    {
      return
    }
    // Several threads write disjoint rows, and read pixels that no thread writes.
    nonisolated(unsafe) let (target, reader) = (pixels, PictureReader(source: source.pixels))
    inParallel((rect.height + Self.rowsAtOnce - 1) / Self.rowsAtOnce) { index in
      let start = rect.y + index * Self.rowsAtOnce
      let part = PixelRect(
        x: rect.x, y: start, width: rect.width, height: min(Self.rowsAtOnce, rect.maxY - start))
      Self.write(to: target, in: part, reader, map)
    }
  }

  /// Lets Cairo do so. False, and nothing is changed, where it cannot.
  private func resample(
    _ source: Picture, through map: AffineTransform, in rect: PixelRect
  ) throws(OutOfMemory) -> Bool {
    let (whole, from) = (source.bitmap, source.frame)
    let image = try AffineImage(
      whole, part: PixelRect(x: 0, y: 0, width: whole.width, height: whole.height),
      toImage: map.concatenating(.translation(x: -Double(from.x), y: -Double(from.y))),
      filter: .linear, repeats: false)
    // The tile grid must not depend on the requested rectangle.
    let side = 1 << 16
    let plane = PixelRect(x: -side, y: -side, width: 2 * side, height: 2 * side)
    let tiles = image.tiles(of: plane, touching: rect)
    guard plane.contains(rect), tiles.allSatisfy(image.fits) else { return false }
    let drawing = Drawing(on: bitmap, originX: frame.x, originY: frame.y)
    for tile in tiles { drawing.replace(tile.intersection(rect), of: tile, by: image) }
    do { try drawing.finish() } catch { throw OutOfMemory(bytes: bitmap.bytes.count) }
    return true
  }

  /// The number of rows that one thread processes at a time.
  private static let rowsAtOnce = 256

  private static func write(
    to target: SurfacePixels, in rect: PixelRect, _ reader: PictureReader, _ map: Homography
  ) {
    for y in rect.y..<rect.maxY {
      let (row, middle) = (target.address(rect.x, y), Double(y) + 0.5)
      if let affine = map.affine {
        for x in 0..<rect.width {
          row[x] = reader.pixel(
            at: affine.apply(to: Point(x: Double(rect.x + x) + 0.5, y: middle)))
        }
      } else {
        for x in 0..<rect.width {
          let place = map.apply(to: Point(x: Double(rect.x + x) + 0.5, y: middle))
          // A closure would be allocated for every pixel.
          if let place { row[x] = reader.pixel(at: place) } else { row[x] = 0 }
        }
      }
    }
  }
}

/// Reads a picture between its pixels.
private struct PictureReader {
  let source: SurfacePixels

  @inline(__always)
  func pixel(at place: Point) -> UInt32 {
    let (x, y) = (place.x - 0.5, place.y - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    guard abs(left) < 1e9, abs(top) < 1e9 else { return 0 }
    let (i, j) = (Int(left), Int(top))
    let (fx, fy) = (Float(x - left), Float(y - top))
    if fx == 0, fy == 0 { return word(i, j) }
    let words = square(i, j)
    if words.0 == words.1, words.0 == words.2, words.0 == words.3 { return words.0 }
    let upper = SIMD4<Float>(pixel: words.0) * (1 - fx) + SIMD4<Float>(pixel: words.1) * fx
    let lower = SIMD4<Float>(pixel: words.2) * (1 - fx) + SIMD4<Float>(pixel: words.3) * fx
    return (upper * (1 - fy) + lower * fy).pixel
  }

  /// A pixel, the one to its right, and both below.
  @inline(__always)
  private func square(_ x: Int, _ y: Int) -> (UInt32, UInt32, UInt32, UInt32) {
    let (column, row) = (x &- source.originX, y &- source.originY)
    guard column >= 0, column < source.width &- 1, row >= 0, row < source.height &- 1 else {
      return (word(x, y), word(x &+ 1, y), word(x, y &+ 1), word(x &+ 1, y &+ 1))
    }
    // Two pixels are read in one step.
    let upper = source.bytes + (row &* source.bytesPerRow &+ 4 &* column)
    let top = upper.loadUnaligned(as: UInt64.self)
    let bottom = (upper + source.bytesPerRow).loadUnaligned(as: UInt64.self)
    return (
      UInt32(truncatingIfNeeded: top), UInt32(truncatingIfNeeded: top >> 32),
      UInt32(truncatingIfNeeded: bottom), UInt32(truncatingIfNeeded: bottom >> 32)
    )
  }

  @inline(__always)
  private func word(_ x: Int, _ y: Int) -> UInt32 {
    source.contains(x, y) ? source[x &- source.originX, y &- source.originY] : 0
  }
}

extension Picture {
  /// Sets the pixels of `rect` to one colour with another picture's alpha, seen through a map.
  ///
  /// The alpha is interpolated (bilinear); beyond the other picture's edges it is transparent. Each
  /// pixel depends only on its place, not on the requested part or the other picture's part: places
  /// are whole numbers of 2^-24 pixels.
  ///
  /// - Parameter map: From this picture's plane to the other's.
  public func shade(
    _ cover: Picture, through map: AffineTransform, with color: Color, in rect: PixelRect
  ) {
    let rect = rect.intersection(frame)
    let (reader, shade) = (AlphaReader(cover.pixels), Shade(color))
    let step = FixedPoint(x: map.a, y: map.b)
    for y in rect.y..<rect.maxY {
      let row = pixels.address(rect.x, y)
      let start = map.apply(to: Point(x: 0.5, y: Double(y) + 0.5))
      var place = FixedPoint(x: start.x - 0.5, y: start.y - 0.5).moved(by: step, times: rect.x)
      let columns = reader.columns(of: rect, from: place, step)
      row.update(repeating: 0, count: rect.width)
      place = place.moved(by: step, times: columns.lowerBound)
      for column in columns {
        row[column] = shade.pixel(cover: reader.alpha(at: place))
        place = place.moved(by: step, times: 1)
      }
    }
  }
}

/// A place among pixels, in 2^-24 pixels.
private struct FixedPoint {
  static let bits = 24
  var x: Int
  var y: Int

  private init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }

  /// Places further off than any picture reaches are limited.
  init(x: Double, y: Double) {
    func fixed(_ value: Double) -> Int {
      Int((min(max(value, -1e6), 1e6) * Double(1 << Self.bits)).rounded())
    }
    self.init(fixed(x), fixed(y))
  }

  func moved(by step: FixedPoint, times count: Int) -> FixedPoint {
    FixedPoint(x &+ step.x &* count, y &+ step.y &* count)
  }
}

/// Reads a picture's alpha between its pixels.
private struct AlphaReader {
  private let bytes: UnsafePointer<UInt8>
  private let bytesPerRow: Int
  private let frame: PixelRect

  init(_ source: SurfacePixels) {
    bytes = UnsafePointer(source.bytes.assumingMemoryBound(to: UInt8.self))
    (bytesPerRow, frame) = (source.bytesPerRow, source.frame)
  }

  /// The columns of a row, counted from its first, that can be other than transparent.
  func columns(of rect: PixelRect, from start: FixedPoint, _ step: FixedPoint) -> Range<Int> {
    var (first, end) = (0.0, Double(rect.width))
    func limit(_ start: Int, _ step: Int, _ low: Int, _ high: Int) {
      let ends = [low - 1, high].map { Double(($0 << FixedPoint.bits) - start) / Double(step) }
      if step == 0 {
        if start < (low - 1) << FixedPoint.bits || start > high << FixedPoint.bits { end = first }
      } else {
        first = max(first, min(ends[0], ends[1]) - 1)
        end = min(end, max(ends[0], ends[1]) + 2)
      }
    }
    limit(start.x, step.x, frame.x, frame.maxX)
    limit(start.y, step.y, frame.y, frame.maxY)
    return first < end ? Int(first)..<min(Int(end.rounded(.up)), rect.width) : 0..<0
  }

  /// In 2^-8 levels of 255, rounded down.
  @inline(__always)
  func alpha(at place: FixedPoint) -> UInt32 {
    let i = place.x >> FixedPoint.bits &- frame.x
    let j = place.y >> FixedPoint.bits &- frame.y
    let fx = UInt32(truncatingIfNeeded: place.x >> (FixedPoint.bits - 8)) & 0xFF
    let fy = UInt32(truncatingIfNeeded: place.y >> (FixedPoint.bits - 8)) & 0xFF
    guard i >= 0, j >= 0, i < frame.width &- 1, j < frame.height &- 1 else {
      return mix(level(i, j), level(i + 1, j), level(i, j + 1), level(i + 1, j + 1), fx, fy)
    }
    let upper = UnsafeRawPointer(bytes + (j &* bytesPerRow &+ 4 &* i))
    // Two pixels are read in one step.
    let (top, bottom) = (
      upper.loadUnaligned(as: UInt64.self),
      (upper + bytesPerRow).loadUnaligned(as: UInt64.self)
    )
    return mix(left(top), UInt32(top >> 56), left(bottom), UInt32(bottom >> 56), fx, fy)
  }

  @inline(__always)
  private func left(_ pixels: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: pixels) >> 24 }

  @inline(__always)
  private func mix(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ fx: UInt32, _ fy: UInt32
  ) -> UInt32 {
    let upper = a &* (256 &- fx) &+ b &* fx
    let lower = c &* (256 &- fx) &+ d &* fx
    return (upper &* (256 &- fy) &+ lower &* fy) >> 8
  }

  private func level(_ x: Int, _ y: Int) -> UInt32 {
    guard 0 <= x, x < frame.width, 0 <= y, y < frame.height else { return 0 }
    return UInt32(bytes[y * bytesPerRow + 4 * x + 3])
  }
}

/// One colour, more or less opaque.
struct Shade {
  /// Premultiplied, in 2^-16.
  private let blue: UInt32
  private let green: UInt32
  private let red: UInt32
  private let alpha: UInt32
  private let isBlack: Bool

  init(_ color: Color) {
    let color = color.limited
    func fixed(_ value: Double) -> UInt32 { UInt32((value * color.alpha * 65536).rounded()) }
    (blue, green, red) = (fixed(color.blue), fixed(color.green), fixed(color.red))
    alpha = fixed(1)
    isBlack = blue | green | red == 0
  }

  /// `cover` is in 2^-8 levels of 255, at most 255 whole ones.
  @inline(__always)
  func pixel(cover: UInt32) -> UInt32 {
    func level(_ part: UInt32) -> UInt32 { (cover &* part &+ 1 << 23) >> 24 }
    // Most shadows are black.
    guard !isBlack else { return level(alpha) << 24 }
    return level(alpha) << 24 | level(red) << 16 | level(green) << 8 | level(blue)
  }
}
