import RostrumGeometry

/// The area that a pen covers along a path, as parts that overlap and all turn the same way round:
/// to be filled by the non-zero rule.
///
/// In perspective the width of a line depends on the distance, so its outline is computed in the
/// plane and then projected like any other path. Joins, caps and limits are the same as Cairo's:
/// see `StrokeStyle`.
///
/// Where a line turns, its inner sides meet, if the straight pieces are long enough; else the
/// outline goes through the corner itself. It then is the sum of the straight pieces and of the
/// wedges between them, which all turn the same way round, so nothing is taken away where they
/// overlap.
struct StrokeOutline {
  private(set) var path = Path()
  private let style: StrokeStyle
  private let half: Double
  private var dashes: DashCount?
  /// Outside of it no dash is made; `nil` where all are.
  private let window: StrokeWindow?
  /// The angle of one chord of a round join or cap.
  private let arcStep: Double
  /// How far a line may be from where it should be.
  private let flatness: Double
  /// Whether a part of the path has begun.
  private var isBegun = false

  /// `scale` is how many pixels a unit has where the line appears largest: round joins are within
  /// 1/50 pixel there.
  init?(_ style: StrokeStyle, scale: Double, within window: StrokeWindow? = nil) {
    guard style.lineWidth > 0, style.lineWidth.isFinite else { return nil }
    self.style = style
    half = style.lineWidth / 2
    dashes = DashPattern(style).map { DashCount($0) }
    self.window = window
    // A chord over an angle a strays r(1 - cos(a/2)) from its circle: at most r·a²/8.
    let strayed = 0.02 / max(half * scale, 0.02)
    flatness = strayed * half
    arcStep = max((8 * strayed).squareRoot(), 2 * .pi / 720)
  }

  /// A point of a line, and whether it is a corner or smooth.
  struct Vertex {
    let point: Point
    var isCorner: Bool
    /// The directions of the true line before and after it, of length 1: the chords have other
    /// directions, and caps and joins would be rotated with them. `nil` to use the chords'
    /// directions.
    var arriving: Point?
    var leaving: Point?
  }

  /// Adds one subpath: its points, neighbours of which differ; one point alone is a dot.
  mutating func add(_ line: [Vertex], isClosed: Bool) throws(DrawingError) {
    guard let first = line.first else { return }
    guard line.count > 1 else { return addDot(at: first.point) }
    guard let dashes else { return addPiece(line, isClosed: isClosed) }
    var cutter = DashCutter(dashes, window)
    for (a, b) in zip(line, line.dropFirst()) { try cutter.append(from: a, to: b) }
    // The last dash of a closed line is not joined to the first.
    if isClosed, let last = line.last { try cutter.append(from: last, to: first) }
    self.dashes = cutter.dashes
    for piece in cutter.pieces {
      addPiece(piece, isClosed: false)
      guard path.elements.count <= DashCount.maximumPoints else { throw .tooManyDashPoints }
    }
  }

  /// A piece of line without gaps: along its left side and back along its right side, or around
  /// each of them where it is closed.
  private mutating func addPiece(_ line: [Vertex], isClosed: Bool) {
    let ends = isClosed ? line + [line[0]] : line
    var (ways, corners): ([Way], [Vertex]) = ([], [])
    for (a, b) in zip(ends, ends.dropFirst()) {
      let step = b.point - a.point
      guard let chord = step.unit else { continue }
      ways.append(
        Way(chord, length: step.length, leaving: a.leaving, arriving: b.arriving))
      corners.append(a)
    }
    guard let first = ways.first, let last = ways.last else {
      return addDot(at: line[0].point, line[0].leaving ?? Point(x: 1, y: 0))
    }
    let end = ends[ends.count - 1].point
    let back = ways.reversed().map(\.reversed)
    let backCorners = [ends[ends.count - 1]] + corners.reversed().dropLast()
    if isClosed {
      addSide(corners, ways, isBack: false, after: last)
      close()
      addSide(backCorners, back, isBack: true, after: first.reversed)
      close()
    } else {
      go(to: corners[0].point + first.start.turned * half)
      addSide(corners, ways, isBack: false, after: nil)
      addCap(at: end, last)
      addSide(backCorners, back, isBack: true, after: nil)
      addCap(at: corners[0].point, first.reversed)
      close()
    }
  }

  /// Adds the side to the left of a line, with all joins; the first one follows `after`, if that is
  /// something. `corners` are where the ways begin.
  private mutating func addSide(
    _ corners: [Vertex], _ ways: [Way], isBack: Bool, after: Way?
  ) {
    var before = after
    for (vertex, way) in zip(corners, ways) {
      if let before {
        addJoin(at: vertex, before, way, isBack: isBack)
      } else {
        go(to: vertex.point + way.chord.turned * half)
      }
      before = way
    }
    if after == nil, let last = ways.last, let corner = corners.last {
      go(to: corner.point + last.chord * last.length + last.chord.turned * half)
    }
  }

