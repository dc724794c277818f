import CCairo
public import Geometry

/// Draws on a bitmap's own memory through Cairo.
///
/// The verbs: `fill`, `stroke`, `draw` an image, `group`, `clip`, `clear` and `redraw`. Everything
/// is composited source-over. Call `finish` before the pixels are used.
///
/// **Numbers.** No finite or non-finite number crashes, hangs or wraps round. A path with a
/// coordinate that is not finite draws nothing, as does a transform that is not. Positions beyond
/// ±10¹² pixels are limited to that; then paths are cut to the part that Cairo's fixed point can
/// hold, without a change inside the picture. Strokes are at most 131,072 pixels wide, and so are
/// the tips of their miters long.
///
/// One thread at a time may use a drawing.
public final class Drawing {
  /// From user space to pixels, with the origin at the top left corner of the bitmap. Behind the
  /// eye nothing is drawn.
  public var transform = Homography.identity

  let bitmap: Bitmap
  /// The rectangle of the drawing that the bitmap is a picture of, in pixels.
  let bitmapBounds: Rect
  var context: OpaquePointer
  /// The redrawn pixels in the middle of a `redraw`, else `nil`.
  var dirty: PixelRegion?
  /// The pixels that can be reached: the bitmap, less what `clip` and `group` leave out.
  var limits: Rect
  /// The shape that the group that is drawn will be cut to; `nil` for none.
  var clipShape: ClipShape?
  var scratch: (bitmap: Bitmap, context: OpaquePointer)?
  private var failure: DrawingError?
  private var isReported = true

  /// Begins to draw on top of what `bitmap` holds.
  public convenience init(on bitmap: Bitmap) { self.init(on: bitmap, originX: 0, originY: 0) }

  /// The bitmap is a part of a picture, which begins at a pixel of it.
  init(on bitmap: Bitmap, originX: Int, originY: Int) {
    self.bitmap = bitmap
    context = Self.makeContext(on: bitmap, originX: originX, originY: originY)
    bitmapBounds = Rect(
      x: Double(originX), y: Double(originY), width: Double(bitmap.width),
      height: Double(bitmap.height))
    limits = bitmapBounds
  }

  /// Ends the drawing. An error that `finish` has not reported stops the program: a wrong picture
  /// must not pass for a right one.
  deinit {
    noteFailure()
    precondition(isReported, failure?.description ?? "")
    Self.discard(context)
    if let scratch { Self.discard(scratch.context) }
  }

  /// Makes sure that all that was drawn is in the bitmap's memory. More may be drawn afterwards.
  public func finish() throws(DrawingError) {
    cairo_surface_flush(cairo_get_target(context))
    noteFailure()
    isReported = true
    if let failure { throw failure }
  }

  /// Runs `body` and puts the transform back.
  public func withTransform<Failure: Error>(
    _ inner: AffineTransform, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let outer = transform
    transform = Homography(inner).concatenating(outer)
    defer { transform = outer }
    try body()
  }

  /// Makes every pixel that can be reached transparent.
  public func clear() { clear(to: nil) }

  /// Makes every pixel that can be reached one colour, whatever it was; `nil` for transparent.
  func clear(to color: Color?) {
    limitedToDirt {
      if let color { setSource(color) }
      cairo_set_operator(context, color == nil ? CAIRO_OPERATOR_CLEAR : CAIRO_OPERATOR_SOURCE)
      cairo_paint(context)
    }
    forgetClearness()
  }

  /// Fills the whole picture.
  public func paint(_ color: Color) {
    limitedToDirt {
      setSource(color)
      cairo_paint(context)
    }
  }

  /// Fills the inside of `path`; open subpaths count as closed.
  public func fill(
    _ path: Path, with color: Color, rule: FillRule = .nonZero, antialias: Bool = true
  ) {
    guard color.alpha > 0, let outline = fillable(path, rule) else { return }
    if antialias, let simple = SimpleOutline(outline) { return fill(simple, with: color) }
    guard let hull = outline.hull else { return }
    fill(hull, with: color) { Self.fill(outline, rule, antialias: antialias, on: $0) }
  }

  /// Fills what of `path` is not in `hole`, which lies inside it.
  public func fill(_ path: Path, outside hole: Path, with color: Color) {
    guard color.alpha > 0, let outline = outlineForFilling(path), let hull = outline.hull,
      isVisible(hull)
    else { return }
    guard let inner = outlineForFilling(hole), !inner.isEmpty else {
      return fill(path, with: color)
    }
    let isCut = clipShape?.isCovered(by: outline, .nonZero) == true
    let outer = isCut ? .rect(hull.pixelsTouched) : outline
    if clipShape?.outline == outline, let edge = SimpleOutline(outline),
      let hole = SimpleOutline(inner)
    {
      fill(Ring(edge, hole: hole, isCut: true), with: color)
    } else if let hole = SimpleOutline(inner), isCut {
      fill(Ring(around: hole, within: PixelRect(enclosing: visiblePart(of: limits))), with: color)
    } else if let hole = SimpleOutline(inner), let outer = SimpleOutline(outer) {
      fill(Ring(outer, hole: hole), with: color)
    } else {
      let both = Path(outer.elements + inner.elements)
      fill(hull, with: color) { Self.fill(both, .evenOdd, antialias: true, on: $0) }
    }
  }

  /// Draws a line along `path`, in the pen's shape of the present transform.
  public func stroke(_ path: Path, with color: Color, style: StrokeStyle) {
    guard color.alpha > 0 else { return }
    guard let map = transform.affine else {
      return strokeOutline(of: path, style: style).map { fill($0, with: color) } ?? ()
    }
    guard let pen = Pen(style, transform: map), var outline = path.inPixels(map),
      let hull = outline.hull
    else { return }
    guard isVisible(hull.insetBy(dx: -pen.reach, dy: -pen.reach)) else { return }
    var style = pen.style
    if !Rect.drawable.holds(hull) {
      outline = outline.limitedForStroking(to: .drawable, pen: pen)
      style.dashPattern = []
    }
    guard let hull = outline.hull else { return }
    fill(hull.insetBy(dx: -pen.reach, dy: -pen.reach), with: color) {
      Self.stroke(outline, style, shape: pen.shape, on: $0)
    }
  }

  /// Ends the drawing, which was a part of another one: that one reports what went wrong.
  public func finish(into outer: Drawing) {
    do { try finish() } catch {
      if outer.failure == nil { (outer.failure, outer.isReported) = (error, false) }
    }
  }

  private func noteFailure() {
    let states = [context] + (scratch.map { [$0.context] } ?? [])
    for state in states where failure == nil {
      report(cairo_status(state))
    }
  }

  /// Notes that something was left out since there was no memory: `finish` reports it.
  public func fail(_ error: OutOfMemory) {
    note(DrawingError(reason: error.description, isShortage: true))
  }

  /// Runs `body`, and notes when there is no memory for it.
  func noting(_ body: () throws(OutOfMemory) -> Void) {
    do throws(OutOfMemory) { try body() } catch { fail(error) }
  }

  func report(_ status: cairo_status_t) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    note(DrawingError(status))
  }

  private func note(_ error: DrawingError) {
    guard failure == nil else { return }
    failure = error
    isReported = false
  }
}

extension DrawingError {
  init(_ status: cairo_status_t) {
    self.init(
      reason: String(cString: cairo_status_to_string(status)),
      isShortage: status == CAIRO_STATUS_NO_MEMORY)
  }
}
