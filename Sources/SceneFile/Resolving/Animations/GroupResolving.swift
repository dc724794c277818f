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
      layerClass: place.layerClass, latestTime: duration, groupDuration: duration)
    guard fields.required(.children) != nil, let nodes = fields.list(.children) else { return nil }
    let animations = resolution.animations(nodes, in: inner)
    guard let timing, let function else { return nil }
    return AnimationGroup(attached: animations, timing: timing, timingFunction: function)
  }
}
