public import RostrumTiming

/// The settings for the changes of one event (`CATransaction`). Defaults: Apple's QuartzCore
/// header.
public struct Transaction: Hashable, Sendable {
  /// The duration of implicit animations, and of added ones that have none of their own. Seconds of
  /// the layer's clock, 0 or more; 0 sets at once.
  public var animationDuration: Double
  /// The timing function of implicit animations, and of added ones without one of their own. `nil`
  /// is `default` for the former and linear for the latter.
  public var animationTimingFunction: TimingFunction?
  /// Sets values at once.
  public var disableActions: Bool
  /// Pictures that are set fade from the one to the other, instead of changing half way.
  public var crossfadesContents: Bool

  public init(
    animationDuration: Double = MediaTiming.defaultDuration,
    animationTimingFunction: TimingFunction? = nil, disableActions: Bool = false,
    crossfadesContents: Bool = false
  ) {
    self.crossfadesContents = crossfadesContents
    self.animationDuration = animationDuration
    self.animationTimingFunction = animationTimingFunction
    self.disableActions = disableActions
  }

  /// The animation that Core Animation adds when a value is set: from the presentation value of
  /// before to wherever the model is. `nil` when the value is set at once.
  ///
  /// Source: built-in actions as measured on macOS. Its key is the property's name, so that it
  /// replaces the one before.
  func implicitAnimation(of keyPath: AnimationKeyPath, from value: Value, at now: Double)
    -> AttachedAnimation?
  {
    if crossfadesContents, keyPath.property == .contents { return nil }
    guard !disableActions, animationDuration > 0, keyPath.animatesImplicitly(from: value) else {
      return nil
    }
    let animation = BasicAnimation(
      keyPath: keyPath, ends: AnimationEnds(from: value),
      timing: MediaTiming(beginTime: now, duration: animationDuration, fillMode: .backwards),
      timingFunction: animationTimingFunction ?? .bezier(.default))
    return AttachedAnimation(animation, key: keyPath.name)
  }

  /// The transition that Core Animation adds instead when a value is set that has nothing in
  /// between. `nil` when the value is set at once.
  func implicitTransition(
    of property: Property, from old: Value, to new: Value, at now: Double, _ moment: Moment
  ) -> AttachedAnimation? {
    let fades =
      property.implicitAction == .crossFades || crossfadesContents && property == .contents
    guard fades, !disableActions, animationDuration > 0, old != new else { return nil }
    let transition = TransitionAnimation(
      timing: MediaTiming(beginTime: now, duration: animationDuration, fillMode: .backwards),
      timingFunction: animationTimingFunction ?? .bezier(.default), addedAt: moment)
    return AttachedAnimation(transition, key: TransitionAnimation.key)
  }
}

extension AnimationKeyPath {
  /// The key path that an implicit animation animates when this one is set: a part of a transform
  /// alone, the whole of everything else. Source: the keys of built-in actions as measured on
  /// macOS.
  public var implicit: AnimationKeyPath {
    property.type == .transform ? self : AnimationKeyPath(property)
  }

  /// A colour does not come out of nothing.
  package func animatesImplicitly(from value: Value) -> Bool {
    property.implicitAction == .animates && !(property.type == .color && value == .none)
  }
}

/// A block of view-style animation (`UIView.animate(withDuration:delay:options:animations:)`), and
/// the one with a spring.
public struct ViewAnimation: Hashable, Sendable {
  /// How a block eases. Source: Apple's UIKit documentation; the control points are Core
  /// Animation's of that name.
  public enum AnimationCurve: String, CaseIterable, Hashable, Sendable {
    /// The curve of a block without an option, unlike that of an implicit animation.
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
  package func animation(of keyPath: AnimationKeyPath, from value: Value, at now: Double)
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
