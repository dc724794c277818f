import RostrumGeometry
import Testing

/// Ends and corners are worked out by hand for a square of side 20 about the origin and a shape
/// about (100, 0) or (100, 50).
@Suite("Lines between shapes")
struct ConnectorTests {
  private static let square = Path.rect(Rect(x: -10, y: -10, width: 20, height: 20))
  private static let right = Path.rect(Rect(x: 90, y: -10, width: 20, height: 20))
  private static let low = Path.rect(Rect(x: 90, y: 40, width: 20, height: 20))
  private static let circle = Path.circle(center: Point(x: 100, y: 0), radius: 10)
  private static let point = Path([.move(Point(x: 30, y: 40)), .line(Point(x: 30, y: 40))])

  private static func connector(
    _ route: Connector.Route = .straight, from: Connector.Side? = nil, to: Connector.Side? = nil,
    gap: Double = 0
  ) -> Connector {
    var result = Connector()
    (result.route, result.fromSide, result.toSide, result.gap) = (route, from, to, gap)
    return result
  }

  @Test(
    "Lines between shapes are none between shapes too near for the gaps, or over each other",
    arguments: [(79.0, 40.0, false), (81, 40, true), (14, 0, false), (26, 2, true)])
  func near(distance: Double, gap: Double, isLine: Bool) {
    let from = Path.rect(Rect(x: 0, y: 0, width: 20, height: 20))
    let to = Path.rect(Rect(x: 20 + distance - (gap == 40 ? 0 : 20), y: 0, width: 20, height: 20))
    #expect((Self.connector(gap: gap).path(from: from, to: to) != nil) == isLine)
  }

  @Test(
    "Lines between shapes end where they leave a shape, at the given distance",
    arguments: [
      (connector(), right, [Point(x: 10, y: 0), Point(x: 90, y: 0)]),
      (connector(gap: 5), right, [Point(x: 15, y: 0), Point(x: 85, y: 0)]),
      (connector(), circle, [Point(x: 10, y: 0), Point(x: 90, y: 0)]),
      // The line from (0, 0) to (100, 50) leaves the one at x = 10 and meets the other at x = 90.
      (connector(), low, [Point(x: 10, y: 5), Point(x: 90, y: 45)]),
      // 50 away, of which the way to the edge is 12.5 long: 10 down is 7.5 across.
      (connector(), point, [Point(x: 7.5, y: 10), Point(x: 30, y: 40)]),
      // From the top, then towards the other's centre.
      (connector(from: .top), low, [Point(x: 0, y: -10), Point(x: 90, y: 44)]),
      (connector(from: .bottom, to: .left), low, [Point(x: 0, y: 10), Point(x: 90, y: 50)]),
      (
        connector(.elbow), low,
        [Point(x: 10, y: 0), Point(x: 50, y: 0), Point(x: 50, y: 50), Point(x: 90, y: 50)]
      ),
      (
        connector(.elbow, from: .right, to: .top), low,
        [Point(x: 10, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 40)]
      ),
      (
        connector(.elbow, from: .bottom, to: .left), low,
        [Point(x: 0, y: 10), Point(x: 0, y: 50), Point(x: 90, y: 50)]
      ),
      // Around the outer one: 20 beyond it.
      (
        connector(.elbow, from: .right, to: .right), low,
        [Point(x: 10, y: 0), Point(x: 130, y: 0), Point(x: 130, y: 50), Point(x: 110, y: 50)]
      ),
      (
        connector(.elbow, from: .top, to: .top), low,
        [Point(x: 0, y: -10), Point(x: 0, y: -30), Point(x: 100, y: -30), Point(x: 100, y: 40)]
      ),
      // The other shape lies behind the side: around both, half way between them.
      (
        connector(.elbow, from: .left, to: .right), low,
        [
          Point(x: -10, y: 0), Point(x: -30, y: 0), Point(x: -30, y: 25), Point(x: 130, y: 25),
          Point(x: 130, y: 50), Point(x: 110, y: 50),
        ]
      ),
      (
        connector(.elbow, from: .top, to: .bottom), low,
        [
          Point(x: 0, y: -10), Point(x: 0, y: -30), Point(x: 50, y: -30), Point(x: 50, y: 80),
          Point(x: 100, y: 80), Point(x: 100, y: 60),
        ]
      ),
      // Below the shape that is met from below, and on its other side.
      (
        connector(.elbow, from: .right, to: .bottom), low,
        [
          Point(x: 10, y: 0), Point(x: 55, y: 0), Point(x: 55, y: 80), Point(x: 100, y: 80),
          Point(x: 100, y: 60),
        ]
      ),
      (
        connector(.elbow, from: .left, to: .top), low,
        [
          Point(x: -10, y: 0), Point(x: -30, y: 0), Point(x: -30, y: 20), Point(x: 100, y: 20),
          Point(x: 100, y: 40),
        ]
      ),
    ] as [(Connector, Path, [Point])])
  func corners(_ connector: Connector, _ other: Path, _ expected: [Point]) throws {
    let path = try #require(connector.path(from: Self.square, to: other)).path
    let points = path.segments.map(\.start) + [try #require(path.segments.last).end]
    #expect(points.count == expected.count, "\(points)")
    for (point, wanted) in zip(points, expected) {
      #expect(point.distance(to: wanted) < 1e-3, "\(points)")
    }
    // The other way round it is the same line.
    var back = connector
    (back.fromSide, back.toSide) = (connector.toSide, connector.fromSide)
    let reversed = try #require(back.path(from: other, to: Self.square)).path
    let length = path.length()
    #expect(abs(reversed.length() - length) < 1e-3)
  }

  @Test(
    "Lines between shapes are curves that leave at right angles, with handles of half the distance")
  func curve() throws {
    let found = try #require(
      Self.connector(.curve).path(from: Self.square, to: Self.right))
    guard case .cubic(let curve)? = found.path.segments.first else {
      Issue.record("\(found.path)")
      return
    }
    #expect(curve.control1 == Point(x: 50, y: 0) && curve.control2 == Point(x: 50, y: 0))
    #expect(found.middle.distance(to: Point(x: 50, y: 0)) < 1e-6)
  }

