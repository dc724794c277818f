/// How the insides of paths are put together; the names are `CGPath`'s.
public enum PathOperation: String, CaseIterable, Hashable, Sendable {
  /// Inside any of them.
  case union
  /// Inside all of them.
  case intersection
  /// Inside the first, and inside none of the others.
  case subtracting
  /// Inside an odd number of them.
  case symmetricDifference

  fileprivate func isInside(_ operands: [Bool]) -> Bool {
    switch self {
    case .union: operands.contains(true)
    case .intersection: operands.allSatisfy(\.self)
    case .subtracting: operands[0] && !operands.dropFirst().contains(true)
    case .symmetricDifference: !operands.count(where: \.self).isMultiple(of: 2)
    }
  }
}

extension Path {
  /// The outline of several paths put together, each filled by the non-zero rule, to be filled by
  /// either rule. Curves become lines that are at most `tolerance` points from them; more where
  /// there would be too many.
  ///
  /// All lines are cut where they meet, on a grid finer than a visible difference. A piece stays
  /// when the result is inside on one side of it only.
  public static func combining(
    _ operands: [Path], by operation: PathOperation, tolerance: Double = 0.02
  ) -> Path {
    guard let first = operands.first else { return Path() }
    guard operands.count > 1 else { return first }
    // The union of rectangles would leave out those without a width or a height.
    let corners = operands.compactMap(\.controlBoundingBox).flatMap {
      [Point(x: $0.minX, y: $0.minY), Point(x: $0.maxX, y: $0.maxY)]
    }
    guard operands.allSatisfy(\.isFinite), let box = Rect(enclosing: corners),
      max(box.width, box.height) > 0
    else { return Path() }
    var tolerance = max(tolerance, 1e-6)
    var polygons = operands.map { $0.polygons(tolerance) }
    while polygons.joined().joined().count > PathArrangement.maximumEdges, tolerance < 1e6 {
      tolerance *= 2
      polygons = operands.map { $0.polygons(tolerance) }
    }
    var arrangement = PathArrangement(box, operands.count)
    for (operand, loops) in polygons.enumerated() {
      for loop in loops { arrangement.add(loop, operand) }
    }
    return arrangement.outline(by: operation)
  }

  /// The corners of each subpath, closed, with curves as lines.
  private func polygons(_ tolerance: Double) -> [[Point]] {
    subpaths.map { subpath in
      [subpath.start]
        + subpath.segments.flatMap { segment -> [Point] in
          let count = segment.chordCount(tolerance: tolerance)
          return (1...count).map { segment.point(at: Double($0) / Double(count)) }
        }
    }
  }
}

/// The lines of several polygons, on a grid.
struct PathArrangement {
  static let maximumEdges = 3000

  private struct GridPoint: Hashable, Comparable {
    var x: Int
    var y: Int

    static func < (a: GridPoint, b: GridPoint) -> Bool { (a.x, a.y) < (b.x, b.y) }
  }

  private struct Edge {
    let start: GridPoint
    let end: GridPoint
    /// By how much the winding number of each operand changes across the edge.
    var turns: [Int]

    var low: GridPoint { GridPoint(x: min(start.x, end.x), y: min(start.y, end.y)) }
    var high: GridPoint { GridPoint(x: max(start.x, end.x), y: max(start.y, end.y)) }
  }

  /// A line between two points that nothing crosses, from the smaller point to the greater.
  private struct Piece: Hashable, Comparable {
    let start: GridPoint
    let end: GridPoint

    static func < (a: Piece, b: Piece) -> Bool { (a.start, a.end) < (b.start, b.end) }

    /// With x and y exchanged.
    var turned: Piece {
      Piece(start: GridPoint(x: start.y, y: start.x), end: GridPoint(x: end.y, y: end.x))
    }
  }

  private let origin: Point
  /// Points in a unit of the grid.
  private let unit: Double
  private let operandCount: Int
  private var edges: [Edge] = []

