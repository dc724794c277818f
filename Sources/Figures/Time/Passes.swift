import LayerTree
import Timing

/// One run through an animation from its start to its end, or back.
struct Pass: Hashable {
  /// In seconds of the animation's parent.
  let range: ClosedRange<Double>
  let isReturning: Bool
  /// Counted from 0 at local time 0; a time offset may begin in the middle of one.
  let number: Int
}

extension MediaTiming {
  /// No figure shows more passes than this.
  private static let maximumPasses = 1000.0

  /// The passes that begin before `limit`, in the parent's time. None for an animation that stands still.
  func passes(until limit: Double) -> [Pass] {
    guard speed != 0 else { return [] }
    let pace = abs(speed)
    let active = min(activeDuration, max(0, (limit - beginTime) * pace))
    guard active > 0 else { return [] }
    let ends = boundaries(before: active)
    let times = [0] + ends + [active]
    return zip(times, times.dropFirst()).filter { $0 < $1 }.map { from, to in
      let number = (localTime(at: (from + to) / 2) / iterationDuration).rounded(.down)
      return Pass(
        range: beginTime + from / pace...beginTime + to / pace,
        isReturning: autoreverses && number.truncatingRemainder(dividingBy: 2) != 0,
        number: Int(number))
    }
  }

  /// The animation's own time, with its offset, after so many active seconds.
  private func localTime(at activeTime: Double) -> Double {
    (speed < 0 ? -activeTime : activeTime) + timeOffset
  }

  /// The active times at which one pass ends and the next begins.
  private func boundaries(before active: Double) -> [Double] {
    let (a, b) = (localTime(at: 0) / iterationDuration, localTime(at: active) / iterationDuration)
    let first = (min(a, b) + 1e-9).rounded(.up)
    let last = min((max(a, b) - 1e-9).rounded(.down), first + Self.maximumPasses)
    guard first <= last, abs(first) < 1e12 else { return [] }
    return stride(from: first, through: last, by: 1).map {
      ($0 * iterationDuration - timeOffset) * (speed < 0 ? -1 : 1)
    }.sorted()
  }

  /// When a directed progress is reached in a pass, in the parent's time.
  func time(ofProgress progress: Double, in pass: Pass) -> Double {
    let part = pass.isReturning ? 1 - progress : progress
    let local = (Double(pass.number) + part) * iterationDuration
    return beginTime + (local - timeOffset) / speed
  }
}

extension Animation {
  /// Every moment of the parent's time before `limit` at which the values may have a corner or jump: ends, repeats, key frames.
  func moments(until limit: Double) -> [Double] {
    let passes = timing.passes(until: limit)
    let ends =
      [timing.beginTime, endTime] + passes.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
    return (ends + keyMoments(until: limit)).filter { $0.isFinite && $0 <= limit }
  }

  /// When the animation is at one of its key frames, or one inside a group is.
  func keyMoments(until limit: Double) -> [Double] {
    let progresses = innerProgresses.compactMap { directedProgress(for: $0) }
    guard !progresses.isEmpty else { return [] }
    return timing.passes(until: limit).flatMap { pass in
      progresses.map { timing.time(ofProgress: $0, in: pass) }.filter {
        pass.range.lowerBound - 1e-9 <= $0 && $0 <= pass.range.upperBound + 1e-9
      }
    }
  }

  /// Transformed progresses at which something happens.
  private var innerProgresses: [Double] {
    if let keyframes = self as? KeyframeAnimation { return keyframes.keyTimes }
    let length = timing.iterationDuration
    return innerAnimations.flatMap { $0.animation.moments(until: length).map { $0 / length } }
      .filter { (0...1).contains($0) }
  }

  /// The directed progress that a timing function turns into `progress`, for functions that rise all the way.
  func directedProgress(for progress: Double) -> Double? {
    guard let timingFunction else { return progress }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if timingFunction.value(at: middle) < progress { low = middle } else { high = middle }
    }
    return abs(timingFunction.value(at: high) - progress) < 1e-6 ? high : nil
  }
}
