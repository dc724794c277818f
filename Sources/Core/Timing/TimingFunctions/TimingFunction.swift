/// Turns the progress of an animation in time into progress of its value, both from 0 to 1.
public enum TimingFunction: Hashable, Sendable {
  case bezier(CubicBezier)
  case easing(Easing)
  /// A spring stretched so that it settles at x = 1.
  case spring(Spring)
  case steps(StepFunction)
  case piecewise(PiecewiseFunction)

  /// The progress of the value at the progress `x` in time: exactly 0 up to x = 0 and exactly 1
  /// from x = 1, where a spring still has its last thousandth to go. Between them it may overshoot.
  /// Steps may jump at 0 already, and a function of straight lines may begin and end anywhere.
  public func value(at x: Double) -> Double {
    switch self {
    case .bezier(let curve): return curve.value(at: x)
    case .easing(let easing): return easing.value(at: x)
    case .spring(let spring):
      guard x > 0 else { return 0 }
      return x < 1 ? spring.value(at: x * spring.settlingDuration) : 1
    case .steps(let steps): return steps.value(at: x)
    case .piecewise(let lines): return lines.value(at: x)
    }
  }

  /// Where the function has corners, jumps, or joins two halves, between 0 and 1.
  public var corners: [Double] {
    switch self {
    case .bezier, .spring: return []
    case .easing(let easing): return easing.corners
    case .steps(let steps): return steps.edges
    case .piecewise(let lines): return lines.stops.map(\.input).filter { 0 < $0 && $0 < 1 }
    }
  }
}

extension TimingFunction {
  /// Every function that has a name, in the order in which they are listed for people: Apple's
  /// five, then Penner's thirty.
  public static let named: [(name: String, function: TimingFunction)] =
    [
      ("linear", .bezier(.linear)), ("easeIn", .bezier(.easeIn)), ("easeOut", .bezier(.easeOut)),
      ("easeInEaseOut", .bezier(.easeInEaseOut)), ("default", .bezier(.default)),
    ] + Easing.allCases.map { ($0.rawValue, .easing($0)) }

  /// The names of `named`, in its order.
  public static let names: [String] = named.map(\.name)

  /// The function of that name, spelled exactly as in `names`; `nil` when there is none.
  public init?(name: String) {
    guard let entry = Self.named.first(where: { $0.name == name }) else { return nil }
    self = entry.function
  }
}

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

  /// The point of the curve at a parameter, which is limited to `0...1`. Not a function of time:
  /// equal steps of the parameter are unequal steps of x.
  public func point(atParameter s: Double) -> (x: Double, y: Double) {
    guard s > 0 else { return (0, 0) }
    return s < 1 ? (xs.value(at: s), ys.value(at: s)) : (1, 1)
  }

  /// The curve of the heights at even steps of the parameter, as if the parameter were time: not
  /// Core Animation's way, which solves the curve for x first.
  ///
  /// The height is a cubic polynomial of the parameter, so it is a Bezier again, whose control
  /// points divide the time into thirds.
  public var sampledByParameter: CubicBezier { CubicBezier(unchecked: 1.0 / 3, y1, 2.0 / 3, y2) }

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

extension CubicBezier {
  /// The parameter at which the curve reaches x, for x between 0 and 1, exclusively.
  ///
  /// Newton's method inside a bracket: x grows with the parameter, so every step shows on which
  /// side the solution lies, and a step that leaves the bracket (a flat spot, 0/0) is replaced by
  /// halving.
  package func parameter(at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var s = x
    for _ in 0..<Self.stepLimit {
      let error = xs.value(at: s) - x
      if abs(error) <= Self.tolerance * x { return s }
      if error > 0 { high = s } else { low = s }
      let next = s - error / xs.slope(at: s)
      if next == s { return s }
      s = next > low && next < high ? next : (low + high) / 2
    }
    return s
  }

  /// The error that is left after evaluating the polynomial in double precision, relative to x.
  private static var tolerance: Double { 4 * Double.ulpOfOne }
  /// Enough to close the bracket by halving alone; the common curves need three to six.
  private static var stepLimit: Int { 64 }
}

/// One coordinate of a cubic Bezier from 0 to 1: `((a s + b) s + c) s`.
struct CubicPolynomial: Hashable, Sendable {
  let a, b, c: Double

  /// From the two inner control values.
  init(_ first: Double, _ second: Double) {
    c = 3 * first
    b = 3 * (second - first) - c
    a = 1 - c - b
  }

  var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite }

  @inline(__always) func value(at s: Double) -> Double { ((a * s + b) * s + c) * s }

  @inline(__always) func slope(at s: Double) -> Double { (3 * a * s + 2 * b) * s + c }

  /// First, second and third derivative.
  func derivatives(at s: Double) -> [Double] { [slope(at: s), 6 * a * s + 2 * b, 6 * a] }
}
