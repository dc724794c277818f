import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let children = Field(
    "animations", .animations, isRequired: true, "Animations that share the group's clock.")

  static let transitionType = DefaultedField(
    "transitionType", .word, default: TransitionStyle.fade,
    "How the new picture takes the old one's place.")
  static let subtype = Field<TransitionDirection>(
    "subtype", .word, shownDefault: "fromLeft",
    "Where the new picture comes from. As in Core Animation, the top is the edge of largest y: the lower one on screen."
  )
  static let startProgress = DefaultedField(
    "startProgress", .number(.unit), default: 0, "Where in the transition it starts.")
  static let endProgress = DefaultedField(
    "endProgress", .number(.unit), default: 1,
    "Where in the transition it ends; not before its start.")
}

extension AnimationType {
  static let group = AnimationType(
    "group", "CAAnimationGroup", "Animations that share a clock.",
    keys: Vocabulary.animation() + [Key.children]
  ) { $0.group() }
}

extension AnimationReader {
  fileprivate func group() -> (any Animation)? {
    let timing = timing(defaultDuration: place.defaultDuration)
    let function = timingFunction()
    let duration = timing?.duration ?? MediaTiming.defaultDuration
    let inner = AnimationPlace(
      layerClass: place.layerClass, latestTime: duration, groupDuration: duration,
      values: place.values)
    guard let nodes = fields[Key.children] else { return nil }
    let animations = context.animations(nodes, in: inner)
    guard let timing, let function, sharesOneClock(animations) else { return nil }
    return AnimationGroup(attached: animations, timing: timing, timingFunction: function)
  }

  /// Whether no animation changes the layer's own clock, on which other animations depend.
  private func sharesOneClock(_ animations: [AttachedAnimation]) -> Bool {
    let ofClock = animations.flatMap(\.animation.keyPaths).map(\.targetsClock)
    guard ofClock.contains(true), ofClock.contains(false) else { return true }
    return context.failure(
      .conflict,
      "a group cannot animate the layer's timeOffset together with properties that it shifts",
      at: fields.keyNode(Key.children) ?? fields.node,
      hint: "animate timeOffset outside of the group: it runs in the superlayer's time")
  }
}

extension AnimationType {
  static let transition = AnimationType(
    "transition", "CATransition", "From how a layer looked to how it looks now.",
    keys: Vocabulary.animation() + [
      Key.transitionType, Key.subtype, Key.startProgress, Key.endProgress,
    ], fixedKey: TransitionAnimation.key
  ) { $0.transitionAnimation() }
}

extension AnimationReader {
  fileprivate func transitionAnimation() -> (any Animation)? {
    let timing = timing(defaultDuration: place.defaultDuration)
    let function = timingFunction()
    let style = fields[Key.transitionType]
    let direction = fields[Key.subtype]
    let start = fields[Key.startProgress]
    let end = fields[Key.endProgress]
    guard isOutsideGroups(), isOrdered(start, end) else { return nil }
    guard let timing, let function else { return nil }
    return TransitionAnimation(
      style: style, direction: direction, startProgress: start, endProgress: end,
      timing: timing, timingFunction: function)
  }

  private func isOutsideGroups() -> Bool {
    guard place.isInGroup else { return true }
    return context.failure(
      .conflict, "a transition belongs to a layer, not into a group",
      at: fields.node(Key.animationType) ?? fields.node)
  }

  private func isOrdered(_ start: Double, _ end: Double) -> Bool {
    guard start > end, let node = fields.node(Key.endProgress) ?? fields.node(Key.startProgress)
    else {
      return true
    }
    return context.failure(
      .outOfRange,
      "a transition cannot end before its start; found \(start.sceneText) to \(end.sceneText)",
      at: node)
  }
}
