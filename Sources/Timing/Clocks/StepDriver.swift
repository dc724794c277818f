/// Code that moves an animation on at each tick of a clock, and how it finds out how much time has passed.
///
/// Chapter 11 of the book has both: a timer adds the same step each time, whatever happened; a display link adds what it
/// measures. Between two ticks nothing moves. Times are those of the clock that the schedule counts in.
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
  /// A timer: the number of ticks times its step. A display link: the measured steps add up to the time from the start to the last tick.
  public func elapsedTime(from start: Double, to time: Double) -> Double {
    let before = fireTimes.count(through: start)
    let count = fireTimes.count(through: time)
    guard count > before, let last = fireTimes.time(of: count) else { return 0 }
    switch step {
    case .assumed(let pace): return pace.seconds(of: count - before)
    case .measured: return max(0, last - start)
    }
  }

  /// When the code, started at `start`, first believes that `duration` seconds have passed; when the ticks run out
  /// before that, the time of the last one. Infinite for an infinite duration.
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
