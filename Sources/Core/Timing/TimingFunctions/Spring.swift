import RealModule

/// A damped spring that pulls a value from 0 to 1: `CASpringAnimation`'s parameters and motion.
///
/// Time is in seconds from the release. The motion is a closed form, so it does not change with the
/// frame rate.
public struct Spring: Hashable, Sendable {
  /// Mass at the spring's end, above zero.
  public let mass: Double
  /// Stiffness, above zero.
  public let stiffness: Double
  /// Damping, zero or above.
  public let damping: Double
  /// Velocity at the release in units of the whole change per second; positive is toward the
  /// target.
  public let initialVelocity: Double
  /// Whether a spring may be overdamped. Otherwise damping above the critical value is reduced to
  /// it.
  public let allowsOverdamping: Bool
  /// The time after which the spring counts as at rest, in seconds; `FLT_MAX` without damping.
  public let settlingDuration: Double

  let motion: SpringMotion

  /// `nil` when mass or stiffness is not above zero, when damping is below zero, and when a number,
  /// or the frequency that follows from them, is not finite.
  public init?(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
    allowsOverdamping: Bool = false
  ) {
    guard mass > 0, stiffness > 0, damping >= 0 else { return nil }
    let numbers = [mass, stiffness, damping, initialVelocity]
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    let ratio = relativeDamping(mass: mass, stiffness: stiffness, damping: damping)
    let motion = SpringMotion(
      frequency: (stiffness / mass).squareRoot(),
      dampingRatio: allowsOverdamping ? ratio : min(ratio, 1), initialVelocity: initialVelocity)
    guard motion.isUsable else { return nil }
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
    self.allowsOverdamping = allowsOverdamping
    self.motion = motion
    settlingDuration = motion.settlingDuration
  }

  /// Core Animation's default spring: mass 1, stiffness 100, damping 10, released at rest.
  public static let `default` = Spring(
    motion: SpringMotion(frequency: 10, dampingRatio: 0.5, initialVelocity: 0))

  private init(motion: SpringMotion) {
    mass = 1
    stiffness = 100
    damping = 10
    initialVelocity = 0
    allowsOverdamping = false
    self.motion = motion
    settlingDuration = motion.settlingDuration
  }
}

extension Spring {
  /// The value at a time: 0 at the release, around 1 later. Times before the release give 0.
  public func value(at seconds: Double) -> Double { seconds > 0 ? motion.value(at: seconds) : 0 }

  /// The change of the value per second. Times before the release give the initial velocity.
  public func velocity(at seconds: Double) -> Double { motion.velocity(at: max(seconds, 0)) }

  /// The damping ratio: at 0 the spring oscillates for ever, below 1 it overshoots, 1 is critical.
  public var dampingRatio: Double { motion.dampingRatio }
}

/// The damping relative to the critical one. A ratio within rounding error of 1 becomes 1, because
/// the settling duration differs on both sides of it.
private func relativeDamping(mass: Double, stiffness: Double, damping: Double) -> Double {
  let ratio = damping / (2 * stiffness.squareRoot() * mass.squareRoot())
  return abs(ratio - 1) <= 8 * Double.ulpOfOne ? 1 : ratio
}

/// The motion of a spring, from its undamped frequency and its damping ratio.
///
/// With decay d = ratio * frequency, the distance to the target is `C + (d - v0) S`, where C and S
/// are `exp(-d t)` times a cosine and a sine over its frequency when underdamped, times 1 and t at
/// the critical ratio, and times their hyperbolic sisters when overdamped. S and C pass into each
/// other smoothly, so one formula serves all three.
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

// When a spring counts as at rest, as Core Animation computes it: found by others from two measured
// sets of springs, which these formulas reproduce to twelve digits.
extension SpringMotion {
  /// The duration that Core Animation reports for a spring that never settles: `FLT_MAX`.
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

  /// Critical and beyond: the first sample in steps of 0.1 s that is at rest. The steps are added
  /// up, as the published values show the rounding of that. A spring too slow for ten thousand
  /// steps is solved instead.
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
