import RostrumCCairo
import RostrumGeometry

extension Drawing {
  /// Fills the inside of `path`, each pixel with `shader`'s colour for its centre (in pixels):
  /// premultiplied, 0xAARRGGBB.
  func fill(
    _ path: Path, shading shader: (_ x: Double, _ y: Double) -> UInt32
  ) throws(DrawingError) {
    guard let outline = fillable(path), let hull = outline.hull else { return }
    try shade(outline, within: hull, shader)
  }

  /// The same for the part of an outline (pixels) that lies in a box.
  func shade(
    _ outline: Path, within box: Rect, _ shader: (_ x: Double, _ y: Double) -> UInt32
  ) throws(DrawingError) {
    let area = visiblePart(of: (outline.hull ?? .zero).intersection(box))
    guard !area.isEmpty else { return }
    let picture = try DrawingError.mappingOutOfMemory { () throws(OutOfMemory) in
      try Bitmap(width: area.width, height: area.height)
    }
    picture.shade(shader, from: area.rect)
    try fill(outline, with: picture, at: area.rect.origin, within: PixelRect(enclosing: box))
  }

  /// Fills an outline, or the part of it in a box (pixels), with a picture whose pixels coincide
  /// with the drawing's.
  func fill(
    _ outline: Path, with picture: Bitmap, at origin: Point, within box: PixelRect? = nil,
    _ rule: FillRule = .nonZero
  ) throws(DrawingError) {
    setSource(picture, at: origin)
    try withExtendedLifetime(picture) { () throws(DrawingError) in
      try cover(outline, rule, within: box)
    }
  }

  /// The bounds of the pixels of a box that lie within the limits and the redrawn region.
  func visiblePart(of box: Rect) -> PixelRect { visiblePart(of: PixelRect(enclosing: box)) }

  func visiblePart(of box: PixelRect) -> PixelRect {
    visibleParts(of: box).reduce(.empty) { $0.union($1) }
  }

  /// The pixels of a box that lie within the limits and the redrawn region, as rectangles: none
  /// overlap, none is empty.
  func visibleParts(of box: PixelRect) -> [PixelRect] {
    let reached = box.intersection(limits)
    return (damage?.rects ?? [reached]).map { $0.intersection(reached) }.filter { !$0.isEmpty }
  }

  /// Sets a picture as the source, at whole pixels of the drawing. The picture's edge extends
  /// beyond it, invisibly: Cairo's rasteriser would otherwise cut the fill at the end of the
  /// picture, and treat those rows differently.
  func setSource(_ picture: Bitmap, at origin: Point) {
    let surface = cairo_image_surface_create_for_data(
      picture.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
      Int32(clamping: picture.width), Int32(clamping: picture.height),
      Int32(clamping: picture.bytesPerRow))
    cairo_set_source_surface(context, surface, origin.x, origin.y)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_surface_destroy(surface)
  }
}

extension Bitmap {
  /// Fills the picture, whose first pixel lies at the corner of `area`.
  fileprivate func shade(_ shader: (_ x: Double, _ y: Double) -> UInt32, from area: Rect) {
    for y in 0..<height {
      let pixels = row(y).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        pixels[x] = shader(area.minX + Double(x) + 0.5, area.minY + Double(y) + 0.5)
      }
    }
  }
}
