import RealModule

// When a spring counts as at rest, as Core Animation computes it: found by others from two measured
// sets of springs, which these formulas reproduce to twelve digits.
extension SpringMotion {
  /// What Core Animation reports for a spring that never comes to rest: `FLT_MAX`.
  static let never = Double(Float.greatestFiniteMagnitude)

  /// How close to the target is at rest, as a part of the whole change.
  private static let restDistance = 0.001

  var settlingDuration: Double {
    if dampingRatio == 0 { return Self.never }
    return min(dampingRatio < 1 ? envelopeSettling : sampledSettling, Self.never)
  }

  /// Underdamped: when the envelope of the swing falls to a thousandth.
  private var envelopeSettling: Double {
    let amplitude = 1 + abs(initialVelocity - decay) / swing
    return .log(amplitude / Self.restDistance) / decay
  }

  /// Critical and beyond: the first sample in steps of 0.1 s that is at rest. The steps are added up,
  /// as the published values show the rounding of that. A spring too slow for ten thousand steps is
  /// solved instead.
  private var sampledSettling: Double {
    var time = 0.0
    for _ in 0..<10_000 {
      if isAtRest(at: time) { return time }
      time += 0.1
    }
    return solvedSettling(from: time)
  }

  /// Doubles the time until the spring is at rest, then halves the bracket.
  private func solvedSettling(from start: Double) -> Double {
    var (low, high) = (start, 2 * start)
    while !isAtRest(at: high) {
      guard high < Self.never else { return Self.never }
      (low, high) = (high, 2 * high)
    }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if isAtRest(at: middle) { high = middle } else { low = middle }
    }
    return high
  }

  private func isAtRest(at time: Double) -> Bool {
    abs(1 - value(at: time)) < Self.restDistance
  }
}
