import RealModule

/// A line from one shape to another: where it leaves the one, meets the other, and how it goes
/// between them.
public struct Connector: Hashable, Sendable {
  /// A side of a shape, as it lies on screen.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    case left, right, top, bottom

    /// The direction away from the shape.
    var normal: Point {
      switch self {
      case .left: Point(x: -1, y: 0)
      case .right: Point(x: 1, y: 0)
      case .top: Point(x: 0, y: -1)
      case .bottom: Point(x: 0, y: 1)
      }
    }

    fileprivate var opposite: Side {
      switch self {
      case .left: .right
      case .right: .left
      case .top: .bottom
      case .bottom: .top
      }
    }
  }

  /// The way between the two shapes.
  public enum Route: String, CaseIterable, Hashable, Sendable {
    /// The shortest.
    case straight
    /// Along the axes, with a right angle at each bend.
    case elbow
    /// A cubic Bezier that leaves and arrives at right angles to the sides.
    case curve
  }

  /// The ends that have the two short lines of an arrow.
  public enum Heads: String, CaseIterable, Hashable, Sendable {
    case none, start, end, both
  }

  /// The sides where the line begins and ends; `nil` for the ones that face each other.
  public var fromSide: Side?
  public var toSide: Side?
  /// The room between the line's ends and the shapes, in points.
  public var gap = 0.0
  public var route = Route.straight
  public var heads = Heads.none
  /// The length of a head's lines, in points.
  public var headLength = 12.0
  /// The radius of an elbow's bends, in points.
  public var bendRadius = 0.0

  public init() {}

  /// The angle between a head's lines and the line, in radians.
  private static let headAngle = 25 * Double.pi / 180
  /// How far an elbow goes out where it has to go around a shape, in points.
  private static let detour = 20.0

  /// The path between two shapes, and its middle by length; `nil` where the shapes are points at
  /// the same place, nothing, or too near for the gaps.
  public func path(from: Path, to: Path) -> (path: Path, middle: Point)? {
    guard let (first, last) = ends(Outline(from), Outline(to)) else { return nil }
    var path = line(first, last)
    guard let middle = path.point(atFraction: 0.5) else { return nil }
    let segments = path.segments
    // A bend may leave nothing of the piece before or after it.
    if heads == .end || heads == .both,
      let way = segments.reversed().lazy.compactMap({ $0.tangent(at: 1) }).first
    {
      path.addHead(at: last.point, along: way, headLength, Self.headAngle)
    }
    if heads == .start || heads == .both,
      let way = segments.lazy.compactMap({ $0.tangent(at: 0) }).first
    {
      path.addHead(at: first.point, along: way * -1, headLength, Self.headAngle)
    }
    return (path, middle)
  }

  // MARK: Ends

  /// A point of the line and the direction in which it leaves the shape.
  fileprivate struct End {
    let point: Point
    let normal: Point
  }

  private func ends(_ from: Outline?, _ to: Outline?) -> (first: End, last: End)? {
    guard let from, let to else { return nil }
    var (fromSide, toSide) = (fromSide, toSide)
    if route != .straight {
      let facing = from.side(facing: to)
      (fromSide, toSide) = (fromSide ?? facing, toSide ?? facing.opposite)
    }
    let first = fromSide.map { end(of: from, towards: $0.normal) }
    let last = toSide.map { end(of: to, towards: $0.normal) }
    let way = (last?.point ?? to.center) - (first?.point ?? from.center)
    guard let way = way.normalized else { return nil }
    let ends = (
      first: first ?? end(of: from, towards: way), last: last ?? end(of: to, towards: way * -1)
    )
    let line = ends.last.point - ends.first.point
    let isTurned = line.x * way.x + line.y * way.y < 0
    return fromSide == nil && toSide == nil && isTurned ? nil : ends
  }

  private func end(of outline: Outline, towards normal: Point) -> End {
    End(point: outline.exit(towards: normal) + normal * gap, normal: normal)
  }

  // MARK: Routes

  private func line(_ first: End, _ last: End) -> Path {
    var path = Path([.move(first.point)])
    switch route {
    case .straight: path.line(to: last.point)
    case .elbow: path.addBends(corners(first, last) + [last.point], radius: bendRadius)
    case .curve:
      let reach = first.point.distance(to: last.point) / 2
      path.cubic(
        to: last.point, control1: first.point + first.normal * reach,
        control2: last.point + last.normal * reach)
    }
    return path
  }

  /// The corners of an elbow, which leaves and arrives from outside of the shapes.
  private func corners(_ first: End, _ last: End) -> [Point] {
    switch (first.isHorizontal, last.isHorizontal) {
    case (true, true): parallelCorners(first, last)
    case (false, false): parallelCorners(first.exchanged, last.exchanged).map(\.exchanged)
    case (true, false): mixedCorners(first, last)
    case (false, true): mixedCorners(last, first).reversed()
    }
  }

  /// The corners between two ends that leave to the left or right.
  private func parallelCorners(_ first: End, _ last: End) -> [Point] {
    let (a, b) = (first.point, last.point)
    let (leaving, arriving) = (first.normal.x, last.normal.x)
    if leaving == arriving {
      let outer = leaving > 0 ? max(a.x, b.x) + Self.detour : min(a.x, b.x) - Self.detour
      return [Point(x: outer, y: a.y), Point(x: outer, y: b.y)]
    }
    guard (b.x - a.x) * leaving < 0 else {
      let middle = (a.x + b.x) / 2
      return [Point(x: middle, y: a.y), Point(x: middle, y: b.y)]
    }
    // The other shape lies behind: around both.
    let (left, right) = (a.x + leaving * Self.detour, b.x + arriving * Self.detour)
    let middle = (a.y + b.y) / 2
    return [
      Point(x: left, y: a.y), Point(x: left, y: middle), Point(x: right, y: middle),
      Point(x: right, y: b.y),
    ]
  }

  /// The corners from an end that leaves to the left or right to one that leaves up or down.
  private func mixedCorners(_ first: End, _ last: End) -> [Point] {
    let (a, b) = (first.point, last.point)
    let room = (b.x - a.x) * first.normal.x
    if room >= 0, (a.y - b.y) * last.normal.y >= 0 { return [Point(x: b.x, y: a.y)] }
    let x = room > 2 * Self.detour ? (a.x + b.x) / 2 : a.x + first.normal.x * Self.detour
    let y = b.y + last.normal.y * Self.detour
    return [Point(x: x, y: a.y), Point(x: x, y: y), Point(x: b.x, y: y)]
  }
}

