import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

/// Turns tracks into animations. Times are exact: an animation begins at its first key frame and
/// ends at its last, and holds before and after.
struct Motion {
  /// Frames in a second.
  let frameRate: Double
  let budget: ImportBudget

  /// Seconds by which a jump comes before its key frame, so that a frame time that is rounded down
  /// shows the new value too.
  static let jumpLead = 1e-9

  private func seconds(_ frame: Double) -> Double { frame / frameRate }

  // MARK: One track, one key path

  /// Sets a property to what a track says of it, with an animation where it moves.
  func apply(
    _ track: Track<[Double]>, to keyPath: AnimationKeyPath, of draft: inout ImportedLayer,
    _ value: ([Double]) -> Value
  ) {
    keyPath.set(value(track.initial), in: &draft.values)
    if let animation = animation(track.map(value), keyPath) { draft.animations.append(animation) }
  }

  /// The animation of a key path through the values of a track; `nil` when they never change.
  func animation(
    _ track: Track<Value>, _ keyPath: AnimationKeyPath, valueFunction: ValueFunction? = nil,
    isAdditive: Bool = false
  ) -> KeyframeAnimation? {
    guard track.isAnimated, budget.add(track.segments.count, .keyframes) else { return nil }
    var frames = KeyframeList()
    for segment in track.segments { frames.add(segment, seconds) }
    return frames.animation(keyPath, valueFunction, isAdditive)
  }

  /// The motion of a point along curves.
  func pathAnimation(
    _ track: Track<[Double]>, _ keyPath: AnimationKeyPath, turnsWithPath: Bool
  ) -> KeyframeAnimation? {
    var path = Path()
    var times: [Double] = []
    var functions: [TimingFunction] = []
    var last: Point?
    guard budget.add(track.segments.count, .keyframes) else { return nil }
    for segment in track.segments {
      let (from, to) = (segment.from.point, segment.to.point)
      let lead = segment.isHold ? Self.jumpLead : 0
      if last != from { path.move(to: from) }
      last = segment.isHold ? from : to
      if let curve = segment.curve, !segment.isHold, !segment.lengths.isEmpty {
        if times.isEmpty { times.append(seconds(segment.start)) }
        guard add(curve, of: segment, to: &path, &times) else { return nil }
        while functions.count < times.count - 1 { functions.append(.linear) }
        continue
      }
      // A point in space has one easing.
      let easing = segment.isHold ? nil : segment.easing(component: 0)
      if let curve = segment.curve, !segment.isHold {
        path.cubic(to: curve.end, control1: curve.control1, control2: curve.control2)
      } else {
        path.line(to: segment.isHold ? from : to)
      }
      if times.isEmpty { times.append(seconds(segment.start)) }
      times.append(max(seconds(segment.end) - lead, times[times.count - 1]))
      functions.append(.of(easing))
    }
    if let end = track.segments.last, end.isHold, last != end.to.point {
      path.move(to: end.to.point)
      path.line(to: end.to.point)
      times.append(times[times.count - 1] + Self.jumpLead)
      functions.append(.linear)
    }
    guard let span = KeyframeSpan(times) else { return nil }
    return KeyframeAnimation(
      keyPath: keyPath, path: path, rotationMode: turnsWithPath ? .auto : nil,
      keyTimes: span.keyTimes, timingFunctions: functions, timing: span.timing)
  }

  /// Adds a curve that a point follows by length: the part of each half frame as a curve of its
  /// own. Returns whether the budget allows that number.
  private func add(
    _ curve: CubicCurve, of segment: Track<[Double]>.Segment, to path: inout Path,
    _ times: inout [Double]
  ) -> Bool {
    let length = segment.end - segment.start
    let steps = Int(min(max((length * 2).rounded(.up), 1), 4000))
    guard budget.add(steps, .keyframes) else { return false }
    var parameter = 0.0
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      let next =
        step == steps ? 1 : segment.parameter(segment.eased(share, component: 0))
      let part = curve.trimmed(from: parameter, to: next)
      path.cubic(to: part.end, control1: part.control1, control2: part.control2)
      times.append(max(seconds(segment.start + length * share), times[times.count - 1]))
      parameter = next
    }
    return true
  }

  // MARK: Values made of several tracks

  /// The animation of a value that is worked out from several tracks.
  ///
  /// Where all run side by side and the value follows evenly from them, the key frames are at
  /// the tracks; otherwise it is worked out twice a frame.
  func animation(
    _ keyPath: AnimationKeyPath, of timings: [[Track<Value>.SegmentTiming]], isEven: Bool,
    valueFunction: ValueFunction? = nil, isAdditive: Bool = false, _ value: (Double) -> Value
  ) -> KeyframeAnimation? {
    let animated = timings.filter { !$0.isEmpty }
    guard let first = animated.first else { return nil }
    var frames = KeyframeList()
    if isEven, animated.allSatisfy({ $0 == first }) {
      guard budget.add(first.count, .keyframes) else { return nil }
      for segment in first where !budget.isExceeded {
        frames.add(
          .init(
            start: segment.start, end: segment.end, from: value(segment.start),
            to: value(segment.end), easings: segment.easings, isHold: segment.isHold), seconds)
      }
      return frames.animation(keyPath, valueFunction, isAdditive)
    }
    let breaks = Set(animated.flatMap { $0.flatMap { [$0.start, $0.end] } }).sorted()
    for (start, end) in zip(breaks, breaks.dropFirst()) {
      guard budget.add(animated.reduce(0) { $0 + $1.count } / 10, .numbers) else { return nil }
      let isStill = animated.allSatisfy { $0.allSatisfy { $0.isHold || !$0.covers(start, end) } }
      let jumps = animated.contains { $0.contains { $0.isHold && $0.end == end } }
      let steps = isStill ? 1 : Int(min(max(((end - start) * 2).rounded(.up), 1), 4000))
      for step in 0..<steps {
        guard budget.add(1, .keyframes) else { return nil }
        let a = start + (end - start) * Double(step) / Double(steps)
        let isLast = step + 1 == steps
        let b = isLast ? end : start + (end - start) * Double(step + 1) / Double(steps)
        frames.add(
          .init(
            start: a, end: b, from: value(a), to: value(isLast && jumps ? b.before : b),
            isHold: isStill), seconds, jump: value(b))
      }
    }
    return frames.animation(keyPath, valueFunction, isAdditive)
  }

  /// An animation that shows a layer from one frame until just before another; `nil` for always.
  func visibility(from start: Double, to end: Double) -> [any Animation] {
    let keyPath = AnimationKeyPath(.hidden)
    func hold(_ value: Bool, from start: Double, to end: Double) -> KeyframeAnimation {
      KeyframeAnimation(
        keyPath: keyPath, values: [.boolean(value), .boolean(value)],
        timing: MediaTiming(
          beginTime: start, duration: max(end - start, 1e-6), fillMode: .forwards,
          isRemovedOnCompletion: false))
    }
    let begin = seconds(start) - Self.jumpLead
    var animations: [any Animation] = []
    if start > -.infinity { animations.append(hold(false, from: begin, to: begin + 1)) }
    if end < .infinity {
      let over = seconds(end) - Self.jumpLead
      animations.append(hold(true, from: over, to: over + 1))
    }
    return animations
  }
}

