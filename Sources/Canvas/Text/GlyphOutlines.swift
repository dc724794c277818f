import CCairo
import CPango
import Geometry

/// The outlines of glyphs in ems, each read from its font once. One thread at a time.
final class GlyphOutlines {
  private var fonts: [OpaquePointer: OutlineFont] = [:]

  /// The outline with its origin on the baseline, y downwards: empty for a space, `nil` for a glyph
  /// that the font draws without an outline.
  func outline(of glyph: UInt32, in font: UnsafeMutablePointer<PangoFont>) -> Path? {
    guard let sized = pango_cairo_font_get_scaled_font(OpaquePointer(font)),
      let face = cairo_scaled_font_get_font_face(sized)
    else { return nil }
    let entry = fonts[face] ?? OutlineFont(face: face, like: sized)
    fonts[face] = entry
    return entry.outline(of: glyph)
  }
}

/// One font at a size so large that Cairo's and FreeType's fixed point does not matter.
private final class OutlineFont {
  private static let pixelsPerEm = 1000.0
  private let font: OpaquePointer?
  private let context: OpaquePointer?
  private var outlines: [UInt32: Path?] = [:]

  init(face: OpaquePointer, like sized: OpaquePointer) {
    var matrix = cairo_matrix_t()
    var identity = cairo_matrix_t()
    cairo_matrix_init_scale(&matrix, Self.pixelsPerEm, Self.pixelsPerEm)
    cairo_matrix_init_identity(&identity)
    let options = cairo_font_options_create()
    cairo_scaled_font_get_font_options(sized, options)
    font = cairo_scaled_font_create(face, &matrix, &identity, options)
    cairo_font_options_destroy(options)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    context = cairo_create(surface)
    cairo_surface_destroy(surface)
    cairo_set_scaled_font(context, font)
  }

  deinit {
    cairo_destroy(context)
    cairo_scaled_font_destroy(font)
  }

  func outline(of glyph: UInt32) -> Path? {
    if let known = outlines[glyph] { return known }
    let outline = hasOutline(glyph) ? read(glyph) : nil
    outlines[glyph] = .some(outline)
    return outline
  }

  /// Cairo would trace a bitmap, and leave out a glyph made of coloured layers.
  private func hasOutline(_ glyph: UInt32) -> Bool {
    guard let face = cairo_ft_scaled_font_lock_face(font) else { return false }
    defer { cairo_ft_scaled_font_unlock_face(font) }
    let flags = Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP)
    guard FT_Load_Glyph(face, glyph, flags) == 0, let slot = face.pointee.glyph?.pointee,
      slot.format == FT_GLYPH_FORMAT_OUTLINE
    else { return false }
    let isColored = face.pointee.face_flags & Int(1 << 14) != 0  // FT_FACE_FLAG_COLOR
    return slot.outline.n_points > 0 || !isColored
  }

  private func read(_ glyph: UInt32) -> Path {
    var placed = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    cairo_new_path(context)
    cairo_glyph_path(context, &placed, 1)
    guard let copy = cairo_copy_path(context) else { return Path() }
    defer { cairo_path_destroy(copy) }
    return Path(copy.pointee, scale: 1 / Self.pixelsPerEm)
  }
}

extension Path {
  fileprivate init(_ path: cairo_path_t, scale: Double) {
    self.init()
    var index = 0
    while index < Int(path.num_data) {
      let header = path.data[index].header
      func point(_ k: Int) -> Point {
        let p = path.data[index + k].point
        return Point(x: p.x * scale, y: p.y * scale)
      }
      switch header.type {
      case CAIRO_PATH_MOVE_TO: move(to: point(1))
      case CAIRO_PATH_LINE_TO: line(to: point(1))
      case CAIRO_PATH_CURVE_TO: cubic(to: point(3), control1: point(1), control2: point(2))
      default: close()
      }
      index += max(1, Int(header.length))
    }
    // Cairo begins another subpath after each close; the last one is empty.
    if case .move = elements.last { elements.removeLast() }
  }
}