  @Test(
    "Lines between shapes bend in arcs, at most as wide as there is room",
    arguments: [(8.0, 8.0), (200, 20)])
  func bends(_ radius: Double, _ shown: Double) throws {
    var connector = Self.connector(.elbow)
    connector.bendRadius = radius
    let path = try #require(connector.path(from: Self.square, to: Self.low)).path
    let arc = try #require(path.segments.first { if case .cubic = $0 { true } else { false } })
    // From the horizontal part to the vertical one, which is 50 long and has two arcs.
    let wanted = min(shown, 25)
    #expect(arc.end.distance(to: Point(x: 50, y: wanted == 20 ? 25 : wanted)) < 1e-9)
    #expect(arc.start.y == 0)
  }

  @Test("Lines between shapes have heads of two lines, whose tip is the end")
  func heads() throws {
    var connector = Connector()
    (connector.heads, connector.headLength) = (.both, 10)
    let path = try #require(connector.path(from: Self.square, to: Self.right)).path
    #expect(path.subpaths.count == 3)
    let head = path.subpaths[1].segments
    #expect(head.count == 2 && head[0].end == Point(x: 90, y: 0))
    // 25 degrees: 9.063 back and 4.226 aside.
    #expect(head[0].start.distance(to: Point(x: 90 - 9.063_078, y: 4.226_183)) < 1e-5)
    #expect(head[1].end.distance(to: Point(x: 90 - 9.063_078, y: -4.226_183)) < 1e-5)
    #expect(path.subpaths[2].segments[0].end == Point(x: 10, y: 0))
  }

  @Test(
    "Lines between shapes have as many pieces wherever the shapes are, and their heads",
    arguments: [0.0, 5, 10, 12, 20, 60])
  func pieces(_ height: Double) throws {
    var connector = Self.connector(.elbow, from: .right, to: .bottom)
    (connector.bendRadius, connector.heads) = (12, .both)
    let other = Path.rect(Rect(x: 90, y: -20 - height, width: 20, height: 20))
    let path = try #require(connector.path(from: Self.square, to: other)).path
    #expect(path.subpaths.map(\.segments.count) == [3, 2, 2])
    // Straight up, where there is any way up.
    let tip = path.subpaths[1].segments[0]
    #expect(tip.end == Point(x: 100, y: -height))
    if height > 0 { #expect(tip.start.y > tip.end.y) }
  }

  @Test("Lines between shapes are none between shapes at one place, and from nothing")
  func none() {
    #expect(Connector().path(from: Self.square, to: Self.square) == nil)
    #expect(Connector().path(from: Path(), to: Self.square) == nil)
    let endless = Path([.move(.zero), .line(Point(x: .infinity, y: 0))])
    #expect(Connector().path(from: endless, to: Self.square) == nil)
  }
}
