import Geometry

/// The area that a pen covers along a path, as pieces that overlap and all turn the same way round:
/// to be filled by the non-zero rule.
///
/// Cairo strokes with an affine pen only. In perspective a line is as wide as its place is near, so
/// its outline is worked out in the plane and then projected like any other path. Joins, caps and
/// limits are those of Cairo: see `StrokeStyle`.
struct StrokeOutline {
  private(set) var path = Path()
  private let style: StrokeStyle
  private let half: Double
  private let dashes: DashPattern?
  /// The angle of one line of a round join or cap.
  private let arcStep: Double

  /// `scale` is how many pixels a unit has where the line appears largest: round joins are within
  /// 1/50 pixel there.
  init?(_ style: StrokeStyle, scale: Double) {
    guard style.lineWidth > 0, style.lineWidth.isFinite else { return nil }
    self.style = style
    half = style.lineWidth / 2
    dashes = DashPattern(style)
    // A chord over an angle a strays r(1 - cos(a/2)) from its circle: at most r·a²/8.
    let strayed = 0.02 / max(half * scale, 0.02)
    arcStep = max((8 * strayed).squareRoot(), 2 * .pi / 720)
  }

  /// A point of a line, and whether the line has a corner there or goes on smoothly.
  struct Vertex {
    let point: Point
    let isCorner: Bool
    /// The directions of the true line before and after it, of length 1: those of chords differ,
    /// and caps and joins would lean with them. `nil` for those of the chords.
    var arriving: Point?
    var leaving: Point?
  }

  /// Adds one subpath: its points, neighbours of which differ; one point alone is a dot.
  mutating func add(_ line: [Vertex], isClosed: Bool) {
    guard let first = line.first else { return }
    guard line.count > 1 else { return addDot(at: first.point) }
    guard let dashes else { return addPiece(line, isClosed: isClosed) }
    var cutter = DashCutter(dashes)
    for (a, b) in zip(line, line.dropFirst()) { cutter.append(from: a, to: b) }
    if isClosed {
      if let last = line.last { cutter.append(from: last, to: first) }
      cutter.joinEnds()
    }
    for piece in cutter.pieces { addPiece(piece, isClosed: false) }
  }

  /// A piece of line without gaps.
  private mutating func addPiece(_ line: [Vertex], isClosed: Bool) {
    let ends = isClosed ? line + [line[0]] : line
    var ways: [Way] = []
    for (a, b) in zip(ends, ends.dropFirst()) {
      guard let chord = (b.point - a.point).unit else { continue }
      let way = Way(chord, leaving: a.leaving, arriving: b.arriving)
      addStraight(from: a.point, to: b.point, chord)
      if let before = ways.last { addJoin(at: a, before, way) }
      ways.append(way)
    }
    guard let first = ways.first, let last = ways.last else {
      return addDot(at: line[0].point, line[0].leaving ?? Point(x: 1, y: 0))
    }
    if isClosed {
      addJoin(at: line[0], last, first)
    } else {
      addTurn(.round, at: line[0].point, first.start, first.chord)
      addCap(at: line[0].point, first.start * -1)
      addTurn(.round, at: line[line.count - 1].point, last.chord, last.end)
      addCap(at: line[line.count - 1].point, last.end)
    }
  }

  private mutating func addStraight(from a: Point, to b: Point, _ way: Point) {
    let side = way.turned * half
    addPolygon([a + side, a - side, b - side, b + side])
  }

  /// Fills the wedges between two straight pieces: from the first chord to the line itself, round
  /// its corner, and on to the second chord.
  private mutating func addJoin(at vertex: Vertex, _ before: Way, _ after: Way) {
    guard vertex.isCorner else {
      return addTurn(.round, at: vertex.point, before.chord, after.chord)
    }
    addTurn(.round, at: vertex.point, before.chord, before.end)
    addTurn(style.join, at: vertex.point, before.end, after.start)
    addTurn(.round, at: vertex.point, after.start, after.chord)
  }

  /// Fills the wedge between two directions.
  private mutating func addTurn(
    _ join: StrokeStyle.LineJoin, at center: Point, _ before: Point, _ after: Point
  ) {
    let cosine = before.x * after.x + before.y * after.y
    let turn = Point(x: cosine, y: before.x * after.y - before.y * after.x).direction
    guard turn != 0 else { return }
    let side = turn > 0 ? -half : half
    let (start, end) = (before.turned * side, after.turned * side)
    switch join {
    case .round: addFan(at: center, from: start, turn: turn)
    case .miter:
      // The miter is 1/cos(turn/2) line widths long; the square of that cosine is (1 +
      // cos(turn))/2.
      guard (1 + cosine) / 2 * style.miterLimit * style.miterLimit >= 1 else { fallthrough }
      let tip = (start + end) * (1 / (1 + cosine))
      addPolygon([center, center + start, center + tip, center + end])
    case .bevel: addPolygon([center, center + start, center + end])
    }
  }

