import RostrumCanvas
import RostrumGeometry

/// Successive pictures of something that moves, in one: older ones fade.
struct Strobe: Figure {
  /// The thing at one time.
  struct StrobeFrame: Sendable {
    let time: Double
    /// Cropped to the visible pixels; `nil` without any.
    let bitmap: Bitmap?
    /// The same as paths on the canvas, in the scene's points, where it is made of plain shapes.
    let marks: [Artwork.Mark]
    /// Where it lies on the canvas, in the scene's points.
    let rect: Rect

    init(time: Double, bitmap: Bitmap?, rect: Rect) {
      (self.time, self.bitmap, self.marks, self.rect) = (time, bitmap, [], rect)
    }

    /// A picture of plain shapes, cut where the canvas ends.
    init(time: Double, _ marks: [Artwork.Mark], on canvas: Size) {
      let page = Rect(origin: .zero, size: canvas)
      let box = marks.map(\.strobeBounds).reduce(Rect.zero) { $0.union($1) }
      let isCut = box.intersection(page) != box
      (self.time, bitmap, rect) = (time, nil, box.intersection(page))
      self.marks = isCut ? [.group(marks, clip: .rect(page), opacity: 1)] : marks
    }

    /// Whether something shows.
    var isVisible: Bool { bitmap != nil || !marks.isEmpty && !rect.isEmpty }
  }

  /// In the scene's points.
  var canvas: Size
  /// The static picture behind the exposures; `nil` for none.
  var base: Bitmap?
  /// The same as paths, in the scene's points.
  var baseMarks: [Artwork.Mark] = []
  var background: Color?
  /// By ascending time.
  var exposures: [StrobeFrame]
  /// Where the thing's anchor point goes, by time.
  var motion: [(time: Double, point: Point)] = []
  /// How much the oldest fades: 0 not at all, 1 to nothing.
  var fading = 0.75
  /// By how many of the scene's points the picture moves on in a second.
  var spread = 0.0

  init(
    canvas: Size, base: Bitmap? = nil, background: Color? = nil, exposures: [StrobeFrame]
  ) {
    (self.canvas, self.base, self.background) = (canvas, base, background)
    self.exposures = exposures
  }

  /// In points of the figure for each of the scene's, when the figure is so wide.
  func scale(width: Double) -> Double { width / max(1, extent.width) }

  /// The shown part of the canvas, in the scene's points, with the shift of a spread picture, which
  /// is cropped to the moving layers.
  private var extent: Rect {
    let whole = Rect(origin: .zero, size: canvas)
    guard spread != 0 else { return whole }
    let shown = exposures.reduce(Rect.zero) { sum, one in
      sum.union(Rect(origin: one.rect.origin + shift(one.time), size: one.rect.size))
    }
    guard !shown.isEmpty else { return whole }
    // The first and the last picture keep a distance from the frame.
    let margin = max(4, shown.width * 0.02)
    return shown.insetBy(dx: -margin, dy: -margin)
  }

