/// A drawn piece of a path with both of its ends.
public enum PathSegment: Hashable, Sendable {
  case line(from: Point, to: Point)
  case cubic(CubicCurve)

  public var start: Point {
    switch self {
    case .line(let start, _): start
    case .cubic(let curve): curve.start
    }
  }

  public var end: Point {
    switch self {
    case .line(_, let end): end
    case .cubic(let curve): curve.end
    }
  }

  /// The point at parameter `t` of 0...1; for a curve that is not the fraction of its length.
  public func point(at t: Double) -> Point {
    switch self {
    case .line(let start, let end): t == 1 ? end : start * (1 - t) + end * t
    case .cubic(let curve): curve.point(at: t)
    }
  }

  /// The direction of travel at parameter `t`, of length 1; `nil` when all points coincide.
  public func tangent(at t: Double) -> Point? {
    switch self {
    case .line(let start, let end): (end - start).normalized
    case .cubic(let curve): curve.tangent(at: t)
    }
  }

  /// The part between two parameters.
  public func trimmed(from t0: Double, to t1: Double) -> PathSegment {
    switch self {
    case .line: .line(from: point(at: t0), to: point(at: t1))
    case .cubic(let curve): .cubic(curve.trimmed(from: t0, to: t1))
    }
  }

  /// The element that draws the segment from its start.
  var element: Path.Element {
    switch self {
    case .line(_, let end): .line(end)
    case .cubic(let curve): .cubic(curve.control1, curve.control2, curve.end)
    }
  }

  var isFinite: Bool {
    switch self {
    case .line(let start, let end): start.isFinite && end.isFinite
    case .cubic(let c):
      c.start.isFinite && c.control1.isFinite && c.control2.isFinite && c.end.isFinite
    }
  }
}

extension CubicCurve {
  /// The direction of travel at parameter `t`, of length 1; `nil` when all points coincide. Where
  /// the curve stops for a moment it is the direction in which it goes on, or came if it ends there.
  public func tangent(at t: Double) -> Point? {
    if t <= 0 { return CubicCurve.firstDirection(from: start, [control1, control2, end]) }
    if t >= 1 {
      return CubicCurve.firstDirection(from: end, [control2, control1, start]).map { $0 * -1 }
    }
    let velocity = derivative(at: t)
    if velocity.length > 1e-9 * polygonLength { return velocity.normalized }
    return (point(at: min(t + 1e-4, 1)) - point(at: t)).normalized
      ?? CubicCurve.firstDirection(from: start, [control1, control2, end])
  }

  private static func firstDirection(from origin: Point, _ others: [Point]) -> Point? {
    others.lazy.compactMap { ($0 - origin).normalized }.first
  }
}

extension Point {
  /// The displacement of length 1 in the same direction; `nil` for zero and for what is not finite.
  var normalized: Point? {
    let largest = max(abs(x), abs(y))
    guard isFinite, largest > 0 else { return nil }
    let scaled = Point(x: x / largest, y: y / largest)
    let length = scaled.length
    return Point(x: scaled.x / length, y: scaled.y / length)
  }
}
