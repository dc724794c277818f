import Algorithms

/// An animation that is advanced by code at each tick of a clock, and how that code determines the
/// elapsed time.
///
/// Chapter 11 of the book has both: a timer adds the same step each time, whatever the elapsed
/// time; a display link adds the measured time. Between two ticks nothing moves. Times are in the
/// schedule's clock.
public struct StepDriver: Hashable, Sendable {
  public enum Step: Hashable, Sendable {
    /// The timer's: every tick is taken to last this long.
    case assumed(TickPace)
    /// The display link's: the time since the last tick.
    case measured
  }

  public let step: Step
  public let fireTimes: FireTimes

  /// Fire times may be shared by any number of drivers.
  public init(step: Step, fireTimes: FireTimes) { (self.step, self.fireTimes) = (step, fireTimes) }

  /// A timer that takes each tick to last `step`, or one interval of the schedule.
  public static func timer(
    _ schedule: TickSchedule, step: TickPace? = nil, mode: RunLoopMode = .default
  ) -> StepDriver {
    StepDriver(
      step: .assumed(step ?? schedule.pace),
      fireTimes: FireTimes(schedule, mode: mode, missed: .deferred))
  }

  /// A display link.
  public static func displayLink(
    _ schedule: TickSchedule, mode: RunLoopMode = .default
  ) -> StepDriver {
    StepDriver(step: .measured, fireTimes: FireTimes(schedule, mode: mode, missed: .dropped))
  }

  /// The seconds that the code believes to have passed at `time` since it was started at `start`.
  ///
  /// A timer: the number of ticks times its step. A display link: the measured steps add up to the
  /// time from the start to the last tick.
  public func elapsedTime(from start: Double, to time: Double) -> Double {
    let before = fireTimes.count(through: start)
    let count = fireTimes.count(through: time)
    guard count > before, let last = fireTimes.time(of: count) else { return 0 }
    switch step {
    case .assumed(let pace): return pace.seconds(of: count - before)
    case .measured: return max(0, last - start)
    }
  }

  /// When the code, started at `start`, first believes that `duration` seconds have passed; when
  /// the ticks run out before that, the time of the last one. Infinite for an infinite duration.
  public func endTime(from start: Double, duration: Double) -> Double {
    guard duration.isFinite else {
      return fireTimes.isEndless ? .infinity : lastFiring(from: start)
    }
    let before = fireTimes.count(through: start)
    let number =
      switch step {
      case .assumed(let pace): before + pace.count(toFill: duration)
      case .measured: fireTimes.firstNumber(from: start + duration)
      }
    return fireTimes.time(of: max(number, before + 1)) ?? lastFiring(from: start)
  }

  /// The last of ticks that run out.
  private func lastFiring(from start: Double) -> Double {
    max(start, fireTimes.lastListedTime ?? start)
  }
}

/// The ticks of a schedule that fire, and their times: numbered 1, 2, 3 ... without lost ticks.
///
/// While the schedule is irregular the times are a list, made once and searched by bisection; after
/// that they follow from their number. So the state at a time is found without simulating the
/// earlier ticks.
public struct FireTimes: Hashable, Sendable {
  /// The most ticks up to the last one that differs from a regular clock.
  public static let maximumIrregularTicks = 100_000

  /// The clock.
  public let schedule: TickSchedule
  /// The run loop mode that the timer is added for.
  public let mode: RunLoopMode
  /// When the irregular part fires, ascending.
  private let times: [Double]
  /// The last tick of the irregular part.
  private let lastIrregularTick: Int

  /// The fire times of a timer (`missed: .deferred`) or a display link (`missed: .dropped`).
  ///
  /// Precondition: the schedule has at most `maximumIrregularTicks`.
  public init(_ schedule: TickSchedule, mode: RunLoopMode, missed: MissedTickPolicy) {
    let last = schedule.lastIrregularTick
    precondition(last <= Self.maximumIrregularTicks, "a tick beyond the limit is irregular")
    self.schedule = schedule
    self.mode = mode
    lastIrregularTick = last
    times = schedule.irregularFireTimes(upTo: last, mode: mode, missed: missed)
  }

  /// How many ticks have fired at `time`, that moment included.
  public func count(through time: Double) -> Int {
    let latest = time + SnapTolerance.seconds(near: abs(time), period: schedule.pace.interval)
    let listed = times.partitioningIndex { $0 > latest }
    guard listed == times.count, mode != .tracking else { return listed }
    return listed + max(0, lastTick(readyBy: latest) - lastIrregularTick)
  }

  /// The time of a firing by its number, from 1; `nil` when there is none.
  public func time(of number: Int) -> Double? {
    guard number >= 1 else { return nil }
    if number <= times.count { return times[number - 1] }
    guard mode != .tracking else { return nil }
    return schedule.readyTime(ofTick: lastIrregularTick + number - times.count)
  }

  /// True when there is always one more.
  var isEndless: Bool { mode != .tracking }

  /// The last of the irregular part; `nil` when nothing fires there.
  var lastListedTime: Double? { times.last }

  /// The first firing at `time` or later.
  func firstNumber(from time: Double) -> Int {
    let slack = SnapTolerance.seconds(near: abs(time), period: schedule.pace.interval)
    return count(through: time - 2 * slack) + 1
  }

  /// Jitter is less than one interval, so of the ticks that are due only the last one may not be
  /// ready.
  private func lastTick(readyBy time: Double) -> Int {
    let due = schedule.pace.lastTick(at: time)
    return schedule.readyTime(ofTick: due) <= time ? due : due - 1
  }
}

extension TickSchedule {
  fileprivate func irregularFireTimes(
    upTo last: Int, mode: RunLoopMode, missed: MissedTickPolicy
  ) -> [Double] {
    var times: [Double] = []
    var busyUntil = -Double.infinity
    for tick in 1...last where !droppedTicks.contains(tick) && isFree(tick, after: busyUntil) {
      let ready = readyTime(ofTick: tick)
      guard let time = earliestFireTime(from: ready, mode: mode) else { break }
      busyUntil = missed == .deferred ? time : ready
      if missed == .deferred || time == ready { times.append(time) }
    }
    return times
  }

  /// False for a tick that falls due while an earlier one waits, or at the moment at which that
  /// fires.
  private func isFree(_ tick: Int, after busyUntil: Double) -> Bool {
    let due = dueTime(ofTick: tick)
    return due > busyUntil + SnapTolerance.seconds(near: due, period: pace.interval)
  }
}
