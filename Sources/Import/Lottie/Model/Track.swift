import Algorithms
import RostrumGeometry
import RostrumSource
import RostrumTiming

/// A value over the frames of a composition: constant, or made of segments between key frames.
struct Track<Value: Sendable>: Sendable {
  /// The stretch from one key frame to the next.
  struct Segment: Sendable {
    /// In frames.
    var start: Double
    var end: Double
    var from: Value
    var to: Value
    /// One for all components, or one for each; `nil` is linear.
    var easings: [CubicBezier?] = []
    /// The first value holds until the end.
    var isHold = false
    /// The curve in the plane that the value moves along.
    var curve: CubicCurve?
    /// The lengths of the curve up to even steps of its parameter, where the value moves along it
    /// by length; empty where it moves by the parameter.
    var lengths: [Double] = []
    /// Whether the value moves along a curve that leaves the plane.
    var isBentInDepth = false

    /// The timing of a segment, whatever its values are.
    var timing: SegmentTiming {
      SegmentTiming(start: start, end: end, easings: easings, isHold: isHold)
    }
  }

  /// When a segment runs and how it is eased: segments with equal timings run side by side.
  struct SegmentTiming: Hashable, Sendable {
    let start: Double
    let end: Double
    let easings: [CubicBezier?]
    let isHold: Bool
  }

  /// The value of a constant, or before the first segment.
  var initial: Value
  /// By ascending time, each beginning where the one before ended.
  var segments: [Segment] = []

  init(_ value: Value) { initial = value }

  init(initial: Value, segments: [Segment]) { (self.initial, self.segments) = (initial, segments) }

  var isAnimated: Bool { !segments.isEmpty }

  /// Every value that is given.
  var values: [Value] { [initial] + segments.flatMap { [$0.from, $0.to] } }

  func map<Result>(_ change: (Value) -> Result) -> Track<Result> {
    Track<Result>(
      initial: change(initial),
      segments: segments.map {
        .init(
          start: $0.start, end: $0.end, from: change($0.from), to: change($0.to),
          easings: $0.easings, isHold: $0.isHold)
      })
  }

  /// The segment that runs at a frame, with the share of its time that has passed.
  func place(at frame: Double) -> (segment: Segment, progress: Double)? {
    guard let last = segments.last else { return nil }
    guard frame < last.end else { return (last, 1) }
    var (low, high) = (0, segments.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= frame { low = middle } else { high = middle }
    }
    let segment = segments[low]
    guard frame > segment.start, segment.end > segment.start else { return (segment, 0) }
    return (segment, (frame - segment.start) / (segment.end - segment.start))
  }
}

extension Track<[Double]> {
  /// The numbers at a frame.
  func value(at frame: Double) -> [Double] {
    guard let (segment, progress) = place(at: frame) else { return initial }
    guard progress < 1 else { return segment.to }
    guard progress > 0, !segment.isHold else { return segment.from }
    if let curve = segment.curve {
      let point = curve.point(at: segment.parameter(segment.eased(progress, component: 0)))
      return [point.x, point.y] + segment.from.dropFirst(2)
    }
    return segment.from.indices.map { index in
      let to = index < segment.to.count ? segment.to[index] : segment.from[index]
      return segment.from[index]
        + (to - segment.from[index]) * segment.eased(progress, component: index)
    }
  }

  func number(at frame: Double) -> Double { value(at: frame).first ?? 0 }

  func point(at frame: Double) -> Point {
    let numbers = value(at: frame)
    return Point(x: numbers.first ?? 0, y: numbers.count > 1 ? numbers[1] : 0)
  }

  /// One component of every value, with its own easing.
  func component(_ index: Int) -> Track<[Double]> {
    func part(_ value: [Double]) -> [Double] { [index < value.count ? value[index] : 0] }
    return Track(
      initial: part(initial),
      segments: segments.map {
        .init(
          start: $0.start, end: $0.end, from: part($0.from), to: part($0.to),
          easings: [$0.easing(component: index)], isHold: $0.isHold)
      })
  }

  /// The same as a scale, or a size or a place of an outline, in lottie-ios: these animate as one,
  /// by the first component's easing.
  var easedAsOne: Track {
    var result = withoutStraightCurves
    for index in result.segments.indices {
      result.segments[index].easings = Array(segments[index].easings.prefix(1))
    }
    return result
  }

  /// The same for a place of an outline: on curves that are straight lines it moves evenly, where
  /// a layer follows the parameter.
  var withoutStraightCurves: Track {
    var result = self
    for index in result.segments.indices {
      if segments[index].curve?.isStraight == true { result.segments[index].curve = nil }
      let easings = segments[index].easings
      if easings.allSatisfy({ $0 == easings[0] }) {
        result.segments[index].easings = Array(easings.prefix(1))
      }
    }
    return result
  }

  /// Whether a segment moves along a curve in space.
  var isCurved: Bool { segments.contains { $0.curve != nil } }

  /// Whether components are eased in different ways.
  var isEasedByComponent: Bool {
    segments.contains { segment in
      segment.curve == nil && segment.easings.dropFirst().contains { $0 != segment.easings[0] }
    }
  }
}

extension Track<Path> {
  func path(at frame: Double) -> Path {
    guard let (segment, progress) = place(at: frame) else { return initial }
    guard progress < 1 else { return segment.to }
    guard progress > 0, !segment.isHold else { return segment.from }
    let eased = segment.eased(progress, component: 0)
    return segment.from.interpolated(to: segment.to, progress: eased) ?? segment.from
  }
}

extension Track.Segment {
  func easing(component: Int) -> CubicBezier? {
    component < easings.count ? easings[component] : easings.first ?? nil
  }

  func eased(_ progress: Double, component: Int) -> Double {
    easing(component: component)?.value(at: progress) ?? progress
  }

  /// The parameter of the curve at a share of the way. By length it stays within the curve.
  func parameter(_ share: Double) -> Double {
    guard let total = lengths.last, total > 0 else { return share }
    let length = min(max(share, 0), 1) * total
    let next = max(lengths.partitioningIndex { $0 >= length }, 1)
    let (a, b) = (lengths[next - 1], lengths[next])
    let part = b > a ? (length - a) / (b - a) : 0
    return (Double(next - 1) + part) / Double(lengths.count - 1)
  }
}

extension CubicCurve {
  /// The lengths of the curve up to each of 64 even steps of its parameter.
  var stepLengths: [Double] {
    var (lengths, last) = ([0.0], start)
    for step in 1...64 {
      let point = point(at: Double(step) / 64)
      lengths.append(lengths[step - 1] + last.distance(to: point))
      last = point
    }
    return lengths
  }

  /// Whether all of the curve lies on the line between its ends.
  var isStraight: Bool {
    let way = end - start
    return [control1 - start, control2 - start].allSatisfy {
      abs($0.x * way.y - $0.y * way.x) <= 1e-3 * way.length * $0.length
    }
  }
}