  private func shift(_ time: Double) -> Point {
    Point(x: (time - (exposures.first?.time ?? 0)) * spread, y: 0)
  }

  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    let theme = setter.theme
    let (extent, k) = (extent, scale(width: width))
    func place(_ point: Point) -> Point { (point - extent.origin) * k }
    func place(_ rect: Rect) -> Rect {
      Rect(
        origin: place(rect.origin), size: Size(width: rect.width * k, height: rect.height * k))
    }
    let frame = place(extent)
    var marks: [Artwork.Mark] = []
    // A scene without a background is drawn on white, also in dark themes.
    marks.append(.fixedColors([.fill(.rect(frame), background ?? .white)]))
    if let base, spread == 0 {
      marks.append(.image(base, in: place(Rect(origin: .zero, size: canvas))))
    } else if spread == 0 {
      marks.append(.fixedColors(baseMarks.map { $0.scaled(by: k, around: extent.origin) }))
    }
    marks += exposures.enumerated().compactMap { index, one in
      guard one.isVisible else { return nil }
      let rect = Rect(origin: one.rect.origin + shift(one.time), size: one.rect.size)
      let origin = extent.origin - shift(one.time)
      let shapes = one.marks.map { $0.scaled(by: k, around: origin) }
      let shown = one.bitmap.map { .image($0, in: place(rect)) } ?? Artwork.Mark.fixedColors(shapes)
      return .group([shown], clip: nil, opacity: opacity(index))
    }
    marks += motionMarks(ink(theme)) { place($0 + shift($1)) }
    var figure = DrawnFigure(size: frame.size)
    figure.marks = [.group(marks, clip: .rect(frame), opacity: 1)]
    figure.marks.append(
      .stroke(.rect(frame), theme.axis, StrokeStyle(lineWidth: theme.gridWidth)))
    try addTimes(to: &figure, setter) { place($0 + shift($1)).x }
    return figure
  }

  private func opacity(_ index: Int) -> Double {
    guard exposures.count > 1 else { return 1 }
    let age = 1 - Double(index) / Double(exposures.count - 1)
    return 1 - min(max(fading, 0), 1) * age
  }

  /// The theme's ink, or the other theme's where it would hardly be seen on the scene's ground.
  private func ink(_ theme: Theme) -> Color {
    let ground = background ?? .white
    return [theme.ink, Theme.light.ink, Theme.dark.ink].first { $0.contrast(to: ground) >= 4.5 }
      ?? theme.ink
  }

  private func motionMarks(
    _ ink: Color, _ place: (Point, Double) -> Point
  ) -> [Artwork.Mark] {
    guard motion.count > 1 else { return [] }
    let points = motion.map { place($0.point, $0.time) }
    let path = Path(points.enumerated().map { $0 == 0 ? .move($1) : .line($1) })
    return [
      .stroke(
        path, ink.faded(0.75),
        StrokeStyle(lineWidth: 0.75, join: .round, dashPattern: [3, 2]))
    ]
  }

  /// A picture that moves on has its time beneath, each number under the exposure that it belongs
  /// to.
  private func addTimes(
    to figure: inout DrawnFigure, _ setter: Typesetter, _ place: (Point, Double) -> Double
  ) throws(TextError) {
    guard spread > 0, exposures.count > 1 else { return }
    let theme = setter.theme
    let baseline = figure.size.height + theme.fontSize + 4
    var labels: [(label: Label, x: Double)] = []
    for one in exposures where one.isVisible {
      labels.append((try setter.label(short(one.time)), place(one.rect.center, one.time)))
    }
    for (label, x) in labels.everyFitting {
      figure.marks.append(
        label.placed(at: Point(x: x, y: baseline), anchor: 0.5, color: theme.quietInk))
    }
    let label = try setter.label(setter.words.timeInSeconds)
    figure.size.height = baseline + theme.fontSize + 5
    figure.marks.append(
      label.placed(
        at: Point(x: figure.size.width / 2, y: figure.size.height - 2), anchor: 0.5,
        color: theme.quietInk))
  }
}

extension [(label: Label, x: Double)] {
  /// All, or every second, third ..., so that none is nearer than ten points to the next.
  fileprivate var everyFitting: [(label: Label, x: Double)] {
    func every(_ step: Int) -> [(label: Label, x: Double)] {
      stride(from: 0, to: count, by: step).map { self[$0] }
    }
    let step = (1...Swift.max(1, count)).first { step in
      let some = every(step)
      return zip(some, some.dropFirst()).allSatisfy { one, next in
        next.x - next.label.width / 2 > one.x + one.label.width / 2 + 10
      }
    }
    return every(step ?? 1)
  }
}

extension Artwork.Mark {
  /// Holds a path, or a group of them, with its lines.
  fileprivate var strobeBounds: Rect {
    switch self {
    case .fill(let path, _): path.boundingBox ?? .zero
    case .stroke(let path, _, let style):
      (path.boundingBox ?? .zero).insetBy(
        dx: -style.lineWidth * (style.join == .miter ? 1 : 0.5),
        dy: -style.lineWidth * (style.join == .miter ? 1 : 0.5))
    case .group(let marks, let clip, _):
      marks.map(\.strobeBounds).reduce(Rect.zero) { $0.union($1) }
        .intersection(clip?.boundingBox ?? Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9))
    case .text, .image, .fixedColors, .moving: .zero
    }
  }

  /// The mark scaled by a factor; `origin` becomes zero. Paths and groups of them only.
  fileprivate func scaled(by factor: Double, around origin: Point) -> Artwork.Mark {
    let place = { (point: Point) in (point - origin) * factor }
    switch self {
    case .fill(let path, let color): return .fill(path.map(place), color)
    case .stroke(let path, let color, var style):
      style.lineWidth *= factor
      style.dashPattern = style.dashPattern.map { $0 * factor }
      style.dashPhase *= factor
      return .stroke(path.map(place), color, style)
    case .group(let marks, let clip, let opacity):
      return .group(
        marks.map { $0.scaled(by: factor, around: origin) }, clip: clip.map { $0.map(place) },
        opacity: opacity)
    case .text, .image, .fixedColors, .moving: return self
    }
  }
}
