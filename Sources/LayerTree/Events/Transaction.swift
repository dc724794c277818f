public import Timing

/// What holds for the changes of one event (`CATransaction`). Defaults: Apple's QuartzCore header.
public struct Transaction: Hashable, Sendable {
  /// Of implicit animations, and of added ones that have no duration of their own. Seconds of the layer's clock, 0 or more; 0 sets at
  /// once.
  public var animationDuration: Double
  /// Of implicit animations, and of added ones without a function of their own. `nil` is `default` for the former and linear
  /// for the latter.
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

  /// The animation that Core Animation adds when a value is set: from the presentation value of before to wherever the
  /// model is. `nil` when the value is set at once.
  ///
  /// Source: built-in actions as measured on macOS. Its key is the property's name, so that it replaces the one before.
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

  /// The transition that Core Animation adds instead when a value is set that has nothing in between. `nil` when the value is set at once.
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
  /// What an implicit animation animates when this key path is set: a part of a transform alone, the whole of everything else. Source:
  /// the keys of built-in actions as measured on macOS.
  public var implicit: AnimationKeyPath {
    property.type == .transform ? self : AnimationKeyPath(property)
  }

  /// A colour does not come out of nothing.
  func animatesImplicitly(from value: Value) -> Bool {
    property.implicitAction == .animates && !(property.type == .color && value == .none)
  }
}