extension Connector.End {
  fileprivate var isHorizontal: Bool { normal.x != 0 }

  /// The end with its axes exchanged.
  fileprivate var exchanged: Connector.End {
    Connector.End(point: point.exchanged, normal: normal.exchanged)
  }
}

extension Point {
  fileprivate var exchanged: Point { Point(x: y, y: x) }
}

/// The outline of a shape that a line connects, as straight pieces.
private struct Outline {
  let center: Point
  private let box: Rect
  private let pieces: [(start: Point, end: Point)]

  /// How far a piece may be from a curve, in points.
  private static let tolerance = 0.05

  /// `nil` for an empty path.
  init?(_ path: Path) {
    guard let box = path.boundingBox, path.isFinite else { return nil }
    self.box = box
    center = Point(x: box.minX + box.width / 2, y: box.minY + box.height / 2)
    pieces = path.segments.flatMap { segment -> [(start: Point, end: Point)] in
      guard case .cubic(let curve) = segment else { return [(segment.start, segment.end)] }
      let count = min(curve.chordCount(tolerance: Self.tolerance), 256)
      let points = (0...count).map { curve.point(at: Double($0) / Double(count)) }
      return zip(points, points.dropFirst()).map { ($0, $1) }
    }
  }

  /// The farthest point of the outline in a direction from its centre; the centre if the ray
  /// misses the outline.
  func exit(towards direction: Point) -> Point {
    var farthest = 0.0
    for (start, end) in pieces {
      let (way, offset) = (end - start, start - center)
      let area = direction.x * way.y - direction.y * way.x
      guard area != 0 else { continue }
      let along = (offset.x * way.y - offset.y * way.x) / area
      let across = (offset.x * direction.y - offset.y * direction.x) / area
      if across >= -1e-9, across <= 1 + 1e-9 { farthest = max(farthest, along) }
    }
    return center + direction * farthest
  }

  /// The side with the most room to another outline.
  func side(facing other: Outline) -> Connector.Side {
    let rooms: [(Connector.Side, Double)] = [
      (.right, other.box.minX - box.maxX), (.left, box.minX - other.box.maxX),
      (.bottom, other.box.minY - box.maxY), (.top, box.minY - other.box.maxY),
    ]
    return rooms.max { $0.1 < $1.1 }?.0 ?? .right
  }
}

extension Path {
  /// Adds straight pieces whose corners are arcs of at most this radius. There are as many elements
  /// wherever the points are, so that paths of several times can be interpolated.
  fileprivate mutating func addBends(_ points: [Point], radius: Double) {
    guard case .move(var last)? = elements.last else { return }
    // The distance of a cubic's control points that is nearest to a quarter of a circle.
    let handle = 0.5523
    for (index, point) in points.enumerated() {
      defer { last = point }
      guard radius > 0, index + 1 < points.count else {
        line(to: point)
        continue
      }
      let next = points[index + 1]
      let arriving = (point - last).normalized ?? .zero
      let leaving = (next - point).normalized ?? .zero
      let isLast = index + 2 == points.count
      let r = min(
        radius, point.distance(to: last) / (index == 0 ? 1 : 2),
        point.distance(to: next) / (isLast ? 1 : 2))
      line(to: point - arriving * r)
      cubic(
        to: point + leaving * r, control1: point - arriving * (r * (1 - handle)),
        control2: point + leaving * (r * (1 - handle)))
    }
  }

  /// Adds the two lines of an arrow's head.
  fileprivate mutating func addHead(
    at tip: Point, along way: Point, _ length: Double, _ angle: Double
  ) {
    guard let way = way.normalized, length > 0 else { return }
    let (cosine, sine) = (Double.cos(angle) * length, Double.sin(angle) * length)
    let side = Point(x: -way.y, y: way.x)
    move(to: tip - way * cosine + side * sine)
    line(to: tip)
    line(to: tip - way * cosine - side * sine)
  }
}
