import Geometry
import Timing

/// Key frames prepared for evaluation: which segment a progress falls into, and what lies there.
struct Keyframes: Sendable {
  /// What lies between the frames.
  enum Motion: Sendable {
    /// From value to value; without `isInterpolable` each holds until its segment ends.
    case straight([Value], isInterpolable: Bool)
    case curved(CubicSpline)
    case path(PathKeyframes)
  }

  let mode: CalculationMode
  let keyTimes: [Double]
  let timingFunctions: [TimingFunction]
  private let motion: Motion
  private let segmentCount: Int

  /// Through values; a single one holds. Of key times and values that differ in number, both are cut to the shorter list.
  init(
    values: [Value], keyTimes: [Double]?, timingFunctions: [TimingFunction],
    mode: CalculationMode, shape: SplineShape, isInterpolable: Bool
  ) {
    let given = mode.isPaced ? nil : keyTimes
    let values = Array(values.prefix(max(given?.count ?? .max, 1)))
    self.mode = mode
    self.timingFunctions = timingFunctions
    segmentCount = mode == .discrete ? values.count : max(values.count - 1, 1)
    let spline =
      mode.isCubic && isInterpolable && values.count > 1
      ? CubicSpline(
        values: values, durations: given?.durations, shape: shape,
        isPaced: mode == .cubicPaced) : nil
    motion = spline.map(Motion.curved) ?? .straight(values, isInterpolable: isInterpolable)
    let lengths =
      mode.isPaced ? spline?.lengths ?? Pacing.distances(between: values) : nil
    self.keyTimes =
      given ?? lengths.map(Pacing.keyTimes) ?? Pacing.evenKeyTimes(count: segmentCount)
  }

  /// Along a path with at least one segment. The path is the curve already, so cubic modes are like the straight ones.
  init(
    path: Path, keyTimes: [Double]?, timingFunctions: [TimingFunction], mode: CalculationMode
  ) {
    let frames = PathKeyframes(path, isPaced: mode.isPaced)
    self.mode = mode
    self.timingFunctions = timingFunctions
    let given = mode.isPaced ? nil : keyTimes
    let count = frames.segments.count
    // A discrete frame needs only its start; otherwise the last key time is an end.
    let usable = given.map { mode == .discrete ? $0.count : $0.count - 1 }
    segmentCount = max(min(count, usable ?? count), 1)
    motion = .path(frames)
    self.keyTimes =
      given ?? (mode.isPaced ? Pacing.keyTimes(lengths: frames.lengths) : nil)
      ?? Pacing.evenKeyTimes(count: count)
  }

  /// The last segment that has begun at `progress`; of segments of no length the last.
  func segment(at progress: Double) -> KeyframeSegment {
    var (low, high) = (0, segmentCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keyTimes[middle] <= progress { low = middle } else { high = middle }
    }
    let start = keyTimes[low]
    let length = (low + 1 < keyTimes.count ? keyTimes[low + 1] : 1) - start
    var local = length > 0 ? (progress - start) / length : 1
    // Only an overshooting progress goes beyond a segment, not key times that end early.
    if (0...1).contains(progress) { local = min(max(0, local), 1) }
    let isEased = mode.usesTimingFunctions && low < timingFunctions.count
    return KeyframeSegment(
      index: low, progress: local,
      easedProgress: isEased ? timingFunctions[low].value(at: local) : local)
  }

  /// `nil` for no effect.
  func value(at progress: Double) -> Value? {
    let segment = segment(at: progress)
    let local = mode == .discrete ? 0 : segment.easedProgress
    switch motion {
    case .path(let frames): return .point(frames.point(inSegment: segment.index, at: local))
    case .curved(let spline): return spline.value(inSegment: segment.index, at: local)
    case .straight(let values, let isInterpolable):
      guard mode != .discrete, segment.index + 1 < values.count else {
        return values[segment.index]
      }
      let (start, end) = (values[segment.index], values[segment.index + 1])
      let holds = !isInterpolable && local < 1
      return holds ? start : start.interpolated(to: end, progress: local)
    }
  }

  /// The direction of travel at `progress`, of length 1; only along a path that goes anywhere.
  func tangent(at progress: Double) -> Point? {
    guard case .path(let frames) = motion else { return nil }
    let segment = segment(at: progress)
    return frames.tangent(
      inSegment: segment.index, at: mode == .discrete ? 0 : segment.easedProgress)
  }
}

extension [Double] {
  /// The differences of key times.
  fileprivate var durations: [Double] { zip(self, dropFirst()).map { $1 - $0 } }
}
