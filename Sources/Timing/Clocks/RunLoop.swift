/// In which modes of the run loop a timer or a display link is asked to fire.
public enum RunLoopMode: String, CaseIterable, Hashable, Sendable {
  /// Not while the user drags something (`NSDefaultRunLoopMode`).
  case `default`
  /// Only while the user drags something (`UITrackingRunLoopMode`).
  case tracking
  /// Always (`NSRunLoopCommonModes`).
  case common

  func fires(whileTracking isTracking: Bool) -> Bool {
    switch self {
    case .default: !isTracking
    case .tracking: isTracking
    case .common: true
    }
  }
}

/// What becomes of a tick that comes while the run loop is in another mode.
public enum MissedTickPolicy: Hashable, Sendable {
  /// It fires as soon as the mode is back, once for all that were missed: a timer.
  case deferred
  /// It is gone: a display link, which belongs to a frame of the screen.
  case dropped
}

extension TickSchedule {
  /// The earliest time from `time` on at which the run loop is in a mode that fires; `nil` when there is none any more.
  func earliestFireTime(from time: Double, mode: RunLoopMode) -> Double? {
    var time = time
    for span in tracking[tracking.partitionIndex { $0.end <= time }...] {
      if span.start > time { return mode.fires(whileTracking: false) ? time : span.start }
      if mode.fires(whileTracking: true) { return time }
      time = span.end
    }
    return mode.fires(whileTracking: false) ? time : nil
  }
}
