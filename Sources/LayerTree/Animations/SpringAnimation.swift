public import Timing

/// From one value to another on a damped spring (`CASpringAnimation`). The value may overshoot its end.
///
/// The duration only cuts the spring's motion off, it never stretches it; `spring.settlingDuration` is the usual one.
public struct SpringAnimation: PropertyAnimation, EndedAnimation {
  public let keyPath: AnimationKeyPath
  public var timing: MediaTiming
  public let timingFunction: TimingFunction?
  public let isAdditive: Bool
  public let isCumulative: Bool
  public internal(set) var ends: AnimationEnds
  public let valueFunction: ValueFunction?
  public let spring: Spring

  public init(
    keyPath: AnimationKeyPath, ends: AnimationEnds, spring: Spring, timing: MediaTiming,
    timingFunction: TimingFunction? = nil, isAdditive: Bool = false, isCumulative: Bool = false,
    valueFunction: ValueFunction? = nil
  ) {
    self.keyPath = keyPath
    self.ends = ends
    self.spring = spring
    self.timing = timing
    self.timingFunction = timingFunction
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.valueFunction = valueFunction
  }

  public var declaredValues: [Value] { ends.declared }

  /// `progress` is eased time as a share of the duration; the spring is asked at that many seconds.
  public func value(at progress: Double, underlying: Value) -> Value? {
    ends.value(
      at: displacement(at: progress), underlying: underlying, isAdditive: addsNothingAtMissingEnds)
  }

  /// How long the spring has been swinging, in seconds.
  func springSeconds(at progress: Double) -> Double { progress * timing.duration }

  /// How far the spring has moved: 0 at the release, around 1 later.
  func displacement(at progress: Double) -> Double {
    spring.value(at: springSeconds(at: progress))
  }
}
