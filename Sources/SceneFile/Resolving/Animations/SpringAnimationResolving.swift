import LayerTree
import Timing

extension AnimationType {
  static let spring = AnimationType(
    "spring", "CASpringAnimation", "From one value to another on a damped spring.",
    keys: Key.propertyAnimationKeys + Key.endKeys + Key.springKeys
  ) { $0.springAnimation() }
}

extension AnimationFields {
  fileprivate func springAnimation() -> (any Animation)? {
    let spring = fields.spring()
    let timing = timing(defaultDuration: duration(of: spring))
    let function = timingFunction()
    guard let draft = PropertyAnimationDraft(self) else { return nil }
    let ends = ends(draft)
    guard let spring, let timing, let function, let ends, settles(spring) else { return nil }
    return SpringAnimation(
      BasicAnimation(
        keyPath: draft.keyPath, ends: ends, timing: timing, timingFunction: function,
        isAdditive: draft.isAdditive, isCumulative: draft.isCumulative,
        valueFunction: draft.valueFunction), spring: spring)
  }

  private func duration(of spring: Spring?) -> Double {
    place.groupDuration
      ?? min(
        max(spring?.settlingDuration ?? 1, Resolution.minimumDuration), Resolution.maximumSeconds)
  }

  /// Reports a spring that never rests and has no duration of its own.
  private func settles(_ spring: Spring) -> Bool {
    let isGiven = place.isInGroup || (fields.number(.duration) ?? 0) > 0
    guard !isGiven, spring.settlingDuration > Resolution.maximumSeconds else { return true }
    resolution.error(
      .badSpring, "a spring with so little damping never rests",
      at: fields.keyNode(.damping) ?? fields.node,
      hint: "give it a duration, or more damping")
    return false
  }
}
