import CCairo
import Geometry

extension Drawing {
  /// Fills the inside of `path`, each pixel with what `shader` gives for its centre (in pixels):
  /// premultiplied, 0xAARRGGBB.
  func fill(_ path: Path, shading shader: (_ x: Double, _ y: Double) -> UInt32) {
    guard let outline = fillable(path), let hull = outline.hull else { return }
    shade(outline, within: hull, shader)
  }

  /// The same for the part of an outline (pixels) that lies in a box.
  func shade(_ outline: Path, within box: Rect, _ shader: (_ x: Double, _ y: Double) -> UInt32) {
    let area = visiblePart(of: (outline.hull ?? .zero).intersection(box))
    guard !area.isEmpty else { return }
    noting { () throws(OutOfMemory) in
      let picture = try Bitmap(width: Int(area.width), height: Int(area.height))
      picture.shade(shader, from: area)
      fill(outline, with: picture, at: area.origin, within: box)
    }
  }

  /// Fills an outline, or the part of it in a box (pixels), with a picture whose pixels lie exactly
  /// on those of the drawing.
  func fill(_ outline: Path, with picture: Bitmap, at origin: Point, within box: Rect) {
    withExtendedLifetime(picture) {
      cairo_save(context)
      setSource(picture, at: origin)
      cover(outline, rule: .nonZero, within: box)
      cairo_restore(context)
    }
  }

  /// The whole pixels of a box (pixels) that can be reached, and will be looked at; with what lies
  /// between them.
  func visiblePart(of box: Rect) -> Rect {
    let parts = visibleParts(of: box)
    return parts.dropFirst().reduce(parts.first ?? .zero) { $0.union($1) }
  }

  /// The same without what lies between them: none overlap, none is empty.
  func visibleParts(of box: Rect) -> [Rect] {
    let reached = box.pixelsTouched.intersection(limits).pixelsTouched
    return (dirty?.rects ?? [reached]).map { $0.intersection(reached) }.filter { !$0.isEmpty }
  }

  /// A picture whose pixels lie exactly on those of the drawing. Its edge goes on beyond it, where
  /// nobody looks: Cairo's rasteriser would cut what is filled at the end of a picture that ends,
  /// and treat those rows differently.
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