  init(_ box: Rect, _ operandCount: Int) {
    // A power of two, so that most numbers that people write lie on the grid.
    let size = max(box.width, box.height)
    unit = Double(sign: .plus, exponent: size.exponent - 23, significand: 1)
    origin = Point(
      x: (box.minX / unit).rounded(.down) * unit, y: (box.minY / unit).rounded(.down) * unit)
    self.operandCount = operandCount
  }

  mutating func add(_ loop: [Point], _ operand: Int) {
    let corners = loop.map { point in
      GridPoint(
        x: Int(((point.x - origin.x) / unit).rounded()),
        y: Int(((point.y - origin.y) / unit).rounded()))
    }
    for (index, start) in corners.enumerated() {
      let end = corners[index + 1 < corners.count ? index + 1 : 0]
      guard start != end else { continue }
      var turns = Array(repeating: 0, count: operandCount)
      turns[operand] = 1
      edges.append(Edge(start: start, end: end, turns: turns))
    }
  }

  func outline(by operation: PathOperation) -> Path {
    var pieces = Self.pieces(of: edges)
    // Rounding may bend a piece over a point that lies beside it: cut again until all are apart.
    for _ in 0..<4 {
      let again = Self.pieces(
        of: pieces.sorted { $0.key < $1.key }.map {
          Edge(start: $0.key.start, end: $0.key.end, turns: $0.value)
        })
      if again == pieces { break }
      pieces = again
    }
    let sorted = pieces.keys.sorted()
    let turns = sorted.map { pieces[$0] ?? [] }
    var kept: [GridPoint: [GridPoint]] = [:]
    for (index, piece) in sorted.enumerated() {
      guard let isForward = direction(of: index, sorted, turns, operation) else { continue }
      let (start, end) = isForward ? (piece.start, piece.end) : (piece.end, piece.start)
      kept[start, default: []].append(end)
    }
    return chained(kept)
  }

  // MARK: Cutting

  /// The pieces that edges are cut into, with the sum of their changes.
  private static func pieces(of edges: [Edge]) -> [Piece: [Int]] {
    var cuts = edges.map { [$0.start, $0.end] }
    let order = edges.indices.sorted { (edges[$0].low.y, $0) < (edges[$1].low.y, $1) }
    var open: [Int] = []
    for index in order {
      let edge = edges[index]
      open.removeAll { edges[$0].high.y < edge.low.y }
      for other in open
      where edges[other].low.x <= edge.high.x && edge.low.x <= edges[other].high.x {
        for point in intersections(edge, edges[other]) {
          cuts[index].append(point)
          cuts[other].append(point)
        }
      }
      open.append(index)
    }
    var pieces: [Piece: [Int]] = [:]
    for (edge, points) in zip(edges, cuts) {
      let (dx, dy) = (edge.end.x - edge.start.x, edge.end.y - edge.start.y)
      func distance(_ p: GridPoint) -> Int {
        (p.x - edge.start.x) * dx + (p.y - edge.start.y) * dy
      }
      let along = points.sorted { distance($0) < distance($1) }
      for (a, b) in zip(along, along.dropFirst()) where a != b {
        let piece = a < b ? Piece(start: a, end: b) : Piece(start: b, end: a)
        let turns = a < b ? edge.turns : edge.turns.map { -$0 }
        pieces[piece] = pieces[piece].map { zip($0, turns).map(+) } ?? turns
      }
    }
    return pieces.filter { $0.value.contains { $0 != 0 } }
  }

  /// The points that two edges share: where they cross, and ends of one that lie on the other.
  private static func intersections(_ a: Edge, _ b: Edge) -> [GridPoint] {
    var points: [GridPoint] = []
    for point in [b.start, b.end] where isOnEdge(point, a) { points.append(point) }
    for point in [a.start, a.end] where isOnEdge(point, b) { points.append(point) }
    guard points.isEmpty else { return points }
    let (ax, ay) = (Double(a.end.x - a.start.x), Double(a.end.y - a.start.y))
    let (bx, by) = (Double(b.end.x - b.start.x), Double(b.end.y - b.start.y))
    let (cx, cy) = (Double(b.start.x - a.start.x), Double(b.start.y - a.start.y))
    let cross = ax * by - ay * bx
    guard cross != 0 else { return [] }
    let (s, t) = ((cx * by - cy * bx) / cross, (cx * ay - cy * ax) / cross)
    guard s > 0, s < 1, t > 0, t < 1 else { return [] }
    return [
      GridPoint(
        x: a.start.x + Int((ax * s).rounded()), y: a.start.y + Int((ay * s).rounded()))
    ]
  }

