public import Timing

// What each class tells of the way from progress to value. A class that says nothing here is still explained: its timing, the value it
// makes, and what is accumulated and added.

extension Animation {
  public var innerAnimations: [AttachedAnimation] { [] }

  public func stages(
    at progress: Double, of sample: TimingSample, underlying: LayerValues
  ) -> [EvaluationStage] { [] }

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
  public func valueStages(at progress: Double, underlying: Value) -> [EvaluationStage] { [] }

  public func stages(
    at progress: Double, of sample: TimingSample, underlying: LayerValues
  ) -> [EvaluationStage] {
    let current = keyPath.value(in: underlying)
    let argument = valueFunction?.identityArgument ?? current
    let first = valueStages(at: progress, underlying: argument)
    guard let value = value(at: progress, underlying: argument) else {
      return first + [
        EvaluationStage("noEffect", [.init("reason", .text("the values do not fit together"))])
      ]
    }
    return first + [EvaluationStage("value", value)]
      + laterStages(value, of: sample, underlying: argument, current: current)
  }

  /// The cumulative part, the value function and the additive part, where there are any.
  private func laterStages(
    _ value: Value, of sample: TimingSample, underlying: Value, current: Value
  ) -> [EvaluationStage] {
    var stages: [EvaluationStage] = []
    var value = value
    if isCumulative, !timing.autoreverses, value.isCumulative {
      value = accumulated(value, cycles: sample.iteration, underlying: underlying)
      stages.append(
        EvaluationStage(
          "cumulative", [.init("cycles", .count(sample.iteration)), .init("value", .value(value))]))
    }
    if let valueFunction {
      value = .transform(valueFunction.transform(of: value))
      let name = EvaluationStage.Part("name", .text(valueFunction.rawValue))
      stages.append(EvaluationStage("valueFunction", [name, .init("value", .value(value))]))
    }
    if isAdditive {
      let sum = current.adding(value) ?? value
      stages.append(
        EvaluationStage("additive", [.init("to", .value(current)), .init("value", .value(sum))]))
    }
    return stages
  }
}

extension AnimationGroup {
  public var innerAnimations: [AttachedAnimation] { animations }
}

extension AnimationEnds {
  /// The two values that the motion is between.
  fileprivate func stage(underlying: Value, isAdditive: Bool) -> [EvaluationStage] {
    let base = isAdditive ? underlying.additiveIdentity ?? underlying : underlying
    return resolved(underlying: base).map {
      [EvaluationStage("ends", [.init("from", .value($0.start)), .init("to", .value($0.end))])]
    } ?? []
  }
}

extension BasicAnimation {
  public func valueStages(at progress: Double, underlying: Value) -> [EvaluationStage] {
    ends.stage(underlying: underlying, isAdditive: addsNothingAtMissingEnds)
  }
}

extension SpringAnimation {
  public func valueStages(at progress: Double, underlying: Value) -> [EvaluationStage] {
    let motion = EvaluationStage(
      "spring",
      [
        .init("seconds", .number(springSeconds(at: progress))),
        .init("displacement", .number(displacement(at: progress))),
      ])
    return [motion] + ends.stage(underlying: underlying, isAdditive: addsNothingAtMissingEnds)
  }
}

extension KeyframeAnimation {
  public func valueStages(at progress: Double, underlying: Value) -> [EvaluationStage] {
    let segment = segment(at: progress)
    let (index, ends) = (segment.index, ends(ofSegment: segment.index))
    let isEased = calculationMode.usesTimingFunctions && index < timingFunctions.count
    var parts: [EvaluationStage.Part] = [
      .init("index", .count(index)), .init("fromKeyTime", .number(keyTimes[index])),
      .init("toKeyTime", .number(index + 1 < keyTimes.count ? keyTimes[index + 1] : 1)),
      .init("localProgress", .number(segment.progress)),
      .init("timingFunction", .function(isEased ? timingFunctions[index] : nil)),
      .init("easedProgress", .number(segment.easedProgress)),
    ]
    if let from = ends.from { parts.append(.init("from", .value(from))) }
    if let to = ends.to { parts.append(.init("to", .value(to))) }
    return [EvaluationStage("segment", parts)]
  }
}

extension FollowAnimation {
  public func valueStages(at progress: Double, underlying: Value) -> [EvaluationStage] {
    [EvaluationStage("followed", [.init("number", .number(followed.number(at: progress)))])]
  }
}

extension SteppedAnimation {
  public func valueStages(at progress: Double, underlying: Value) -> [EvaluationStage] {
    ends.stage(underlying: underlying, isAdditive: addsNothingAtMissingEnds)
  }
}
