public import LayerTree
import Timing

/// A number of a layer over the scene's time, straight from the timing core.
public struct PropertyCurve: Sendable {
  public let curve: Curve
  /// When its animations are active, in seconds of the scene.
  public let activeSpans: [ClosedRange<Double>]
  /// When a pass ends and the next begins.
  public let repeats: [Double]
  /// The key frames of its keyframe animations.
  public let keyFrames: [Double]
  public let localTime: LocalTime

  /// `nil` when the scene has no such layer. The key path is a number's.
  public init?(
    _ keyPath: AnimationKeyPath, ofLayer index: Int, in scene: Scene,
    over range: ClosedRange<Double>
  ) {
    guard let path = scene.root.path(toLayer: index), let layer = path.last else { return nil }
    let localTime = LocalTime(path: path, over: range)
    let limit = localTime.bounds.upperBound + 1e-9
    let animations = layer.allAnimations.filter {
      $0.keyPaths.contains { $0.property == keyPath.property }
    }
    func outside(_ moments: [Double]) -> [Double] {
      moments.flatMap(localTime.sceneTimes(of:)).prefix(4000).sorted()
    }
    self.localTime = localTime
    activeSpans = animations.flatMap { animation in
      let begin = animation.timing.beginTime
      let end = min(animation.endTime, limit)
      return begin < end ? localTime.spans(of: begin...end) : []
    }
    repeats = outside(
      animations.flatMap { $0.timing.passes(until: limit).dropFirst().map(\.range.lowerBound) })
    keyFrames = outside(animations.flatMap { $0.keyMoments(until: limit) })
    let breaks =
      outside(animations.flatMap { $0.moments(until: limit) })
      + path.flatMap { $0.epochs.map(\.startTime) } + localTime.corners
    curve = Curve(domain: range, breaks: breaks.filter(\.isFinite).separated) {
      Self.number(keyPath, path: path, at: $0)
    }
  }

  private static func number(_ keyPath: AnimationKeyPath, path: [Layer], at time: Double) -> Double
  {
    guard let clock = Explanation.Clock.chain(path, at: time).last else { return 0 }
    if keyPath.property == .timeOffset { return clock.clock.timeOffset }
    let values = clock.layer.epoch(at: time).presentationValues(at: clock.localTime)
    if case .number(let number) = keyPath.value(in: values) { return number }
    return 0
  }
}

extension LocalTime {
  /// Where the rate changes.
  fileprivate var corners: [Double] {
    zip(pieces, pieces.dropFirst()).compactMap { before, after in
      abs(before.rate - after.rate) > 1e-9 ? after.range.lowerBound : nil
    }
  }
}

extension [Double] {
  /// Sorted, without numbers that differ by rounding alone.
  fileprivate var separated: [Double] {
    var result: [Double] = []
    for value in sorted() where result.last.map({ value - $0 > 1e-9 }) ?? true {
      result.append(value)
    }
    return result
  }
}

extension Plot {
  /// Numbers of layers over the scene's time: phases shaded and named, repeats as broken lines, key frames as dots.
  public init(properties: [(name: String, curve: PropertyCurve, isDashed: Bool)]) {
    let isCrowded = properties.contains { $0.curve.keyFrames.count > 40 }
    self.init(
      properties.map { one in
        let domain = one.curve.curve.domain
        let dots = isCrowded || one.isDashed ? [] : one.curve.keyFrames.filter(domain.contains)
        return Series(one.name, one.curve.curve, dots: dots, isDashed: one.isDashed)
      })
    horizontalLabel = "time, s"
    aspect = 0.5
    guard let first = properties.first?.curve else { return }
    // Phases that are not the same for all would need more explaining than they give.
    guard properties.allSatisfy({ $0.curve.activeSpans == first.activeSpans }) else { return }
    bands = first.phases
    if first.repeats.count <= 60 { rules = first.repeats }
  }
}

extension PropertyCurve {
  /// The time before, between and after the animations, and while they are active.
  var phases: [Plot.Band] {
    let domain = curve.domain
    let active = activeSpans.sorted { $0.lowerBound < $1.lowerBound }
    guard let begin = active.first?.lowerBound, let end = active.map(\.upperBound).max() else {
      return []
    }
    var bands = active.map { Plot.Band($0, active.count == 1 ? "active" : "", isTinted: true) }
    if domain.lowerBound < begin {
      bands.append(Plot.Band(domain.lowerBound...begin, "before", isTinted: false))
    }
    if end < domain.upperBound {
      bands.append(Plot.Band(end...domain.upperBound, "after", isTinted: false))
    }
    return bands
  }
}

extension Plot.SecondAxis {
  /// Another clock's time over a plot of the scene's: round numbers, each where the clock first shows it.
  public init(_ label: String, _ time: LocalTime, width: Double, spacing: Double = 46) {
    let bounds = time.bounds
    let scale = LinearScale(domain: bounds, start: 0, end: width)
    let ticks = scale.ticks(spacing: spacing).flatMap { tick in
      time.sceneTimes(of: tick.value).map { (place: $0, text: tick.text) }
    }
    self.init(label, ticks: ticks.count <= 40 ? ticks : [])
  }
}
