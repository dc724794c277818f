/// Which ticks of a schedule really fire, and when: numbered 1, 2, 3 ... without those that are lost.
///
/// As far as something goes wrong the times are a list, made once and searched by halving; after that they follow from their
/// number. The state at a time therefore needs no earlier one, however late it is.
public struct FireTimes: Hashable, Sendable {
  /// The most ticks up to the last one that differs from a regular clock.
  public static let maximumIrregularTicks = 100_000

  /// The clock.
  public let schedule: TickSchedule
  /// The run loop mode of whoever listens.
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
    let listed = times.partitionIndex { $0 <= latest }
    guard listed == times.count, mode != .tracking else { return listed }
    return listed + max(0, lastTick(readyBy: latest) - lastIrregularTick)
  }

  /// When the firing of that number, from 1, happens; `nil` when there is none.
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

  /// Jitter is less than one interval, so of the ticks that are due only the last one may not be ready.
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

  /// False for a tick that falls due while an earlier one waits, or at the moment at which that fires.
  private func isFree(_ tick: Int, after busyUntil: Double) -> Bool {
    let due = dueTime(ofTick: tick)
    return due > busyUntil + SnapTolerance.seconds(near: due, period: pace.interval)
  }
}

extension Array {
  /// How many elements at the front satisfy the predicate, which those after them do not.
  func partitionIndex(where belongs: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
