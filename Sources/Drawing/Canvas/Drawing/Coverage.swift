import RostrumCCairo
import RostrumGeometry

// Every fill and stroke goes through here: a path, a rule and a transform become coverage, and
// Cairo composites the context's source with its operator through that mask.
extension Drawing {
  /// Fills an outline (pixels, within Cairo's range), or the part of it in a box.
  func cover(
    _ outline: Path, _ rule: FillRule = .nonZero, within box: PixelRect? = nil
  ) throws(DrawingError) {
    guard let hull = outline.hull else { return }
    let touched = PixelRect(enclosing: hull)
    let parts = visibleParts(of: box.map(touched.intersection) ?? touched)
    guard !parts.isEmpty else { return }
    if let boxes = outline.boxes(in: parts, rule) {
      fill(boxes)
    } else if box?.contains(touched) != false {
      try Self.drawUncut(touched, parts, limits, on: context) { Self.fill(outline, rule, on: $0) }
    } else {
      let area = parts.reduce(PixelRect.empty) { $0.union($1) }
      try coverage(of: outline, rule, in: area).map(paint(through:))
    }
  }

  /// Strokes an outline (pixels, within Cairo's range) with a pen.
  func coverStroke(of outline: Path, _ pen: Pen) throws(DrawingError) {
    guard let hull = outline.hull else { return }
    let touched = PixelRect(enclosing: hull.insetBy(dx: -pen.reach, dy: -pen.reach))
    let parts = visibleParts(of: touched)
    guard !parts.isEmpty else { return }
    let area = parts.reduce(PixelRect.empty) { $0.union($1) }
    if let mask = try summedCoverage(ofLines: outline, pen, in: area) {
      return paint(through: mask)
    }
    try Self.drawUncut(touched, parts, limits, on: context) { Self.stroke(outline, pen, on: $0) }
  }

  /// How much an outline (pixels, within Cairo's range) covers of the pixels of an area, which is
  /// not empty; `nil` for nothing.
  func coverage(
    of outline: Path, _ rule: FillRule, in area: PixelRect
  ) throws(DrawingError) -> CoverageMask? {
    guard let hull = outline.hull else { return nil }
    let mask = try CoverageMask(frame: area)
    try mask.draw { context throws(DrawingError) in
      try Self.drawUncut(PixelRect(enclosing: hull), [area], area, on: context) {
        Self.fill(outline, rule, on: $0)
      }
    }
    return mask
  }

  /// Composites the context's source through a mask.
  func paint(through mask: CoverageMask) {
    limitedToDamage { cairo_mask_surface(context, mask.surface, 0, 0) }
  }

  /// Fills rectangles that do not overlap. Cairo covers the area of their pixels exactly.
  private func fill(_ boxes: [Rect]) {
    guard !boxes.isEmpty else { return }
    cairo_new_path(context)
    for box in boxes { cairo_rectangle(context, box.minX, box.minY, box.width, box.height) }
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    cairo_fill(context)
  }
}

/// How much of each pixel of an area is covered: eight bits a pixel, empty at first.
final class CoverageMask {
  /// In the drawing's pixels.
  let frame: PixelRect
  let surface: OpaquePointer

  /// An empty area is a programming error.
  init(frame: PixelRect) throws(DrawingError) {
    self.frame = frame
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_A8, Int32(clamping: frame.width), Int32(clamping: frame.height))
    else { fatalError("cairo_image_surface_create gave no surface") }
    self.surface = surface
    cairo_surface_set_device_offset(surface, -Double(frame.x), -Double(frame.y))
    try DrawingError.check(cairo_surface_status(surface))
  }

  deinit { cairo_surface_destroy(surface) }

  /// Runs `body` with a Cairo context whose drawing becomes the coverage, in the drawing's pixels.
  func draw(_ body: (OpaquePointer) throws(DrawingError) -> Void) throws(DrawingError) {
    guard let context = cairo_create(surface) else { fatalError("cairo_create gave no context") }
    defer { cairo_destroy(context) }
    cairo_set_tolerance(context, Drawing.chordTolerance)
    try body(context)
    try DrawingError.check(cairo_status(context))
  }

  /// Divides by another mask's coverage, so that drawing through this mask inside a clip with the
  /// other one gives the original coverage.
  func divide(by whole: CoverageMask) {
    precondition(frame == whole.frame, "two masks of one area")
    cairo_surface_flush(surface)
    cairo_surface_flush(whole.surface)
    for y in frame.y..<frame.maxY {
      let (levels, wholes) = (row(y), whole.row(y))
      for x in 0..<frame.width where wholes[x] > 0 && wholes[x] < 255 {
        let share = (UInt32(levels[x]) * 255 + UInt32(wholes[x]) / 2) / UInt32(wholes[x])
        levels[x] = UInt8(min(share, 255))
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  /// The levels of a row of the drawing, which lies in the frame.
  private func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
    guard let bytes = cairo_image_surface_get_data(surface) else {
      fatalError("a surface without an error has memory")
    }
    return bytes + (y - frame.y) * Int(cairo_image_surface_get_stride(surface))
  }
}