  /// Goes from the left side of a straight piece to that of the next.
  private mutating func addJoin(at vertex: Vertex, _ before: Way, _ after: Way, isBack: Bool) {
    let (center, a, b) = (vertex.point, before.chord, after.chord)
    let (cosine, sine) = (a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x)
    let (from, to) = (a.turned * half, b.turned * half)
    let (p, q) = vertex.isCorner ? (before.end, after.start) : (a, b)
    let turn = Point(x: p.x * q.x + p.y * q.y, y: p.x * q.y - p.y * q.x)
    // Where curves join smoothly, the difference of the line's directions is only rounding error:
    // use the chords. A line that turns back on itself has its inner side on the way back.
    let isInner = turn.x > 0 ? sine > 0 : abs(turn.y) > 1e-9 ? turn.y > 0 : isBack
    // Both sides meet so far before the corner, and behind it.
    let reach = cosine > -0.999 ? half * abs(sine) / (1 + cosine) : .infinity
    if isInner {
      if sine > 0, reach <= min(before.length, after.length) / 2 {
        go(to: center + (from + to) * (1 / (1 + cosine)))
      } else {
        // Then all straight pieces and wedges turn the same way round.
        for point in [from, .zero, to] { go(to: center + point) }
      }
      return
    }
    guard vertex.isCorner else {
      // A tip this near the arc is as good as it.
      let isFlat = cosine > 0.9 && half * (1 - cosine) / 4 <= flatness
      if isFlat { return go(to: center + (from + to) * (1 / (1 + cosine))) }
      go(to: center + from)
      return addArc(.round, at: center, a, b)
    }
    go(to: center + from)
    addArc(.round, at: center, a, before.end)
    addArc(style.join, at: center, before.end, after.start)
    addArc(.round, at: center, after.start, b)
  }

  /// Goes round the outer side of a corner, from beside the first direction to beside the second.
  private mutating func addArc(
    _ join: StrokeStyle.LineJoin, at center: Point, _ before: Point, _ after: Point
  ) {
    let cosine = before.x * after.x + before.y * after.y
    let sine = before.x * after.y - before.y * after.x
    let (start, end) = (before.turned * half, after.turned * half)
    if sine < 0 || sine < 1e-9 && cosine < 0 {
      switch join {
      case .round: goRound(center, from: start, turn: -abs(Point(x: cosine, y: sine).direction))
      case .miter where (1 + cosine) / 2 * style.miterLimit * style.miterLimit >= 1:
        // The miter is 1/cos(turn/2) line widths long; the square of that cosine is (1 +
        // cos(turn))/2.
        go(to: center + (start + end) * (1 / (1 + cosine)))
      case .miter, .bevel: break
      }
    }
    go(to: center + end)
  }

  /// Goes from the left side of an end of a line to its right side.
  private mutating func addCap(at end: Point, _ last: Way) {
    let side = last.end.turned * half
    go(to: end + side)
    switch style.cap {
    case .butt: break
    case .square:
      let reach = last.end * half
      go(to: end + side + reach)
      go(to: end - side + reach)
    case .round: goRound(end, from: side, turn: -.pi)
    }
    go(to: end - side)
  }

  /// Goes to points on a circle between two places on it.
  private mutating func goRound(_ center: Point, from start: Point, turn: Double) {
    let count = max(1, Int((abs(turn) / arcStep).rounded(.up)))
    for index in 1..<count {
      let turned = AffineTransform.rotation(turn * Double(index) / Double(count))
      go(to: center + turned.apply(to: start))
    }
  }

  private mutating func go(to point: Point) {
    isBegun ? path.line(to: point) : path.move(to: point)
    isBegun = true
  }

  private mutating func close() {
    path.close()
    isBegun = false
  }

  /// A line without length, which goes `way` all the same.
  private mutating func addDot(at center: Point, _ way: Point = Point(x: 1, y: 0)) {
    let (side, reach) = (way.turned * half, way * half)
    switch style.cap {
    case .butt: return
    case .square:
      for corner in [side - reach, side + reach, reach - side, (side + reach) * -1] {
        go(to: center + corner)
      }
    case .round:
      go(to: center + side)
      goRound(center, from: side, turn: -2 * .pi)
    }
    close()
  }
}

/// A chord, and the directions of the line itself at its ends.
private struct Way {
  let chord: Point
  let length: Double
  let start: Point
  let end: Point

  private init(chord: Point, length: Double, start: Point, end: Point) {
    (self.chord, self.length, self.start, self.end) = (chord, length, start, end)
  }

  /// The same way back.
  var reversed: Way { Way(chord: chord * -1, length: length, start: end * -1, end: start * -1) }

  /// A line that turns back within a chord, which is too short to be seen, has the chord's
  /// direction.
  init(_ chord: Point, length: Double, leaving: Point?, arriving: Point?) {
    func close(_ direction: Point?) -> Point {
      guard let direction, direction.x * chord.x + direction.y * chord.y > 0.5 else {
        return chord
      }
      return direction
    }
    (self.chord, self.length) = (chord, length)
    (start, end) = (close(leaving), close(arriving))
  }
}

extension Point {
  fileprivate var turned: Point { Point(x: -y, y: x) }

