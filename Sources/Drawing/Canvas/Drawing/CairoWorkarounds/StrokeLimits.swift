import RostrumGeometry

extension Rect {
  /// The square to which lines too wide for Cairo are cut: larger than any canvas by a pen's reach.
  static let strokable = Rect.zero.insetBy(dx: -2 * largestCoordinate, dy: -2 * largestCoordinate)
}

extension Pen {
  /// Whether lines that are cut where Cairo needs it would end in the picture.
  var isTooWideForCairo: Bool { reach > largestCoordinate / 2 }
}

extension Path {
  /// The part of a path that is left when it is cut to `box`, both in pixels: open polylines,
  /// dashed already. The box must be larger than the picture by the pen's reach, since cuts get
  /// caps.
  func limitedForStroking(to box: Rect, pen: Pen) throws(DrawingError) -> Path {
    guard let toUser = pen.shape.inverted else { return Path() }
    var dashes = DashPattern(pen.style).map { DashCount($0) }
    var limited = Path()
    for subpath in connectedParts {
      if dashes == nil, let hull = subpath.hull, box.holds(hull) {
        limited.elements += subpath.elements
        continue
      }
      var line = VisibleLine(box: box, toUser: toUser, dashes: dashes)
      let points = subpath.withCurvesCut(to: box).polyline
      for (a, b) in zip(points, points.dropFirst()) { try line.append(from: a, to: b) }
      dashes = line.dashes
      if subpath.elements.last == .close, dashes == nil { line.joinEnds() }
      for piece in line.pieces {
        limited.move(to: piece[0])
        for point in piece.dropFirst() { limited.line(to: point) }
      }
    }
    return limited
  }

  /// The points of one subpath, curves as chords no further than about 1/20 pixel from them.
  private var polyline: [Point] {
    steps.flatMap { start, element -> [Point] in
      switch element {
      case .move(let p), .line(let p): [p]
      case .cubic(let a, let b, let p):
        CubicCurve(start: start, control1: a, control2: b, end: p).chordEnds
      case .close: elements.first.map { [$0.end] } ?? []
      }
    }
  }
}

extension Path.Element {
  fileprivate var end: Point {
    switch self {
    case .move(let p), .line(let p), .cubic(_, _, let p): p
    case .close: .zero
    }
  }
}

extension CubicCurve {
  /// The ends of chords at equal steps of the parameter. A chord over a step h strays at most
  /// h²/8 times the largest second derivative, which is 6 times a second difference.
  fileprivate var chordEnds: [Point] {
    let bend1 = (start - control1 * 2 + control2).length
    let bend2 = (control1 - control2 * 2 + end).length
    let count = max(1, min(10_000, (6 * max(bend1, bend2) / (8 * 0.05)).squareRoot().rounded(.up)))
    return (1...Int(count)).map { point(at: Double($0) / count) }
  }

  private func point(at t: Double) -> Point {
    let u = 1 - t
    return start * (u * u * u) + control1 * (3 * u * u * t) + control2 * (3 * u * t * t)
      + end * (t * t * t)
  }
}

/// The parts of one stroked subpath that lie in a box and on a dash.
private struct VisibleLine {
  let box: Rect
  /// From pixels to the space in which dashes are measured.
  let toUser: AffineTransform
  private(set) var dashes: DashCount?
  /// Each has at least two points, maybe equal ones.
  private(set) var pieces: [[Point]] = []
  private var length = 0.0
  /// Whether the last piece continues in the next segment.
  private var isOpen = false

  init(box: Rect, toUser: AffineTransform, dashes: DashCount?) {
    (self.box, self.toUser, self.dashes) = (box, toUser, dashes)
  }

  mutating func append(from a: Point, to b: Point) throws(DrawingError) {
    let start = length
    let end = start + toUser.apply(to: b - a).length
    length = end
    guard let part = box.visiblePart(from: a, to: b), end > start else {
      isOpen = isOpen && end == start
      return
    }
    let low = start + part.start * (end - start)
    let high = part.end == 1 ? end : start + part.end * (end - start)
    let drawn = try dashes?.ranges(from: low, to: high) ?? [(low, high)]
    for range in drawn {
      let progress = { (position: Double) in (position - start) / (end - start) }
      let first = a.interpolated(to: b, progress: progress(range.start))
      let last = range.end == end ? b : a.interpolated(to: b, progress: progress(range.end))
      append([first, last], continuing: range.start == start)
    }
    isOpen = drawn.last?.end == end
  }

  private mutating func append(_ piece: [Point], continuing: Bool) {
    if continuing && isOpen {
      pieces[pieces.count - 1].append(piece[1])
    } else {
      pieces.append(piece)
    }
    isOpen = false
  }

  /// Makes one piece of the last and the first when they meet where a closed subpath begins.
  mutating func joinEnds() {
    guard pieces.count > 1, isOpen, let first = pieces.first, pieces.last?.last == first.first
    else { return }
    pieces[pieces.count - 1] += first.dropFirst()
    pieces.removeFirst()
  }
}

extension Rect {
  /// The parameters at which the segment from `a` to `b` enters and leaves (Liang and Barsky 1984);
  /// `nil` when it stays outside.
  func visiblePart(from a: Point, to b: Point) -> (start: Double, end: Double)? {
    var (start, end) = (0.0, 1.0)
    let sides = [
      (a.x - b.x, a.x - minX), (b.x - a.x, maxX - a.x),
      (a.y - b.y, a.y - minY), (b.y - a.y, maxY - a.y),
    ]
    for (speed, distance) in sides {
      if speed == 0 && distance < 0 { return nil }
      if speed < 0 { start = max(start, distance / speed) }
      if speed > 0 { end = min(end, distance / speed) }
    }
    return start <= end ? (start, end) : nil
  }
}

/// The area of a plane from which a line can reach into a picture: a convex polygon, possibly
/// unbounded.
struct StrokeWindow {
  private let sides: [HalfPlane]
  /// How far a line reaches from its middle, in units of the plane.
  private let reach: Double

  /// `map` leads from the plane to the pixels of `frame`.
  init(_ frame: Rect, _ map: Homography, reach: Double) {
    let (near, planar) = (frame.insetBy(dx: -8, dy: -8), map.planar)
    /// The points whose projection has `sign` times a coordinate above `sign` times `limit`.
    func side(_ x: Double, _ y: Double, _ own: Double, _ limit: Double, _ sign: Double)
      -> HalfPlane?
    {
      HalfPlane(
        a: sign * (x - limit * map.weightX), b: sign * (y - limit * map.weightY),
        c: sign * (own - limit * map.weight))
    }
    sides = [
      side(planar.a, planar.c, planar.tx, near.minX, 1),
      side(planar.a, planar.c, planar.tx, near.maxX, -1),
      side(planar.b, planar.d, planar.ty, near.minY, 1),
      side(planar.b, planar.d, planar.ty, near.maxY, -1),
    ].compactMap { $0 }
    self.reach = reach
  }

  /// The parameters of the part of the segment from `a` to `b` that lies in the area; `nil` for
  /// none.
  func visiblePart(from a: Point, to b: Point) -> (start: Double, end: Double)? {
    var (start, end) = (0.0, 1.0)
    for side in sides {
      let (first, last) = (side.distance(of: a) + reach, side.distance(of: b) + reach)
      if first < 0, last < 0 { return nil }
      if first < 0 { start = max(start, first / (first - last)) }
      if last < 0 { end = min(end, first / (first - last)) }
    }
    return start <= end ? (start, end) : nil
  }
}