  /// Whether a point is at most a unit from an edge, and beside it.
  private static func isOnEdge(_ point: GridPoint, _ edge: Edge) -> Bool {
    if point == edge.start || point == edge.end { return true }
    let (dx, dy) = (edge.end.x - edge.start.x, edge.end.y - edge.start.y)
    let (px, py) = (point.x - edge.start.x, point.y - edge.start.y)
    let along = px * dx + py * dy
    let length = dx * dx + dy * dy
    guard along > 0, along < length else { return false }
    let across = Double(px * dy - py * dx)
    return across * across <= Double(length)
  }

  // MARK: Choosing

  /// Whether a piece is part of the outline, with the inside on its left: from its start to its end
  /// or the other way. `nil` for a piece that is not.
  private func direction(
    of index: Int, _ pieces: [Piece], _ turns: [[Int]], _ operation: PathOperation
  ) -> Bool? {
    let own = pieces[index]
    let (dx, dy) = (own.end.x - own.start.x, own.end.y - own.start.y)
    // Twice the middle, so that it is a whole number.
    let middle = (x: own.start.x + own.end.x, y: own.start.y + own.end.y)
    let isSteep = abs(dy) >= abs(dx)
    // The winding numbers on the side that the ray leaves from: to the right, or down.
    var far = Array(repeating: 0, count: operandCount)
    for (other, piece) in pieces.enumerated() where other != index {
      let side =
        isSteep
        ? crossing(piece, middle.x, middle.y) : -crossing(piece.turned, middle.y, middle.x)
      guard side != 0 else { continue }
      for operand in 0..<operandCount { far[operand] += side * turns[other][operand] }
    }
    let sign = isSteep ? (dy > 0 ? 1 : -1) : (dx > 0 ? -1 : 1)
    let near = zip(far, turns[index]).map { $0 + sign * $1 }
    let (isFar, isNear) = (
      operation.isInside(far.map { $0 != 0 }), operation.isInside(near.map { $0 != 0 })
    )
    guard isFar != isNear else { return nil }
    // The same winding direction as an operand that is inside on the near side.
    return isNear == (sign > 0)
  }

  /// 1 when a ray to the right, from half of (x, y), crosses the piece on its way to greater y, -1
  /// on its way to smaller y, and 0 when it does not cross.
  private func crossing(_ piece: Piece, _ x: Int, _ y: Int) -> Int {
    let (y0, y1) = (2 * piece.start.y, 2 * piece.end.y)
    guard (y0 <= y) != (y1 <= y) else { return 0 }
    let (x0, x1) = (2 * piece.start.x, 2 * piece.end.x)
    if max(x0, x1) <= x { return 0 }
    if min(x0, x1) <= x {
      let place = Double(x0) + Double(x1 - x0) * Double(y - y0) / Double(y1 - y0)
      if place <= Double(x) { return 0 }
    }
    return y1 > y0 ? 1 : -1
  }

  // MARK: Chaining

  private func chained(_ next: [GridPoint: [GridPoint]]) -> Path {
    var next = next
    var path = Path()
    for start in next.keys.sorted() {
      while var point = next[start]?.popLast() {
        path.move(to: place(start))
        while point != start {
          path.line(to: place(point))
          guard let following = next[point]?.popLast() else { break }
          point = following
        }
        path.close()
      }
    }
    return path
  }

  private func place(_ point: GridPoint) -> Point {
    Point(x: origin.x + Double(point.x) * unit, y: origin.y + Double(point.y) * unit)
  }
}
