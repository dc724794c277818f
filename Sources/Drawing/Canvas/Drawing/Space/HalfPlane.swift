public import RostrumGeometry

/// All points of the picture on one side of a straight line, with the line itself: a·x + b·y + c >=
/// 0.
///
/// `complement` is the other side of the line: exactly the points that this one has not.
public struct HalfPlane: Hashable, Sendable {
  private let a: Double
  private let b: Double
  private let c: Double
  private let includesLine: Bool

  /// The numbers are scaled such that distances are in pixels. `nil` when they are no line.
  public init?(a: Double, b: Double, c: Double) {
    let length = Point(x: a, y: b).length
    guard length > 0, length.isFinite, (c / length).isFinite else { return nil }
    self.init(a: a / length, b: b / length, c: c / length, includesLine: true)
  }

  /// The half plane to the right of the direction from one point to another, as y grows downwards.
  init?(from start: Point, to end: Point) {
    let way = end - start
    self.init(a: -way.y, b: way.x, c: way.y * start.x - way.x * start.y)
  }

  private init(a: Double, b: Double, c: Double, includesLine: Bool) {
    (self.a, self.b, self.c, self.includesLine) = (a, b, c, includesLine)
  }

  /// All numbers of the half plane, for digests.
  public var numbers: [Double] { [a, b, c, includesLine ? 1 : 0] }

  public var complement: HalfPlane {
    HalfPlane(a: -a, b: -b, c: -c, includesLine: !includesLine)
  }

  /// How far a point is from the line: above 0 inside.
  public func distance(of point: Point) -> Double { a * point.x + b * point.y + c }

  func contains(_ point: Point) -> Bool {
    let distance = distance(of: point)
    return includesLine ? distance >= 0 : distance > 0
  }

  /// The part of a convex polygon that lies inside, as its corners (Sutherland and Hodgman 1974).
  public func part(of polygon: [Point]) -> [Point] {
    var kept: [Point] = []
    var previous = polygon.last
    for point in polygon {
      if let previous {
        let (before, after) = (distance(of: previous), distance(of: point))
        if (before >= 0) != (after >= 0) {
          kept.append(previous.interpolated(to: point, progress: before / (before - after)))
        }
      }
      if distance(of: point) >= 0 { kept.append(point) }
      previous = point
    }
    return kept
  }
}
