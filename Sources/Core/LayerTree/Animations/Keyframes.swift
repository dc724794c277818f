import Algorithms
import RostrumGeometry
import RostrumTiming

/// Key frames prepared for evaluation: when each segment runs, and what lies on it.
struct Keyframes: Sendable {
  let timeline: KeyframeTimeline
  private let morph: PathMorph
  private let motion: Motion

  /// The motion between the frames.
  private enum Motion: Sendable {
    /// From value to value; without `isInterpolable` each holds until its segment ends.
    case straight([Value], isInterpolable: Bool)
    case curved(CubicSpline)
    case path(PathKeyframes)
  }

  /// Through values; a single one holds. Of key times and values that differ in number, both are
  /// cut to the shorter list.
  init(
    values: [Value], keyTimes: [Double]?, timingFunctions: [TimingFunction],
    mode: CalculationMode, shape: SplineShape, isInterpolable: Bool, morph: PathMorph
  ) {
    self.morph = morph
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

  /// Along a path with at least one segment. The path is the curve already, so cubic modes are like
  /// the straight ones. In discrete mode the way that a close leads back is no segment.
  init(
    path: Path, keyTimes: [Double]?, timingFunctions: [TimingFunction], mode: CalculationMode
  ) {
    let frames = PathKeyframes(mode == .discrete ? path.withoutCloses : path, isPaced: mode.isPaced)
    morph = .handles
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
      guard timeline.mode != .discrete else {
        // One value has nothing to jump to: Core Animation leaves the layer as it is.
        return values.count > 1 ? values[segment.index] : nil
      }
      return value(of: values, segment, isInterpolable: isInterpolable)
    }
  }

  private func value(
    of values: [Value], _ segment: KeyframeSegment, isInterpolable: Bool
  ) -> Value? {
    let start = values[segment.index]
    let holds = !isInterpolable && segment.easedProgress < 1
    guard !holds, segment.index + 1 < values.count else { return start }
    return start.interpolated(
      to: values[segment.index + 1], progress: segment.easedProgress, morph: morph)
  }

  /// The values at both ends of a segment.
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

/// When the segments between key frames run, and which one a progress falls into.
struct KeyframeTimeline: Sendable {
  let mode: CalculationMode
  /// Non-decreasing.
  let keyTimes: [Double]
  let timingFunctions: [TimingFunction]
  private let segmentCount: Int

  /// For up to `segmentCount` segments, in discrete mode for as many frames that hold: fewer when
  /// the given key times are fewer. Without given key times the segments take as long as their
  /// `lengths` say, or all alike.
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
    max(0, keyTimes.prefix(segmentCount).partitioningIndex { $0 > progress } - 1)
  }
}

/// The default key times.
enum KeyTimes {
  /// Times for `count` segments of the same duration: one more than segments.
  static func evenKeyTimes(count: Int) -> [Double] {
    (0...count).map { Double($0) / Double(count) }
  }

  /// Times for segments that take as long as they are: everywhere the same speed. Even ones when
  /// nothing has a length.
  static func keyTimes(lengths: [Double]) -> [Double] {
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return evenKeyTimes(count: lengths.count) }
    var way = 0.0
    var times = [0.0]
    for length in lengths {
      way += length
      times.append(min(way / total, 1))
    }
    times[lengths.count] = 1
    return times
  }

  /// The Euclidean distance of each value to the next, over all components. `nil` for kinds that
  /// have no pace of their own: they take even steps. Source: measured on macOS by others; see the
  /// scene-format documentation.
  static func distances(between values: [Value]) -> [Double]? {
    let vectors = values.compactMap(\.pacedVector)
    guard vectors.count == values.count else { return nil }
    return zip(vectors, vectors.dropFirst()).map { a, b in
      zip(a, b).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
    }
  }
}

extension Value {
  fileprivate var pacedVector: [Double]? {
    switch self {
    case .numbers, .path: nil
    default: vector
    }
  }
}

/// The segments of a path as key frames: the end of each line and curve is a key value. A close
/// that draws a line is a segment too. From one subpath to the next it jumps, which takes no time.
struct PathKeyframes: Sendable {
  /// At least one.
  let segments: [PathSegment]
  /// One for each segment; empty unless the path is walked at constant speed.
  private let measures: [PathMeasure]
  /// For segments without a direction of their own: the one before them, or else the one after.
  private let directions: [Point?]

  init(_ path: Path, isPaced: Bool) {
    segments = path.segments
    measures = isPaced ? segments.map { PathMeasure($0.path) } : []
    var directions = segments.map { $0.tangent(at: 1) }
    for index in directions.indices.dropFirst() where directions[index] == nil {
      directions[index] = directions[index - 1]
    }
    for index in directions.indices.dropLast().reversed() where directions[index] == nil {
      directions[index] = directions[index + 1]
    }
    self.directions = directions
  }

  /// In points, each within `PathMeasure`'s accuracy of a millionth. Only of a paced path.
  var lengths: [Double] { measures.map(\.length) }

  /// The point `progress` of the way through segment `index`: of a curve's parameter, or on a paced
  /// path of its length.
  func point(inSegment index: Int, at progress: Double) -> Point {
    let segment = segments[index]
    guard !measures.isEmpty else { return segment.point(at: progress) }
    let inside = min(max(0, progress), 1)
    guard let point = measures[index].point(atFraction: inside) else { return segment.start }
    guard progress != inside, let direction = measures[index].tangent(atFraction: inside) else {
      return point
    }
    // Beyond the ends it goes straight on.
    return point + direction * ((progress - inside) * measures[index].length)
  }

  /// The direction of travel there, of length 1. `nil` when the whole path has none.
  func tangent(inSegment index: Int, at progress: Double) -> Point? {
    let own =
      measures.isEmpty
      ? segments[index].tangent(at: progress) : measures[index].tangent(atFraction: progress)
    return own ?? directions[index]
  }
}

extension PathSegment {
  fileprivate var path: Path {
    switch self {
    case .line(let start, let end): Path([.move(start), .line(end)])
    case .cubic(let curve):
      Path([.move(curve.start), .cubic(curve.control1, curve.control2, curve.end)])
    }
  }
}
