/// The area that a pen covers along a path, as parts that overlap and all turn the same way round:
/// to be filled by the non-zero rule.
///
/// In perspective the width of a line depends on the distance, so its outline is computed in the
/// plane and then projected like any other path. Joins, caps and limits are the same as Cairo's:
/// see `StrokeStyle`, of which dashes do not count here.
///
/// Where a line turns, its inner sides meet, if the straight pieces are long enough; else the
/// outline goes through the corner itself. It then is the sum of the straight pieces and of the
/// wedges between them, which all turn the same way round, so nothing is taken away where they
/// overlap.
package struct StrokeOutline {
  package private(set) var path = Path()
  private let style: StrokeStyle
  private let half: Double
  /// The angle of one chord of a round join or cap.
  private let arcStep: Double
  /// How far a line may be from where it should be.
  private let flatness: Double
  /// Whether a part of the path has begun.
  private var isBegun = false

  /// `scale` is how many pixels a unit has where the line appears largest: round joins are within
  /// 1/50 pixel there.
  package init?(_ style: StrokeStyle, scale: Double) {
    guard style.lineWidth > 0, style.lineWidth.isFinite else { return nil }
    self.style = style
    half = style.lineWidth / 2
    // A chord over an angle a strays r(1 - cos(a/2)) from its circle: at most r·a²/8.
    let strayed = 0.02 / max(half * scale, 0.02)
    flatness = strayed * half
    arcStep = max((8 * strayed).squareRoot(), 2 * .pi / 720)
  }

  /// A point of a line, and whether it is a corner or smooth.
  package struct Vertex {
    package let point: Point
    package var isCorner: Bool
    /// The directions of the true line before and after it, of length 1: the chords have other
    /// directions, and caps and joins would be rotated with them. `nil` to use the chords'
    /// directions.
    package var arriving: Point?
    package var leaving: Point?

    package init(point: Point, isCorner: Bool, arriving: Point? = nil, leaving: Point? = nil) {
      (self.point, self.isCorner) = (point, isCorner)
      (self.arriving, self.leaving) = (arriving, leaving)
    }
  }

  /// Adds a line without gaps, neighbours of whose points differ: along its left side and back
  /// along its right side, or around each of them where it is closed. One point alone is a dot.
  package mutating func add(_ line: [Vertex], isClosed: Bool) {
    guard line.count > 1 else {
      if let only = line.first { addDot(at: only.point) }
      return
    }
    let ends = isClosed ? line + [line[0]] : line
    var (ways, corners): ([Way], [Vertex]) = ([], [])
    for (a, b) in zip(ends, ends.dropFirst()) {
      let step = b.point - a.point
      guard let chord = step.normalized else { continue }
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
}

extension [StrokeOutline.Vertex] {
  /// Adds chords of a segment that end at these parameters. Neighbours are so far apart.
  package mutating func append(
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

extension Path {
  /// The area of a line along the path, to be filled by the non-zero rule: its parts lie on each
  /// other. Curves become lines that are at most `tolerance` points from them. Dashes do not
  /// count.
  package func strokeOutline(_ style: StrokeStyle, tolerance: Double) -> Path {
    guard isFinite, var outline = StrokeOutline(style, scale: 0.02 / tolerance) else {
      return Path()
    }
    for subpath in subpaths {
      var line = [StrokeOutline.Vertex(point: subpath.start, isCorner: true)]
      for segment in subpath.segments {
        let count = segment.chordCount(tolerance: tolerance)
        line.append(
          segment, at: (1...count).map { Double($0) / Double(count) },
          apart: .leastNonzeroMagnitude)
      }
      if subpath.isClosed, line.count > 1, line[0].point == line[line.count - 1].point {
        line[0].arriving = line.removeLast().arriving
      }
      guard line.count > 1 || subpath.isClosed else { continue }
      outline.add(line, isClosed: subpath.isClosed && line.count > 1)
    }
    return outline.path
  }
}

extension PathSegment {
  /// The number of chords that are nowhere further than `tolerance` from the segment; at most 1000.
  func chordCount(tolerance: Double) -> Int {
    guard case .cubic(let curve) = self else { return 1 }
    return min(curve.chordCount(tolerance: tolerance), 1000)
  }
}
