import RostrumCCairo
import RostrumGeometry

// The layer between the verbs and Cairo's calls.
extension Drawing {
  /// How far a chord may be from its curve, in pixels.
  static let chordTolerance = 0.05
  /// Smaller tolerances for stroked curves, whose sides are further from the chord than the middle,
  /// and for dashed ones, since dashes are measured along chords.
  private static let (strokeTolerance, dashTolerance) = (0.05, 0.01)

  /// A Cairo context over the bitmap's memory, with an identity matrix that stays: every path is
  /// mapped to pixels before Cairo sees it.
  static func makeContext(on bitmap: Bitmap, originX: Int = 0, originY: Int = 0) -> OpaquePointer {
    let surface = cairo_image_surface_create_for_data(
      bitmap.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
      Int32(clamping: bitmap.width), Int32(clamping: bitmap.height),
      Int32(clamping: bitmap.bytesPerRow))
    defer { cairo_surface_destroy(surface) }
    cairo_surface_set_device_offset(surface, -Double(originX), -Double(originY))
    guard let context = cairo_create(surface) else { fatalError("cairo_create gave no context") }
    cairo_set_tolerance(context, chordTolerance)
    return context
  }

  /// Detaches the context from the bitmap's memory, which may go away.
  static func discard(_ context: OpaquePointer) {
    let surface = cairo_surface_reference(cairo_get_target(context))
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// False when nothing drawn in `bounds` (pixels) could show.
  func isVisible(_ bounds: Rect) -> Bool {
    let grown = PixelRect(enclosing: bounds.insetBy(dx: -1, dy: -1))
    return limits.intersects(grown) && damage?.intersects(grown) != false
  }

  /// The path in pixels within Cairo's range; `nil` when it is not visible. A path that covers a
  /// whole clip shape becomes larger than the clip: with a second antialiased edge, the clip's edge
  /// would be too faint, and the backdrop would bleed through.
  func fillable(_ path: Path, _ rule: FillRule = .nonZero) -> Path? {
    guard let outline = outlineForFilling(path), let hull = outline.hull, isVisible(hull)
    else { return nil }
    return clipShape?.isCovered(by: outline, rule) == true ? .rect(limits.rect) : outline
  }

  /// The path in pixels within Cairo's range.
  func outlineForFilling(_ path: Path) -> Path? {
    if !sampledSides.isEmpty, let sampled = sampledOutline(of: path) { return sampled }
    guard let outline = outline(of: path), let hull = outline.hull else { return nil }
    return Rect.drawable.holds(hull) ? outline : outline.limitedForFilling(to: .drawable)
  }

  /// The path in pixels, to be filled. Curves in perspective become lines: Cairo would make lines
  /// of them too.
  func outline(of path: Path) -> Path? {
    if let affine = transform.affine { return path.inPixels(affine) }
    return transform.outline(of: path, within: .drawable, tolerance: 0.02)?.inPixels(.identity)
  }

  static func emit(_ outline: Path, to context: OpaquePointer) {
    cairo_new_path(context)
    for element in outline.elements {
      switch element {
      case .move(let p): cairo_move_to(context, p.x, p.y)
      case .line(let p): cairo_line_to(context, p.x, p.y)
      case .cubic(let a, let b, let p): cairo_curve_to(context, a.x, a.y, b.x, b.y, p.x, p.y)
      case .close: cairo_close_path(context)
      }
    }
  }

  func setSource(_ color: Color) { Self.setSource(color, of: context) }

  static func setSource(_ color: Color, of context: OpaquePointer) {
    let color = color.limited
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  static func fill(_ outline: Path, _ rule: FillRule, on context: OpaquePointer) {
    emit(outline, to: context)
    cairo_set_fill_rule(
      context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_fill(context)
  }

  static func stroke(_ outline: Path, _ pen: Pen, on context: OpaquePointer) {
    // Cairo joins the last dash of a closed line to the first, Core Graphics does not.
    emit(pen.isDashed ? outline.withOpenSubpaths : outline, to: context)
    cairo_save(context)
    var matrix = cairo_matrix_t(pen.shape)
    cairo_set_matrix(context, &matrix)
    cairo_set_line_width(context, pen.style.lineWidth)
    cairo_set_line_cap(context, cairo_line_cap_t(pen.style.cap))
    cairo_set_line_join(context, cairo_line_join_t(pen.style.join))
    cairo_set_miter_limit(context, pen.style.miterLimit)
    cairo_set_tolerance(context, strokeTolerance)
    if let dashes = DashPattern(pen.style) {
      cairo_set_tolerance(context, dashTolerance)
      cairo_set_dash(context, dashes.lengths, Int32(dashes.lengths.count), dashes.phase)
    }
    cairo_stroke(context)
    cairo_restore(context)
  }

  /// Marks the surface as not clear. On a surface that it knows to be clear, Cairo copies instead
  /// of blending, and rounds differently. The redrawn region decides which drawing comes first, so
  /// pixels would depend on it.
  func forgetClearness() { cairo_surface_mark_dirty(cairo_get_group_target(context)) }

  /// Runs `body` with Cairo limited to the pixels that are redrawn, and puts Cairo's state back.
  func limitedToDamage(_ body: () -> Void) {
    guard let damage else { return body() }
    cairo_save(context)
    Self.clip(context, to: damage.rects)
    body()
    cairo_restore(context)
  }

  /// Limits a context to rectangles that do not overlap.
  static func clip(_ context: OpaquePointer, to rects: [PixelRect]) {
    cairo_new_path(context)
    for rect in rects.map(\.rect) {
      cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    }
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    cairo_clip(context)
  }
}

extension Color {
  /// With components within 0...1; one that is no number counts as 0.
  var limited: Color {
    func limited(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    return Color(
      red: limited(red), green: limited(green), blue: limited(blue), alpha: limited(alpha))
  }
}

extension cairo_matrix_t {
  init(_ map: AffineTransform) {
    self.init(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
  }
}

extension cairo_line_cap_t {
  init(_ cap: StrokeStyle.LineCap) {
    switch cap {
    case .butt: self = CAIRO_LINE_CAP_BUTT
    case .round: self = CAIRO_LINE_CAP_ROUND
    case .square: self = CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension cairo_line_join_t {
  init(_ join: StrokeStyle.LineJoin) {
    switch join {
    case .miter: self = CAIRO_LINE_JOIN_MITER
    case .round: self = CAIRO_LINE_JOIN_ROUND
    case .bevel: self = CAIRO_LINE_JOIN_BEVEL
    }
  }
}
