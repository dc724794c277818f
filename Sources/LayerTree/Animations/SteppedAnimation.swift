public import Timing

/// From one value to another, moved on by code at the ticks of a clock: by an `NSTimer` or a `CADisplayLink`, as in chapter 11.
///
/// Its timing is what it would be without the clock. At a tick the driver says how much time it believes to have passed since
/// `beginTime`; the animation shows what it would show then, until the next tick.
public struct SteppedAnimation: PropertyAnimation {
  public let keyPath: AnimationKeyPath
  public var timing: MediaTiming
  public let timingFunction: TimingFunction?
  public let isAdditive: Bool
  public let isCumulative: Bool
  public let ends: AnimationEnds
  public let valueFunction: ValueFunction?
  /// Its schedule counts in the time of the layer or group: tick n is due n intervals after its 0.
  public let driver: StepDriver

  public init(
    keyPath: AnimationKeyPath, ends: AnimationEnds, driver: StepDriver,
    timing: MediaTiming = MediaTiming(), timingFunction: TimingFunction? = nil,
    isAdditive: Bool = false, isCumulative: Bool = false, valueFunction: ValueFunction? = nil
  ) {
    self.keyPath = keyPath
    self.ends = ends
    self.driver = driver
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

  /// What the driver takes the parent's time to be.
  public func drivenTime(at parentTime: Double) -> Double {
    guard parentTime > timing.beginTime else { return parentTime }
    return timing.beginTime + driver.elapsedTime(from: timing.beginTime, to: parentTime)
  }

  public func sample(at parentTime: Double) -> TimingSample {
    timing.sample(at: drivenTime(at: parentTime))
  }

  /// The tick at which the driver believes to have come to the end.
  public var endTime: Double {
    driver.endTime(from: timing.beginTime, duration: timing.endTime - timing.beginTime)
  }
}