extension Double {
  /// A moment earlier, in frames.
  fileprivate var before: Double { self - 1e-7 }
}

extension Track.SegmentTiming {
  fileprivate func covers(_ a: Double, _ b: Double) -> Bool { start < b && end > a }
}

extension Track {
  /// When the segments run, for values that several tracks make up.
  var timings: [Track<RostrumLayerTree.Value>.SegmentTiming] {
    segments.map {
      .init(start: $0.start, end: $0.end, easings: $0.easings, isHold: $0.isHold)
    }
  }
}

extension [Double] {
  var point: Point { Point(x: first ?? 0, y: count > 1 ? self[1] : 0) }
}

extension TimingFunction {
  static let linear = TimingFunction(name: "linear") ?? .easing(.quadraticEaseIn)

  static func of(_ easing: CubicBezier?) -> TimingFunction { easing.map { .bezier($0) } ?? .linear }
}

/// Times in seconds as an animation has them: its timing, and shares of its duration.
private struct KeyframeSpan {
  let timing: MediaTiming
  let keyTimes: [Double]

  /// `nil` for fewer than two times.
  init?(_ times: [Double]) {
    guard let first = times.first, let last = times.last, times.count > 1 else { return nil }
    let duration = max(last - first, 1e-6)
    timing = MediaTiming(
      beginTime: first, duration: duration, fillMode: .both, isRemovedOnCompletion: false)
    var latest = 0.0
    keyTimes = times.map { time in
      latest = min(max((time - first) / duration, latest), 1)
      return latest
    }
  }
}

/// Key frames that are gathered segment by segment.
private struct KeyframeList {
  private var times: [Double] = []
  private var values: [Value] = []
  private var functions: [TimingFunction] = []

  private mutating func add(_ time: Double, _ value: Value, _ function: TimingFunction) {
    if !times.isEmpty { functions.append(function) }
    times.append(max(time, times.last ?? time))
    values.append(value)
  }

  /// `jump` is the value from the end of a segment on; its own last one unless given.
  mutating func add(
    _ segment: Track<Value>.Segment, _ seconds: (Double) -> Double, jump: Value? = nil
  ) {
    let from = segment.from
    if values.last != from || values.isEmpty { add(seconds(segment.start), from, .linear) }
    guard segment.isHold else {
      return add(seconds(segment.end), segment.to, .of(segment.easing(component: 0)))
    }
    let end = seconds(segment.end) - Motion.jumpLead
    add(end, from, .linear)
    let next = jump ?? segment.to
    if next != from { add(end, next, .linear) }
  }

  func animation(
    _ keyPath: AnimationKeyPath, _ valueFunction: ValueFunction?, _ isAdditive: Bool
  ) -> KeyframeAnimation? {
    var (times, values, functions) = (times, values, functions)
    // The last frame needs some time to show.
    if times.count > 1, times[times.count - 1] == times[times.count - 2] {
      times.append(times[times.count - 1] + Motion.jumpLead)
      values.append(values[values.count - 1])
      functions.append(.linear)
    }
    guard let span = KeyframeSpan(times) else { return nil }
    let isLinear = functions.allSatisfy { $0 == .linear }
    return KeyframeAnimation(
      keyPath: keyPath, values: values, keyTimes: span.keyTimes,
      timingFunctions: isLinear ? [] : functions,
      pathMorph: keyPath.type == .path ? .points : .handles, valueFunction: valueFunction,
      timing: span.timing, isAdditive: isAdditive)
  }
}
