import Timing

extension Layer {
  /// The moment, in seconds of the scene, after which nothing in this subtree changes any more, for a layer of a scene's
  /// top level. Infinite when something never ends; `-infinity` when nothing ever changes.
  public var endTime: Double { endTime(inside: .scene) }

  private func endTime(inside parent: TimeMap) -> Double {
    if constantPresentation != nil, !containsSceneLayer { return -.infinity }
    if changesWithoutAnimation { return .infinity }
    let map = parent.inside(self)
    let ofEpochs = epochs.indices.map { endTime(ofEpoch: $0, map, parent) }.max() ?? -.infinity
    if let video {
      let end = endTime(ofScene: video.duration, map)
      return inner.reduce(max(ofEpochs, end)) { max($0, $1.endTime(inside: map)) }
    }
    let own = mask.map { max(ofEpochs, $0.endTime(inside: map)) } ?? ofEpochs
    if let sceneReference { return max(own, endTime(ofScene: sceneReference.duration, map)) }
    let delay = layerClass == .replicator ? map.sceneSeconds(longestDelay) : 0
    return sublayers.reduce(own) { max($0, $1.endTime(inside: map) + delay) }
  }

  /// By how much a replicator's last copy is behind the first at most, in seconds of its own clock.
  private var longestDelay: (forwards: Double, backwards: Double) {
    func declared(_ property: Property) -> [Double] {
      let animations = allAnimations.compactMap { $0 as? any PropertyAnimation }
      return epochs.map { $0.values[property].number }
        + animations.filter { $0.keyPath.property == property }
        .flatMap(\.declaredValues).map(\.number)
    }
    let copies = max((declared(.instanceCount).max() ?? 1) - 1, 0)
    let delays = declared(.instanceDelay)
    return (copies * max(delays.max() ?? 0, 0), copies * min(delays.min() ?? 0, 0))
  }

  /// When what this layer plays is over, by the layer's clock.
  private func endTime(ofScene duration: Double, _ map: TimeMap) -> Double {
    guard duration > 0 else { return -.infinity }
    let whole = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(),
      timing: MediaTiming(duration: duration))
    return map.lastChange(of: whole, from: -.infinity, to: .infinity)
  }

  /// When the last change of one epoch happens: an animation's, or its own beginning.
  /// Animations of the clock run in the superlayer's time.
  private func endTime(ofEpoch index: Int, _ map: TimeMap, _ parent: TimeMap) -> Double {
    let start = epochs[index].startTime
    let end = index + 1 < epochs.count ? epochs[index + 1].startTime : .infinity
    return epochs[index].animations.reduce(start) { latest, attached in
      let clock = attached.animation.targetsClock ? parent : map
      return max(latest, clock.lastChange(of: attached.animation, from: start, to: end))
    }
  }
}

/// A layer's local time as a function of the scene's: straight lines, one from each change of a clock around the layer.
private struct TimeMap {
  struct Piece {
    let startTime: Double
    /// Local seconds in one of the scene's.
    let rate: Double
    /// Local time at scene time 0, were the piece that long.
    let offset: Double
  }

  let pieces: [Piece]

  static let scene = TimeMap(pieces: [Piece(startTime: -.infinity, rate: 1, offset: 0)])

  /// The map of a layer whose superlayer has this one.
  func inside(_ layer: Layer) -> TimeMap {
    let changes = layer.epochs.indices.dropFirst().filter {
      layer.epochs[$0].clock != layer.epochs[$0 - 1].clock
    }
    let own = changes.map { layer.epochs[$0].startTime }
    let starts = pieces.map(\.startTime)
    return TimeMap(
      pieces: (own.isEmpty ? starts : Set(starts + own).sorted()).map { start in
        let clock = layer.epoch(at: start).finalClock
        let piece = pieces[index(at: start)]
        return Piece(
          startTime: start, rate: piece.rate * clock.speed,
          offset: (piece.offset - clock.beginTime) * clock.speed + clock.timeOffset)
      })
  }

  /// The most seconds of the scene that a delay on this clock comes to.
  func sceneSeconds(_ delay: (forwards: Double, backwards: Double)) -> Double {
    pieces.reduce(0) { latest, piece in
      guard piece.rate != 0 else { return latest }
      return max(latest, delay.forwards / piece.rate, delay.backwards / piece.rate)
    }
  }

  /// The piece that holds at a time of the scene.
  private func index(at time: Double) -> Int {
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].startTime <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// The last moment in `start ..< end` at which an animation of that timing changes anything; `-infinity` when there is none.
  func lastChange(of animation: any Animation, from start: Double, to end: Double) -> Double {
    var end = end
    for piece in pieces[...index(at: end)].reversed() where piece.startTime < end {
      let last = piece.lastChange(of: animation, from: max(start, piece.startTime), to: end)
      if last > -.infinity || piece.startTime <= start { return last }
      end = piece.startTime
    }
    return -.infinity
  }
}

extension TimeMap.Piece {
  fileprivate func lastChange(
    of animation: any Animation, from start: Double, to end: Double
  ) -> Double {
    guard rate != 0 else { return -.infinity }
    // One that stands still changes something only by its beginning.
    let begin = animation.timing.beginTime
    let localEnd = animation.timing.speed == 0 ? begin : animation.endTime
    let (a, b) = (sceneTime(begin), sceneTime(localEnd))
    guard min(a, b) < end, max(a, b) >= start else { return -.infinity }
    return min(max(a, b), end)
  }

  private func sceneTime(_ localTime: Double) -> Double { (localTime - offset) / rate }
}

extension Epoch {
  /// The clock once its own animations are over: a straight line again. An animation of it that never ends makes the end time infinite by
  /// itself, whatever the clock does.
  fileprivate var finalClock: LayerClock {
    let end = clockAnimations.map(\.animation.endTime).max() ?? 0
    return end < .infinity ? clock(at: 2 * max(end, 0) + 1) : clock
  }
}
