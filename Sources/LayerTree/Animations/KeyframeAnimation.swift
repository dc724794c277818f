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
  public var timing: MediaTiming
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
    switch calculationMode {
    case .discrete: values[min(segment(at: progress, of: keyTimes.count), values.count - 1)]
    case .linear: linearValue(at: progress)
    }
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

  private func linearValue(at progress: Double) -> Value? {
    let index = segment(at: progress, of: values.count - 1)
    let start = keyTimes[index]
    let length = keyTimes[index + 1] - start
    let local = length > 0 ? (progress - start) / length : 1
    let eased = index < timingFunctions.count ? timingFunctions[index].value(at: local) : local
    if keyPath.type.isInterpolable || eased >= 1 {
      return values[index].interpolated(to: values[index + 1], progress: eased)
    }
    return values[index]
  }
}
