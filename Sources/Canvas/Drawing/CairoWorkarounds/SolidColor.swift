import CCairo
import CPixels
import Geometry

/// One colour laid over pixels, source-over: eight bits a channel, premultiplied, rounded as Pixman
/// does, so that what Cairo fills with the same colour has the same pixels inside.
struct SolidColor {
  /// 0xAARRGGBB.
  private let pixel: UInt32
  /// Whether Cairo takes it for opaque.
  private let isOpaque: Bool

  init(_ color: Color) {
    let color = color.limited
    // Cairo makes sixteen bits of it, of which Pixman takes the upper half.
    func level(_ value: Double) -> UInt32 { UInt32(value * color.alpha * 65535 + 0.5) >> 8 }
    pixel =
      level(1) << 24 | level(color.red) << 16 | level(color.green) << 8 | level(color.blue)
    isOpaque = pixel >> 24 == 255
  }

  /// Covers a pixel with `coverage` levels of 255.
  @inline(__always)
  func cover(_ below: UInt32, _ coverage: UInt32) -> UInt32 {
    let source = pixel.scaled(by: coverage)
    return source &+ below.scaled(by: 255 &- source >> 24)
  }

  /// Covers `count` pixels, each with a level of 255, as Cairo does when it rasterises a shape: of
  /// opaque colours it rounds halves down.
  func coverAsCairo(
    _ pixels: UnsafeMutablePointer<UInt32>, count: Int, _ levels: UnsafePointer<UInt8>
  ) {
    cpixels_cover(levels, count, pixel, isOpaque ? 1 : 0, pixels)
  }

  /// Covers `count` pixels, each with `coverage` levels of 255.
  func cover(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, _ coverage: UInt32) {
    let source = pixel.scaled(by: coverage)
    let rest = 255 &- source >> 24
    if rest == 0 { return pixels.update(repeating: source, count: count) }
    guard count < Self.fewPixels else { return cpixels_lay(source, count, pixels) }
    for pixel in 0..<count { pixels[pixel] = source &+ pixels[pixel].scaled(by: rest) }
  }

  /// So many pixels are done before a function is called.
  private static let fewPixels = 6
}

extension UInt32 {
  /// Each of its four bytes times `level` / 255, rounded.
  @inline(__always)
  fileprivate func scaled(by level: UInt32) -> UInt32 {
    // Two bytes at a time, with room for the product between them.
    let even = (self & 0xFF_00FF) &* level &+ 0x80_0080
    let odd = (self >> 8 & 0xFF_00FF) &* level &+ 0x80_0080
    return (even &+ (even >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
      | (odd &+ (odd >> 8 & 0xFF_00FF)) & 0xFF00_FF00
  }
}

// The commonest shapes of layers are filled here: their edges are exact, and it takes a fraction of
// Cairo's time.
extension Drawing {
  /// Fills what can be reached and is looked at.
  func fill(_ outline: SimpleOutline, with color: Color) {
    withPixelsOfGroup { pixels in
      let color = SolidColor(color)
      outline.withRows { rows in
        for area in areas(of: outline.frame.intersection(pixels.frame)) {
          rows.rewind()
          pixels.fill(area, of: outline, with: color, &rows)
        }
      }
    }
  }

  /// Fills what can be reached and is looked at.
  func fill(_ shape: ExactShape, with color: Color) {
    // An outline that goes round once is added up by row, which is faster.
    if case .outline(let simple) = shape { return fill(simple, with: color) }
    withPixelsOfGroup { pixels in
      let color = SolidColor(color)
      for area in areas(of: shape.frame.intersection(pixels.frame)) {
        pixels.fill(area, of: shape, with: color)
      }
    }
  }

  /// Fills the inside of a path in pixels, within Cairo's range: its edges are exact.
  func fillExactly(
    _ outline: Path, with color: Color, _ rule: FillRule
  ) throws(DrawingError) {
    guard let hull = outline.hull, !visiblePart(of: hull).isEmpty,
      let shape = try ExactShape.shape(of: outline, rule)
    else { return }
    fill(shape, with: color)
  }

  /// The parts of a box that can be reached and are looked at, in pixels. Parts that make up at
  /// least half of the box around them become that one box: then no row is begun twice.
  private func areas(of box: PixelRect) -> [PixelRect] {
    let parts = visibleParts(of: box)
    let whole = parts.reduce(PixelRect.empty) { $0.union($1) }
    let sum = parts.reduce(0) { $0 + $1.area }
    return parts.count > 1 && whole.area <= 2 * sum ? [whole] : parts
  }
}

extension SurfacePixels {
  /// A row is asked for while so many before it are still filled: rows lie too far apart for the
  /// processor to guess the next one.
  private static let rowsAhead = 3

  private func prefetch(_ pixels: UnsafePointer<UInt32>, count: Int) {
    for pixel in stride(from: 0, to: count, by: 16) { prefetch_for_writing(pixels + pixel) }
  }

  /// Fills those pixels of an outline that lie in `area`.
  fileprivate func fill(
    _ area: PixelRect, of outline: SimpleOutline, with color: SolidColor,
    _ rows: inout CoverageAccumulator
  ) {
    let columns = area.x - outline.frame.x..<area.maxX - outline.frame.x
    for y in area.y..<area.maxY {
      let row = address(area.x, y) - columns.lowerBound
      if y + Self.rowsAhead < area.maxY {
        prefetch(address(area.x, y + Self.rowsAhead), count: area.width)
      }
      rows.visit(row: y - outline.frame.y) { pixel, level in
        guard columns.contains(pixel) else { return }
        row[pixel] = color.cover(row[pixel], level)
      } run: { run, level in
        let run = run.clamped(to: columns)
        color.cover(row + run.lowerBound, count: run.count, level)
      }
    }
  }

  /// Fills those pixels of a shape that lie in `area`.
  fileprivate func fill(_ area: PixelRect, of shape: ExactShape, with color: SolidColor) {
    var row = address(area.x, area.y)
    shape.visit(area) { y in
      row = address(area.x, y)
    } pixel: { x, level in
      if level > 0 { row[x - area.x] = color.cover(row[x - area.x], level) }
    } run: { run, level in
      color.cover(row + (run.lowerBound - area.x), count: run.count, level)
    }
  }
}
