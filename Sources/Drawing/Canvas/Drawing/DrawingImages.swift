import RostrumCCairo
public import RostrumGeometry

/// How an image is read between its pixels.
public enum ImageFilter: String, Hashable, Sendable, CaseIterable {
  /// The nearest pixel: hard squares when enlarged.
  case nearest
  /// Interpolates between pixels when enlarged and averages the covered pixels (up to 16 by 16)
  /// when shrunk.
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
    try draw(image, from: source, in: destination, filter: filter, opacity: 1)
  }

  /// The same at an opacity; one below 1 is allowed only if the drawing consists of whole pixels.
  func draw(
    _ image: Bitmap, from source: Rect?, in destination: Rect, filter: ImageFilter, opacity: Double
  ) throws(DrawingError) {
    let source = source ?? image.bounds
    guard source.isFinite, !source.isEmpty, destination.isFinite, !destination.isEmpty,
      let outline = fillable(Path(destination)), let hull = outline.hull
    else { return }
    let toDestination = AffineTransform(from: source, to: destination)
    guard let map = transform.affine else {
      let toPixels = Homography(toDestination).concatenating(transform)
      return try drawInPerspective(image, from: source, toPixels, outline: outline, filter: filter)
    }
    guard let toImage = toDestination.concatenating(map).inverted, toImage.isFinite,
      let toUser = transform.inverted, let shape = shapeOfImage(in: destination)
    else { return }
    let part = try DrawingError.mappingOutOfMemory { () throws(OutOfMemory) in
      try AffineImage(
        image, part: PixelRect(enclosing: image.crop(around: source)), toImage: toImage,
        filter: filter, repeats: true)
    }
    let area = visiblePart(of: hull)
    guard !area.isEmpty else { return }
    let tiles = part.tiles(of: shape, touching: area)
    // One mask for all tiles, where edges are not the pixels' own.
    let needsMask = tiles.count > 1 && outline.boxes(in: visibleParts(of: area), .nonZero) == nil
    let mask = needsMask ? try coverage(of: outline, .nonZero, in: area) : nil
    try withExtendedLifetime(part) { () throws(DrawingError) in
      for tile in tiles {
        let seen = area.intersection(tile)
        let shrunk = try DrawingError.mappingOutOfMemory { () throws(OutOfMemory) in
          try part.shrunk(in: seen, of: tile)
        }
        if let shrunk { setSource(shrunk, at: Point(x: Double(seen.x), y: Double(seen.y))) }
        try withExtendedLifetime(shrunk) { () throws(DrawingError) in
          if shrunk == nil, !part.becomeSource(of: context, over: tile) {
            let shader = ImageShader(
              ImagePlacement(image, from: source, in: destination, filter: filter), toUser: toUser)
            try shade(outline, within: tile.rect, shader.pixel)
          } else if mask != nil || opacity < 1 {
            cairo_save(context)
            Self.clip(context, to: visibleParts(of: seen))
            if let mask { paint(through: mask) } else { cairo_paint_with_alpha(context, opacity) }
            cairo_restore(context)
          } else {
            try cover(outline, within: tiles.count > 1 ? tile : nil)
          }
        }
      }
    }
  }

  /// The pixels that an image touches, wherever a clip ends; `nil` for none.
  private func shapeOfImage(in destination: Rect) -> PixelRect? {
    outlineForFilling(Path(destination))?.hull.map { PixelRect(enclosing: $0.pixelsTouched) }
  }

  /// Whether a rectangle, transformed and clipped to the visible part, consists of whole pixels.
  func fillsWholePixels(_ rect: Rect) -> Bool {
    guard transform.affine != nil, let outline = fillable(Path(rect)), let hull = outline.hull,
      let boxes = outline.boxes(in: visibleParts(of: PixelRect(enclosing: hull)), .nonZero)
    else { return false }
    return boxes.allSatisfy { PixelRect(enclosing: $0).rect == $0 }
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
}
