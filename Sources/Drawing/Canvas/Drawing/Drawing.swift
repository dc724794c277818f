public import RostrumBase
import RostrumCCairo
public import RostrumGeometry

/// Draws on a bitmap's memory with Cairo, which rasterises and composites.
///
/// The verbs: `fill`, `stroke`, `draw` an image, `group`, `clip`, `clear` and `redraw`. Everything
/// is composited source-over. Methods throw when a resource is missing; methods that call a closure
/// rethrow its errors. Cairo's own errors are recorded in its context: call `finish`, which throws
/// them, before the pixels are used.
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

  /// The pictures of gradients that were drawn before; `nil` to keep none.
  public var gradients: GradientCache?

  /// The sides of filled rectangles at which a pixel is covered wholly or not at all, as its middle
  /// is.
  public var sampledSides: Set<RectSide> = []

  let bitmap: Bitmap
  /// The pixels of the drawing that the bitmap is a picture of.
  let frame: PixelRect
  var context: OpaquePointer
  /// The pixels that have to be right in the middle of a `redraw`, within the frame; else `nil`.
  var damage: DamageRegion?
  /// The pixels that drawing can change: the bitmap within `clip` and `group`.
  var limits: PixelRect
  /// The shape that the group that is drawn will be cut to; `nil` for none.
  var clipShape: ClipShape?
  var scratch: (bitmap: Bitmap, context: OpaquePointer)?
  /// True once a Cairo error was thrown or the result was abandoned.
  private var isSettled = false

  /// Begins to draw over the contents of `bitmap`.
  public convenience init(on bitmap: Bitmap) {
    self.init(on: bitmap, originX: 0, originY: 0)
  }

  /// The bitmap is a part of a picture, which begins at a pixel of it.
  init(on bitmap: Bitmap, originX: Int, originY: Int) {
    self.bitmap = bitmap
    context = Self.makeContext(on: bitmap, originX: originX, originY: originY)
    frame = PixelRect(x: originX, y: originY, width: bitmap.width, height: bitmap.height)
    limits = frame
  }

  /// Ends the drawing. An error of Cairo's that `finish` has not thrown stops the program: a wrong
  /// picture must not pass for a right one.
  deinit {
    let error = cairoError
    precondition(isSettled || error == nil, error?.description ?? "")
    Self.discard(context)
    if let scratch { Self.discard(scratch.context) }
  }

  /// Flushes all drawing into the bitmap's memory. Drawing may continue afterwards.
  public func finish() throws(DrawingError) {
    cairo_surface_flush(cairo_get_target(context))
    guard let cairoError else { return }
    isSettled = true
    throw cairoError
  }

  /// Discards the drawing: errors need not be reported any more.
  public func abandon() { isSettled = true }

  private var cairoError: DrawingError? {
    ([context] + (scratch.map { [$0.context] } ?? []))
      .lazy.map(cairo_status).first { $0 != CAIRO_STATUS_SUCCESS }.map(DrawingError.init)
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

  /// Sets every pixel within the limits to one colour; `nil` for transparent.
  func clear(to color: Color?) {
    cairo_save(context)
    if let color { setSource(color) }
    cairo_set_operator(context, color == nil ? CAIRO_OPERATOR_CLEAR : CAIRO_OPERATOR_SOURCE)
    limitedToDamage { cairo_paint(context) }
    cairo_restore(context)
    forgetClearness()
  }

  /// Fills the whole picture.
  public func paint(_ color: Color) {
    setSource(color)
    limitedToDamage { cairo_paint(context) }
  }

  /// Fills the inside of `path`; open subpaths count as closed.
  public func fill(
    _ path: Path, with color: Color, rule: FillRule = .nonZero
  ) throws(DrawingError) {
    guard color.alpha > 0, let outline = fillable(path, rule) else { return }
    setSource(color)
    try cover(outline, rule)
  }

  /// Fills `path` without `hole`, which lies inside it.
  public func fill(
    _ path: Path, outside hole: Path, with color: Color
  ) throws(DrawingError) {
    guard color.alpha > 0, let outline = outlineForFilling(path), let hull = outline.hull,
      isVisible(hull)
    else { return }
    guard let inner = outlineForFilling(hole), let opening = inner.hull else {
      return try fill(path, with: color)
    }
    setSource(color)
    let isCut = clipShape?.isCovered(by: outline, .nonZero) == true
    if isCut, clipShape?.outline == outline, !hull.insetBy(dx: 2, dy: 2).holds(opening) {
      return try coverRing(outline, inner)
    }
    let outer = isCut ? .rect(hull.pixelsTouched) : outline
    try cover(Path(outer.elements + inner.elements), .evenOdd)
  }

  /// Fills a ring so narrow that both its edges lie in one pixel, inside a clip that multiplies by
  /// the coverage of the outer edge: the ring's coverage is divided by the clip's.
  private func coverRing(_ outer: Path, _ hole: Path) throws(DrawingError) {
    let area = visiblePart(of: outer.hull ?? .zero)
    guard !area.isEmpty, let whole = try coverage(of: outer, .nonZero, in: area),
      let ring = try coverage(of: Path(outer.elements + hole.elements), .evenOdd, in: area)
    else { return }
    ring.divide(by: whole)
    paint(through: ring)
  }

  /// Draws a line along `path`, in the pen's shape of the present transform.
  public func stroke(
    _ path: Path, with color: Color, style: StrokeStyle
  ) throws(DrawingError) {
    guard color.alpha > 0 else { return }
    guard let map = transform.affine else {
      guard let outline = try strokeOutline(of: path, style: style) else { return }
      return try fill(outline, with: color)
    }
    guard var pen = Pen(style, transform: map), var outline = path.inPixels(map),
      let hull = outline.hull
    else { return }
    let around = hull.insetBy(dx: -pen.reach, dy: -pen.reach)
    guard isVisible(around) else { return }
    // For large paths, the invisible parts are removed first.
    let isFar = !Rect.drawable.holds(around) || pen.dashCount(along: outline) > 10_000
    if isFar {
      let seen = frame.rect.insetBy(dx: -pen.reach - 8, dy: -pen.reach - 8)
      let box = pen.isTooWideForCairo ? Rect.strokable : .drawable
      outline = try outline.limitedForStroking(
        to: pen.isDashed ? seen.intersection(box) : box, pen: pen)
      pen.style.dashPattern = []
    }
    guard isFar, pen.isTooWideForCairo else {
      setSource(color)
      return try coverStroke(of: outline, pen)
    }
    guard let back = pen.shape.inverted else { return }
    let outer = transform
    transform = Homography(pen.shape)
    defer { transform = outer }
    guard let stroke = try strokeOutline(of: outline.transformed(by: back), style: pen.style)
    else { return }
    try fill(stroke, with: color)
  }
}

