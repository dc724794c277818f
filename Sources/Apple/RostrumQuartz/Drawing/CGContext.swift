import RostrumCanvas
public import Foundation
import RostrumGeometry

/// A picture that code draws, with Core Graphics' own state: a transform, colours, a line, a clip.
///
/// It draws paths, pictures, gradients, text (by UIKit's calls) and layers, with blend modes,
/// alphas, shadows and transparency layers, in sRGB with 8 bits a channel. It does not draw
/// patterns, shadings of functions, or PDF pages; and it has no other colour spaces.
open class CGContext {
  struct Shadow {
    var offset: CGSize
    var blur: CGFloat
    var color: CGColor
  }

  struct State {
    /// From user space to pixels, with y down.
    var transform: CGAffineTransform
    var fillColor = CGColor.black
    var strokeColor = CGColor.black
    var line = StrokeStyle(lineWidth: 1)
    var alpha: CGFloat = 1
    var blendMode = CGBlendMode.normal
    var shadow: Shadow?
    var interpolation = CGInterpolationQuality.default
    /// In pixels.
    var clips: [(path: Path, rule: FillRule)] = []
    /// Pictures whose alpha takes drawings away.
    var masks: [Picture] = []
  }

  /// The target of drawing: the picture, or a transparency layer.
  struct Target {
    let picture: Picture
    let drawing: Drawing
    /// The state in which a transparency layer is composited.
    var outer: State?
  }

  /// Made with the first drawing: many views and layers draw nothing.
  private lazy var targets = [Self.target(width, height)].compactMap(\.self)
  var state: State
  private var stack: [State] = []
  /// In user space at the time of each element, in pixels here.
  private(set) var current = Path()
  /// Whether anything was drawn.
  private(set) var hasDrawn = false
  private let base: CGAffineTransform
  private var memory: ContextMemory?
  /// Pixels for a point, where the context was made for a layer or a view.
  let scale: CGFloat
  package var pointScale: CGFloat { scale }

  private init?(width: Int, height: Int, base: CGAffineTransform, scale: CGFloat) {
    guard width > 0, height > 0, width <= 32_767, height <= 32_767 else { return nil }
    (self.width, self.height, self.base, self.scale) = (width, height, base, scale)
    state = State(transform: base)
  }

  private static func target(_ width: Int, _ height: Int, outer: State? = nil) -> Target? {
    guard let picture = try? Picture(frame: PixelRect(x: 0, y: 0, width: width, height: height))
    else { return nil }
    return Target(picture: picture, drawing: Drawing(on: picture.bitmap), outer: outer)
  }

  deinit {
    guard hasDrawn else { return }
    for target in targets { target.drawing.abandon() }
  }

