import CCairo
import CPixels
public import Geometry

/// How an image is read between its pixels.
public enum ImageFilter: String, Hashable, Sendable, CaseIterable {
  /// The nearest pixel: hard squares when enlarged.
  case nearest
  /// Blends neighbours when enlarged and averages what a pixel covers (up to 16 by 16) when shrunk.
  case linear
  /// When shrunk, blends between two copies of reduced size; otherwise as `linear`.
  case trilinear
}

extension Drawing {
  /// Draws `image`, or a part of it, stretched into a rectangle with smooth edges.
  ///
  /// Several drawings may read one bitmap at a time, as long as nothing writes to it. Beyond the
  /// border of the part, its edge pixels go on, so borders do not fade and neighbours do not bleed.
  ///
  /// - Parameters:
  ///   - source: The part, in image pixels from the top left corner; the whole image by default.
  ///     It may stick out of the image. Empty and non-finite ones draw nothing.
  ///   - destination: In user space. Enlarged more than a thousand times, the image's pixels are
  ///     only roughly in place.
  public func draw(
    _ image: Bitmap, from source: Rect? = nil, in destination: Rect, filter: ImageFilter = .linear
  ) throws(DrawingError) {
    guard try !drawUpright(image, from: source, in: destination, filter, opacity: 1) else { return }
    let source = source ?? image.bounds
    guard source.isFinite, !source.isEmpty, destination.isFinite, !destination.isEmpty,
      let outline = fillable(Path(destination))
    else { return }
    let toDestination = AffineTransform(from: source, to: destination)
    guard let map = transform.affine else {
      let toPixels = Homography(toDestination).concatenating(transform)
      return try drawInPerspective(image, from: source, toPixels, outline: outline, filter: filter)
    }
    guard let toImage = toDestination.concatenating(map).inverted, toImage.isFinite,
      let toUser = transform.inverted
    else { return }
    let crop = image.crop(around: source)
    let toCrop = toImage.concatenating(.translation(x: -crop.minX, y: -crop.minY))
    let shader = ImageShader(
      ImagePlacement(image, from: source, in: destination, filter: filter), toUser: toUser)
    try withExtendedLifetime(image) { () throws(DrawingError) in
      for tile in tiles(of: destination) {
        if let matrix = toCrop.forCairo(over: tile) {
          cairo_save(context)
          defer { cairo_restore(context) }
          setSource(image, crop: crop, matrix: matrix, filter: filter)
          try cover(outline, rule: .nonZero, within: tile)
        } else {
          try shade(outline, within: tile, shader.pixel)
        }
      }
    }
  }

  /// Draws an image whose axes are the drawing's. False, and nothing is drawn, where that does not
  /// go: where it is turned, or is faded and has an edge of its own.
  func drawUpright(
    _ image: Bitmap, from source: Rect?, in destination: Rect, _ filter: ImageFilter,
    opacity: Double
  ) throws(DrawingError) -> Bool {
    let source = source ?? image.bounds
    guard filter == .linear, source.isFinite, !source.isEmpty, destination.isFinite,
      !destination.isEmpty, let map = transform.affine,
      let toImage = AffineTransform(from: source, to: destination).concatenating(map).inverted,
      toImage.isFinite, toImage.b == 0, toImage.c == 0
    else { return false }
    guard let outline = fillable(Path(destination)), let hull = outline.hull else { return true }
    let area = visiblePart(of: hull)
    guard !area.isEmpty else { return true }
    let isCovered = outline.pixelRect != nil || outline.covers(area.rect)
    guard isCovered || opacity >= 1 else { return false }
    return try DrawingError.orShortage { () throws(OutOfMemory) in
      let part = PixelRect(enclosing: image.crop(around: source))
      return try ImageScaler(image, part: part, toImage: toImage, area: area)
    }.map { scaler throws(DrawingError) in
      try withExtendedLifetime(image) { () throws(DrawingError) in
        try isCovered
          ? lay(scaler, in: area, opacity: opacity) : fill(outline, with: scaler, in: area, hull)
      }
      return true
    } ?? false
  }

