import RostrumCCairo
public import RostrumGeometry

extension Drawing {
  /// Draws `body` as one picture, then composites it at `opacity`.
  ///
  /// - Parameters:
  ///   - opacity: 0...1, limited to that; at 0 (or no number) `body` does not run.
  ///   - bounds: Where `body` draws, in user space; drawing elsewhere may be cut off. Small
  ///     bounds save time. `nil` means everywhere.
  public func group(
    opacity: Double, bounds: Rect? = nil, _ body: () throws -> Void
  ) throws {
    guard opacity > 0 else { return }
    let pixels = bounds.map { transform.boundingBox(of: $0) } ?? frame.rect
    try collect(in: pixels, body) {
      limitedToDamage { cairo_paint_with_alpha(context, min(opacity, 1)) }
    }
  }

  /// Draws `body` clipped to `path`, with antialiased edges.
  ///
  /// The contents are drawn as a group and the path is filled with it, so that lower layers of the
  /// contents do not bleed through at the edge. A rectangle of whole pixels costs next to nothing.
  ///
  /// - Parameters:
  ///   - path: In user space.
  ///   - rule: The fill rule.
  ///   - bounds: The pixels in which `body` draws; drawing elsewhere may be cut off. Few
  ///     pixels save time. `nil` means all that are inside.
  ///   - needsGroup: Whether a group of `body`'s drawing may be rounded differently than its parts
  ///     drawn directly. Then a group is used even where the path's edge is outside the limits.
  ///   - sides: The `sampledSides` of the path; none of them hold for the contents.
  ///   - body: Draws the contents.
  public func clip(
    to path: Path, rule: FillRule = .nonZero, within bounds: PixelRect? = nil,
    needsGroup: Bool = true, sampling sides: Set<RectSide> = [], _ body: () throws -> Void
  ) throws {
    sampledSides = sides
    let sampled = fillable(path, rule)
    sampledSides = []
    guard let outline = sampled, let hull = outline.hull else { return }
    if let rect = outline.pixelRect { return try clip(toPixels: rect, body) }
    // Regardless of the redrawn region: a group rounds differently than its parts drawn directly.
    let reached = PixelRect(enclosing: hull).intersection(limits)
    if !needsGroup, outline.boxes(in: [reached], rule) == [reached.rect] {
      return try clip(toPixels: reached, body)
    }
    let shape = ClipShape(outline: outline, rule: rule)
    let box = bounds.map(reached.intersection) ?? reached
    try collect(in: box.rect, clippedTo: shape, body) {
      try coverWithGroup(outline, rule, within: box == reached ? nil : box)
    }
  }

  /// Fills an outline with the group that is the source. The source extends beyond the group's edge
  /// into invisible pixels, because Cairo would cut the outline at the end of a source.
  func coverWithGroup(
    _ outline: Path, _ rule: FillRule, within box: PixelRect? = nil
  ) throws(DrawingError) {
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    try cover(outline, rule, within: box)
  }

  func clip(
    toPixels rect: PixelRect, _ body: () throws -> Void
  ) throws {
    let outer = limits
    limits = outer.intersection(rect)
    defer { limits = outer }
    guard !limits.isEmpty else { return }
    cairo_save(context)
    Self.clip(context, to: [limits])
    defer { cairo_restore(context) }
    try body()
  }

  /// Runs `body` on a new transparent surface, then `composite` with that as the source.
  /// `composite` limits the surface to `shape`.
  func collect(
    in bounds: Rect, clippedTo shape: ClipShape? = nil, _ body: () throws -> Void,
    composite: () throws -> Void
  ) throws {
    guard transform.isFinite else { return }
    let pixels = bounds.isFinite ? PixelRect(enclosing: bounds) : frame
    guard isVisible(pixels.rect), limits.intersects(pixels) else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    let outer = clipShape
    if let shape { clipShape = shape }
    let result = Result { try runAsGroup(within: pixels, body) }
    clipShape = outer
    try result.get()
    try composite()
  }

  /// Runs `body` in a group, which becomes the source.
  private func runAsGroup(
    within pixels: PixelRect, _ body: () throws -> Void
  ) throws {
    let outer = limits
    limits = outer.intersection(pixels)
    defer { limits = outer }
    cairo_save(context)
    Self.clip(context, to: [limits])
    cairo_push_group(context)
    forgetClearness()
    let result = Result(catching: body)
    let pattern = cairo_pop_group(context)
    cairo_restore(context)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
    cairo_set_source(context, pattern)
    cairo_pattern_destroy(pattern)
    try result.get()
  }
}

extension Drawing {
  /// Draws a cross-fade of two pictures: `1 - progress` of `old` and `progress` of `new`,
  /// premultiplied.
  ///
  /// Pixels that are equal in both stay the same at every progress.
  ///
  /// - Parameters:
  ///   - progress: 0...1.
  ///   - opacity: Of the mixture, 0...1.
  ///   - bounds: Where both draw, in user space; drawing elsewhere may be cut off.
  public func mix(
    _ progress: Double, opacity: Double = 1, bounds: Rect, from old: () throws -> Void,
    to new: () throws -> Void
  ) throws {
    guard opacity > 0 else { return }
    let share = min(max(progress, 0), 1)
    let pixels = transform.boundingBox(of: bounds)
    try collect(in: pixels) {
      try old()
      try collect(in: pixels, new) {
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        limitedToDamage { cairo_paint_with_alpha(context, share) }
      }
    } composite: {
      limitedToDamage { cairo_paint_with_alpha(context, min(opacity, 1)) }
    }
  }
}
