import CCairo
import CPixels
import Geometry

extension Drawing {
  /// Fills the inside of `path`, each pixel with what `shader` gives for its centre (in pixels):
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
    let picture = try DrawingError.orShortage { () throws(OutOfMemory) in
      try Bitmap(width: area.width, height: area.height)
    }
    picture.shade(shader, from: area.rect)
    try fill(outline, with: picture, at: area.rect.origin, within: box)
  }

  /// Fills an outline, or the part of it in a box (pixels), with a picture whose pixels lie exactly
  /// on those of the drawing.
  func fill(
    _ outline: Path, with picture: Bitmap, at origin: Point, within box: Rect,
    _ rule: FillRule = .nonZero
  ) throws(DrawingError) {
    let pixels = Picture(
      frame: PixelRect(
        x: Int(origin.x), y: Int(origin.y), width: picture.width, height: picture.height),
      bitmap: picture
    ).pixels
    try withExtendedLifetime(picture) { () throws(DrawingError) in
      try fill(outline, within: box, rule) { y, columns in
        UnsafePointer(pixels.address(columns.lowerBound, y))
      }
    }
  }

  /// Fills an outline, or the part of it in a box (pixels), with rows of pixels. `row` gives the
  /// pixels of some columns of a row, which are there until it is called again.
  func fill(
    _ outline: Path, within box: Rect, _ rule: FillRule = .nonZero,
    with row: (_ y: Int, _ columns: Range<Int>) -> UnsafePointer<UInt32>
  ) throws(DrawingError) {
    let area = PixelRect(enclosing: (outline.hull ?? .zero).intersection(box))
    guard !visiblePart(of: area).isEmpty else { return }
    let isWhole = outline.pixelRect != nil || outline.covers(visiblePart(of: area).rect)
    let shape = isWhole ? nil : try ExactShape.shape(of: outline, rule)
    withPixelsOfGroup { target in
      for part in visibleParts(of: area).map({ $0.intersection(target.frame) }) {
        if let shape {
          target.lay(shape, in: part.intersection(shape.frame), row)
        } else if isWhole {
          for y in part.y..<part.maxY {
            cpixels_blend(row(y, part.x..<part.maxX), part.width, 255, target.address(part.x, y))
          }
        }
      }
    }
  }

  /// The whole pixels of a box (pixels) that can be reached, and will be looked at; with what lies
  /// between them.
  func visiblePart(of box: Rect) -> PixelRect { visiblePart(of: PixelRect(enclosing: box)) }

  func visiblePart(of box: PixelRect) -> PixelRect {
    visibleParts(of: box).reduce(.empty) { $0.union($1) }
  }

  /// The pixels of a box that can be reached, and will be looked at, without what lies between
  /// them: none overlap, none is empty.
  func visibleParts(of box: PixelRect) -> [PixelRect] {
    let reached = box.intersection(limits)
    return (damage?.rects ?? [reached]).map { $0.intersection(reached) }.filter { !$0.isEmpty }
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

extension SurfacePixels {
  /// Lays rows of pixels over what a shape covers of an area. Of each row, the columns are asked
  /// for that the shape touches.
  fileprivate func lay(
    _ shape: ExactShape, in area: PixelRect,
    _ row: (_ y: Int, _ columns: Range<Int>) -> UnsafePointer<UInt32>
  ) {
    guard !area.isEmpty else { return }
    var (runs, present) = ([(pixels: Range<Int>, level: UInt32)](), area.y)
    func finish() {
      guard let first = runs.first, let last = runs.last else { return }
      let columns = first.pixels.lowerBound..<last.pixels.upperBound
      let source = row(present, columns)
      for run in runs {
        cpixels_blend(
          source + (run.pixels.lowerBound - columns.lowerBound), run.pixels.count, run.level,
          address(run.pixels.lowerBound, present))
      }
      runs.removeAll(keepingCapacity: true)
    }
    shape.visit(area) { y in
      finish()
      present = y
    } pixel: { x, level in
      if level > 0 { runs.append((x..<x + 1, level)) }
    } run: { run, level in
      runs.append((run, level))
    }
    finish()
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
