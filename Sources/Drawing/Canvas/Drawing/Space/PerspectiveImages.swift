import RostrumCPixels
import RostrumGeometry

extension Drawing {
  /// Draws the part `source` of an image as it appears through `toPixels`, which is from the
  /// image's pixels.
  func drawInPerspective(
    _ image: Bitmap, from source: Rect, _ toPixels: Homography, outline: Path, filter: ImageFilter
  ) throws(DrawingError) {
    guard let toImage = toPixels.inverted, let hull = outline.hull else { return }
    let area = visiblePart(of: hull)
    guard !area.isEmpty else { return }
    let picture = try DrawingError.mappingOutOfMemory { () throws(OutOfMemory) in
      let picture = try Bitmap(width: area.width, height: area.height)
      let part = try image.part(source)
      let toPart = toImage.concatenating(.translation(x: -part.origin.x, y: -part.origin.y))
      let sampler = try ImageSampler(part.image, filter: filter)
      for y in 0..<picture.height {
        let pixels = picture.row(y).assumingMemoryBound(to: UInt32.self)
        sampler.write(pixels, x: area.x, y: area.y + y, through: toPart)
      }
      return picture
    }
    try fill(outline, with: picture, at: area.rect.origin)
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

  /// A row of pixels, of which the first begins at (`x`, `y`). Transparent behind the eye.
  func write(
    _ pixels: UnsafeMutableBufferPointer<UInt32>, x: Int, y: Int, through toImage: Homography
  ) {
    if isNearest {
      for index in pixels.indices {
        let place = Point(x: Double(x + index) + 0.5, y: Double(y) + 0.5)
        let point = toImage.apply(to: place)
        pixels[index] = point.map { $0.isFinite ? nearest(to: $0) : 0 } ?? 0
      }
      return
    }
    let map = toImage.planar
    let numbers = [
      map.a, map.b, map.c, map.d, map.tx, map.ty, toImage.weightX, toImage.weightY, toImage.weight,
    ]
    let levels = levels.map { level in
      cpixels_level(
        bytes: UnsafePointer(level.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)),
        bytes_per_row: level.bytesPerRow, width: Int32(clamping: level.width),
        height: Int32(clamping: level.height))
    }
    cpixels_sample(
      levels, levels.count, numbers, Self.mostPlaces, Double(x), Double(y), pixels.count,
      pixels.baseAddress)
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
}

extension Bitmap {
  /// The whole pixels that a part touches, as a picture, with their origin: the picture itself if
  /// the part is all of it. Pixels outside of the part must not bleed through its edges, as they
  /// would in the reduced copies.
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
