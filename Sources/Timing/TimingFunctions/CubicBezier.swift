/// A timing function drawn as a cubic Bezier from (0, 0) to (1, 1), as `CAMediaTimingFunction` is.
public struct CubicBezier: Hashable, Sendable {
  public let x1, y1, x2, y2: Double
  let xs, ys: CubicPolynomial

  /// A curve with inner control points (x1, y1) and (x2, y2).
  ///
  /// `nil` when `x1` or `x2` lies outside `0...1`, because the curve would not be a function of x,
  /// and when a number is not finite. `y1` and `y2` may leave `0...1`: the curve overshoots.
  public init?(x1: Double, y1: Double, x2: Double, y2: Double) {
    self.init(unchecked: x1, y1, x2, y2)
    guard (0...1).contains(x1), (0...1).contains(x2), xs.isFinite, ys.isFinite else { return nil }
  }

  private init(unchecked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
    xs = CubicPolynomial(x1, x2)
    ys = CubicPolynomial(y1, y2)
  }
}

// Apple's QuartzCore names, with the control points its functions report.
extension CubicBezier {
  public static let linear = CubicBezier(unchecked: 0, 0, 1, 1)
  public static let easeIn = CubicBezier(unchecked: 0.42, 0, 1, 1)
  public static let easeOut = CubicBezier(unchecked: 0, 0, 0.58, 1)
  public static let easeInEaseOut = CubicBezier(unchecked: 0.42, 0, 0.58, 1)
  /// The curve of implicit animations.
  public static let `default` = CubicBezier(unchecked: 0.25, 0.1, 0.25, 1)
}

extension CubicBezier {
  /// All four control points, from (0, 0) to (1, 1).
  public var controlPoints: [(x: Double, y: Double)] { [(0, 0), (x1, y1), (x2, y2), (1, 1)] }

  /// The point of the curve at a parameter, which is limited to `0...1`. Not a function of time: equal
  /// steps of the parameter are unequal steps of x.
  public func point(atParameter s: Double) -> (x: Double, y: Double) {
    guard s > 0 else { return (0, 0) }
    return s < 1 ? (xs.value(at: s), ys.value(at: s)) : (1, 1)
  }

  /// The curve's height at x: exactly 0 up to x = 0, exactly 1 from x = 1.
  public func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    return isIdentity ? x : ys.value(at: parameter(at: x))
  }

  /// The curve's slope dy/dx at x: 0 outside `0...1`, infinite where the curve is vertical.
  public func slope(at x: Double) -> Double {
    guard x >= 0, x <= 1 else { return 0 }
    if isIdentity { return 1 }
    return slope(atParameter: x == 0 || x == 1 ? x : parameter(at: x))
  }

  /// Both coordinates are the same polynomial, so y = x however the parameter runs.
  private var isIdentity: Bool { x1 == y1 && x2 == y2 }

  /// Where the curve stops for a moment both derivatives vanish, and the next ones decide.
  private func slope(atParameter s: Double) -> Double {
    let negligible = 1e-12
    for (dx, dy) in zip(xs.derivatives(at: s), ys.derivatives(at: s)) {
      if abs(dx) > negligible { return dy / dx }
      if abs(dy) > negligible { return dy > 0 ? .infinity : -.infinity }
    }
    return 1
  }
}