  fileprivate var unit: Point? {
    let length = length
    return length > 0 && length.isFinite ? self * (1 / length) : nil
  }
}

/// Cuts a line into the pieces that lie on dashes.
private struct DashCutter {
  private(set) var dashes: DashCount
  private let window: StrokeWindow?
  private var length = 0.0
  private var isOpen = false
  private(set) var pieces: [[StrokeOutline.Vertex]] = []

  init(_ dashes: DashCount, _ window: StrokeWindow?) {
    (self.dashes, self.window) = (dashes, window)
  }

  mutating func append(
    from a: StrokeOutline.Vertex, to b: StrokeOutline.Vertex
  ) throws(DrawingError) {
    let start = length
    let end = start + a.point.distance(to: b.point)
    guard end > start, end.isFinite else { return }
    length = end
    var part = (start: 0.0, end: 1.0)
    if let window {
      guard let visible = window.visiblePart(from: a.point, to: b.point) else {
        isOpen = false
        return
      }
      part = visible
    }
    let ranges = try dashes.ranges(
      from: start + part.start * (end - start),
      to: part.end == 1 ? end : start + part.end * (end - start))
    for range in ranges {
      func vertex(_ position: Double) -> StrokeOutline.Vertex {
        if position == start { return a }
        if position == end { return b }
        let progress = (position - start) / (end - start)
        let direction = a.leaving.flatMap { start in
          b.arriving.flatMap { start.interpolated(to: $0, progress: progress).unit }
        }
        return StrokeOutline.Vertex(
          point: a.point.interpolated(to: b.point, progress: progress), isCorner: true,
          arriving: direction, leaving: direction)
      }
      if isOpen, range.start == start {
        pieces[pieces.count - 1].append(vertex(range.end))
      } else {
        pieces.append([vertex(range.start), vertex(range.end)])
      }
      isOpen = false
    }
    isOpen = ranges.last?.end == end
  }
}

extension Drawing {
  /// The outline of a stroke along `path` in user space, with the tolerance of the picture; `nil`
  /// when none of it is visible.
  func strokeOutline(of path: Path, style: StrokeStyle) throws(DrawingError) -> Path? {
    guard path.isFinite, transform.isFinite, let box = path.controlBoundingBox else { return nil }
    let map = transform.linearized(
      atNearestCornerOf: box.insetBy(dx: -style.lineWidth, dy: -style.lineWidth))
    let window = StrokeWindow(
      frame.rect, transform, reach: style.lineWidth / 2 * max(1.5, min(style.miterLimit, 1e6)))
    let scale = min(map.largestScale, 1e4)
    guard var outline = StrokeOutline(style, scale: scale, within: window) else { return nil }
    let reach = 8 + min(style.lineWidth * map.largestScale, 1e5)
    let area = frame.rect.insetBy(dx: -reach, dy: -reach)
    // A step this short has no direction but that of rounding, which a miter would show.
    let shortest = 1 / 256 / max(map.largestScale, 1e-9)
    for subpath in path.subpaths {
      var line = [StrokeOutline.Vertex(point: subpath.start, isCorner: true)]
      for segment in subpath.segments {
        line.append(
          segment,
          at: transform.affine.map { segment.chords(through: $0, tolerance: 0.02) }
            ?? transform.chords(of: segment, within: area, tolerance: 0.02),
          apart: shortest)
      }
      if subpath.isClosed, line.count > 1,
        (line[0].point - line[line.count - 1].point).length < shortest
      {
        line[0].arriving = line.removeLast().arriving
      }
      try outline.add(line, isClosed: subpath.isClosed && line.count > 1)
    }
    return outline.path
  }
}

extension PathSegment {
  /// The parameters of the ends of chords that are at most `tolerance` pixels from the curve.
  fileprivate func chords(through map: AffineTransform, tolerance: Double) -> [Double] {
    guard case .cubic(let curve) = self else { return [1] }
    let shown = CubicCurve(
      start: map.apply(to: curve.start), control1: map.apply(to: curve.control1),
      control2: map.apply(to: curve.control2), end: map.apply(to: curve.end))
    let count = min(shown.chordCount(tolerance: tolerance), 4096)
    return (1...count).map { Double($0) / Double(count) }
  }
}

extension [StrokeOutline.Vertex] {
  /// Adds chords of a segment that end at these parameters. Neighbours are so far apart.
  fileprivate mutating func append(
    _ segment: PathSegment, at parameters: [Double], apart shortest: Double
  ) {
    var isFirst = true
    for parameter in parameters {
      let point = parameter == 1 ? segment.end : segment.point(at: parameter)
      guard (point - self[count - 1].point).length >= shortest else {
        if parameter == 1 { self[count - 1].isCorner = true }
        continue
      }
      if isFirst { self[count - 1].leaving = segment.tangent(at: 0) }
      isFirst = false
      let direction = segment.tangent(at: parameter)
      append(
        StrokeOutline.Vertex(
          point: point, isCorner: parameter == 1, arriving: direction, leaving: direction))
    }
  }
}