  /// Adds the cap beyond an end of a line that goes `way` there.
  private mutating func addCap(at end: Point, _ way: Point) {
    let side = way.turned * half
    switch style.cap {
    case .butt: break
    case .square:
      let reach = way * half
      addPolygon([end + side, end - side, end - side + reach, end + side + reach])
    case .round: addFan(at: end, from: side * -1, turn: .pi)
    }
  }

  /// A line without length, which goes `way` all the same.
  private mutating func addDot(at center: Point, _ way: Point = Point(x: 1, y: 0)) {
    switch style.cap {
    case .butt: break
    case .square:
      let reach = way * half
      addStraight(from: center - reach, to: center + reach, way)
    case .round: addFan(at: center, from: Point(x: half, y: 0), turn: 2 * .pi)
    }
  }

  /// A sector around `center`: `start` is from there to where it begins.
  private mutating func addFan(at center: Point, from start: Point, turn: Double) {
    let count = max(1, Int((abs(turn) / arcStep).rounded(.up)))
    var points = [center]
    for index in 0...count {
      let turned = AffineTransform.rotation(turn * Double(index) / Double(count))
      points.append(center + turned.apply(to: start))
    }
    addPolygon(points)
  }

  private mutating func addPolygon(_ points: [Point]) {
    var area = 0.0
    for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) {
      area += a.x * b.y - a.y * b.x
    }
    let ordered = area < 0 ? points.reversed() : points
    path.move(to: ordered[0])
    for point in ordered.dropFirst() { path.line(to: point) }
    path.close()
  }
}

/// A chord, and the directions of the line itself at its ends.
private struct Way {
  let chord: Point
  let start: Point
  let end: Point

  /// A line that turns back within a chord, which is too short to be seen, has the chord's
  /// direction.
  init(_ chord: Point, leaving: Point?, arriving: Point?) {
    func close(_ direction: Point?) -> Point {
      guard let direction, direction.x * chord.x + direction.y * chord.y > 0.5 else {
        return chord
      }
      return direction
    }
    self.chord = chord
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
  private let pattern: DashPattern
  private var length = 0.0
  private var isOpen = false
  private(set) var pieces: [[StrokeOutline.Vertex]] = []

  init(_ pattern: DashPattern) { self.pattern = pattern }

  mutating func append(from a: StrokeOutline.Vertex, to b: StrokeOutline.Vertex) {
    let start = length
    let end = start + a.point.distance(to: b.point)
    guard end > start else { return }
    length = end
    let ranges = pattern.drawnRanges(from: start, to: end)
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

  /// Makes one piece of the last and the first when both go on where a closed line begins.
  mutating func joinEnds() {
    guard pieces.count > 1, isOpen, let first = pieces.first, let last = pieces.last?.last,
      first[0].point == last.point
    else { return }
    let end = pieces[pieces.count - 1].count - 1
    pieces[pieces.count - 1][end].leaving = first[0].leaving
    pieces[pieces.count - 1] += first.dropFirst()
    pieces.removeFirst()
  }
}

extension Drawing {
  /// The outline of a line along `path` in user space, as fine as the picture asks for; `nil` when
  /// nothing of it can be seen.
  func strokeOutline(of path: Path, style: StrokeStyle) -> Path? {
    guard path.isFinite, transform.isFinite, let box = path.controlBoundingBox else { return nil }
    let map = transform.linearized(
      atNearestCornerOf: box.insetBy(dx: -style.lineWidth, dy: -style.lineWidth))
    guard var outline = StrokeOutline(style, scale: min(map.largestScale, 1e4)) else { return nil }
    let reach = 8 + min(style.lineWidth * map.largestScale, 1e5)
    let window = frame.rect.insetBy(dx: -reach, dy: -reach)
    for subpath in path.subpaths {
      var line = [StrokeOutline.Vertex(point: subpath.start, isCorner: true)]
      for segment in subpath.segments {
        line.append(segment, at: transform.chords(of: segment, within: window, tolerance: 0.02))
      }
      if subpath.isClosed, line.count > 1, line[0].point == line[line.count - 1].point {
        line[0].arriving = line.removeLast().arriving
      }
      outline.add(line, isClosed: subpath.isClosed && line.count > 1)
    }
    return outline.path
  }
}

extension [StrokeOutline.Vertex] {
  /// Adds chords of a segment that end at these parameters. Neighbours differ.
  fileprivate mutating func append(_ segment: PathSegment, at parameters: [Double]) {
    var isFirst = true
    for parameter in parameters {
      let point = parameter == 1 ? segment.end : segment.point(at: parameter)
      guard point != self[count - 1].point else { continue }
      if isFirst { self[count - 1].leaving = segment.tangent(at: 0) }
      isFirst = false
      let direction = segment.tangent(at: parameter)
      append(
        StrokeOutline.Vertex(
          point: point, isCorner: parameter == 1, arriving: direction, leaving: direction))
    }
  }
}
