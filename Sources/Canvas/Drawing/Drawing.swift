public import Base
import CCairo
public import Geometry

/// Draws on a bitmap's own memory through Cairo.
///
/// The verbs: `fill`, `stroke`, `draw` an image, `group`, `clip`, `clear` and `redraw`. Everything
/// is composited source-over. A verb throws what it needs and does not get; those that run other
/// code throw what that throws, too. Cairo keeps its own errors to itself: call `finish`, which
/// throws them, before the pixels are used.
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

  let bitmap: Bitmap
  /// The pixels of the drawing that the bitmap is a picture of.
  let frame: PixelRect
  var context: OpaquePointer
  /// The pixels that have to be right in the middle of a `redraw`, within the frame; else `nil`.
  var damage: DamageRegion?
  /// The pixels that can be reached: the bitmap, less what `clip` and `group` leave out.
  var limits: PixelRect
  /// The shape that the group that is drawn will be cut to; `nil` for none.
  var clipShape: ClipShape?
  var scratch: (bitmap: Bitmap, context: OpaquePointer)?
  /// Whether an error of Cairo's was thrown, or nobody asks for it.
  private var isSettled = false

  /// Begins to draw on top of what `bitmap` holds.
  public convenience init(on bitmap: Bitmap) { self.init(on: bitmap, originX: 0, originY: 0) }

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

  /// Makes sure that all that was drawn is in the bitmap's memory. More may be drawn afterwards.
  public func finish() throws(DrawingError) {
    cairo_surface_flush(cairo_get_target(context))
    guard let cairoError else { return }
    isSettled = true
    throw cairoError
  }

  /// Gives up what was drawn so far: nobody will use it, whether it is right or not.
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

  /// Makes every pixel that can be reached one colour, whatever it was; `nil` for transparent.
  func clear(to color: Color?) {
    limitedToDamage {
      if let color { setSource(color) }
      cairo_set_operator(context, color == nil ? CAIRO_OPERATOR_CLEAR : CAIRO_OPERATOR_SOURCE)
      cairo_paint(context)
    }
    forgetClearness()
  }

  /// Fills the whole picture.
  public func paint(_ color: Color) {
    limitedToDamage {
      setSource(color)
      cairo_paint(context)
    }
  }

  /// Fills the inside of `path`; open subpaths count as closed.
  public func fill(
    _ path: Path, with color: Color, rule: FillRule = .nonZero, antialias: Bool = true
  ) throws(DrawingError) {
    guard color.alpha > 0, let outline = fillable(path, rule) else { return }
    if antialias { return try fillExactly(outline, with: color, rule) }
    guard let hull = outline.hull else { return }
    try fill(hull, with: color) { Self.fill(outline, rule, on: $0) }
  }

  /// Fills what of `path` is not in `hole`, which lies inside it.
  public func fill(
    _ path: Path, outside hole: Path, with color: Color
  ) throws(DrawingError) {
    guard color.alpha > 0, let outline = outlineForFilling(path), let hull = outline.hull,
      isVisible(hull)
    else { return }
    guard let inner = outlineForFilling(hole), !inner.isEmpty else {
      return try fill(path, with: color)
    }
    let isCut = clipShape?.isCovered(by: outline, .nonZero) == true
    let outer = isCut ? .rect(hull.pixelsTouched) : outline
    if clipShape?.outline == outline, let edge = SimpleOutline(outline),
      let hole = SimpleOutline(inner)
    {
      fill(.ring(Ring(edge, hole: hole, isCut: true)), with: color)
    } else if let hole = SimpleOutline(inner), isCut {
      fill(.ring(Ring(around: hole, within: visiblePart(of: limits))), with: color)
    } else if let hole = SimpleOutline(inner), let outer = SimpleOutline(outer) {
      fill(.ring(Ring(outer, hole: hole)), with: color)
    } else {
      try fillExactly(Path(outer.elements + inner.elements), with: color, .evenOdd)
    }
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
    guard let pen = Pen(style, transform: map), let outline = path.inPixels(map),
      let hull = outline.hull
    else { return }
    let around = hull.insetBy(dx: -pen.reach, dy: -pen.reach)
    guard isVisible(around) else { return }
    guard Rect.drawable.holds(around) else { return try stroke(far: outline, with: color, pen) }
    var limited = style
    limited.lineWidth = min(style.lineWidth, largestCoordinate / map.largestScale)
    limited.miterLimit = pen.style.miterLimit
    guard let stroke = try strokeOutline(of: path, style: limited) else { return }
    try fill(stroke, with: color)
  }

  /// Draws a line along a path in pixels that leads beyond what can be drawn, without dashes.
  private func stroke(
    far outline: Path, with color: Color, _ pen: Pen
  ) throws(DrawingError) {
    guard let back = pen.shape.inverted else { return }
    // Dashes that cannot be seen are not made.
    let box =
      DashPattern(pen.style) == nil
      ? .drawable
      : frame.rect.insetBy(dx: -pen.reach - 8, dy: -pen.reach - 8).intersection(.drawable)
    let near = try outline.limitedForStroking(to: box, pen: pen).transformed(by: back)
    var style = pen.style
    style.dashPattern = []
    let outer = transform
    transform = Homography(pen.shape)
    defer { transform = outer }
    guard let stroke = try strokeOutline(of: near, style: style) else { return }
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

  /// Throws what a status of Cairo's stands for, unless that is success.
  static func check(_ status: cairo_status_t) throws(DrawingError) {
    if status != CAIRO_STATUS_SUCCESS { throw DrawingError(status) }
  }

  /// Runs `body`. Where there is no memory for it, the drawing has failed.
  static func orShortage<Value>(
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

  /// The scene asks for more than can be drawn.
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
