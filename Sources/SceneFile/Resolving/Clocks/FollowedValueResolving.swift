import LayerTree
import Timing

extension SceneContext {
  func readFollowedValues(_ node: YAMLNode) -> [String: FollowedValue?] {
    named(node, Grammar.followedValues.expectation) { followedValue($0) }
  }

  private func followedValue(_ node: YAMLNode) -> FollowedValue? {
    guard let fields = MappingReader(node, .followedValue, self) else { return nil }
    fields.reportUnknownKeys()
    let place = AnimationPlace(layerClass: .plain, latestTime: LayerPlace.scene.latestTime)
    let animation = AnimationFields(fields: fields, place: place, context: self)
    let timing = animation.timing(defaultDuration: MediaTiming.defaultDuration, holds: true)
    let function = animation.timingFunction()
    let from = fields.required(.followedFrom).flatMap { _ in fields.number(.followedFrom) }
    let to = fields.required(.followedTo).flatMap { _ in fields.number(.followedTo) }
    guard let timing, let function, let from, let to else { return nil }
    return FollowedValue(fromValue: from, toValue: to, timing: timing, timingFunction: function)
  }
}
