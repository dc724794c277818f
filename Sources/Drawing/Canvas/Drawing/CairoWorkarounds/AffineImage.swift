import RostrumCCairo
import RostrumCPixels
import RostrumGeometry

/// A bitmap, or a part of it, as a Cairo source in the drawing's pixels.
///
/// Pixman stores the affine map from device to image pixels in 16.16 fixed point, and its rounding
/// depends on the rectangle that is composited. The result must not depend on the visible part, and
/// errors must not grow with the distance. So the map is rounded here, about the middle of each
/// tile.
struct AffineImage {
  let bitmap: Bitmap
  /// The pixels of the bitmap that are read, at least one.
  let part: PixelRect
  /// Maps the drawing's pixels to pixels of the part.
  private let toPart: AffineTransform
  let filter: ImageFilter
  /// Whether the part's edge pixels extend beyond it; otherwise it is transparent there.
  let repeats: Bool

  /// In pixels.
  private static let tileSide = 512
  /// Shrunk further, an image is read from its copies of half the size: Cairo averages no more.
  private static let mostAveraged = 16.0

  /// `nil` where the map does not lead back to the drawing.
  init(
    _ bitmap: Bitmap, part: PixelRect, toImage: AffineTransform, filter: ImageFilter,
    repeats: Bool
  ) throws(OutOfMemory) {
    var (level, part, map) = (bitmap, part, toImage)
    func shrinking() -> Double {
      min(Point(x: map.a, y: map.b).length, Point(x: map.c, y: map.d).length)
    }
    let isWhole = part == PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    while filter != .nearest, repeats, isWhole, shrinking() >= Self.mostAveraged,
      level.width.isMultiple(of: 2), level.height.isMultiple(of: 2)
    {
      level = try level.halved(times: 1)
      part = PixelRect(x: 0, y: 0, width: level.width, height: level.height)
      map = map.concatenating(.scale(x: 0.5, y: 0.5))
    }
    self.bitmap = level
    self.part = part
    toPart = map.concatenating(.translation(x: -Double(part.x), y: -Double(part.y)))
    (self.filter, self.repeats) = (filter, repeats)
  }

  /// Boxes of pixels that make up a shape's, each to be drawn with a matrix of its own: one where
  /// no rounding is needed.
  ///
  /// - Parameters:
  ///   - shape: Where the image is drawn; tiles count from its corner.
  ///   - area: The pixels that have to be right.
  func tiles(of shape: PixelRect, touching area: PixelRect) -> [PixelRect] {
    guard toPart.forCairo(over: shape.rect) != toPart else { return [shape] }
    let (area, side) = (area.intersection(shape), Self.tileSide)
    guard !area.isEmpty else { return [] }
    func starts(_ start: Int, _ low: Int, _ high: Int) -> StrideTo<Int> {
      stride(from: start + (low - start) / side * side, to: high, by: side)
    }
    return starts(shape.y, area.y, area.maxY).flatMap { y in
      starts(shape.x, area.x, area.maxX).map { x in
        PixelRect(x: x, y: y, width: side, height: side)
      }
    }
  }

  /// Makes the image a context's source for drawing in a tile. Returns false and changes nothing
  /// where fixed point cannot hold the matrix.
  func becomeSource(of context: OpaquePointer, over tile: PixelRect) -> Bool {
    guard let map = toPart.forCairo(over: tile.rect) else { return false }
    let pixels = pixels
    let surface = cairo_image_surface_create_for_data(
      UnsafeMutablePointer(mutating: pixels.bytes), CAIRO_FORMAT_ARGB32, pixels.width,
      pixels.height, Int32(clamping: bitmap.bytesPerRow))
    let pattern = cairo_pattern_create_for_surface(surface)
    var matrix = cairo_matrix_t(map)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_extend(pattern, repeats ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
    cairo_pattern_set_filter(pattern, filter == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
    cairo_set_source(context, pattern)
    cairo_pattern_destroy(pattern)
    cairo_surface_destroy(surface)
    return true
  }

  /// The image's pixels in an area of a tile, where it is shrunk; `nil` where Cairo draws it.
  func shrunk(in area: PixelRect, of tile: PixelRect) throws(OutOfMemory) -> Bitmap? {
    guard filter != .nearest, repeats, !area.isEmpty, let map = toPart.forCairo(over: tile.rect),
      let image = ShrunkImage(pixels, map)
    else { return nil }
    return try image.pixels(in: area)
  }

  /// The part that is read.
  private var pixels: cpixels_level {
    let offset = part.y * bitmap.bytesPerRow + part.x * 4
    let bytes = bitmap.bytes.baseAddress?.advanced(by: offset)
    return cpixels_level(
      bytes: bytes?.assumingMemoryBound(to: UInt8.self), bytes_per_row: bitmap.bytesPerRow,
      width: Int32(clamping: part.width), height: Int32(clamping: part.height))
  }

  /// Whether fixed point can hold the matrix from a tile to the image.
  func fits(_ tile: PixelRect) -> Bool { toPart.forCairo(over: tile.rect) != nil }
}

extension Drawing {
  /// Replaces the pixels of a part of a tile by the image's pixels there.
  func replace(_ rect: PixelRect, of tile: PixelRect, by image: AffineImage) {
    cairo_save(context)
    Self.clip(context, to: [rect])
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    if image.becomeSource(of: context, over: tile) { cairo_paint(context) }
    cairo_restore(context)
  }
}

extension AffineTransform {
  /// Cairo's fixed point counts pixels of an image up to 32,767.
  private static let largestPixel = 32_000.0
  /// At a greater enlargement, Cairo's rounding would become visible, as an image's pixel covers
  /// many pixels of the picture.
  private static let largestEnlargement = 16.0
  /// Cairo's fixed point holds no larger factors.
  private static let largestFactor = 8192.0

  /// The map to image pixels as Cairo can have it without rounding it once more, true in the middle
  /// of a tile (pixels); `nil` when that is not good enough.
  ///
  /// Factors are multiples of 1/32768, since pixel centres lie at halves, and offsets of 1/65536.
  fileprivate func forCairo(over tile: Rect) -> AffineTransform? {
    guard [a, b, c, d].allSatisfy({ abs($0) < Self.largestFactor }) else { return nil }
    let box = boundingBox(of: tile)
    let reach = max(abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY))
    guard reach < Self.largestPixel else { return nil }
    func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
    let middle = Point(
      x: tile.center.x.rounded(.down) + 0.5, y: tile.center.y.rounded(.down) + 0.5)
    let place = apply(to: middle)
    var result = AffineTransform(
      a: rounded(a, 32_768), b: rounded(b, 32_768), c: rounded(c, 32_768), d: rounded(d, 32_768),
      tx: 0, ty: 0)
    let offset =
      Point(x: rounded(place.x, 65_536), y: rounded(place.y, 65_536))
      - result.apply(to: middle)
    (result.tx, result.ty) = (offset.x, offset.y)
    guard result != self else { return result }
    let narrowest = min((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    return narrowest * Self.largestEnlargement >= 1 ? result : nil
  }
}
