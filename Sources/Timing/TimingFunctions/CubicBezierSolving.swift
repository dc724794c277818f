extension CubicBezier {
  /// The parameter at which the curve reaches x, for x between 0 and 1, exclusively.
  ///
  /// Newton's method inside a bracket: x grows with the parameter, so every step tells on which side
  /// the solution lies, and a step that leaves the bracket (a flat spot, 0/0) is replaced by halving.
  func parameter(at x: Double) -> Double {
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

  /// What is left after evaluating the polynomial in double precision, relative to x.
  private static var tolerance: Double { 4 * Double.ulpOfOne }
  /// Enough to close the bracket by halving alone; the common curves need three to six.
  private static var stepLimit: Int { 64 }
}
