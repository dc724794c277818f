public import Timing

/// A block of view-style animation (`UIView.animate(withDuration:delay:options:animations:)`), and
/// the one with a spring.
public struct ViewAnimation: Hashable, Sendable {
  /// How a block eases. Source: Apple's UIKit documentation; the control points are Core
  /// Animation's of that name.
  public enum AnimationCurve: String, CaseIterable, Hashable, Sendable {
    /// What a block without an option uses, unlike an implicit animation.
    case curveEaseInOut
    case curveEaseIn
    case curveEaseOut
    case curveLinear

    public var timingFunction: TimingFunction {
      switch self {
      case .curveEaseInOut: .bezier(.easeInEaseOut)
      case .curveEaseIn: .bezier(.easeIn)
      case .curveEaseOut: .bezier(.easeOut)
      case .curveLinear: .bezier(.linear)
      }
    }
  }

  /// Seconds of the layer's clock, 0 or more; 0 sets at once.
  public var duration: Double
  /// Seconds of the layer's clock. The old value shows until it has passed.
  public var delay: Double
  public var curve: AnimationCurve
  /// For ever.
  public var repeats: Bool
  /// Runs back again; the model is the new value all the same, and shows at the end.
  public var autoreverses: Bool
  /// Starts where the value is seen to be, and not at the model's old value. Without it a block
  /// that interrupts another one jumps to the end of that one first.
  public var beginsFromCurrentState: Bool
  /// Replaces the curve.
  public var spring: Spring?

  public init(
    duration: Double, delay: Double = 0, curve: AnimationCurve = .curveEaseInOut,
    repeats: Bool = false,
    autoreverses: Bool = false, beginsFromCurrentState: Bool = false, spring: Spring? = nil
  ) {
    self.duration = duration
    self.delay = delay
    self.curve = curve
    self.repeats = repeats
    self.autoreverses = autoreverses
    self.beginsFromCurrentState = beginsFromCurrentState
    self.spring = spring
  }

  /// The animation of one key path; `nil` when the value is set at once.
  func animation(of keyPath: AnimationKeyPath, from value: Value, at now: Double)
    -> AttachedAnimation?
  {
    guard duration > 0, keyPath.animatesImplicitly(from: value) else { return nil }
    let timing = MediaTiming(
      beginTime: now + delay, duration: duration, repeatCount: repeats ? .infinity : 0,
      autoreverses: autoreverses, fillMode: .backwards)
    let basic = BasicAnimation(
      keyPath: keyPath, ends: AnimationEnds(from: value), timing: timing,
      timingFunction: spring == nil ? curve.timingFunction : nil)
    let animation: any Animation = spring.map { SpringAnimation(basic, spring: $0) } ?? basic
    return AttachedAnimation(animation, key: keyPath.name)
  }
}