  /// Lays all pixels of an area over what is there.
  private func lay(
    _ scaler: ImageScaler, in area: PixelRect, opacity: Double
  ) throws(DrawingError) {
    let row = try DrawingError.orShortage { () throws(OutOfMemory) in
      try Buffer<UInt32>(count: area.width)
    }
    // Cairo makes sixteen bits of an opacity, of which Pixman takes the upper half.
    let level = UInt32(min(opacity, 1) * 65535 + 0.5) >> 8
    withPixelsOfGroup { target in
      let parts = visibleParts(of: area).map { $0.intersection(target.frame) }
      for y in area.y..<area.maxY {
        let touched = parts.filter { $0.y <= y && y < $0.maxY }
        guard !touched.isEmpty else { continue }
        scaler.write(row: y, to: row.start)
        for part in touched {
          cpixels_blend(row.start + (part.x - area.x), part.width, level, target.address(part.x, y))
        }
      }
    }
  }

  private func fill(
    _ outline: Path, with scaler: ImageScaler, in area: PixelRect, _ hull: Rect
  ) throws(DrawingError) {
    let row = try DrawingError.orShortage { () throws(OutOfMemory) in
      try Buffer<UInt32>(count: area.width)
    }
    try fill(outline, within: hull) { y, columns in
      scaler.write(row: y, to: row.start)
      return UnsafePointer(row.start + (columns.lowerBound - area.x))
    }
  }

  /// In pixels. Cairo rounds the way from pixels to those of the image, about a point of what is
  /// drawn at a time: that must not depend on what can be seen, and not be far.
  private static let tileSide = 512.0

  /// The parts of a rectangle in user space that are drawn, as boxes of pixels that count from its
  /// corner.
  private func tiles(of destination: Rect) -> [Rect] {
    guard let hull = outlineForFilling(Path(destination))?.hull else { return [] }
    let (box, side) = (hull.pixelsTouched, Self.tileSide)
    let area = visiblePart(of: box).rect
    guard !area.isEmpty else { return [] }
    func starts(_ start: Double, _ low: Double, _ high: Double) -> StrideTo<Double> {
      stride(from: start + ((low - start) / side).rounded(.down) * side, to: high, by: side)
    }
    return starts(box.minY, area.minY, area.maxY).flatMap { y in
      starts(box.minX, area.minX, area.maxX).map { x in
        Rect(x: x, y: y, width: side, height: side)
      }
    }
  }

  private func setSource(
    _ image: Bitmap, crop: Rect, matrix: AffineTransform, filter: ImageFilter
  ) {
    let offset = Int(crop.minY) * image.bytesPerRow + Int(crop.minX) * 4
    let surface = cairo_image_surface_create_for_data(
      image.bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: UInt8.self),
      CAIRO_FORMAT_ARGB32, Int32(clamping: Int(crop.width)), Int32(clamping: Int(crop.height)),
      Int32(clamping: image.bytesPerRow))
    let pattern = cairo_pattern_create_for_surface(surface)
    var matrix = cairo_matrix_t(matrix)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(pattern, filter == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
    cairo_set_source(context, pattern)
    cairo_pattern_destroy(pattern)
    cairo_surface_destroy(surface)
  }
}

extension Bitmap {
  fileprivate var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  /// The whole pixels that `part` touches: at least one, the nearest, when it lies outside.
  fileprivate func crop(around part: Rect) -> Rect {
    let touched = part.pixelsTouched
    let left = min(max(touched.minX, 0), Double(width - 1))
    let top = min(max(touched.minY, 0), Double(height - 1))
    let right = min(max(touched.maxX, left + 1), Double(width))
    let bottom = min(max(touched.maxY, top + 1), Double(height))
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Path {
  fileprivate init(_ rect: Rect) {
    self.init(rect.corners.enumerated().map { $0 == 0 ? .move($1) : .line($1) } + [.close])
  }
}

extension AffineTransform {
  /// The map that stretches one rectangle onto another.
  fileprivate init(from source: Rect, to target: Rect) {
    let (x, y) = (target.width / source.width, target.height / source.height)
    self.init(
      a: x, b: 0, c: 0, d: y, tx: target.minX - source.minX * x, ty: target.minY - source.minY * y)
  }

  /// Cairo's fixed point counts pixels of an image up to 32,767.
  private static let largestPixel = 32_000.0
  /// An image that is enlarged more shows how Cairo rounds: a pixel of the image has so many of the
  /// picture.
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
