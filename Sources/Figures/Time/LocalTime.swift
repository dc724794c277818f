import RostrumLayerTree
import RostrumTiming

/// One layer's time as a function of the scene's: straight lines from change to change of a clock
/// around it.
struct LocalTime: Sendable {
  struct LinearPart: Sendable {
    /// In seconds of the scene.
    let range: ClosedRange<Double>
    /// Local time at the range's lower end.
    let start: Double
    /// Local seconds in one of the scene's.
    let rate: Double

    func local(at time: Double) -> Double { start + (time - range.lowerBound) * rate }
  }

  let pieces: [LinearPart]
  /// When an event changes the layer or one around it, in seconds of the scene, ascending.
  let changes: [Double]

  /// The clock of the last layer of `path`, which goes down from the root, over a range of the
  /// scene's time. With `ofParent`, the clock of its superlayer. Where an animation changes a
  /// clock, it is approximated by a straight line for each 1/120 s.
  init(path: [Layer], over range: ClosedRange<Double>, ofParent: Bool = false) {
    func time(_ sceneTime: Double) -> Double {
      guard let clock = Explanation.Clock.chain(path, at: sceneTime).last else { return sceneTime }
      return ofParent ? clock.parentTime : clock.localTime
    }
    changes = Set(Self.changes(path, within: range)).sorted()
    var ends = changes
    if path.contains(where: \.hasMovingClock) { ends += range.split(every: 1.0 / 120) }
    let all = [range.lowerBound] + Set(ends).sorted() + [range.upperBound]
    pieces = zip(all, all.dropFirst()).filter { $0 < $1 }.map { from, to in
      // From the inside: at its end another clock may hold already.
      let (a, b) = (from + (to - from) / 4, from + (to - from) / 2)
      let rate = (time(b) - time(a)) / (b - a)
      return LinearPart(range: from...to, start: time(a) - (a - from) * rate, rate: rate)
    }
  }

  /// Events inside a scene that is a layer happen at times of that layer.
  private static func changes(_ path: [Layer], within range: ClosedRange<Double>) -> [Double] {
    var changes: [Double] = []
    var inner: LocalTime?
    for (depth, layer) in path.enumerated() {
      let starts = layer.epochs.map(\.startTime).filter(\.isFinite)
      changes += inner.map { starts.flatMap($0.sceneTimes(of:)) } ?? starts
      guard layer.sceneReference != nil, depth + 1 < path.count else { continue }
      inner = LocalTime(path: Array(path[...depth]), over: range)
    }
    return changes.filter { range.lowerBound < $0 && $0 < range.upperBound }
  }

  /// True when the time equals the scene's in the whole range.
  var isScenesOwn: Bool {
    pieces.allSatisfy { abs($0.rate - 1) < 1e-9 && abs($0.start - $0.range.lowerBound) < 1e-9 }
  }

  /// The local time at a time of the scene, within the range.
  func local(at sceneTime: Double) -> Double {
    let piece = pieces.last { $0.range.lowerBound <= sceneTime } ?? pieces.first
    return piece?.local(at: sceneTime) ?? sceneTime
  }

  /// The lowest and the highest local time.
  var bounds: ClosedRange<Double> {
    let ends = pieces.flatMap { [$0.start, $0.local(at: $0.range.upperBound)] }
    return (ends.min() ?? 0)...(ends.max() ?? 0)
  }

  /// Every scene time at which the local clock shows `local`; none where the clock does not
  /// advance.
  func sceneTimes(of local: Double) -> [Double] {
    var times: [Double] = []
    for piece in pieces where piece.rate != 0 {
      let time = piece.range.lowerBound + (local - piece.start) / piece.rate
      let slack = 1e-9
      guard piece.range.lowerBound - slack <= time, time <= piece.range.upperBound + slack,
        times.last.map({ abs($0 - time) > slack }) ?? true
      else { continue }
      times.append(min(max(time, piece.range.lowerBound), piece.range.upperBound))
    }
    return times
  }

  /// When the local clock shows a time within a range: stretches of the scene's time, ascending and
  /// apart.
  func spans(of local: ClosedRange<Double>) -> [ClosedRange<Double>] {
    var spans: [ClosedRange<Double>] = []
    for piece in pieces {
      guard let span = piece.span(of: local) else { continue }
      if let last = spans.last, span.lowerBound - last.upperBound < 1e-9 {
        spans[spans.count - 1] = last.lowerBound...span.upperBound
      } else {
        spans.append(span)
      }
    }
    return spans
  }
}

extension LocalTime.LinearPart {
  fileprivate func span(of local: ClosedRange<Double>) -> ClosedRange<Double>? {
    guard rate != 0 else { return local.contains(start) ? range : nil }
    let ends = [local.lowerBound, local.upperBound].map { range.lowerBound + ($0 - start) / rate }
    let low = max(min(ends[0], ends[1]), range.lowerBound)
    let high = min(max(ends[0], ends[1]), range.upperBound)
    return low < high ? low...high : nil
  }
}

extension Layer {
  fileprivate var hasMovingClock: Bool {
    allAnimations.contains { $0.keyPaths.contains { $0.property == .timeOffset } }
  }
}

extension ClosedRange<Double> {
  /// At most twenty thousand times inside the range.
  func split(every step: Double) -> [Double] {
    let count = Int(Swift.min((length / step).rounded(.down), 20_000))
    guard count > 1 else { return [] }
    return (1..<count).map { lowerBound + length * Double($0) / Double(count) }
  }
}
