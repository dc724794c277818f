import LayerTree
import Timing

extension AnimationType {
  static let transition = AnimationType(
    "transition", "CATransition", "From how a layer looked to how it looks now.",
    keys: Key.timingKeys + Key.transitionKeys, fixedKey: TransitionAnimation.key
  ) { $0.transitionAnimation() }
}

extension AnimationFields {
  fileprivate func transitionAnimation() -> (any Animation)? {
    let timing = timing(defaultDuration: place.defaultDuration)
    let function = timingFunction()
    let style = fields.word(.transitionType, as: TransitionStyle.self)
    let direction = fields.word(.subtype, as: TransitionDirection.self)
    let start = fields.number(.startProgress) ?? 0
    let end = fields.number(.endProgress) ?? 1
    guard isOutsideGroups(), isOrdered(start, end) else { return nil }
    guard let timing, let function else { return nil }
    return TransitionAnimation(
      style: style ?? .fade, direction: direction, startProgress: start, endProgress: end,
      timing: timing, timingFunction: function)
  }

  private func isOutsideGroups() -> Bool {
    guard place.isInGroup else { return true }
    context.error(
      .conflict, "a transition belongs to a layer, not into a group",
      at: fields.node(.animationType) ?? fields.node)
    return false
  }

  private func isOrdered(_ start: Double, _ end: Double) -> Bool {
    guard start > end, let node = fields.node(.endProgress) ?? fields.node(.startProgress) else {
      return true
    }
    context.error(
      .outOfRange,
      "a transition cannot end before its start; found \(start.sceneText) to \(end.sceneText)",
      at: node)
    return false
  }
}
