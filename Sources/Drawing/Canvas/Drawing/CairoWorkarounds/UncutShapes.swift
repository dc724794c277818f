import RostrumBase
import RostrumCCairo
import RostrumGeometry

// Cairo's rasteriser (cairo-tor-scan-converter.c, up to version 1.18) computes a row of pixels
// exactly if no edge begins, ends or crosses another in it, and otherwise samples fifteen lines of
// it, which gives other levels. An edge that is cut at the end of a surface or of a clip begins
// there, so a row depends on where shapes are cut. A pixel must depend on the shape only: a redrawn
// part, and a part of a larger picture, have the same pixels as the whole.
extension Drawing {
  /// Larger shapes are drawn in tiles, which count from the shape's corner.
  static let tileSide = 2048

  /// Calls `draw`, which draws a shape with the context's source and operator, such that it is cut
  /// nowhere but where it is in any other drawing too.
  ///
  /// - Parameters:
  ///   - shape: Holds every pixel that the shape touches.
  ///   - parts: The pixels that have to be right.
  ///   - limits: The pixels that the context can reach, among them these parts.
  static func drawUncut(
    _ shape: PixelRect, _ parts: [PixelRect], _ limits: PixelRect, on context: OpaquePointer,
    _ draw: (OpaquePointer) -> Void
  ) throws(DrawingError) {
    guard max(shape.width, shape.height) > tileSide || !limits.contains(shape) else {
      return draw(context)
    }
    let area = parts.reduce(PixelRect.empty) { $0.union($1) }.intersection(shape)
    guard !area.isEmpty else { return }
    for y in tiles(shape.y..<shape.maxY, touching: area.y..<area.maxY) {
      for x in tiles(shape.x..<shape.maxX, touching: area.x..<area.maxX) {
        let tile = PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
        let inside = parts.map { $0.intersection(tile) }.filter { !$0.isEmpty }
        guard !inside.isEmpty else { continue }
        if limits.contains(tile) {
          cairo_save(context)
          clip(context, to: [tile])
          draw(context)
          cairo_restore(context)
        } else {
          try drawBeside(tile, inside, on: context, draw)
        }
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

  /// Draws on a surface that holds a tile, and takes some parts of it over.
  private static func drawBeside(
    _ tile: PixelRect, _ parts: [PixelRect], on context: OpaquePointer,
    _ draw: (OpaquePointer) -> Void
  ) throws(DrawingError) {
    try DrawingError.check(cairo_status(context))
    let target = cairo_get_group_target(context)
    let format = cairo_image_surface_get_format(target)
    let stride = cairo_format_stride_for_width(format, Int32(tile.width))
    // Memory that is not cleared, as only the parts are read. Without any, Cairo reports it.
    let memory = malloc(Int(stride) * tile.height)
    defer { free(memory) }
    let surface = cairo_image_surface_create_for_data(
      memory?.assumingMemoryBound(to: UInt8.self), format, Int32(tile.width), Int32(tile.height),
      stride)
    defer { cairo_surface_destroy(surface) }
    try DrawingError.check(cairo_surface_status(surface))
    cairo_surface_set_device_offset(surface, -Double(tile.x), -Double(tile.y))
    guard let beside = cairo_create(surface) else { fatalError("cairo_create gave no context") }
    defer { cairo_destroy(beside) }
    cairo_set_tolerance(beside, chordTolerance)
    copy(target, to: beside, parts)
    cairo_set_source(beside, cairo_get_source(context))
    cairo_set_operator(beside, cairo_get_operator(context))
    draw(beside)
    try DrawingError.check(cairo_status(beside))
    copy(surface, to: context, parts)
  }

  /// Copies a surface's pixels in some parts of the drawing, which do not overlap.
  static func copy(
    _ surface: OpaquePointer?, to context: OpaquePointer, _ parts: [PixelRect]
  ) {
    cairo_save(context)
    clip(context, to: parts)
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    cairo_paint(context)
    cairo_restore(context)
  }
}
