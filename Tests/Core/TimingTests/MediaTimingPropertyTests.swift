import TestSupport
import Testing
import RostrumTiming

extension MediaTiming {
  /// Anything an author may write, with round numbers among the others so that boundaries are met.
  static func random(_ source: inout RandomSource) -> MediaTiming {
    MediaTiming(
      beginTime: .tenths(-20...20, &source), duration: .tenths(1...30, &source),
      speed: .tenths(-30...30, &source), timeOffset: .tenths(-20...40, &source),
      repeatCount: Bool.random(using: &source) ? .tenths(0...40, &source) : 0,
      repeatDuration: Int.random(in: 0..<4, using: &source) == 0 ? .tenths(0...50, &source) : 0,
      autoreverses: .random(using: &source),
      fillMode: FillMode.allCases.randomElement(using: &source) ?? .both,
      isRemovedOnCompletion: .random(using: &source))
  }
}

extension Double {
  fileprivate static func tenths(_ range: ClosedRange<Int>, _ source: inout RandomSource) -> Double
  {
    Double(Int.random(in: range, using: &source)) / 10
  }
}

@Suite("Media timing: properties of generated cases")
struct MediaTimingPropertyTests {
  private func forEachCase(
    seed: UInt64, count: Int = 5000, _ body: (MediaTiming, Double) throws -> Void
  ) rethrows {
    var source = RandomSource(seed: seed)
    for _ in 0..<count {
      let timing = MediaTiming.random(&source)
      try body(timing, Double(Int.random(in: -300...900, using: &source)) / 60)
    }
  }

  @Test("Progress lies in 0...1 and agrees with itself")
  func ranges() {
    forEachCase(seed: 1) { timing, time in
      let sample = timing.sample(at: time)
      let parts = [sample.activeTime, sample.overallProgress, sample.iterationProgress]
      #expect(parts.allSatisfy { ($0 == nil) == (sample.directedProgress == nil) })
      guard let directed = sample.directedProgress, let active = sample.activeTime,
        let overall = sample.overallProgress
      else { return }
      #expect((0...1).contains(directed))
      #expect((0...timing.activeDuration).contains(active))
      #expect((0...1).contains(overall - Double(sample.iteration)))
    }
  }

  @Test("The phase follows from begin and end time")
  func phases() {
    forEachCase(seed: 2) { timing, time in
      let isOnEdge = [timing.beginTime, timing.endTime].contains { abs($0 - time) < 1e-6 }
      guard !isOnEdge else { return }
      let expected: Phase =
        time < timing.beginTime ? .before : time < timing.endTime ? .active : .after
      #expect(timing.sample(at: time).phase == expected)
    }
  }

  @Test("Twice the speed is half the time")
  func speedScalesTime() {
    forEachCase(seed: 3) { timing, time in
      var fast = timing
      fast.speed *= 2
      let sample = timing.sample(at: timing.beginTime + time)
      let fastSample = fast.sample(at: timing.beginTime + time / 2)
      #expect(sample.phase == fastSample.phase && sample.iteration == fastSample.iteration)
      #expect(isClose(sample.directedProgress, fastSample.directedProgress))
    }
  }

  @Test("Moving the beginning moves everything")
  func beginTimeShifts() {
    forEachCase(seed: 4) { timing, time in
      var later = timing
      later.beginTime += 12.5
      let (sample, shifted) = (timing.sample(at: time), later.sample(at: time + 12.5))
      #expect(sample.phase == shifted.phase && sample.iteration == shifted.iteration)
      #expect(isClose(sample.directedProgress, shifted.directedProgress))
    }
  }

  @Test("A cycle there and back is symmetric in time")
  func autoreverseIsSymmetric() {
    forEachCase(seed: 5) { timing, time in
      let there = MediaTiming(duration: timing.duration, autoreverses: true)
      let elapsed = abs(time).truncatingRemainder(dividingBy: timing.duration)
      let way = there.sample(at: elapsed).directedProgress
      let back = there.sample(at: 2 * timing.duration - elapsed).directedProgress
      #expect(way != nil)
      #expect(isClose(way, back))
    }
  }

  @Test("Inside one cycle, backwards from the end is forwards from the start, mirrored")
  func backwardsMirrorsForwards() {
    forEachCase(seed: 6) { timing, time in
      let length = timing.duration
      let elapsed = abs(time).truncatingRemainder(dividingBy: length)
      let forwards = MediaTiming(duration: length).sample(at: length - elapsed)
      let backwards = MediaTiming(duration: length, speed: -1, timeOffset: length)
      #expect(isClose(backwards.sample(at: elapsed).directedProgress, forwards.directedProgress))
    }
  }

  @Test("A whole cycle of offset changes nothing but the count")
  func offsetWraps() {
    forEachCase(seed: 7) { timing, time in
      guard timing.speed > 0, timing.timeOffset > 0 else { return }
      var shifted = timing
      shifted.timeOffset += timing.cycleDuration
      let (sample, other) = (timing.sample(at: time), shifted.sample(at: time))
      #expect(isClose(sample.directedProgress, other.directedProgress))
      #expect(sample.directedProgress == nil || other.iteration == sample.iteration + 1)
    }
  }

  @Test("A value alone is the value in a sequence, forwards, backwards and at other rates")
  func randomAccess() {
    var source = RandomSource(seed: 8)
    for _ in 0..<200 {
      let timing = MediaTiming.random(&source)
      let sequence = (0..<120).map { timing.sample(at: Double($0) / 60) }
      let backwards = (0..<120).reversed().map { timing.sample(at: Double($0) / 60) }
      let coarse = (0..<60).map { timing.sample(at: Double($0) / 30) }
      #expect(sequence == backwards.reversed())
      #expect(coarse == stride(from: 0, to: 120, by: 2).map { sequence[$0] })
    }
  }

  static let extremes: [Double] = [
    0, -0.0, 1, -1, 1e-9, 1e-300, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e300, -1e300,
    .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, 1e16, 0.1,
  ]

  @Test("No finite input gives NaN, and nothing traps", arguments: extremes)
  func extremesAreHarmless(time: Double) {
    var source = RandomSource(seed: 9)
    func pick() -> Double { Self.extremes.randomElement(using: &source) ?? 0 }
    for _ in 0..<3000 {
      let timing = MediaTiming(
        beginTime: pick(), duration: pick(), speed: pick(), timeOffset: pick(),
        repeatCount: Bool.random(using: &source) ? .infinity : pick(), repeatDuration: pick(),
        autoreverses: .random(using: &source), fillMode: .both, isRemovedOnCompletion: false)
      let sample = timing.sample(at: time)
      #expect(!timing.endTime.isNaN && !timing.activeDuration.isNaN)
      #expect(sample.overallProgress?.isNaN == false, "\(timing) at \(time)")
      #expect(sample.directedProgress.map { (0...1).contains($0) } == true, "\(timing) at \(time)")
    }
  }
}

/// Both without effect, or the same progress; the ends of a cycle, which rounding may swap, are
/// one.
private func isClose(_ a: Double?, _ b: Double?) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return abs(a - b) < 1e-9
}
