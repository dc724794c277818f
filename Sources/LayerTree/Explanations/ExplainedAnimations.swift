public import Timing

// What each class tells of the way from progress to value. A class that says nothing here is still explained: its timing, the value it
// makes, and what is accumulated and added.

extension Animation {
  public var innerAnimations: [AttachedAnimation] { [] }

  public func stages(
    at progress: Double, of sample: TimingSample, underlying: LayerValues
  ) -> [Stage] { [] }

  /// The time of the animations inside at a transformed progress.
  public func innerTime(at progress: Double) -> Double { progress * timing.duration }

  /// What the scene language calls the class, as far as its type's name tells: `basic` for `BasicAnimation`.
  public var className: String {
    let name = String(describing: Self.self)
    let word = "Animation"
    let rest = name.hasPrefix(word) ? name.dropFirst(word.count) : name[...]
    let short = rest.hasSuffix(word) ? rest.dropLast(word.count) : rest
    return short.prefix(1).lowercased() + short.dropFirst()
  }
}

extension PropertyAnimation {
  public func valueStages(at progress: Double, underlying: Value) -> [Stage] { [] }

  public func stages(
    at progress: Double, of sample: TimingSample, underlying: LayerValues
  ) -> [Stage] {
    let underlying = keyPath.value(in: underlying)
    let first = valueStages(at: progress, underlying: underlying)
    guard let value = value(at: progress, underlying: underlying) else {
      return first + [Stage("noEffect", [.init("reason", .text("the values do not fit together"))])]
    }
    return first + [Stage("value", value)] + sums(value, of: sample, underlying: underlying)
  }

  /// The cumulative and the additive part, where there are any.
  private func sums(_ value: Value, of sample: TimingSample, underlying: Value) -> [Stage] {
    var stages: [Stage] = []
    var value = value
    if isCumulative, !timing.autoreverses {
      value = accumulated(value, cycles: sample.iteration, underlying: underlying)
      stages.append(
        Stage(
          "cumulative", [.init("cycles", .count(sample.iteration)), .init("value", .value(value))]))
    }
    if isAdditive {
      let sum = underlying.adding(value) ?? value
      stages.append(
        Stage("additive", [.init("to", .value(underlying)), .init("value", .value(sum))]))
    }
    return stages
  }
}

extension AnimationGroup {
  public var innerAnimations: [AttachedAnimation] { animations }
}

extension AnimationEnds {
  /// The two values that the motion is between.
  fileprivate func stage(underlying: Value, isAdditive: Bool) -> [Stage] {
    let base = isAdditive ? underlying.neutral ?? underlying : underlying
    return resolved(underlying: base).map {
      [Stage("ends", [.init("from", .value($0.start)), .init("to", .value($0.end))])]
    } ?? []
  }
}

extension BasicAnimation {
  public func valueStages(at progress: Double, underlying: Value) -> [Stage] {
    ends.stage(underlying: underlying, isAdditive: isAdditive)
  }
}

extension SpringAnimation {
  public func valueStages(at progress: Double, underlying: Value) -> [Stage] {
    let motion = Stage(
      "spring",
      [
        .init("seconds", .number(springSeconds(at: progress))),
        .init("displacement", .number(displacement(at: progress))),
      ])
    return [motion] + ends.stage(underlying: underlying, isAdditive: isAdditive)
  }
}

extension KeyframeAnimation {
  public func valueStages(at progress: Double, underlying: Value) -> [Stage] {
    let segment = segment(at: progress)
    return [
      Stage(
        "segment",
        [
          .init("index", .count(segment.index)), .init("fromKeyTime", .number(segment.startTime)),
          .init("toKeyTime", .number(segment.endTime)),
          .init("localProgress", .number(segment.progress)),
          .init("timingFunction", .function(segment.timingFunction)),
          .init("easedProgress", .number(segment.easedProgress)),
          .init("from", .value(segment.startValue)), .init("to", .value(segment.endValue)),
        ])
    ]
  }
}
