import CCairo
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
  ) {
    let source = source ?? image.bounds
    guard source.isFinite, !source.isEmpty, destination.isFinite, !destination.isEmpty,
      let outline = fillable(Path(destination)), let hull = outline.hull
    else { return }
    let toDestination = AffineTransform(from: source, to: destination)
    let crop = image.crop(around: source)
    let toCrop = transform.affine.flatMap { toDestination.concatenating($0).inverted }?
      .concatenating(.translation(x: -crop.minX, y: -crop.minY))
    guard let toCrop, toCrop.isUsableInCairo(for: visiblePart(of: hull)) else {
      let toPixels = Homography(toDestination).concatenating(transform)
      return drawSampled(image, from: source, toPixels, outline: outline, filter: filter)
    }
    withExtendedLifetime(image) {
      cairo_save(context)
      setSource(image, crop: crop, matrix: toCrop, filter: filter)
      fill(outline: outline, rule: .nonZero, antialias: true, mayLimit: toCrop.isExactInCairo)
      cairo_restore(context)
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

  /// True for a map to image pixels that Cairo's 16.16 fixed point can hold, its factors and the
  /// places that the pixels of `area` are mapped to. Past that, Cairo draws nothing or fails.
  fileprivate func isUsableInCairo(for area: Rect) -> Bool {
    let reach = boundingBox(of: area)
    return isFinite && inverted != nil && [a, b, c, d].allSatisfy { abs($0) < 8192 }
      && [reach.minX, reach.minY, reach.maxX, reach.maxY].allSatisfy { abs($0) < 32_000 }
  }

  /// True when Cairo need not round the map to 16.16 fixed point. Else it does so about the middle
  /// of what it is about to draw, and a part of the image drawn by itself would differ.
  ///
  /// Factors are multiples of 1/32768 here, since pixel centres lie at halves.
  fileprivate var isExactInCairo: Bool {
    func isWhole(_ value: Double) -> Bool { value.rounded() == value }
    return [a, b, c, d].allSatisfy { isWhole($0 * 32768) } && isWhole(tx * 65536)
      && isWhole(ty * 65536)
  }
}
