import CCairo
import Geometry

extension Drawing {
  /// Draws the part `source` of an image as it appears through `toPixels`, which is from the
  /// image's pixels.
  func drawInPerspective(
    _ image: Bitmap, from source: Rect, _ toPixels: Homography, outline: Path, filter: ImageFilter
  ) throws(DrawingError) {
    guard let toImage = toPixels.inverted, let hull = outline.hull else { return }
    let area = visiblePart(of: hull)
    guard !area.isEmpty else { return }
    let picture = try DrawingError.orShortage { () throws(OutOfMemory) in
      let picture = try Bitmap(width: area.width, height: area.height)
      let part = try image.part(source)
      let toPart = toImage.concatenating(.translation(x: -part.origin.x, y: -part.origin.y))
      let sampler = try ImageSampler(part.image, filter: filter)
      for y in 0..<picture.height {
        let pixels = picture.row(y).assumingMemoryBound(to: UInt32.self)
        for x in 0..<picture.width {
          let place = Point(x: Double(area.x + x) + 0.5, y: Double(area.y + y) + 0.5)
          pixels[x] = sampler.pixel(at: place, through: toPart)
        }
      }
      return picture
    }
    try fill(outline, with: picture, at: area.rect.origin, within: hull)
  }
}

/// Reads an image where it appears smaller in one direction than in another, without shimmer: along
/// the direction in which a pixel of the picture covers most of the image, up to 16 places are
/// averaged; across it, a reduced copy fits.
///
/// Source of the method: Schilling, Knittel and Strasser 1996, "Texram"; as in OpenGL's
/// EXT_texture_filter_anisotropic. Beyond the border its pixels go on.
struct ImageSampler {
  private let levels: [Bitmap]
  private let isNearest: Bool
  private static let mostPlaces = 16.0

  init(_ image: Bitmap, filter: ImageFilter) throws(OutOfMemory) {
    isNearest = filter == .nearest
    levels = isNearest ? [image] : try image.levels()
  }

  /// The pixel that appears at a point of the picture. Transparent behind the eye.
  func pixel(at place: Point, through toImage: Homography) -> UInt32 {
    guard let point = toImage.apply(to: place), point.isFinite else { return 0 }
    if isNearest { return nearest(to: point) }
    let map = toImage.linearized(at: place)
    var (major, minor) = (Point(x: map.a, y: map.b), Point(x: map.c, y: map.d))
    if major.length < minor.length { swap(&major, &minor) }
    let length = min(major.length, 1e6)
    // The footprint is a parallelogram; its height over the longer side is what a reduced copy has
    // to cover.
    let height = abs(map.determinant) / max(major.length, 1e-12)
    let width = max(height, length / Self.mostPlaces, 1)
    let places = min(Self.mostPlaces, max(1, (length / width).rounded(.up)))
    var sum = SIMD4<Float>.zero
    for index in 0..<Int(places) {
      let offset = (Double(index) + 0.5) / places - 0.5
      sum += color(at: point + major * offset, width: width)
    }
    return ImageSampler.pixel(sum / Float(places))
  }

  /// Between the two reduced copies of which a pixel is just smaller, and just larger, than
  /// `width`.
  private func color(at point: Point, width: Double) -> SIMD4<Float> {
    let level = min(Int(width.exponent), levels.count - 1)
    let scale = Double(1 << level)
    let coarse = Float(width / scale - 1)
    let fine = color(at: point, level: level)
    guard coarse > 0, level + 1 < levels.count else { return fine }
    return fine + (color(at: point, level: level + 1) - fine) * min(coarse, 1)
  }

  /// Premultiplied blue, green, red, alpha, 0...255, between the four pixels around a point of the
  /// full image.
  private func color(at point: Point, level: Int) -> SIMD4<Float> {
    let (image, full) = (levels[level], levels[0])
    let x = Self.limited(point.x * Double(image.width) / Double(full.width) - 0.5, image.width)
    let y = Self.limited(point.y * Double(image.height) / Double(full.height) - 0.5, image.height)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (i, j) = (Int(left), Int(top))
    let (k, l) = (min(i + 1, image.width - 1), min(j + 1, image.height - 1))
    let (fx, fy) = (Float(x - left), Float(y - top))
    let upper = Self.components(image, i, j) * (1 - fx) + Self.components(image, k, j) * fx
    let lower = Self.components(image, i, l) * (1 - fx) + Self.components(image, k, l) * fx
    return upper * (1 - fy) + lower * fy
  }

  private static func limited(_ position: Double, _ count: Int) -> Double {
    min(max(position, 0), Double(count - 1))
  }

  private func nearest(to point: Point) -> UInt32 {
    let image = levels[0]
    let x = Self.limited(point.x.rounded(.down), image.width)
    let y = Self.limited(point.y.rounded(.down), image.height)
    return Self.word(image, Int(x), Int(y))
  }

  private static func word(_ image: Bitmap, _ x: Int, _ y: Int) -> UInt32 {
    image.bytes.load(fromByteOffset: y * image.bytesPerRow + x * 4, as: UInt32.self)
  }

  private static func components(_ image: Bitmap, _ x: Int, _ y: Int) -> SIMD4<Float> {
    let word = word(image, x, y)
    let parts = SIMD4<UInt32>(word, word >> 8, word >> 16, word >> 24) & 0xFF
    return SIMD4<Float>(parts)
  }

  static func pixel(_ color: SIMD4<Float>) -> UInt32 {
    let parts = SIMD4<UInt32>(color + 0.5)
    return parts.x | parts.y << 8 | parts.z << 16 | parts.w << 24
  }
}

extension Bitmap {
  /// The whole pixels that a part touches, as a picture, and where they begin: the picture itself
  /// when that is all of it. What lies outside of the part must not shine through its edges, which
  /// the reduced copies would let it.
  fileprivate func part(_ source: Rect) throws(OutOfMemory) -> (image: Bitmap, origin: Point) {
    func whole(_ edge: Double, _ low: Int, _ high: Int) -> Int {
      Int(min(max(edge, Double(low)), Double(high)))
    }
    let left = whole(source.minX.rounded(.down), 0, width - 1)
    let top = whole(source.minY.rounded(.down), 0, height - 1)
    let right = whole(source.maxX.rounded(.up), left + 1, width)
    let bottom = whole(source.maxY.rounded(.up), top + 1, height)
    if (left, top, right, bottom) == (0, 0, width, height) { return (self, .zero) }
    let result = try Bitmap(width: right - left, height: bottom - top)
    for y in 0..<result.height {
      result.row(y).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: row(top + y)[left * 4..<right * 4]))
    }
    return (result, Point(x: Double(left), y: Double(top)))
  }
}
