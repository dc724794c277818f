import LayerTree
import Timing

extension AnimationType {
  static let group = AnimationType(
    "group", "CAAnimationGroup", "Animations that share a clock.",
    keys: Key.timingKeys + [.children]
  ) { $0.group() }
}

extension AnimationFields {
  fileprivate func group() -> (any Animation)? {
    let timing = timing(defaultDuration: place.defaultDuration)
    let function = timingFunction()
    let duration = timing?.duration ?? MediaTiming.defaultDuration
    let inner = AnimationPlace(
      layerClass: place.layerClass, latestTime: duration, groupDuration: duration,
      values: place.values)
    guard fields.required(.children) != nil, let nodes = fields.list(.children) else { return nil }
    let animations = context.animations(nodes, in: inner)
    guard let timing, let function, sharesOneClock(animations) else { return nil }
    return AnimationGroup(attached: animations, timing: timing, timingFunction: function)
  }

  /// The layer's own clock cannot be moved in its own time, in which other animations run.
  private func sharesOneClock(_ animations: [AttachedAnimation]) -> Bool {
    let ofClock = animations.flatMap(\.animation.keyPaths).map(\.isOfClock)
    guard ofClock.contains(true), ofClock.contains(false) else { return true }
    context.error(
      .conflict,
      "a group cannot animate the layer's timeOffset together with properties that it shifts",
      at: fields.keyNode(.children) ?? fields.node,
      hint: "animate timeOffset outside of the group: it runs in the superlayer's time")
    return false
  }
}