extension DrawingError {
  init(_ status: cairo_status_t) {
    self.init(
      reason: String(cString: cairo_status_to_string(status)),
      isShortage: status == CAIRO_STATUS_NO_MEMORY)
  }

  public init(_ error: OutOfMemory) { self.init(reason: error.description, isShortage: true) }

  /// Throws an error for a Cairo status other than success.
  static func check(_ status: cairo_status_t) throws(DrawingError) {
    if status != CAIRO_STATUS_SUCCESS { throw DrawingError(status) }
  }

  /// Runs `body`. Where there is no memory for it, the drawing has failed.
  static func mappingOutOfMemory<Value>(
    _ body: () throws(OutOfMemory) -> Value
  ) throws(DrawingError) -> Value {
    do throws(OutOfMemory) { return try body() } catch { throw DrawingError(error) }
  }
}

/// Something could not be drawn; nothing on the bitmap can be trusted.
public struct DrawingError: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  /// Cairo's own words, such as "out of memory"; or how the scene goes beyond a limit.
  public let reason: String
  public let exitStatus: ExitStatus

  public init(reason: String, isShortage: Bool) {
    self.reason = reason
    exitStatus = isShortage ? .shortage : .internalFailure
  }

  /// The scene exceeds a limit of drawing.
  init(inScene reason: String) { (self.reason, exitStatus) = (reason, .wrongScene) }

  /// Whether the system gave no memory.
  public var isShortage: Bool { exitStatus == .shortage }

  /// The same about a layer of that name, where the scene is at fault.
  public func ofLayer(_ name: String) -> DrawingError {
    exitStatus == .wrongScene ? DrawingError(inScene: "in the layer '\(name)', \(reason)") : self
  }

  public var description: String {
    exitStatus == .wrongScene ? "cannot draw: \(reason)" : "drawing failed: \(reason)"
  }
}
