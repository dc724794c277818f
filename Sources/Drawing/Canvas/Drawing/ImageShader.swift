import RostrumBase
import RostrumGeometry

/// The premultiplied pixels of an image as it lies in user space: each follows from the place of
/// its centre, and of its corners, alone.
///
/// Source of mipmap levels: the OpenGL specification 2.1, section 3.8.8: the level of a pixel is
/// the binary logarithm of the longer side of its footprint in the image.
struct ImageShader {
  private let image: ImagePlacement
  private let levels: [LevelReader]
  private let toUser: Homography

  init(_ image: ImagePlacement, toUser: Homography) {
    self.image = image
    self.toUser = toUser
    let full = image.levels[0]
    levels = image.levels.map { level in
      LevelReader(
        level, part: image.source, scaleX: Double(level.width) / Double(full.width),
        scaleY: Double(level.height) / Double(full.height))
    }
  }

  /// The pixel with that centre.
  func pixel(x: Double, y: Double) -> UInt32 {
    let place = Point(x: x, y: y)
    guard let point = toUser.apply(to: place) else { return 0 }
    let map = toUser.linearized(at: place)
    let (column, row) = (image.columns.pixel(at: point.x), image.rows.pixel(at: point.y))
    let footprint = Footprint(
      center: Point(x: column.pixel, y: row.pixel),
      right: Point(x: map.a * column.slope, y: map.b * row.slope),
      down: Point(x: map.c * column.slope, y: map.d * row.slope))
    return color(of: footprint).rounded
  }

  private func color(of footprint: Footprint) -> SIMD4<Float> {
    let isReduced = footprint.extent > 1
    switch isReduced ? image.minification : image.magnification {
    case .nearest: return levels[0].nearest(footprint.center)
    case .trilinear where isReduced: return trilinear(footprint)
    case .linear where isReduced: return average(footprint)
    case .linear, .trilinear: return levels[0].linear(footprint.center)
    }
  }

  private func trilinear(_ footprint: Footprint) -> SIMD4<Float> {
    let wanted = log2(footprint.extent) + image.bias
    let level = wanted > 0 ? min(wanted, Double(levels.count - 1)) : 0
    let lower = Int(level)
    let share = Float(level - Double(lower))
    let near = levels[lower].linear(footprint.center)
    guard share > 0 else { return near }
    let far = levels[lower + 1].linear(footprint.center)
    return near + (far - near) * share
  }

  /// The mean colour of points spread evenly over the area that the pixel covers, at most 16 in
  /// each direction.
  private func average(_ footprint: Footprint) -> SIMD4<Float> {
    let columns = footprint.count(footprint.right)
    let rows = footprint.count(footprint.down)
    var sum = SIMD4<Float>.zero
    for j in 0..<rows {
      for i in 0..<columns {
        let x = (Double(i) + 0.5) / Double(columns) - 0.5
        let y = (Double(j) + 0.5) / Double(rows) - 0.5
        sum += levels[0].linear(footprint.center + footprint.right * x + footprint.down * y)
      }
    }
    return sum / Float(rows * columns)
  }
}

/// The area of the image that a pixel of the drawing covers: about a parallelogram, in image
/// pixels.
private struct Footprint {
  let center: Point
  let right: Point
  let down: Point

  /// The longer side.
  var extent: Double { max(right.length, down.length) }

  func count(_ side: Point) -> Int { side.length > 1 ? Int(min(side.length.rounded(.up), 16)) : 1 }
}

/// Reads one level between its pixels.
private struct LevelReader {
  private let image: Bitmap
  private let scaleX: Double
  private let scaleY: Double
  private let columns: ClosedRange<Int>
  private let rows: ClosedRange<Int>

  /// `part` is in pixels of the full image; its edge pixels extend beyond it.
  init(_ image: Bitmap, part: Rect, scaleX: Double, scaleY: Double) {
    self.image = image
    (self.scaleX, self.scaleY) = (scaleX, scaleY)
    columns = Self.range(part.minX * scaleX, part.maxX * scaleX, image.width)
    rows = Self.range(part.minY * scaleY, part.maxY * scaleY, image.height)
  }

  /// The pixels that a stretch touches, within the image: at least one.
  private static func range(_ start: Double, _ end: Double, _ count: Int) -> ClosedRange<Int> {
    let low = min(max(start.rounded(.down), 0), Double(count - 1))
    let high = min(max(end.rounded(.up) - 1, low), Double(count - 1))
    return Int(low)...Int(high)
  }

  func nearest(_ point: Point) -> SIMD4<Float> {
    pixel((point.x * scaleX).rounded(.down), (point.y * scaleY).rounded(.down))
  }

  func linear(_ point: Point) -> SIMD4<Float> {
    let (x, y) = (point.x * scaleX - 0.5, point.y * scaleY - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (fx, fy) = (Float(x - left), Float(y - top))
    let upper = pixel(left, top) * (1 - fx) + pixel(left + 1, top) * fx
    let lower = pixel(left, top + 1) * (1 - fx) + pixel(left + 1, top + 1) * fx
    return upper * (1 - fy) + lower * fy
  }

  private func pixel(_ x: Double, _ y: Double) -> SIMD4<Float> {
    let (column, row) = (columns.nearest(x), rows.nearest(y))
    let word = image.bytes.load(
      fromByteOffset: row * image.bytesPerRow + column * 4, as: UInt32.self)
    return SIMD4(
      Float(word & 0xFF), Float(word >> 8 & 0xFF), Float(word >> 16 & 0xFF), Float(word >> 24))
  }
}

extension ClosedRange<Int> {
  /// The number of the range that is closest; the lowest for no number.
  fileprivate func nearest(_ value: Double) -> Int {
    value > Double(lowerBound) ? Int(Swift.min(value, Double(upperBound))) : lowerBound
  }
}

extension SIMD4<Float> {
  /// Blue, green, red, alpha in 0...255 as a pixel.
  fileprivate var rounded: UInt32 {
    let whole = (self + 0.5).clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255.5))
    return UInt32(whole.x) | UInt32(whole.y) << 8 | UInt32(whole.z) << 16 | UInt32(whole.w) << 24
  }
}
