import CCairo
public import Geometry

extension Drawing {
  /// Draws what `body` draws as one picture, then lays it over the rest at `opacity`.
  ///
  /// - Parameters:
  ///   - opacity: 0...1, limited to that; at 0 (or no number) `body` does not run.
  ///   - bounds: Where `body` draws, in user space; what it draws elsewhere may be cut off. Small
  ///     bounds save time. `nil` means everywhere.
  public func group<Failure: Error>(
    opacity: Double, bounds: Rect? = nil, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard opacity > 0 else { return }
    let pixels = bounds.map { transform.boundingBox(of: $0) } ?? bitmapBounds
    try collect(in: pixels, body) {
      limitedToDirt {
        cairo_paint_with_alpha(context, min(opacity, 1))
      }
    }
  }

  /// Draws what `body` draws inside `path` only, with smooth edges.
  ///
  /// The contents are drawn as a group and the path is filled with it, so layers of the contents
  /// do not shine through at the edge. A rectangle of whole pixels costs next to nothing.
  public func clip<Failure: Error>(
    to path: Path, rule: FillRule = .nonZero, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard let outline = fillable(path, rule), let hull = outline.hull else { return }
    if let rect = outline.pixelRect { return try clip(toPixels: rect, body) }
    let shape = ClipShape(outline: outline, rule: rule)
    try collect(in: hull, clippedTo: shape, body) {
      cover(outline, rule: rule)
    }
  }

  func clip<Failure: Error>(
    toPixels rect: Rect, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let outer = limits
    limits = outer.intersection(rect)
    defer { limits = outer }
    guard !limits.isEmpty else { return }
    cairo_save(context)
    cairo_new_path(context)
    clipCairo(to: [limits])
    defer { cairo_restore(context) }
    try body()
  }

  /// Runs `body` on a transparent surface of its own, then `composite` with that as the source.
  /// `shape` is what `composite` cuts the surface to.
  func collect<Failure: Error>(
    in bounds: Rect, clippedTo shape: ClipShape? = nil, _ body: () throws(Failure) -> Void,
    composite: () -> Void
  ) throws(Failure) {
    guard transform.isFinite else { return }
    let pixels = bounds.isFinite ? bounds.pixelsTouched : bitmapBounds
    guard isVisible(pixels), !limits.intersection(pixels).isEmpty else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    let outer = clipShape
    if let shape { clipShape = shape }
    let result = Result { () throws(Failure) in try runAsGroup(within: pixels, body) }
    clipShape = outer
    try result.get()
    composite()
  }

  /// Leaves what `body` drew as the source.
  private func runAsGroup<Failure: Error>(
    within pixels: Rect, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let outer = limits
    limits = outer.intersection(pixels)
    defer { limits = outer }
    cairo_save(context)
    cairo_new_path(context)
    clipCairo(to: [limits])
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
