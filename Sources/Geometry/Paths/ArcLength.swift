extension PathSegment {
  /// The length in points. The error of a curve is at most `accuracy` points (or 1e-13 of the
  /// control polygon's length, where rounding ends all accuracy). Not-finite coordinates count as no length.
  public func length(accuracy: Double = 1e-6) -> Double {
    guard isFinite else { return 0 }
    switch self {
    case .line(let start, let end): return start.distance(to: end)
    case .cubic(let curve): return curve.length(from: 0, to: 1, accuracy: accuracy)
    }
  }
}

extension CubicCurve {
  /// The length between two parameters.
  ///
  /// Method: Gauss-Legendre quadrature of the speed with 16 nodes. An interval is halved until both
  /// halves together differ from the whole by less than the tolerance: far more than the error of
  /// the halves, unless the curve has a cusp inside, which halving isolates quickly.
  func length(from t0: Double, to t1: Double, accuracy: Double) -> Double {
    let whole = quadrature(t0, t1)
    guard whole.isFinite, t1 > t0 else { return whole.isFinite ? whole : 0 }
    // Written so that NaN gives the floor too.
    let floor = 1e-13 * polygonLength
    return refined(whole, t0, t1, tolerance: accuracy > floor ? accuracy : floor, depth: 0)
  }

  /// The length from point to point, at least that of the curve.
  var polygonLength: Double {
    (control1 - start).length + (control2 - control1).length + (end - control2).length
  }

  private func refined(
    _ whole: Double, _ t0: Double, _ t1: Double, tolerance: Double, depth: Int
  ) -> Double {
    let middle = (t0 + t1) / 2
    let (left, right) = (quadrature(t0, middle), quadrature(middle, t1))
    let sum = left + right
    // The depth ends the walk towards a cusp.
    if abs(sum - whole) <= tolerance || depth == 24 { return sum }
    return refined(left, t0, middle, tolerance: tolerance / 2, depth: depth + 1)
      + refined(right, middle, t1, tolerance: tolerance / 2, depth: depth + 1)
  }

  private func quadrature(_ t0: Double, _ t1: Double) -> Double {
    let (center, half) = ((t0 + t1) / 2, (t1 - t0) / 2)
    var sum = 0.0
    for (node, weight) in CubicCurve.gaussLegendre {
      let pair =
        derivative(at: center - half * node).length + derivative(at: center + half * node).length
      sum += weight * pair
    }
    return sum * half
  }

  /// The positive nodes and their weights of the 16-point Gauss-Legendre rule on -1...1
  /// (Abramowitz and Stegun, table 25.4).
  private static let gaussLegendre: [(node: Double, weight: Double)] = [
    (0.09501250983763744, 0.18945061045506850),
    (0.28160355077925891, 0.18260341504492359),
    (0.45801677765722739, 0.16915651939500254),
    (0.61787624440264375, 0.14959598881657673),
    (0.75540440835500303, 0.12462897125553387),
    (0.86563120238783174, 0.09515851168249278),
    (0.94457502307323258, 0.06225352393864789),
    (0.98940093499164993, 0.02715245941175409),
  ]

  /// The parameter at which the curve has come `distance` points from its start.
  ///
  /// Method: Newton's step on the length, replaced by bisection whenever it leaves the bracket.
  func parameter(atLength distance: Double, of total: Double, accuracy: Double) -> Double {
    guard total > 0, distance > 0 else { return 0 }
    guard distance < total else { return 1 }
    var (low, high, t) = (0.0, 1.0, distance / total)
    // What lies before `low` is measured once and kept.
    var lengthToLow = 0.0
    for _ in 0..<60 {
      let length = lengthToLow + self.length(from: low, to: t, accuracy: accuracy / 8)
      let excess = length - distance
      if abs(excess) <= accuracy / 2 { return t }
      if excess > 0 { high = t } else { (low, lengthToLow) = (t, length) }
      let newton = t - excess / derivative(at: t).length
      t = newton > low && newton < high ? newton : (low + high) / 2
      if t <= low || t >= high { return t }
    }
    return t
  }
}
