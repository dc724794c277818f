import TestSupport
import Testing

@testable import RostrumTiming

@Suite("Ticks")
struct TickScheduleTests {
  private static let rates = ["60", "30", "29.97", "24000/1001", "1000"].compactMap(FrameRate.init)

  private func times(
    _ schedule: TickSchedule, _ count: Int, mode: RunLoopMode = .default,
    missed: MissedTickPolicy = .deferred
  ) -> [Double] {
    let fireTimes = FireTimes(schedule, mode: mode, missed: missed)
    return (1...count).compactMap { fireTimes.time(of: $0) }
  }

  @Test("A regular clock ticks at n divided by its rate", arguments: rates)
  func regular(rate: FrameRate) {
    let fireTimes = FireTimes(TickSchedule(pace: .rate(rate)), mode: .default, missed: .deferred)
    for tick in [1, 2, 3, 59, 60, 61, 3600, 1_000_000, 123_456_789] {
      let time = Double(tick) * Double(rate.denominator) / Double(rate.numerator)
      #expect(fireTimes.time(of: tick) == time)
      #expect(fireTimes.count(through: time) == tick)
      #expect(fireTimes.count(through: time - 0.4 / rate.framesPerSecond) == tick - 1)
    }
    #expect(fireTimes.count(through: 0) == 0)
    #expect(fireTimes.count(through: -5) == 0)
    #expect(fireTimes.time(of: 0) == nil)
  }

  @Test("A late tick loses those that fall due before it fires; the next ones keep their schedule")
  func late() {
    let schedule = TickSchedule(pace: .interval(0.1), lateTicks: [2: 0.25, 6: 0.05])
    let expected = [0.1, 0.45, 0.5, 0.65, 0.7, 0.8]
    for (time, wanted) in zip(times(schedule, 6), expected) { #expect(abs(time - wanted) < 1e-12) }
    #expect(FireTimes(schedule, mode: .default, missed: .deferred).count(through: 0.44) == 1)
  }

  @Test("A tick that is due at the very moment at which a late one fires is lost")
  func lateByWholeIntervals() {
    let schedule = TickSchedule(pace: .rate(.standard), lateTicks: [3: 2.0 / 60])
    let inTicks = times(schedule, 5).map { ($0 * 60 * 1e9).rounded() / 1e9 }
    #expect(inTicks == [1, 2, 5, 6, 7])
  }

  @Test("A dropped tick never comes")
  func dropped() {
    let schedule = TickSchedule(pace: .interval(0.5), droppedTicks: [1, 3, 4])
    #expect(times(schedule, 4) == [1, 2.5, 3, 3.5])
    let fireTimes = FireTimes(schedule, mode: .common, missed: .dropped)
    #expect(fireTimes.count(through: 100) == 197)
  }

  @Test("Jitter delays by less than its amount, the same on every run, and other seeds differ")
  func jitter() {
    let jitter = TickSchedule.Jitter(seed: 7, amount: 0.01)
    let schedule = TickSchedule(jitter: jitter)
    let delays = (1...1000).map { schedule.readyTime(ofTick: $0) - schedule.dueTime(ofTick: $0) }
    #expect(delays.allSatisfy { $0 > -1e-12 && $0 < 0.01 })
    let mean = delays.reduce(0, +) / 1000
    #expect(abs(mean - 0.005) < 0.0005)
    #expect(times(schedule, 50) == times(TickSchedule(jitter: jitter), 50))
    let other = TickSchedule(jitter: .init(seed: 8, amount: 0.01))
    #expect(zip(times(schedule, 50), times(other, 50)).allSatisfy { $0 != $1 })
  }

  /// SplitMix64's first outputs for the seed 1234567, as published with its reference
  /// implementation.
  @Test("The jitter's generator is SplitMix64")
  func generator() {
    let outputs: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
    ]
    let schedule = TickSchedule(pace: .interval(1), jitter: .init(seed: 1_234_567, amount: 0.5))
    for (tick, output) in zip(1..., outputs) {
      let expected = Double(tick) + 0.5 * Double(output >> 11) * 0x1p-53
      #expect(abs(schedule.readyTime(ofTick: tick) - expected) < 1e-12)
    }
  }

  @Test("While tracking, a timer in the default mode waits, a display link loses its ticks")
  func tracking() {
    let schedule = TickSchedule(
      pace: .interval(0.125), tracking: [.init(start: 0.25, end: 0.75), .init(start: 1, end: 1.25)])
    #expect(times(schedule, 4) == [0.125, 0.75, 0.875, 1.25])
    #expect(times(schedule, 4, missed: .dropped) == [0.125, 0.75, 0.875, 1.25])
    let between = TickSchedule(pace: .interval(0.125), tracking: [.init(start: 0.2, end: 0.3)])
    #expect(times(between, 3) == [0.125, 0.3, 0.375])
    #expect(times(between, 3, missed: .dropped) == [0.125, 0.375, 0.5])
    #expect(times(schedule, 4, mode: .common) == [0.125, 0.25, 0.375, 0.5])
    #expect(
      times(schedule, 9, mode: .tracking, missed: .dropped)
        == [0.25, 0.375, 0.5, 0.625, 1, 1.125])
    #expect(FireTimes(schedule, mode: .tracking, missed: .deferred).count(through: 1e6) == 6)
  }

  @Test("Counting and asking for times agree, on generated clocks", arguments: 0..<40)
  func agreement(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let schedule = TickSchedule.generated(&random)
    for (mode, missed) in [(RunLoopMode.default, MissedTickPolicy.deferred), (.common, .dropped)] {
      let fireTimes = FireTimes(schedule, mode: mode, missed: missed)
      let times = (1...400).compactMap { fireTimes.time(of: $0) }
      #expect(times.count == 400)
      for (number, time) in zip(1..., times) {
        #expect(fireTimes.count(through: time) == number)
        if number > 1 { #expect(time > times[number - 2]) }
      }
    }
  }
}

extension TickSchedule {
  /// A clock with everything that can go wrong in its first five seconds.
  static func generated(_ random: inout RandomSource) -> TickSchedule {
    let interval = Double.random(in: 0.005...0.1, using: &random)
    var late: [Int: Double] = [:]
    for _ in 0..<5 {
      late[Int.random(in: 1...60, using: &random)] = Double.random(in: 0...0.3, using: &random)
    }
    let dropped = Set((0..<8).map { _ in Int.random(in: 1...60, using: &random) })
    let start = Double.random(in: 0...2, using: &random)
    return TickSchedule(
      pace: .interval(interval), lateTicks: late, droppedTicks: dropped.subtracting(late.keys),
      jitter: Jitter(seed: random.next(), amount: 0.9 * interval),
      tracking: [
        TrackingInterval(start: start, end: start + 0.5),
        TrackingInterval(start: start + 0.5, end: start + 0.75),
        TrackingInterval(start: start + 2, end: start + 2.01),
      ])
  }
}
