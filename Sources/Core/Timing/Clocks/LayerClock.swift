/// How a layer's time follows from its parent's: Core Animation's `CAMediaTiming`, as a layer has
/// it.
///
/// A layer's duration is infinite, so nothing wraps and nothing fills: the mapping is one straight
/// line, `local = (parent - beginTime) * speed + timeOffset`. It is not clamped before `beginTime`.
public struct LayerClock: Hashable, Sendable {
  /// The parent's time at which local time is `timeOffset`.
  public var beginTime: Double
  /// Local seconds in one of the parent's. Zero freezes the layer and all below it at `timeOffset`.
  public var speed: Double
  /// Local time at `beginTime`.
  public var timeOffset: Double

  public init(beginTime: Double = 0, speed: Double = 1, timeOffset: Double = 0) {
    self.beginTime = beginTime
    self.speed = speed
    self.timeOffset = timeOffset
  }

  /// The layer's time at the parent's.
  public func localTime(parentTime: Double) -> Double {
    let elapsed = (parentTime - beginTime).clampedToFinite
    return (elapsed * speed + timeOffset).clampedToFinite
  }

  /// The parent's time at the layer's; `nil` for a frozen layer, which has one local time for all.
  public func parentTime(localTime: Double) -> Double? {
    guard speed != 0 else { return nil }
    let elapsed = (localTime - timeOffset).clampedToFinite / speed
    return (elapsed + beginTime).clampedToFinite
  }

  /// The clock with another speed from a time of the parent on, without a jump.
  ///
  /// Speed 0 pauses, and a later change back to 1 resumes; -1 runs back from there. This is the
  /// recipe of Apple's Technical Q&A QA1673 as a function.
  public func changed(toSpeed newSpeed: Double, atParentTime parentTime: Double) -> LayerClock {
    LayerClock(
      beginTime: parentTime, speed: newSpeed, timeOffset: localTime(parentTime: parentTime))
  }
}
