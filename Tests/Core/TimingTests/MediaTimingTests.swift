import Testing
import RostrumTiming

/// The presented opacity, animated from 0 to 1 over a model value of 0.5, as in the measurements.
private func opacity(_ timing: MediaTiming, at time: Double) -> Double {
  timing.sample(at: time).directedProgress ?? 0.5
}

private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-12 }

/// Semantics, Local time: measured on macOS; opacity from 0 to 1, duration 1, linear, model value
/// 0.5.
@Suite("Media timing: the measured table")
struct MeasuredTimingTests {
  static let times = [0, 0.2, 0.5, 0.9, 1, 1.2, 1.5, 1.9, 2.1, 2.5, 3, 4.5]

  static let rows: [(String, MediaTiming, [Double])] = [
    (
      "autoreverses", MediaTiming(duration: 1, autoreverses: true),
      [0, 0.2, 0.5, 0.9, 1, 0.8, 0.5, 0.1, 0.5, 0.5, 0.5, 0.5]
    ),
    (
      "repeatCount 2.5", MediaTiming(duration: 1, repeatCount: 2.5),
      [0, 0.2, 0.5, 0.9, 0, 0.2, 0.5, 0.9, 0.1, 0.5, 0.5, 0.5]
    ),
    (
      "repeatDuration 1.7", MediaTiming(duration: 1, repeatDuration: 1.7),
      [0, 0.2, 0.5, 0.9, 0, 0.2, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    ),
    (
      "speed 2", MediaTiming(duration: 1, speed: 2),
      [0, 0.4, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    ),
    (
      "timeOffset 0.3", MediaTiming(duration: 1, timeOffset: 0.3),
      [0.3, 0.5, 0.8, 0.2, 0.3, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    ),
    (
      "autoreverses, repeatCount 2", MediaTiming(duration: 1, repeatCount: 2, autoreverses: true),
      [0, 0.2, 0.5, 0.9, 1, 0.8, 0.5, 0.1, 0.1, 0.5, 1, 0.5]
    ),
    (
      "speed -1", MediaTiming(duration: 1, speed: -1),
      [0, 0.8, 0.5, 0.1, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    ),
    (
      "duration 0", MediaTiming(duration: 0),
      [0, 0.8, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    ),
  ]

  @Test("Opacity is what macOS showed, at every time of the row", arguments: rows)
  func row(name: String, timing: MediaTiming, expected: [Double]) {
    for (time, value) in zip(Self.times, expected) {
      #expect(isClose(opacity(timing, at: time), value), "\(name) at \(time)")
    }
  }

  static let fillTimes = [0, 0.5, 1, 1.5, 2, 2.5]
  static let fills: [(FillMode, [Double])] = [
    (.removed, [0.5, 0.5, 0, 0.5, 1, 0.5]), (.forwards, [0.5, 0.5, 0, 0.5, 1, 1]),
    (.backwards, [0, 0, 0, 0.5, 1, 0.5]), (.both, [0, 0, 0, 0.5, 1, 1]),
  ]

  @Test("Fill modes show what macOS showed before, during and after", arguments: fills)
  func fill(mode: FillMode, expected: [Double]) {
    let timing = MediaTiming(
      beginTime: 1, duration: 1, fillMode: mode, isRemovedOnCompletion: false)
    for (time, value) in zip(Self.fillTimes, expected) {
      #expect(isClose(opacity(timing, at: time), value), "\(mode) at \(time)")
    }
  }
}

@Suite("Media timing: the rules")
struct MediaTimingRuleTests {
  @Test("Defaults are those of Apple's header, the duration resolved")
  func defaults() {
    let timing = MediaTiming()
    #expect(timing.beginTime == 0 && timing.duration == 0.25 && timing.speed == 1)
    #expect(timing.timeOffset == 0 && timing.repeatCount == 0 && timing.repeatDuration == 0)
    #expect(!timing.autoreverses && timing.fillMode == .removed && timing.isRemovedOnCompletion)
  }

  // Semantics, Local time: repeatDuration wins, is not doubled, and counts own seconds; FLT_MAX
  // means infinity.
  static let lengths: [(MediaTiming, active: Double, end: Double)] = [
    (MediaTiming(beginTime: 2, duration: 3), 3, 5),
    (MediaTiming(beginTime: 2, duration: 3, autoreverses: true), 6, 8),
    (MediaTiming(duration: 2, repeatCount: 3.5), 7, 7),  // the book, chapter 9
    (MediaTiming(duration: 2, repeatCount: 1.5, autoreverses: true), 6, 6),
    (MediaTiming(duration: 2, repeatCount: 5, repeatDuration: 3, autoreverses: true), 3, 3),
    (MediaTiming(duration: 2, repeatDuration: 0.5), 0.5, 0.5),
    (MediaTiming(beginTime: 1, duration: 2, speed: 4), 2, 1.5),
    (MediaTiming(beginTime: 1, duration: 2, speed: -4), 2, 1.5),
    (MediaTiming(duration: 2, speed: 0), 2, .infinity),
    (MediaTiming(duration: 2, repeatCount: .infinity), .infinity, .infinity),
    (
      MediaTiming(duration: 2, repeatCount: Double(Float.greatestFiniteMagnitude)), .infinity,
      .infinity
    ),
    (MediaTiming(duration: 2, repeatDuration: .infinity), .infinity, .infinity),
    (MediaTiming(duration: -1, repeatCount: 2), 0.5, 0.5),
    (MediaTiming(duration: 2, repeatCount: -1, repeatDuration: -1), 2, 2),
  ]

  @Test("Active duration and end time", arguments: lengths)
  func length(timing: MediaTiming, active: Double, end: Double) {
    #expect(timing.activeDuration == active)
    #expect(timing.endTime == end)
  }

  // Semantics, Time offset: duration 3, offset 1 plays 1...3, then 0...1.
  static let wrapped: [(Double, Double)] = [
    (0, 1.0 / 3), (1, 2.0 / 3), (2, 0), (2.5, 0.5 / 3), (3, 1.0 / 3),
  ]

  @Test("A time offset wraps around", arguments: wrapped)
  func timeOffsetWraps(time: Double, expected: Double) {
    #expect(isClose(opacity(MediaTiming(duration: 3, timeOffset: 1), at: time), expected))
  }

  // Semantics, Time offset: the header adds the offset after the speed.
  @Test("Speed 2 with offset 0.5 on a one-second animation starts half-way")
  func offsetAfterSpeed() {
    let timing = MediaTiming(duration: 1, speed: 2, timeOffset: 0.5)
    #expect(opacity(timing, at: 0) == 0.5)
    #expect(isClose(opacity(timing, at: 0.125), 0.75))
    #expect(opacity(timing, at: 0.25) == 0)
    #expect(opacity(timing, at: 0.5) == 0.5)
    #expect(timing.sample(at: 0.51).directedProgress == nil)
  }

  // Semantics, Speed: speed -1 with offset 2 runs a two-second animation from 2 to 0.
  @Test(
    "Playing backwards from the end starts at the end value",
    arguments: [(0, 1), (0.5, 0.75), (1, 0.5), (1.5, 0.25), (2, 0)] as [(Double, Double)])
  func backwardsFromTheEnd(time: Double, expected: Double) {
    let timing = MediaTiming(duration: 2, speed: -1, timeOffset: 2)
    #expect(isClose(opacity(timing, at: time), expected))
  }

  @Test("Playing two cycles backwards passes the boundary from start value to end value")
  func backwardsAcrossABoundary() {
    let timing = MediaTiming(duration: 1, speed: -1, timeOffset: 2, repeatCount: 2)
    #expect([0, 0.75, 1, 1.25, 2].map { opacity(timing, at: $0) } == [1, 0.25, 1, 0.75, 0])
    #expect([0, 0.75, 1, 1.25, 2].map { timing.sample(at: $0).iteration } == [1, 1, 0, 0, 0])
  }

  // Semantics, Speed: scrubbing by the offset reaches the end value.
  @Test(
    "Speed 0 holds the time offset for ever",
    arguments: [(0, 0), (0.3, 0.3), (1, 1), (1.25, 0.25), (2, 1)] as [(Double, Double)])
  func speedZero(offset: Double, expected: Double) {
    for repeatCount in [0, 2, .infinity] {
      let timing = MediaTiming(
        duration: 1, speed: 0, timeOffset: offset, repeatCount: repeatCount)
      for time in [0, 0.5, 1, 7, 1e9] {
        #expect(isClose(opacity(timing, at: time), expected), "offset \(offset) at \(time)")
        #expect(timing.sample(at: time).phase == .active)
      }
      #expect(timing.sample(at: -1).phase == .before)
    }
  }

  @Test("Filling backwards shows the time offset")
  func backwardsFillShowsTheOffset() {
    let timing = MediaTiming(beginTime: 1, duration: 2, timeOffset: 0.5, fillMode: .backwards)
    #expect(timing.sample(at: 0).directedProgress == 0.25)
  }

  // Semantics, Fill modes.
  @Test("Filling forwards needs an animation that stays", arguments: [FillMode.forwards, .both])
  func forwardsNeedsStaying(mode: FillMode) {
    var timing = MediaTiming(duration: 1, fillMode: mode)
    #expect(timing.sample(at: 1).directedProgress == 1)
    #expect(timing.sample(at: 1.1).directedProgress == nil)
    timing.isRemovedOnCompletion = false
    #expect(timing.sample(at: 1.1).directedProgress == 1)
    #expect(timing.sample(at: 1e9).directedProgress == 1)
  }

  @Test(
    "Filling forwards holds the last value of the last, perhaps partial, cycle",
    arguments: [
      (MediaTiming(duration: 1, repeatCount: 2.5), 0.5, 2),
      (MediaTiming(duration: 1, repeatCount: 3), 1, 2),
      (MediaTiming(duration: 1, repeatCount: 3, autoreverses: true), 0, 2),
      (MediaTiming(duration: 1, repeatCount: 1.5, autoreverses: true), 1, 1),
      (MediaTiming(duration: 1, repeatCount: 1.75, autoreverses: true), 0.5, 1),
      (MediaTiming(duration: 1, timeOffset: 0.25), 0.25, 1),
      (MediaTiming(duration: 1, speed: -1), 0, -1),
    ] as [(MediaTiming, Double, Int)])
  func forwardsHolds(timing: MediaTiming, value: Double, iteration: Int) {
    var timing = timing
    timing.fillMode = .forwards
    timing.isRemovedOnCompletion = false
    let sample = timing.sample(at: 100)
    #expect(sample.phase == .after)
    #expect(sample.directedProgress == value)
    #expect(sample.iteration == iteration)
  }
}
