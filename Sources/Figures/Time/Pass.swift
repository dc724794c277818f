import RostrumLayerTree
import RostrumTiming

/// One run through an animation from its start to its end, or back.
struct Pass: Hashable {
  /// In seconds of the animation's parent.
  let range: ClosedRange<Double>
  let isReturning: Bool
  /// Counted from 0 at local time 0; a time offset may start in the middle of one.
  let number: Int
}

extension MediaTiming {
  /// No figure shows more passes than this.
  private static let maximumPasses = 1000.0

  /// The passes in a range of the parent's time, clipped at its ends. None for an animation with
  /// speed 0.
  func passes(in window: ClosedRange<Double>) -> [Pass] {
    guard speed != 0 else { return [] }
    let pace = abs(speed)
    let begin = min(activeDuration, max(0, (window.lowerBound - beginTime) * pace))
    let end = min(activeDuration, max(0, (window.upperBound - beginTime) * pace))
    guard begin < end, end < .infinity else { return [] }
    let times = [begin] + boundaries(from: begin, to: end) + [end]
    return zip(times, times.dropFirst()).filter { $0 < $1 }.map { from, to in
      let number = (localTime(at: (from + to) / 2) / iterationDuration).rounded(.down)
      return Pass(
        range: beginTime + from / pace...beginTime + to / pace,
        isReturning: autoreverses && number.truncatingRemainder(dividingBy: 2) != 0,
        number: Int(max(min(number, 1e15), -1e15)))
    }
  }

  /// The animation's own time, with its offset, at an active time.
  private func localTime(at activeTime: Double) -> Double {
    (speed < 0 ? -activeTime : activeTime) + timeOffset
  }

  /// The active times between two at which one pass ends and the next begins.
  private func boundaries(from begin: Double, to end: Double) -> [Double] {
    let (a, b) = (localTime(at: begin) / iterationDuration, localTime(at: end) / iterationDuration)
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
  /// Every time in a range of the parent's time at which the values may have a corner or jump:
  /// ends, repeats, key frames, and the same times of the animations inside.
  func moments(in window: ClosedRange<Double>) -> [Double] {
    let ends =
      [timing.beginTime, endTime]
      + timing.passes(in: window).flatMap { [$0.range.lowerBound, $0.range.upperBound] }
    let inner = innerAnimations.flatMap { $0.animation.moments(in: 0...timing.iterationDuration) }
    let keyTimes = (self as? KeyframeAnimation)?.keyTimes ?? []
    let edges = timingFunction.map { times(ofDirected: $0.corners, in: window) } ?? []
    let all = ends + edges + times(of: keyTimes, in: window) + times(ofInner: inner, in: window)
    return all.filter(window.contains)
  }

  /// The times at which key frames of a property are reached, in a range of the parent's time, also
  /// for an animation inside.
  func keyMoments(of property: Property, in window: ClosedRange<Double>) -> [Double] {
    guard keyPaths.contains(where: { $0.property == property }) else { return [] }
    if let keyframes = self as? KeyframeAnimation {
      return times(of: keyframes.keyTimes, in: window)
    }
    let inner = innerAnimations.flatMap {
      $0.animation.keyMoments(of: property, in: 0...timing.iterationDuration)
    }
    return times(ofInner: inner, in: window)
  }

  /// The times at which a simulation or the ticks of a clock change the values, in a range of the
  /// parent's time. Between two of them the values are constant.
  func steps(in window: ClosedRange<Double>) -> [Double] {
    if let simulated = self as? SimulatedAnimation {
      let (begin, step) = (simulated.timing.beginTime, simulated.step)
      let first = max(1, ((window.lowerBound - begin) / step).rounded(.up))
      let last = min(Double(simulated.positions.count - 1), (window.upperBound - begin) / step)
      guard first <= last else { return [] }
      // Rounded times count as on the step, so that it comes a millionth early.
      return stride(from: first, through: last, by: 1).prefix(Self.maximumSteps).map {
        begin + ($0 - 1e-6) * step
      }
    }
    if let stepped = self as? SteppedAnimation {
      let begin = max(window.lowerBound, timing.beginTime)
      let fireTimes = stepped.driver.fireTimes
      let first = fireTimes.count(through: begin) + 1
      return (first..<first + Self.maximumSteps).lazy.map { fireTimes.time(of: $0) ?? .infinity }
        .prefix { $0 <= min(window.upperBound, endTime) }
    }
    let inner = innerAnimations.flatMap { $0.animation.steps(in: 0...timing.iterationDuration) }
    return times(ofInner: inner, in: window)
  }

  private static var maximumSteps: Int { 4000 }

  private func times(ofInner moments: [Double], in window: ClosedRange<Double>) -> [Double] {
    let length = timing.iterationDuration
    return times(of: moments.map { $0 / length }.filter((0...1).contains), in: window)
  }

  /// When the animation is at transformed progresses, once in each pass.
  private func times(of progresses: [Double], in window: ClosedRange<Double>) -> [Double] {
    times(ofDirected: progresses.compactMap(directedProgress(for:)), in: window)
  }

  /// When the animation is at progresses before its timing function, once in each pass.
  private func times(ofDirected directed: [Double], in window: ClosedRange<Double>) -> [Double] {
    guard !directed.isEmpty else { return [] }
    let slack = 1e-9
    return timing.passes(in: window).flatMap { pass in
      directed.map { timing.time(ofProgress: $0, in: pass) }.filter {
        pass.range.lowerBound - slack <= $0 && $0 <= pass.range.upperBound + slack
      }
    }
  }

  /// The directed progress for which a timing function gives `progress`, for monotonic functions.
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
