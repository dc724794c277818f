import RealModule

extension Path {
  /// The inside of the path grown by `distance` points on all sides, or shrunk by a negative one;
  /// of an open subpath the line of twice that width. Joins and miters are those of a stroke;
  /// curves become lines that are at most `tolerance` points from them.
  ///
  /// Source: the Minkowski sum of a region with a disc is the region together with the stroke of
  /// its outline (Farouki and Neff, "Analytic properties of plane offset curves", 1990).
  public func offset(
    by distance: Double, join: StrokeStyle.LineJoin = .miter, miterLimit: Double = 4,
    tolerance: Double = 0.02
  ) -> Path {
    let reach = abs(distance)
    guard reach > 0, reach.isFinite, isFinite else { return self }
    let pen = OffsetPen(reach: reach, join: join, miterLimit: miterLimit, tolerance: tolerance)
    let (closed, open) = (subpaths.filter(\.isClosed), subpaths.filter { !$0.isClosed })
    let lines = Path(open.flatMap { pen.body(of: $0) })
    guard !closed.isEmpty else { return .combining([lines, Path()], by: .union) }
    let area = Path(closed.flatMap(\.elements))
    let body = Path(closed.flatMap { pen.body(of: $0) })
    let changed = Path.combining([area, body], by: distance > 0 ? .union : .subtracting)
    return lines.isEmpty ? changed : .combining([changed, lines], by: .union)
  }
}

/// The parts of a stroke as polygons that all wind alike, so that together they are its inside by
/// the non-zero rule.
private struct OffsetPen {
  let reach: Double
  let join: StrokeStyle.LineJoin
  let miterLimit: Double
  let tolerance: Double

  func body(of subpath: Subpath) -> [Path.Element] {
    let pieces = subpath.segments.flatMap(lines).filter { $0.start != $0.end }
    guard !pieces.isEmpty else { return [] }
    var result: [Path.Element] = []
    for (index, piece) in pieces.enumerated() {
      result += side(piece)
      let isLast = index + 1 == pieces.count
      guard !isLast || subpath.isClosed else { break }
      result += corner(piece, pieces[isLast ? 0 : index + 1])
    }
    return result
  }

  /// A straight part of the outline.
  private struct Piece {
    let start: Point
    let end: Point
    /// Whether it goes on smoothly after its end, as inside of a curve.
    let isSmooth: Bool

    var direction: Point { (end - start).normalized ?? Point(x: 1, y: 0) }
  }

  private func lines(_ segment: PathSegment) -> [Piece] {
    guard case .cubic(let curve) = segment else {
      return [Piece(start: segment.start, end: segment.end, isSmooth: false)]
    }
    let count = curve.lineCount(tolerance)
    let points = (0...count).map { curve.point(at: Double($0) / Double(count)) }
    return zip(points, points.dropFirst()).enumerated().map { index, ends in
      Piece(start: ends.0, end: ends.1, isSmooth: index + 1 < count)
    }
  }

  private func side(_ piece: Piece) -> [Path.Element] {
    let normal = piece.direction.turned * reach
    return polygon([
      piece.start + normal, piece.start - normal, piece.end - normal, piece.end + normal,
    ])
  }

  /// The wedge at the outside of a corner.
  private func corner(_ piece: Piece, _ next: Piece) -> [Path.Element] {
    let (a, b) = (piece.direction, next.direction)
    let turn = a.x * b.y - a.y * b.x
    let cosine = min(max(a.x * b.x + a.y * b.y, -1), 1)
    guard turn != 0 || cosine < 0 else { return [] }
    // The outside of a turn to greater angles is at smaller ones.
    let outside: Double = turn >= 0 ? -1 : 1
    let (from, to) = (a.turned * (reach * outside), b.turned * (reach * outside))
    let rim: [Point]
    switch piece.isSmooth ? .round : join {
    case .bevel: rim = []
    case .round: rim = arc(from, to, .acos(cosine) * -outside)
    case .miter:
      // The tip is this many times as far as the sides (SVG 2, 13.5.4).
      let ratio = 1 / max((1 + cosine) / 2, 0).squareRoot()
      rim = ratio <= miterLimit ? [(from + to) * (1 / (1 + cosine))] : []
    }
    let points = ([.zero, from] + rim + [to]).map { piece.end + $0 }
    return polygon(outside < 0 ? points : points.reversed())
  }

  /// Points between two ends of an arc, as near to it as lines to curves.
  private func arc(_ from: Point, _ to: Point, _ angle: Double) -> [Point] {
    let step = 2 * Double.acos(max(1 - tolerance / reach, 0))
    let count = Int(min(max((abs(angle) / max(step, 1e-3)).rounded(.up), 1), 200))
    return (1..<max(count, 1)).map { index in
      let part = angle * Double(index) / Double(count)
      let (c, s) = (Double.cos(part), Double.sin(part))
      return Point(x: from.x * c - from.y * s, y: from.x * s + from.y * c)
    }
  }

  private func polygon(_ points: [Point]) -> [Path.Element] {
    guard let first = points.first else { return [] }
    return [.move(first)] + points.dropFirst().map { .line($0) } + [.close]
  }
}

extension Point {
  /// A quarter turn from x to y.
  fileprivate var turned: Point { Point(x: -y, y: x) }
}
