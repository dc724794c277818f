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
  /// Velocity at the release in units of the whole change per second; positive is toward the target.
  public let initialVelocity: Double
  /// Whether a spring may be damped so much that it creeps. Otherwise damping beyond the critical acts
  /// as the critical one.
  public let allowsOverdamping: Bool
  /// The time after which the spring counts as at rest, in seconds; `FLT_MAX` without damping.
  public let settlingDuration: Double

  let motion: SpringMotion

  /// `nil` when mass or stiffness is not above zero, when damping is below zero, and when a number, or
  /// the frequency that follows from them, is not finite.
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

  /// How strongly the motion is damped: 0 swings for ever, below 1 it overshoots, 1 is critical.
  public var dampingRatio: Double { motion.dampingRatio }
}

/// The damping as a part of the critical one. What rounding keeps off the critical ratio is put on it:
/// the settling duration differs on both sides of it.
private func relativeDamping(mass: Double, stiffness: Double, damping: Double) -> Double {
  let ratio = damping / (2 * stiffness.squareRoot() * mass.squareRoot())
  return abs(ratio - 1) <= 8 * Double.ulpOfOne ? 1 : ratio
}
