import Timing

/// When the segments between key frames run, and which one a progress falls into.
struct KeyframeTimeline: Sendable {
  let mode: CalculationMode
  /// Non-decreasing.
  let keyTimes: [Double]
  let timingFunctions: [TimingFunction]
  private let segmentCount: Int

  /// For up to `segmentCount` segments, in discrete mode for as many frames that hold: fewer when the given key times are fewer.
  /// Without given key times the segments take as long as their `lengths` say, or all alike.
  init(
    mode: CalculationMode, segmentCount: Int, given: [Double]?, lengths: [Double]?,
    timingFunctions: [TimingFunction]
  ) {
    let keyTimes =
      given ?? lengths.map(KeyTimes.keyTimes) ?? KeyTimes.evenKeyTimes(count: segmentCount)
    // A frame that only starts at the very end has no time to show.
    let usable = mode == .discrete ? keyTimes.count { $0 < 1 } : keyTimes.count - 1
    self.mode = mode
    self.keyTimes = keyTimes
    self.timingFunctions = timingFunctions
    self.segmentCount = max(min(segmentCount, usable), 1)
  }

  /// The last segment that has begun at `progress`; of segments of no length the last.
  func segment(at progress: Double) -> KeyframeSegment {
    let index = lastBegun(at: progress)
    let start = keyTimes[index]
    let length = (index + 1 < keyTimes.count ? keyTimes[index + 1] : 1) - start
    var local = length > 0 ? (progress - start) / length : 1
    // Only an overshooting progress goes beyond a segment, not key times that end early.
    if (0...1).contains(progress) { local = min(max(0, local), 1) }
    let isEased = mode.usesTimingFunctions && index < timingFunctions.count
    let eased = isEased ? timingFunctions[index].value(at: local) : local
    return KeyframeSegment(
      index: index, progress: local, easedProgress: mode == .discrete ? 0 : eased)
  }

  private func lastBegun(at progress: Double) -> Int {
    var (low, high) = (0, segmentCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keyTimes[middle] <= progress { low = middle } else { high = middle }
    }
    return low
  }
}
