import Geometry
import Timing

/// Key frames prepared for evaluation: when each segment runs, and what lies on it.
struct Keyframes: Sendable {
  let timeline: KeyframeTimeline
  private let motion: Motion

  /// What lies between the frames.
  private enum Motion: Sendable {
    /// From value to value; without `isInterpolable` each holds until its segment ends.
    case straight([Value], isInterpolable: Bool)
    case curved(CubicSpline)
    case path(PathKeyframes)
  }

  /// Through values; a single one holds. Of key times and values that differ in number, both are cut to the shorter list.
  init(
    values: [Value], keyTimes: [Double]?, timingFunctions: [TimingFunction],
    mode: CalculationMode, shape: SplineShape, isInterpolable: Bool
  ) {
    let given = mode.isPaced ? nil : keyTimes
    let values = Array(values.prefix(given?.count ?? values.count))
    let isCurved = mode.isCubic && isInterpolable && values.count > 1
    let spline =
      isCurved
      ? CubicSpline(
        values: values, durations: given?.durations, shape: shape,
        isPaced: mode == .cubicPaced) : nil
    motion = spline.map(Motion.curved) ?? .straight(values, isInterpolable: isInterpolable)
    timeline = KeyframeTimeline(
      mode: mode, segmentCount: mode == .discrete ? values.count : max(values.count - 1, 1),
      given: given,
      lengths: mode.isPaced ? spline?.lengths ?? KeyTimes.distances(between: values) : nil,
      timingFunctions: timingFunctions)
  }

  /// Along a path with at least one segment. The path is the curve already, so cubic modes are like the straight ones.
  init(
    path: Path, keyTimes: [Double]?, timingFunctions: [TimingFunction], mode: CalculationMode
  ) {
    let frames = PathKeyframes(path, isPaced: mode.isPaced)
    motion = .path(frames)
    timeline = KeyframeTimeline(
      mode: mode, segmentCount: frames.segments.count, given: mode.isPaced ? nil : keyTimes,
      lengths: mode.isPaced ? frames.lengths : nil, timingFunctions: timingFunctions)
  }

  /// `nil` for no effect.
  func value(at progress: Double) -> Value? {
    let segment = timeline.segment(at: progress)
    switch motion {
    case .path(let frames):
      return .point(frames.point(inSegment: segment.index, at: segment.easedProgress))
    case .curved(let spline):
      return spline.value(inSegment: segment.index, at: segment.easedProgress)
    case .straight(let values, let isInterpolable):
      guard timeline.mode != .discrete else { return values[segment.index] }
      return Keyframes.value(of: values, segment, isInterpolable: isInterpolable)
    }
  }

  private static func value(
    of values: [Value], _ segment: KeyframeSegment, isInterpolable: Bool
  ) -> Value? {
    let start = values[segment.index]
    let holds = !isInterpolable && segment.easedProgress < 1
    guard !holds, segment.index + 1 < values.count else { return start }
    return start.interpolated(to: values[segment.index + 1], progress: segment.easedProgress)
  }

  /// What lies at both ends of a segment.
  func ends(ofSegment index: Int) -> (from: Value?, to: Value?) {
    switch motion {
    case .path(let frames):
      let points = [0.0, 1].map { Value.point(frames.point(inSegment: index, at: $0)) }
      return (points[0], points[1])
    case .curved(let spline):
      return (spline.value(inSegment: index, at: 0), spline.value(inSegment: index, at: 1))
    case .straight(let values, _):
      return (values[index], values[min(index + 1, values.count - 1)])
    }
  }

  /// The direction of travel at `progress`, of length 1; only along a path that goes anywhere.
  func tangent(at progress: Double) -> Point? {
    guard case .path(let frames) = motion else { return nil }
    let segment = timeline.segment(at: progress)
    return frames.tangent(inSegment: segment.index, at: segment.easedProgress)
  }
}

extension [Double] {
  /// The differences of key times.
  fileprivate var durations: [Double] { zip(self, dropFirst()).map { $1 - $0 } }
}
