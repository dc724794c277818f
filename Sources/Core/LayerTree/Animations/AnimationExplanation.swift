public import RostrumTiming

/// The effect of one animation on one property at one time.
public struct AnimationExplanation: Sendable {
  /// With its key and its line of the scene file.
  public let attached: AttachedAnimation
  /// In seconds of the layer's clock, or of the group around it.
  public let parentTime: Double
  /// Phase, active time, iteration and progress.
  public let sample: TimingSample
  /// The directed progress after the animation's timing function; `nil` when the animation has no
  /// effect.
  public let transformedProgress: Double?
  /// From the progress to the value. Empty when the animation has no effect, and for a group.
  public let stages: [EvaluationStage]
  /// The time of those inside a group; `nil` for other animations and without an effect.
  public let innerTime: Double?
  /// The animations inside a group that write the property.
  public let inner: [AnimationExplanation]
  /// The values before and after the animation, by every key path of the layer.
  public let before: LayerValues
  public let after: LayerValues

  /// Changes `values` as the animation does, and explains how.
  ///
  /// The values come from `Animation.apply`, so that the explanation cannot end at another value
  /// than the picture.
  init(
    of attached: AttachedAnimation, changing values: inout LayerValues, at parentTime: Double,
    property: Property
  ) {
    let animation = attached.animation
    let underlying = values
    let sample = animation.sample(at: parentTime)
    let progress = animation.transformedProgress(of: sample)
    let innerTime =
      animation.innerAnimations.isEmpty ? nil : progress.map { animation.innerTime(at: $0) }
    self.attached = attached
    self.parentTime = parentTime
    self.sample = sample
    transformedProgress = progress
    stages = progress.map { animation.stages(at: $0, of: sample, underlying: underlying) } ?? []
    self.innerTime = innerTime
    inner = innerTime.map { Self.all(of: animation, underlying, at: $0, property) } ?? []
    before = underlying
    animation.apply(to: &values, at: parentTime)
    after = values
  }

  private static func all(
    of group: any Animation, _ values: LayerValues, at time: Double, _ property: Property
  ) -> [AnimationExplanation] {
    var values = values
    return explanations(of: group.innerAnimations, changing: &values, at: time, property: property)
  }

  /// Applies all animations, and explains the ones that write the property.
  static func explanations(
    of animations: [AttachedAnimation], changing values: inout LayerValues, at time: Double,
    property: Property
  ) -> [AnimationExplanation] {
    animations.compactMap { attached in
      guard attached.animation.keyPaths.contains(where: { $0.property == property }) else {
        attached.animation.apply(to: &values, at: time)
        return nil
      }
      return AnimationExplanation(
        of: attached, changing: &values, at: time, property: property)
    }
  }
}

// Each class explains its own stages of the way from progress to value. A class that says nothing
// here is still explained: its timing, the value it makes, and its accumulation and addition.

extension Animation {
  public var innerAnimations: [AttachedAnimation] { [] }

  public func stages(
    at progress: Double, of sample: TimingSample, underlying: LayerValues
  ) -> [EvaluationStage] { [] }

  /// The time of the animations inside at a transformed progress.
  public func innerTime(at progress: Double) -> Double { progress * timing.duration }

  /// The scene language's name of the class, derived from its type's name: `basic` for
  /// `BasicAnimation`.
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

extension BasicAnimationFamily {
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

/// One stage on the way from an animation's progress to its value, as an explanation shows it: a
/// name, and the numbers and values of which it speaks.
public struct EvaluationStage: Hashable, Sendable {
  /// A quantity of which a stage speaks.
  public enum Quantity: Hashable, Sendable {
    case number(Double)
    case count(Int)
    case value(Value)
    /// `nil` is linear.
    case function(TimingFunction?)
    case text(String)
  }

  /// A quantity with its name.
  public struct Part: Hashable, Sendable {
    /// For scripts: in camel case, without spaces.
    public let name: String
    public let quantity: Quantity

    public init(_ name: String, _ quantity: Quantity) {
      self.name = name
      self.quantity = quantity
    }
  }

  /// For scripts and people: `segment`, `spring`, `ends`.
  public let name: String
  public let parts: [Part]

  public init(_ name: String, _ parts: [Part]) {
    self.name = name
    self.parts = parts
  }

  /// A stage of one value.
  public init(_ name: String, _ value: Value) {
    self.init(name, [Part("value", .value(value))])
  }

  /// The part of that name.
  public subscript(name: String) -> Quantity? { parts.first { $0.name == name }?.quantity }
}
