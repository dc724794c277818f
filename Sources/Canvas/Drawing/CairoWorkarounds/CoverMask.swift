import CCairo
import Geometry

/// How much of each pixel of an area is covered, as Cairo takes it: a mask of eight bits a pixel,
/// at first empty.
final class CoverMask {
  /// In the drawing's pixels.
  let frame: PixelRect
  let surface: OpaquePointer

  /// An empty area is a programming error.
  init(frame: PixelRect) {
    self.frame = frame
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_A8, Int32(clamping: frame.width), Int32(clamping: frame.height))
    else { fatalError("cairo_image_surface_create gave no surface") }
    self.surface = surface
    cairo_surface_set_device_offset(surface, -Double(frame.x), -Double(frame.y))
  }

  deinit { cairo_surface_destroy(surface) }

  /// Why there is no memory for it, if there is none.
  var status: cairo_status_t { cairo_surface_status(surface) }

  /// The levels of a row of the drawing, from the left end of the frame; `nil` without memory.
  func row(_ y: Int) -> UnsafePointer<UInt8>? {
    cairo_image_surface_get_data(surface).map {
      UnsafePointer($0) + (y - frame.y) * Int(cairo_image_surface_get_stride(surface))
    }
  }

  /// Covers what a shape covers, exactly.
  func cover(_ shape: ExactShape) {
    guard let bytes = cairo_image_surface_get_data(surface) else { return }
    let bytesPerRow = Int(cairo_image_surface_get_stride(surface))
    var row = bytes
    shape.visit(frame) { y in
      row = bytes + (y - frame.y) * bytesPerRow - frame.x
    } pixel: { x, level in
      row[x] = UInt8(truncatingIfNeeded: level)
    } run: { run, level in
      (row + run.lowerBound).update(repeating: UInt8(truncatingIfNeeded: level), count: run.count)
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Covers what `draw` draws with Cairo, in the drawing's pixels.
  func cover(_ draw: (OpaquePointer) -> Void) {
    guard let context = cairo_create(surface) else { return }
    cairo_set_tolerance(context, Drawing.chordTolerance)
    draw(context)
    cairo_destroy(context)
    cairo_surface_flush(surface)
  }
}

// A pixel at an edge depends on the shape alone, and not on how much of it can be seen. Cairo's
// rasteriser looks at a row of pixels in another way
// when a line has been cut in it, or when lines before it have been, so no shape may be cut where
// what it is drawn on ends.
extension Drawing {
  /// Larger shapes are cut into tiles, which count from the shape's corner.
  private static let tileSide = 4096

  /// False when a shape within `hull` (pixels) would be cut.
  private func holds(_ hull: Rect) -> Bool {
    let touched = PixelRect(enclosing: hull)
    return limits.contains(touched) && max(touched.width, touched.height) <= Self.tileSide
  }

  /// Fills what `draw` covers within `hull` (pixels), when it draws with Cairo in the drawing's
  /// pixels.
  func fill(
    _ hull: Rect, with color: Color, _ draw: (OpaquePointer) -> Void
  ) throws(DrawingError) {
    if holds(hull) {
      setSource(color)
      draw(context)
    } else {
      let color = SolidColor(color)
      try trace(hull, draw) { fill($0, with: color) }
    }
  }

  /// Lays the present source over what a shape covers of an area.
  func cover(_ shape: ExactShape, within area: PixelRect) throws(DrawingError) {
    let area = area.intersection(shape.frame)
    guard !area.isEmpty else { return }
    let mask = CoverMask(frame: area)
    mask.cover(shape)
    try paint(through: mask)
  }

  /// Calls `paint` with masks of what `draw` covers, which are cut nowhere but where they are on
  /// any other drawing too.
  func trace(
    _ hull: Rect, _ draw: (OpaquePointer) -> Void, paint: (CoverMask) throws(DrawingError) -> Void
  ) throws(DrawingError) {
    let area = visiblePart(of: hull)
    guard !area.isEmpty, hull.isFinite else { return }
    let shape = PixelRect(enclosing: hull)
    for y in Self.tiles(shape.y..<shape.maxY, touching: area.y..<area.maxY) {
      for x in Self.tiles(shape.x..<shape.maxX, touching: area.x..<area.maxX) {
        let mask = CoverMask(
          frame: PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count))
        mask.cover(draw)
        try DrawingError.check(mask.status)
        try paint(mask)
      }
    }
  }

  private static func tiles(_ all: Range<Int>, touching part: Range<Int>) -> [Range<Int>] {
    let first = (part.lowerBound - all.lowerBound) / tileSide
    let last = (part.upperBound - 1 - all.lowerBound) / tileSide
    return (first...last).map { tile in
      let start = all.lowerBound + tile * tileSide
      return start..<min(start + tileSide, all.upperBound)
    }
  }

  /// Lays the present source over what a mask covers.
  func paint(through mask: CoverMask) throws(DrawingError) {
    try DrawingError.check(mask.status)
    limitedToDamage { cairo_mask_surface(context, mask.surface, 0, 0) }
  }

  /// Fills what a mask covers with the pixels that Cairo would give when it drew that.
  private func fill(_ mask: CoverMask, with color: SolidColor) {
    withPixelsOfGroup { pixels in
      for part in visibleParts(of: mask.frame) {
        let area = part.intersection(pixels.frame)
        for y in area.y..<area.maxY {
          guard let levels = mask.row(y) else { return }
          color.coverAsCairo(
            pixels.address(area.x, y), count: area.width, levels + (area.x - mask.frame.x))
        }
      }
    }
  }
}
