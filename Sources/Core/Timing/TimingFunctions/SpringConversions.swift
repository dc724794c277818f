import RealModule

// Other people's parameters for the same spring.

extension Spring {
  /// A spring as SwiftUI and iOS 17 describe it: how long it seems to take, and how much it
  /// bounces.
  ///
  /// `perceptualDuration` is one undamped period in seconds, above zero. `bounce` is 1 for endless
  /// swinging, 0 for critical damping and toward -1 for creeping; overdamping is allowed. `nil`
  /// outside these ranges. Formulas: Flutter's `SpringDescription` and Apple's SwiftUI
  /// documentation.
  public init?(perceptualDuration: Double, bounce: Double, initialVelocity: Double = 0) {
    guard perceptualDuration > 0, bounce > -1, bounce <= 1 else { return nil }
    let frequency = 2 * .pi / perceptualDuration
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(
      stiffness: frequency * frequency, damping: 2 * ratio * frequency,
      initialVelocity: initialVelocity, allowsOverdamping: true)
  }

  /// One undamped period in seconds.
  public var perceptualDuration: Double { 2 * .pi / motion.frequency }

  /// 1 for endless swinging, 0 for critical damping, toward -1 for creeping.
  public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

  /// The spring of a view-style block: `usingSpringWithDamping`, above 0 and at most 1, and
  /// `initialSpringVelocity`, in whole changes a second. `nil` outside these ranges.
  ///
  /// UIKit's own mapping is not public. This one takes the slowest spring of that damping ratio z
  /// which, released at rest, surely is within a thousandth of its end at `duration`. Its distance
  /// to the end is at most exp(-y)(1 + z / sqrt(1 - z^2)), which Core Animation's settling duration
  /// uses too, and at most exp(-y)(1 + y), with y = z * frequency * time.
  public init?(dampingRatio z: Double, duration: Double, initialVelocity: Double = 0) {
    guard z > 0, z <= 1, duration > 0 else { return nil }
    /// The solution of exp(-y)(1 + y) = 1/1000.
    let criticalDecay = 9.233413476451586
    let swing = ((1 - z) * (1 + z)).squareRoot()
    let decay = swing > 0 ? min(.log(1000 * (1 + z / swing)), criticalDecay) : criticalDecay
    let frequency = decay / (z * duration)
    self.init(
      stiffness: frequency * frequency, damping: 2 * z * frequency,
      initialVelocity: initialVelocity)
  }
}
