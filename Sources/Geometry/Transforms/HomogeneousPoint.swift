/// A point that perspective has not divided yet: it appears at (x / weight, y / weight) when its weight is above 0, and lies beside or
/// behind the eye otherwise.
public struct HomogeneousPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var weight: Double

  public init(x: Double, y: Double, weight: Double) {
    self.x = x
    self.y = y
    self.weight = weight
  }

  /// For points in front of the eye.
  public var projected: Point { Point(x: x / weight, y: y / weight) }

  public var isFinite: Bool { x.isFinite && y.isFinite && weight.isFinite }

  public func interpolated(to other: HomogeneousPoint, progress: Double) -> HomogeneousPoint {
    HomogeneousPoint(
      x: x + (other.x - x) * progress, y: y + (other.y - y) * progress,
      weight: weight + (other.weight - weight) * progress)
  }
}

extension [HomogeneousPoint] {
  /// How close to the eye a shape is shown, in shares of the weight of its furthest point. What is cut off there would be a tenth of a
  /// millionth of its size.
  static let nearPlaneFraction = 1e-7

  /// The least weight that is shown of a shape with these points.
  public var nearPlaneWeight: Double { (map(\.weight).max() ?? 0) * Self.nearPlaneFraction }

  /// What of a closed polygon lies in front of the eye (Sutherland and Hodgman 1974): winding numbers there stay as they are.
  public var clippedToNearPlane: [HomogeneousPoint] {
    let near = nearPlaneWeight
    guard near > 0, allSatisfy(\.isFinite) else { return [] }
    return clipped(toWeight: near)
  }

  /// What of a closed polygon has at least a weight.
  public func clipped(toWeight near: Double) -> [HomogeneousPoint] {
    if allSatisfy({ $0.weight >= near }) { return self }
    var kept: [HomogeneousPoint] = []
    var previous = last
    for point in self {
      if let previous, (previous.weight >= near) != (point.weight >= near) {
        let share = (near - previous.weight) / (point.weight - previous.weight)
        var crossing = previous.interpolated(to: point, progress: share)
        crossing.weight = near
        kept.append(crossing)
      }
      if point.weight >= near { kept.append(point) }
      previous = point
    }
    return kept
  }
}
