import Testing

@testable import RostrumTiming

/// One table for each stage, in the stages' order.
@Suite("Stages of media timing")
struct TimingStagesTests {
  static let timing = MediaTiming(beginTime: 1, duration: 2, repeatCount: 2)

  @Test(
    "Phase: both ends are inclusive",
    arguments: [
      (0, .before), (0.999, .before), (1, .active), (3, .active), (5, .active), (5.001, .after),
    ] as [(Double, Phase)])
  func phase(time: Double, expected: Phase) {
    #expect(Self.timing.phase(at: time) == expected)
  }

  @Test(
    "Active time: own seconds since the beginning, nothing where nothing fills",
    arguments: [
      (.removed, 0, nil), (.removed, 6, nil), (.backwards, 0, 0), (.backwards, 6, nil),
      (.forwards, 0, nil), (.forwards, 6, 4), (.both, 0, 0), (.both, 6, 4), (.removed, 2.5, 1.5),
    ] as [(FillMode, Double, Double?)])
  func activeTime(fillMode: FillMode, time: Double, expected: Double?) {
    var timing = Self.timing
    timing.fillMode = fillMode
    timing.isRemovedOnCompletion = false
    #expect(timing.activeTime(at: time, in: timing.phase(at: time)) == expected)
    #expect(timing.sample(at: time).activeTime == expected)
  }

  @Test("Active time counts twice as fast at speed 2 and at speed -2", arguments: [2.0, -2.0])
  func activeTimeUnderSpeed(speed: Double) {
    let timing = MediaTiming(beginTime: 1, duration: 4, speed: speed, timeOffset: 3)
    #expect(timing.sample(at: 2.5).activeTime == 3)
  }

  @Test(
    "Overall progress: completed cycles and the fraction, the end closing the last cycle",
    arguments: [
      (1, 0, 0), (2, 0.5, 0), (3, 1, 1), (4, 1.5, 1), (5, 2, 1),
    ] as [(Double, Double, Int)])
  func overallProgress(time: Double, expected: Double, iteration: Int) {
    let sample = Self.timing.sample(at: time)
    #expect(sample.overallProgress == expected)
    #expect(sample.iteration == iteration)
  }

  @Test(
    "Iteration progress runs up on both ways, directed progress back down",
    arguments: [
      (0, 0, 0), (0.25, 0.25, 0.25), (1, 1, 1), (1.25, 0.25, 0.75), (1.75, 0.75, 0.25), (2, 0, 0),
      (3, 1, 1), (3.5, 0.5, 0.5), (4, 1, 0),
    ] as [(Double, Double, Double)])
  func directions(time: Double, iteration: Double, directed: Double) {
    let timing = MediaTiming(duration: 1, repeatCount: 2, autoreverses: true)
    #expect(timing.sample(at: time).iterationProgress == iteration)
    #expect(timing.sample(at: time).directedProgress == directed)
  }

  @Test(
    "Transformed progress: the timing function's height, or the directed progress without one",
    arguments: [
      (0.25, nil, 0.25), (0.5, .easing(.quadraticEaseIn), 0.25), (1, .easing(.backEaseOut), 1),
    ] as [(Double, TimingFunction?, Double)])
  func transformedProgress(directed: Double, function: TimingFunction?, expected: Double) {
    #expect(MediaTiming.transformedProgress(of: directed, by: function) == expected)
  }

  @Test("Negative local time counts cycles downwards")
  func negativeCycles() {
    let timing = MediaTiming(duration: 1, speed: -1, repeatCount: 2)
    #expect([0, 0.25, 1, 1.75, 2].map { timing.sample(at: $0).iteration } == [0, -1, -1, -2, -2])
    #expect(
      [0, 0.25, 1, 1.75].map { timing.sample(at: $0).directedProgress } == [0, 0.75, 0, 0.25])
  }
}

@Suite("Snapping to boundaries")
struct SnapToleranceTests {
  @Test(
    "Every sixth frame of sixty a second starts a cycle of a tenth, or is its turn, which is 1",
    arguments: 0..<600)
  func interiorBoundaries(cycle: Int) {
    let cycles = MediaTiming(duration: 0.1, repeatCount: .infinity)
    let ways = MediaTiming(duration: 0.1, repeatCount: .infinity, autoreverses: true)
    for (timing, frame, progress) in [(cycles, 6 * cycle, 0.0), (ways, 12 * cycle + 6, 1)] {
      let sample = timing.sample(at: Double(frame) / 60)
      #expect(sample.directedProgress == progress)
      #expect(sample.iteration == cycle)
    }
  }

  @Test("The same far from the start and under another speed", arguments: 0..<200)
  func boundariesFarOut(cycle: Int) {
    for begin in [0.1, 1000.3, 123_456.7] {
      let timing = MediaTiming(
        beginTime: begin, duration: 0.3, speed: 3, repeatCount: .infinity)
      let sample = timing.sample(at: begin + Double(6 * cycle) / 60)
      #expect(sample.directedProgress == 0, "\(begin)")
      #expect(sample.iteration == cycle)
    }
  }

  @Test("0.1 plus 0.2 ends at frame 18 with the end value")
  func theEnd() {
    let timing = MediaTiming(beginTime: 0.1, duration: 0.2)
    #expect(timing.sample(at: 18.0 / 60).directedProgress == 1)
    #expect(timing.sample(at: 18.0 / 60).phase == .active)
    #expect(timing.sample(at: 19.0 / 60).directedProgress == nil)
    #expect(timing.sample(at: 6.0 / 60).directedProgress == 0)
    #expect(timing.sample(at: 5.0 / 60).directedProgress == nil)
  }

  @Test("Any begin and length on the grid of frames end exactly", arguments: [24, 25, 30, 60, 100])
  func everyEnd(framesPerSecond: Int) {
    for begin in 0..<40 {
      for length in 1..<40 {
        // Sums and products as an author's decimals would give them.
        let timing = MediaTiming(
          beginTime: Double(begin) * (1 / Double(framesPerSecond)),
          duration: Double(length) * (1 / Double(framesPerSecond)))
        let end = timing.sample(at: Double(begin + length) / Double(framesPerSecond))
        let start = timing.sample(at: Double(begin) / Double(framesPerSecond))
        #expect(end.directedProgress == 1 && end.iteration == 0)
        #expect(start.directedProgress == 0)
      }
    }
  }

  @Test("The tolerance is a nanosecond, more for long times, a millionth of a short period")
  func size() {
    #expect(SnapTolerance.seconds(near: 100) == 1e-9)
    #expect(SnapTolerance.seconds(near: 1e9) == 16e9 * Double.ulpOfOne)
    #expect(SnapTolerance.seconds(near: 1, period: 1e-6) == 1e-12)
  }

  @Test("What lies clearly off a boundary is left alone")
  func noOvershooting() throws {
    let timing = MediaTiming(duration: 1, repeatCount: .infinity)
    let before = try #require(timing.sample(at: 1 - 1e-7).directedProgress)
    #expect(before > 0.999_999 && before < 1)
    let after = try #require(timing.sample(at: 1 + 1e-7).directedProgress)
    #expect(after > 0 && after < 1e-6)
  }

  @Test(
    "Whole numbers from doubles saturate",
    arguments: [
      (1e300, Int.max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0),
      (-3.7, -3), (3.7, 3), (9.3e18, .max),
    ])
  func saturation(number: Double, expected: Int) {
    #expect(Int(saturating: number) == expected)
  }
}
