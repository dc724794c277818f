import RealModule

/// The motion of a spring, from its undamped frequency and its damping ratio.
///
/// With decay d = ratio * frequency, the distance to the target is `C + (d - v0) S`, where C and S are
/// `exp(-d t)` times a cosine and a sine over its frequency when underdamped, times 1 and t at the
/// critical ratio, and times their hyperbolic sisters when overdamped. S and C pass into each other
/// smoothly, so one formula serves all three.
struct SpringMotion: Hashable, Sendable {
  /// Radians per second without damping.
  let frequency: Double
  /// 1 is critical.
  let dampingRatio: Double
  /// In units of the whole change per second.
  let initialVelocity: Double

  var decay: Double { dampingRatio * frequency }

  /// Radians per second of the swing; of the hyperbolic functions beyond the critical ratio.
  var swing: Double { frequency * abs((1 - dampingRatio) * (1 + dampingRatio)).squareRoot() }

  /// Whether no number of the motion over- or underflows.
  var isUsable: Bool {
    let numbers = [frequency * frequency, decay * decay, swing, decay * initialVelocity]
    return frequency * frequency > 0 && numbers.allSatisfy(\.isFinite)
  }

  /// The two solutions that every motion is made of, at a time from 0 on.
  private func modes(at t: Double) -> (cosine: Double, sine: Double) {
    let envelope = Double.exp(-decay * t)
    if dampingRatio < 1 {
      let angle = (swing * t).clampedToFinite
      return (envelope * .cos(angle), envelope * .sin(angle) / swing)
    }
    guard dampingRatio > 1 else { return (envelope, envelope == 0 ? 0 : envelope * t) }
    return overdampedModes(at: t)
  }

  /// Written with the slower exponential in front: nothing overflows, and the difference of the two
  /// keeps its digits close to the critical ratio.
  private func overdampedModes(at t: Double) -> (cosine: Double, sine: Double) {
    let slow = Double.exp(-frequency * frequency / (decay + swing) * t)
    let difference = -Double.expMinusOne(-2 * swing * t)
    return (slow * (2 - difference) / 2, slow * difference / (2 * swing))
  }

  func value(at t: Double) -> Double {
    let (cosine, sine) = modes(at: t.clampedToFinite)
    return 1 - (cosine + (decay - initialVelocity) * sine)
  }

  func velocity(at t: Double) -> Double {
    let (cosine, sine) = modes(at: t.clampedToFinite)
    return initialVelocity * cosine + (frequency * frequency - decay * initialVelocity) * sine
  }
}
