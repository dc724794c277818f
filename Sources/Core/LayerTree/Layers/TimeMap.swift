import Algorithms
import RostrumTiming

/// A layer's local time as a function of the scene's: straight lines, one from each change of a
/// clock around the layer.
struct TimeMap {
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
    max(0, pieces.partitioningIndex { $0.startTime > time } - 1)
  }

  /// The last moment in `start ..< end` at which an animation of that timing changes anything;
  /// `-infinity` when there is none.
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
  func lastChange(
    of animation: any Animation, from start: Double, to end: Double
  ) -> Double {
    guard rate != 0 else { return -.infinity }
    // A still one changes something only by its beginning.
    let begin = animation.timing.beginTime
    let localEnd =
      animation.timing.speed == 0 || animation.isStep ? begin : animation.endTime
    let (a, b) = (sceneTime(begin), sceneTime(localEnd))
    guard min(a, b) < end, max(a, b) >= start else { return -.infinity }
    return min(max(a, b), end)
  }

  func sceneTime(_ localTime: Double) -> Double { (localTime - offset) / rate }
}

extension Epoch {
  /// The clock once its own animations are over: a straight line again. An animation of it that
  /// never ends makes the end time infinite by itself, whatever the clock does.
  fileprivate var finalClock: LayerClock {
    let end = clockAnimations.map(\.animation.endTime).max() ?? 0
    return end < .infinity ? clock(at: 2 * max(end, 0) + 1) : clock
  }
}

extension TimeMap {
  /// The layer's time at a time of the scene.
  func localTime(at time: Double) -> Double {
    let piece = pieces[index(at: time)]
    return piece.rate * time + piece.offset
  }

  /// The times of the scene at which the layer's time is `localTime`.
  func sceneTimes(_ localTime: Double) -> [Double] {
    pieces.filter { $0.rate != 0 }.map { $0.sceneTime(localTime) }
  }
}
