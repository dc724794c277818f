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
