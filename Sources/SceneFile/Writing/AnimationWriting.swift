import LayerTree
import Timing

/// How a scene file writes animations: the inverse of the resolvers in `Resolving/Animations`.
struct AnimationWriting {
  typealias Entries = [(key: String, value: YAMLText)]

  let values: ValueWriting
  let names: NamedThings

  /// An animation that a layer has from the start, or, with the time of its beginning, one that an
  /// event adds.
  func text(
    _ attached: AttachedAnimation, beginTime: YAMLText? = nil, isInGroup: Bool = false
  ) throws -> YAMLText {
    let animation = attached.animation
    let type = try type(of: animation)
    var entries: Entries = [(Key.animationType.name, .line(type.name))]
    if let key = attached.key, type.fixedKey == nil {
      entries.append((Key.animationKey.name, .line(YAMLText.quoted(key))))
    }
    if let property = animation as? any PropertyAnimation { entries += keyPath(property) }
    if let beginTime { entries.append((Key.beginTime.name, beginTime)) }
    if !(animation is FollowAnimation) {
      let timing = TimingWriting(
        holds: animation is SteppedAnimation, isInGroup: isInGroup, hasBeginTime: beginTime == nil)
      entries += timing.entries(animation.timing, animation.timingFunction)
    }
    return .mapping(entries + (try ownEntries(animation)))
  }

  /// The class's row of the table.
  private func type(of animation: any Animation) throws -> AnimationType {
    switch animation {
    case is BasicAnimation: .basic
    case is SpringAnimation: .spring
    case is KeyframeAnimation: .keyframe
    case is AnimationGroup: .group
    case is TransitionAnimation: .transition
    case let animation as SteppedAnimation:
      animation.driver.step == .measured ? .displayLink : .timer
    case is FollowAnimation: .follow
    default:
      throw SceneWriter.Unwritable(
        description: "an animation of type '\(animation.className)' cannot be written")
    }
  }

  /// What only this class has.
  private func ownEntries(_ animation: any Animation) throws -> Entries {
    switch animation {
    case let animation as BasicAnimation: try ends(animation.ends, of: animation.valueType)
    case let animation as SpringAnimation:
      try ends(animation.ends, of: animation.valueType)
        + TimingFunctionWriting.entries(animation.spring)
    case let animation as KeyframeAnimation: try KeyframeWriting(animation, values).entries()
    case let animation as AnimationGroup:
      [
        (
          Key.children.name, .list(try animation.animations.map { try text($0, isInGroup: true) })
        )
      ]
    case let animation as TransitionAnimation: transition(animation)
    case let animation as SteppedAnimation:
      try ends(animation.ends, of: animation.valueType) + driver(animation.driver)
    case let animation as FollowAnimation: followed(animation)
    default: []
    }
  }

  private func keyPath(_ animation: any PropertyAnimation) -> Entries {
    var entries: Entries = [(Key.keyPath.name, .line(animation.keyPath.name))]
    if animation.isAdditive { entries.append((Key.additive.name, .line("true"))) }
    if animation.isCumulative { entries.append((Key.cumulative.name, .line("true"))) }
    if let function = animation.valueFunction {
      entries.append((Key.valueFunction.name, .line(function.rawValue)))
    }
    return entries
  }

  private func ends(_ ends: AnimationEnds, of type: ValueType) throws -> Entries {
    try [(Key.fromValue, ends.fromValue), (Key.toValue, ends.toValue), (Key.byValue, ends.byValue)]
      .compactMap { key, value in
        try value.map { (key.name, .line(try values.text($0, of: type))) }
      }
  }

  private func transition(_ animation: TransitionAnimation) -> Entries {
    var entries: Entries = []
    if animation.style != .fade {
      entries.append((Key.transitionType.name, .line(animation.style.rawValue)))
    }
    if let direction = animation.direction {
      entries.append((Key.subtype.name, .line(direction.rawValue)))
    }
    return entries
      + numbers([
        (Key.startProgress, animation.startProgress, 0),
        (Key.endProgress, animation.endProgress, 1),
      ])
  }

  private func driver(_ driver: StepDriver) -> Entries {
    var entries: Entries = []
    if let name = names.name(of: driver.fireTimes.schedule) {
      entries.append((Key.clock.name, .line(name)))
    }
    if driver.fireTimes.mode != .default {
      entries.append((Key.runLoopMode.name, .line(driver.fireTimes.mode.rawValue)))
    }
    if case .assumed(let pace) = driver.step, pace != driver.fireTimes.schedule.pace {
      entries.append((Key.step.name, .line(pace.interval.exactText)))
    }
    return entries
  }

  private func followed(_ animation: FollowAnimation) -> Entries {
    let name: Entries = [(Key.followed.name, .line(names.name(of: animation.followed)))]
    switch animation.form {
    case .number(let scale, let offset):
      return name + numbers([(Key.followScale, scale, 1), (Key.followOffset, offset, 0)])
    case .text(let format, let scale, let offset):
      let text: Entries = [(Key.format.name, .line(YAMLText.quoted(format.formatText)))]
      return name + numbers([(Key.followScale, scale, 1), (Key.followOffset, offset, 0)]) + text
    }
  }

  /// Those that differ from their defaults.
  private func numbers(_ numbers: [(any DeclaredField, Double, Double)]) -> Entries {
    numbers.filter { $0.1 != $0.2 }.map { ($0.0.name, .line($0.1.exactText)) }
  }
}

extension PropertyAnimation {
  /// The kind of the values that are written: the key path's, or the value function's arguments.
  var valueType: ValueType { valueFunction?.argumentType ?? keyPath.type }
}
