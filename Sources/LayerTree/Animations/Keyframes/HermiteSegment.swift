/// A cubic from one vector to another with given slopes at both ends, for a parameter of 0...1.
struct HermiteSegment: Sendable {
  let start: [Double]
  let end: [Double]
  /// The slope at the start.
  let outgoing: [Double]
  /// The slope at the end.
  let incoming: [Double]

  /// The Hermite form, written so that both ends are exact and a number that is the same at both stays exactly that: a flat transform
  /// remains flat.
  func vector(at t: Double) -> [Double] {
    if t == 1 { return end }
    let u = 1 - t
    let share = t * t * (1 + 2 * u)
    let (s0, s1) = (t * u * u, -t * t * u)
    return start.indices.map {
      start[$0] + (end[$0] - start[$0]) * share + (s0 * outgoing[$0] + s1 * incoming[$0])
    }
  }

  /// The direction of travel, of length 1; zeros where the curve stands still.
  func direction(at t: Double) -> [Double] {
    let (a, b, c) = derivative
    let slope = start.indices.map { (a[$0] * t + b[$0]) * t + c[$0] }
    let length = slope.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return length > 0 ? slope.map { $0 / length } : slope.map { _ in 0 }
  }

  /// The derivative a t² + b t + c.
  var derivative: (a: [Double], b: [Double], c: [Double]) {
    let way = start.indices.map { end[$0] - start[$0] }
    let a = way.indices.map { 3 * (outgoing[$0] + incoming[$0] - 2 * way[$0]) }
    let b = way.indices.map { 2 * (3 * way[$0] - 2 * outgoing[$0] - incoming[$0]) }
    return (a, b, outgoing)
  }
}

/// How fast a segment moves along its parameter, and how long it is.
///
/// In any number of dimensions the square of the speed is one polynomial of degree four.
struct SpeedProfile: Sendable {
  /// In the units of the values, to within a billionth of itself.
  private(set) var length = 0.0
  /// From the constant to the fourth power.
  private let squares: (Double, Double, Double, Double, Double)
  private static let accuracy = 1e-9

  init(_ segment: HermiteSegment) {
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    let (a, b, c) = segment.derivative
    squares = (dot(c, c), 2 * dot(b, c), dot(b, b) + 2 * dot(a, c), 2 * dot(a, b), dot(a, a))
    length = length(from: 0, to: 1)
  }

  private func speed(at t: Double) -> Double {
    let (c0, c1, c2, c3, c4) = squares
    return max(0, (((c4 * t + c3) * t + c2) * t + c1) * t + c0).squareRoot()
  }

  /// Gauss-Legendre quadrature with five nodes; an interval is halved until that changes nothing any more.
  private func length(from t0: Double, to t1: Double) -> Double {
    let whole = quadrature(t0, t1)
    return refined(whole, t0, t1, tolerance: Self.accuracy * max(length, whole), depth: 0)
  }

  private func refined(
    _ whole: Double, _ t0: Double, _ t1: Double, tolerance: Double, depth: Int
  ) -> Double {
    let middle = (t0 + t1) / 2
    let (left, right) = (quadrature(t0, middle), quadrature(middle, t1))
    // The depth ends the walk towards a point where the curve turns back.
    if abs(left + right - whole) <= tolerance || depth == 24 { return left + right }
    return refined(left, t0, middle, tolerance: tolerance / 2, depth: depth + 1)
      + refined(right, middle, t1, tolerance: tolerance / 2, depth: depth + 1)
  }

  /// Nodes and weights: Abramowitz and Stegun, table 25.4.
  private func quadrature(_ t0: Double, _ t1: Double) -> Double {
    let (center, half) = ((t0 + t1) / 2, (t1 - t0) / 2)
    func pair(_ node: Double) -> Double {
      speed(at: center - half * node) + speed(at: center + half * node)
    }
    let sum =
      0.5688888888888889 * speed(at: center) + 0.4786286704993665 * pair(0.5384693101056831)
      + 0.2369268850561891 * pair(0.9061798459386640)
    return sum * half
  }

  /// The parameter at which a fraction of 0...1 of the length is behind: Newton's step, replaced by bisection whenever it leaves
  /// the bracket.
  func parameter(atFraction fraction: Double) -> Double {
    guard length > 0, fraction > 0, fraction < 1 else { return fraction < 1 ? 0 : 1 }
    var (low, high, t) = (0.0, 1.0, fraction)
    var lengthToLow = 0.0
    for _ in 0..<60 {
      let reached = lengthToLow + length(from: low, to: t)
      let excess = reached - fraction * length
      if abs(excess) <= Self.accuracy * length { return t }
      if excess > 0 { high = t } else { (low, lengthToLow) = (t, reached) }
      let newton = t - excess / speed(at: t)
      t = newton > low && newton < high ? newton : (low + high) / 2
    }
    return t
  }
}
