import LayerTree
import Timing

/// How a scene file writes animations: the inverse of the resolvers in `Resolving/Animations`.
struct AnimationWriting {
  typealias Entries = [(key: String, value: YAMLText)]

  let values: ValueWriting

  func text(_ attached: AttachedAnimation) throws -> YAMLText {
    try text(attached, isInGroup: false)
  }

  private func text(_ attached: AttachedAnimation, isInGroup: Bool) throws -> YAMLText {
    let (type, own) = try typeAndEntries(attached.animation)
    var entries: Entries = [(Key.animationType.name, .line(type.name))]
    if let key = attached.key {
      entries.append((Key.animationKey.name, .line(YAMLText.quoted(key))))
    }
    if let property = attached.animation as? any PropertyAnimation {
      entries += keyPath(property)
    }
    entries += timing(attached.animation, isInGroup: isInGroup)
    return .mapping(entries + own)
  }

  /// The class's row of the table, and what only this class has.
  private func typeAndEntries(_ animation: any Animation) throws -> (AnimationType, Entries) {
    switch animation {
    case let animation as BasicAnimation: (.basic, try ends(animation.ends))
    case let animation as SpringAnimation:
      (.spring, try ends(animation.ends) + TimingFunctionWriting.entries(animation.spring))
    case let animation as KeyframeAnimation: (.keyframe, try keyframes(animation))
    case let animation as AnimationGroup:
      (
        .group,
        [
          (
            Key.children.name,
            .list(try animation.animations.map { try text($0, isInGroup: true) })
          )
        ]
      )
    default:
      throw SceneWriter.Unwritable(
        description: "animations of type '\(animation.className)' cannot be written")
    }
  }

  private func keyPath(_ animation: any PropertyAnimation) -> Entries {
    [(Key.keyPath.name, .line(animation.keyPath.name))]
      + flags([(.additive, animation.isAdditive), (.cumulative, animation.isCumulative)])
  }

  private func flags(_ flags: [(Key, Bool)]) -> Entries {
    flags.filter(\.1).map { ($0.0.name, .line("true")) }
  }

  /// What differs from the defaults, and the duration, whose default depends on the place.
  private func timing(_ animation: any Animation, isInGroup: Bool) -> Entries {
    let timing = animation.timing
    var entries: Entries = [(Key.duration.name, .line(timing.iterationDuration.exactText))]
    entries += [
      (Key.beginTime, timing.beginTime, 0), (Key.speed, timing.speed, 1),
      (Key.timeOffset, timing.timeOffset, 0), (Key.repeatCount, timing.repeatCount, 0),
      (Key.repeatDuration, timing.repeatDuration, 0),
    ].filter { $0.1 != $0.2 }.map { ($0.0.name, .line($0.1.exactText)) }
    entries += flags([(.autoreverses, timing.autoreverses)])
    if timing.fillMode != .removed {
      entries.append((Key.fillMode.name, .line(timing.fillMode.rawValue)))
    }
    if !timing.isRemovedOnCompletion, !isInGroup {
      entries.append((Key.removedOnCompletion.name, .line("false")))
    }
    if let function = animation.timingFunction {
      entries.append((Key.timingFunction.name, .line(TimingFunctionWriting.text(function))))
    }
    return entries
  }

  private func ends(_ ends: AnimationEnds) throws -> Entries {
    try [(Key.fromValue, ends.fromValue), (.toValue, ends.toValue), (.byValue, ends.byValue)]
      .compactMap { key, value in
        try value.map { (key.name, .line(try values.text($0))) }
      }
  }

  private func keyframes(_ animation: KeyframeAnimation) throws -> Entries {
    var entries: Entries = []
    if animation.calculationMode != .linear {
      entries.append((Key.calculationMode.name, .line(animation.calculationMode.rawValue)))
    }
    let even = KeyframeAnimation(
      keyPath: animation.keyPath, values: animation.values,
      calculationMode: animation.calculationMode)
    if animation.keyTimes != even.keyTimes {
      entries.append((Key.keyTimes.name, .values(animation.keyTimes.map(\.exactText))))
    }
    entries.append((Key.values.name, .values(try animation.values.map(values.text))))
    if !animation.timingFunctions.isEmpty {
      let functions = animation.timingFunctions.map(TimingFunctionWriting.text)
      entries.append((Key.timingFunctions.name, .values(functions)))
    }
    return entries
  }
}
