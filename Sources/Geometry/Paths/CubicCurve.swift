/// A cubic Bezier curve, for a parameter of 0...1.
public struct CubicCurve: Hashable, Sendable {
  public var start: Point
  public var control1: Point
  public var control2: Point
  public var end: Point

  public init(start: Point, control1: Point, control2: Point, end: Point) {
    (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
  }

  /// The control points, the curve's ends among them.
  public var points: [Point] { [start, control1, control2, end] }

  /// The two curves that join at the middle of the parameter.
  public var halves: (first: CubicCurve, second: CubicCurve) {
    let (a, b) = halvedCubic(start, control1, control2, end)
    return (
      CubicCurve(start: a.0, control1: a.1, control2: a.2, end: a.3),
      CubicCurve(start: b.0, control1: b.1, control2: b.2, end: b.3)
    )
  }

  /// The point at parameter `t`.
  public func point(at t: Double) -> Point {
    if t == 1 { return end }
    let u = 1 - t
    return start * (u * u * u) + control1 * (3 * u * u * t) + control2 * (3 * u * t * t)
      + end * (t * t * t)
  }

  /// The change of the point with the parameter at `t`.
  public func derivative(at t: Double) -> Point {
    let u = 1 - t
    return (control1 - start) * (3 * u * u) + (control2 - control1) * (6 * u * t)
      + (end - control2) * (3 * t * t)
  }

  /// The part between two parameters, by blossoming; its ends are exact at 0 and 1.
  public func trimmed(from t0: Double, to t1: Double) -> CubicCurve {
    CubicCurve(
      start: blossom(t0, t0, t0), control1: blossom(t0, t0, t1), control2: blossom(t0, t1, t1),
      end: t1 == 1 ? end : blossom(t1, t1, t1))
  }

  /// De Casteljau's construction with a parameter of its own at each level.
  private func blossom(_ r: Double, _ s: Double, _ t: Double) -> Point {
    func mix(_ a: Point, _ b: Point, _ k: Double) -> Point { a * (1 - k) + b * k }
    let (a, b, c) = (mix(start, control1, r), mix(control1, control2, r), mix(control2, end, r))
    return mix(mix(a, b, s), mix(b, c, s), t)
  }

  /// The parameters strictly inside 0...1 at which x or y has an extremum.
  var extrema: [Double] {
    CubicCurve.extrema(start.x, control1.x, control2.x, end.x)
      + CubicCurve.extrema(start.y, control1.y, control2.y, end.y)
  }

  /// The roots of one coordinate's derivative a·t² + b·t + c inside 0...1, without cancellation.
  private static func extrema(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
    let c = p1 - p0
    let b = 2 * (p2 - p1) - 2 * c
    let a = (p3 - p2) - 2 * (p2 - p1) + c
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    let root = discriminant.squareRoot()
    let q = -(b + (b < 0 ? -root : root)) / 2
    return [q / a, c / q].filter { $0 > 0 && $0 < 1 }
  }
}

/// What control points have to be able to do.
protocol ControlPoint {
  func interpolated(to other: Self, progress: Double) -> Self
}

extension Point: ControlPoint {}
extension HomogeneousPoint: ControlPoint {}

/// The control points of the two curves that join at the middle of a cubic curve's parameter: de Casteljau's construction.
func halvedCubic<P: ControlPoint>(
  _ start: P, _ control1: P, _ control2: P, _ end: P
) -> (first: (P, P, P, P), second: (P, P, P, P)) {
  let a = start.interpolated(to: control1, progress: 0.5)
  let b = control1.interpolated(to: control2, progress: 0.5)
  let c = control2.interpolated(to: end, progress: 0.5)
  let d = a.interpolated(to: b, progress: 0.5)
  let e = b.interpolated(to: c, progress: 0.5)
  let middle = d.interpolated(to: e, progress: 0.5)
  return ((start, a, d, middle), (middle, e, c, end))
}
