public import Timing

/// How values between key frames come about.
public enum CalculationMode: String, CaseIterable, Hashable, Sendable {
  /// Straight from one value to the next.
  case linear
  /// Each value holds until the next one's time.
  case discrete
}

/// Through a list of values (`CAKeyframeAnimation`).
public struct KeyframeAnimation: PropertyAnimation {
  public let keyPath: AnimationKeyPath
  public let timing: MediaTiming
  public let timingFunction: TimingFunction?
  public let isAdditive: Bool
  public let isCumulative: Bool

  /// At least two.
  public let values: [Value]
  /// Non-decreasing, from 0 to 1. In linear mode as many as values; in discrete mode also one more.
  public let keyTimes: [Double]
  /// One for each segment between two values, or none: all segments linear.
  public let timingFunctions: [TimingFunction]
  public let calculationMode: CalculationMode

  /// Without `keyTimes` the frames are evenly spaced: value i of n at i/(n-1), in discrete mode from i/n to (i+1)/n.
  public init(
    keyPath: AnimationKeyPath, values: [Value], keyTimes: [Double]? = nil,
    timingFunctions: [TimingFunction] = [], calculationMode: CalculationMode = .linear,
    timing: MediaTiming = MediaTiming(), timingFunction: TimingFunction? = nil,
    isAdditive: Bool = false, isCumulative: Bool = false
  ) {
    precondition(values.count >= 2, "a keyframe animation has at least two values")
    self.keyPath = keyPath
    self.values = values
    self.timingFunctions = timingFunctions
    self.calculationMode = calculationMode
    self.timing = timing
    self.timingFunction = timingFunction
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    let steps = calculationMode == .discrete ? values.count : values.count - 1
    self.keyTimes = keyTimes ?? (0...steps).map { Double($0) / Double(steps) }
  }

  public var declaredValues: [Value] { values }

  public func value(at progress: Double, underlying: Value) -> Value? {
    let segment = segment(at: progress)
    if calculationMode == .discrete { return segment.startValue }
    if keyPath.type.isInterpolable || segment.easedProgress >= 1 {
      return segment.startValue.interpolated(
        to: segment.endValue, progress: segment.easedProgress)
    }
    return segment.startValue
  }

  /// The stretch between two key times that holds at a progress.
  struct Segment {
    let index: Int
    let startTime, endTime: Double
    let startValue, endValue: Value
    /// From one key time to the next, before and after the segment's timing function; a segment of no length is over.
    let progress, easedProgress: Double
    /// `nil` is linear.
    let timingFunction: TimingFunction?
  }

  /// The segment that holds at a progress.
  func segment(at progress: Double) -> Segment {
    let isDiscrete = calculationMode == .discrete
    let count = isDiscrete ? keyTimes.count : values.count - 1
    let index = min(segment(at: progress, of: count), isDiscrete ? values.count - 1 : count - 1)
    let start = keyTimes[index]
    let end = index + 1 < keyTimes.count ? keyTimes[index + 1] : 1
    let local = end > start ? (progress - start) / (end - start) : 1
    let function =
      !isDiscrete && index < timingFunctions.count ? timingFunctions[index] : nil
    return Segment(
      index: index, startTime: start, endTime: end, startValue: values[index],
      endValue: values[isDiscrete ? index : index + 1], progress: local,
      easedProgress: function?.value(at: local) ?? local, timingFunction: function)
  }

  /// The last of `count` segments that has begun at `progress`; of segments of no length the last.
  private func segment(at progress: Double, of count: Int) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if keyTimes[middle] <= progress { low = middle } else { high = middle }
    }
    return low
  }
}