  /// A bitmap whose origin is at the bottom left, with y up. It begins clear; memory of the code's
  /// own has its pixels after each drawing. `nil` for other pixels than red, green, blue and alpha
  /// of 8 bits, or alpha alone in the code's memory.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
    bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let memory = data.flatMap {
      ContextMemory(
        $0, width: width, bytesPerRow: bytesPerRow, components: space.numberOfComponents,
        info: bitmapInfo)
    }
    guard bitsPerComponent == 8, data == nil ? space.numberOfComponents == 3 : memory != nil else {
      FilmWarnings.tell(.other("a context has red, green, blue and alpha, of 8 bits each"))
      return nil
    }
    let up = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
    self.init(width: width, height: height, base: up, scale: 1)
    self.memory = memory
  }

  /// A context as layers and views have it: the origin at the top left, with y down.
  public convenience init?(size: CGSize, scale: CGFloat = 1) {
    let (width, height) = (size.width * scale, size.height * scale)
    guard width > 0, height > 0, width <= 32_767, height <= 32_767 else { return nil }
    self.init(
      width: Int((width - 1e-6).rounded(.up)), height: Int((height - 1e-6).rounded(.up)),
      base: CGAffineTransform(scaleX: scale, y: scale), scale: scale)
  }

  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  public var bitsPerComponent: Int { 8 }
  public var bitsPerPixel: Int { 32 }
  public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }

  /// A copy of the pixels so far; `nil` without memory for it.
  public func makeImage() -> CGImage? {
    hasDrawn = true
    guard let target = targets.first, (try? target.drawing.finish()) != nil else { return nil }
    return CGImage(target.picture.bitmap)
  }

  // MARK: State

  public func saveGState() { stack.append(state) }

  public func restoreGState() { if let last = stack.popLast() { state = last } }

  /// From user space to the space of the whole picture.
  public var ctm: CGAffineTransform {
    state.transform.concatenating(base.inverted()).concatenating(
      CGAffineTransform(scaleX: scale, y: scale))
  }

  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    state.transform = state.transform.translatedBy(x: tx, y: ty)
  }

  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    state.transform = state.transform.scaledBy(x: sx, y: sy)
  }

  public func rotate(by angle: CGFloat) { state.transform = state.transform.rotated(by: angle) }

  public func concatenate(_ transform: CGAffineTransform) {
    state.transform = transform.concatenating(state.transform)
  }

  public func setFillColor(_ color: CGColor) { state.fillColor = color }

  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(gray: gray, alpha: alpha)
  }

  public func setStrokeColor(_ color: CGColor) { state.strokeColor = color }

  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(gray: gray, alpha: alpha)
  }

  public func setLineWidth(_ width: CGFloat) { state.line.lineWidth = Double(width) }

  public func setLineCap(_ cap: CGLineCap) { state.line.cap = cap.model }

  public func setLineJoin(_ join: CGLineJoin) { state.line.join = join.model }

  public func setMiterLimit(_ limit: CGFloat) { state.line.miterLimit = Double(limit) }

  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    (state.line.dashPhase, state.line.dashPattern) = (Double(phase), lengths.map(Double.init))
  }

  public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(alpha, 0), 1) }

  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolation }
    set { state.interpolation = newValue }
  }

  /// The place and the form of lines of text that `CTLineDraw` draws.
  public var textPosition = CGPoint.zero
  public var textMatrix = CGAffineTransform.identity

  // Edges are always smooth.
  public func setShouldAntialias(_ flag: Bool) {}
  public func setAllowsAntialiasing(_ flag: Bool) {}
  public func setFlatness(_ flatness: CGFloat) {}
  public func setShouldSmoothFonts(_ flag: Bool) {}
  public func setAllowsFontSmoothing(_ flag: Bool) {}
  public func setShouldSubpixelPositionFonts(_ flag: Bool) {}
  public func setAllowsFontSubpixelPositioning(_ flag: Bool) {}
  public func setShouldSubpixelQuantizeFonts(_ flag: Bool) {}
  public func setAllowsFontSubpixelQuantization(_ flag: Bool) {}
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}
  public func setFillColorSpace(_ space: CGColorSpace) {}
  public func setStrokeColorSpace(_ space: CGColorSpace) {}
  public func flush() {}
  public func synchronize() {}

  /// `offset` is in the space of the whole picture, with y up in a bitmap of Core Graphics and
  /// down in a layer's; `blur` is twice the standard deviation.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    state.shadow = color.map { Shadow(offset: offset, blur: blur, color: $0) }
  }

  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1 / 3))
  }

  // MARK: The path

  func extend(_ change: (CGMutablePath) -> Void) {
    let back = state.transform.inverted()
    let path = CGMutablePath(current.transformed(by: back.model))
    change(path)
    current = path.model.transformed(by: state.transform.model)
  }

  public func beginPath() { current = Path() }

  /// The path in user space.
  public var path: CGPath? {
    current.isEmpty ? nil : CGPath(current.transformed(by: state.transform.inverted().model))
  }

  public func clip(using rule: CGPathFillRule = .winding) {
    state.clips.append((current, rule.model))
    beginPath()
  }

  public func clip(to rect: CGRect) {
    state.clips.append((Path.rect(Rect(rect)).transformed(by: state.transform.model), .nonZero))
  }

  public func clip(to rects: [CGRect]) {
    let path = Path(rects.flatMap { Path.rect(Rect($0)).elements })
    state.clips.append((path.transformed(by: state.transform.model), .nonZero))
  }

  /// Clips by a picture's alpha in a rectangle: it lies as `draw(_:in:)` draws it.
  public func clip(to rect: CGRect, mask: CGImage) {
    guard let target = Self.target(width, height) else { return }
    let outer = state
    state = State(transform: .identity)
    targets.append(target)
    fill(CGRect(x: 0, y: 0, width: width, height: height))
    (state.transform, state.blendMode) = (outer.transform, .destinationOut)
    draw(mask, in: rect)
    _ = targets.popLast()
    state = outer
    if (try? target.drawing.finish()) != nil { state.masks.append(target.picture) }
  }

  public func resetClip() { (state.clips, state.masks) = ([], []) }

  public var boundingBoxOfClipPath: CGRect {
    let whole = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let box = state.clips.reduce(whole) { $0.intersection($1.path.boundingBox ?? .zero) }
    return box.cgRect.applying(state.transform.inverted())
  }

  // MARK: Transparency layers

  /// The drawing until the end is one picture, which the present alpha, blend mode and shadow
  /// composite.
  public func beginTransparencyLayer(auxiliaryInfo: [String: Any]? = nil) {
    hasDrawn = true
    guard let target = Self.target(width, height, outer: state) else { return }
    stack.append(state)
    targets.append(target)
    (state.alpha, state.blendMode, state.shadow) = (1, .normal, nil)
  }

  public func endTransparencyLayer() {
    guard targets.count > 1, let layer = targets.popLast(), let outer = layer.outer else { return }
    restoreGState()
    try? layer.drawing.finish()
    let inner = state
    state = outer
    composite(layer.picture, shape: nil)
    state = inner
    writeToMemory()
  }

  /// The code's own memory, where the context was made with it.
  public var data: UnsafeMutableRawPointer? { memory?.start }

  private func writeToMemory() {
    guard let memory, targets.count == 1, (try? targets[0].drawing.finish()) != nil else { return }
    memory.write(targets[0].picture.bitmap)
  }

  // MARK: Compositing

  /// Runs a drawing in user space through the clip. Where the state composites otherwise than
  /// over, it is a picture first.
  func paint(_ body: (_ drawing: Drawing, _ isShape: Bool) throws -> Void) {
    hasDrawn = true
    guard let target = targets.last else { return }
    defer { writeToMemory() }
    if state.alpha >= 1, state.blendMode == .normal, state.shadow == nil, state.masks.isEmpty {
      return attempt { try clipped(target.drawing, state.clips[...]) { try body($0, false) } }
    }
    guard let picture = picture({ try body($0, false) }) else { return }
    let needsShape = state.blendMode.model.actsWhereTransparent
    composite(picture, shape: needsShape ? self.picture { try body($0, true) } : nil)
  }

  private func picture(_ body: (Drawing) throws -> Void) -> Picture? {
    guard let target = Self.target(width, height) else { return nil }
    attempt { try clipped(target.drawing, state.clips[...], body) }
    for mask in state.masks {
      target.drawing.composite(
        mask, CGBlendMode.destinationOut.model, opacity: 1, shape: nil, in: mask.frame)
    }
    return (try? target.drawing.finish()) == nil ? nil : target.picture
  }

  /// Clips are in pixels.
  private func clipped(
    _ drawing: Drawing, _ clips: ArraySlice<(path: Path, rule: FillRule)>,
    _ body: (Drawing) throws -> Void
  ) throws {
    guard let clip = clips.first else {
      return try drawing.withTransform(state.transform.model) { try body(drawing) }
    }
    try drawing.clip(to: clip.path, rule: clip.rule) {
      try clipped(drawing, clips.dropFirst(), body)
    }
  }

  private func composite(_ picture: Picture, shape: Picture?) {
    guard let target = targets.last else { return }
    if let shadow = state.shadow { cast(shadow, of: picture, on: target.drawing) }
    target.drawing.composite(
      picture, state.blendMode.model, opacity: Double(state.alpha), shape: shape,
      in: picture.frame)
  }

  private func cast(_ shadow: Shadow, of picture: Picture, on drawing: Drawing) {
    let down: CGFloat = base.d < 0 ? -1 : 1
    let offset = Point(
      x: Double(shadow.offset.width * scale), y: Double(shadow.offset.height * scale * down))
    let blur = PictureBlur(
      GaussianBlur(sigma: max(Double(shadow.blur * scale), 0) / 2, offset: offset))
    attempt {
      let result = try Picture(frame: picture.frame)
      try result.shade(
        picture, by: blur, with: shadow.color.model, in: picture.frame, pool: PicturePool())
      drawing.draw(result, opacity: Double(state.alpha), in: picture.frame)
    }
  }

  /// An error of drawing is a shortage of memory: it is reported, and the rest is drawn.
  func attempt(_ body: () throws -> Void) {
    do { try body() } catch { FilmWarnings.tell(.other("a picture is incomplete: \(error)")) }
  }
}
