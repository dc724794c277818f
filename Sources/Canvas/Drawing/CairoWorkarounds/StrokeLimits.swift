import Geometry

extension Path {
  /// The part of a path that is left when it is cut to `box`, both in pixels: open polylines,
  /// dashed already. The box must be larger than the picture by the pen's reach, since cuts get
  /// caps.
  func limitedForStroking(to box: Rect, pen: Pen) -> Path {
    guard let toUser = pen.shape.inverted else { return Path() }
    let pattern = DashPattern(pen.style)
    var limited = Path()
    for subpath in connectedParts {
      if pattern == nil, let hull = subpath.hull, box.holds(hull) {
        limited.elements += subpath.elements
        continue
      }
      var line = VisibleLine(box: box, toUser: toUser, pattern: pattern)
      let points = subpath.withCurvesCut(to: box).polyline
      for (a, b) in zip(points, points.dropFirst()) { line.append(from: a, to: b) }
      if subpath.elements.last == .close { line.joinEnds() }
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
      case .close: steps.first.map { [$0.element.end] } ?? []
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
  let pattern: DashPattern?
  /// Each has at least two points, maybe equal ones.
  private(set) var pieces: [[Point]] = []
  private var length = 0.0
  /// Whether the last piece goes on into the next segment.
  private var isOpen = false

  init(box: Rect, toUser: AffineTransform, pattern: DashPattern?) {
    (self.box, self.toUser, self.pattern) = (box, toUser, pattern)
  }

  mutating func append(from a: Point, to b: Point) {
    let start = length
    let end = start + toUser.apply(to: b - a).length
    length = end
    guard let part = box.visiblePart(from: a, to: b), end > start else {
      isOpen = isOpen && end == start
      return
    }
    let (low, high) = (start + part.start * (end - start), start + part.end * (end - start))
    let drawn = pattern?.drawnRanges(from: low, to: high) ?? [(low, high)]
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
  /// How far along the way from `a` to `b` the line enters and leaves (Liang and Barsky 1984);
  /// `nil` when it stays outside.
  fileprivate func visiblePart(from a: Point, to b: Point) -> (start: Double, end: Double)? {
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
