public import Timing

/// The ends of an animation between two values: any of the seven combinations that `CABasicAnimation` has.
public struct AnimationEnds: Hashable, Sendable {
  public var fromValue: Value?
  public var toValue: Value?
  public var byValue: Value?

  public init(from: Value? = nil, to: Value? = nil, by: Value? = nil) {
    (fromValue, toValue, byValue) = (from, to, by)
  }

  /// Those that are given.
  var declared: [Value] { [fromValue, toValue, byValue].compactMap(\.self) }

  /// The values at progress 0 and 1. A missing end is the `underlying` value. `byValue` counts only where
  /// an end is missing. `nil` when the values have no sum.
  func resolved(underlying: Value) -> (start: Value, end: Value)? {
    switch (fromValue, toValue, byValue) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): from.adding(by).map { (from, $0) }
    case (nil, let to?, let by?): to.subtracting(by).map { ($0, to) }
    case (let from?, nil, nil): (from, underlying)
    case (nil, let to?, nil): (underlying, to)
    case (nil, nil, let by?): underlying.adding(by).map { (underlying, $0) }
    case (nil, nil, nil): (underlying, underlying)
    }
  }

  /// The value `progress` of the way. In an additive animation a missing end adds nothing.
  func value(at progress: Double, underlying: Value, isAdditive: Bool) -> Value? {
    let base = isAdditive ? underlying.additiveIdentity ?? underlying : underlying
    return resolved(underlying: base).flatMap {
      $0.start.interpolated(to: $0.end, progress: progress)
    }
  }
}

/// An animation between two values.
protocol EndedAnimation: PropertyAnimation {
  var ends: AnimationEnds { get set }
}

/// From one value to another (`CABasicAnimation`).
public struct BasicAnimation: PropertyAnimation, EndedAnimation {
  public let keyPath: AnimationKeyPath
  public var timing: MediaTiming
  public let timingFunction: TimingFunction?
  public let isAdditive: Bool
  public let isCumulative: Bool
  public internal(set) var ends: AnimationEnds
  public let valueFunction: ValueFunction?

  public init(
    keyPath: AnimationKeyPath, ends: AnimationEnds, timing: MediaTiming = MediaTiming(),
    timingFunction: TimingFunction? = nil, isAdditive: Bool = false, isCumulative: Bool = false,
    valueFunction: ValueFunction? = nil
  ) {
    self.keyPath = keyPath
    self.ends = ends
    self.timing = timing
    self.timingFunction = timingFunction
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.valueFunction = valueFunction
  }

  public var declaredValues: [Value] { ends.declared }

  public func value(at progress: Double, underlying: Value) -> Value? {
    ends.value(at: progress, underlying: underlying, isAdditive: addsNothingAtMissingEnds)
  }
}
