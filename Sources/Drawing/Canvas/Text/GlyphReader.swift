import RostrumCCairo
import RostrumCPango
import RostrumGeometry

/// A glyph in ems, with its origin on the baseline and y downwards.
enum Glyph {
  /// Empty for a space.
  case outline(Path)
  case colored(ColorGlyph)
}

/// Glyphs, each read from its font once. One thread at a time.
final class GlyphReader {
  private var fonts: [OpaquePointer: GlyphFont] = [:]

  /// The glyph; `nil` for one that the font draws neither as an outline nor in colour.
  func glyph(_ glyph: UInt32, in font: UnsafeMutablePointer<PangoFont>) -> Glyph? {
    guard let sized = pango_cairo_font_get_scaled_font(OpaquePointer(font)),
      let face = cairo_scaled_font_get_font_face(sized)
    else { return nil }
    let entry = fonts[face] ?? GlyphFont(face: face, like: sized)
    fonts[face] = entry
    return entry.read(glyph)
  }
}

/// One font at a size so large that Cairo's and FreeType's fixed point does not matter.
private final class GlyphFont {
  private static let pixelsPerEm = 1000.0
  private let font: OpaquePointer?
  private let context: OpaquePointer?
  private var glyphs: [UInt32: Glyph?] = [:]

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

  func read(_ glyph: UInt32) -> Glyph? {
    if let known = glyphs[glyph] { return known }
    let found: Glyph? = withFace { face in
      if face.isColored, let colored = ColorGlyph(glyph, of: face) { return .colored(colored) }
      return face.hasOutline(glyph) ? .outline(outline(of: glyph)) : nil
    }
    glyphs[glyph] = .some(found)
    return found
  }

  private func withFace(_ body: (FT_Face) -> Glyph?) -> Glyph? {
    guard let face = cairo_ft_scaled_font_lock_face(font) else { return nil }
    defer { cairo_ft_scaled_font_unlock_face(font) }
    return body(face)
  }

  private func outline(of glyph: UInt32) -> Path {
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

extension Glyph {
  /// The glyph at a point, in units of which an em has `size`. Bitmap fonts have a fixed size, so
  /// for these `pictureSize` is used.
  func placed(at origin: Point, size: Double, pictureSize: Double) -> Glyph {
    switch self {
    case .outline(let path): .outline(path.map { $0 * size + origin })
    case .colored(let glyph):
      .colored(
        glyph.transformed(
          by: AffineTransform(
            a: pictureSize, b: 0, c: 0, d: pictureSize, tx: origin.x, ty: origin.y)))
    }
  }
}
