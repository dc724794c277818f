public import Dispatch
import Foundation

// `DispatchQueue.main.async { ... }` finds these functions, and not Dispatch's own: they have fewer
// parameters. In a film the work runs in the film's time, of whatever queue it is, one piece after
// the other; outside of one they pass it on.

extension DispatchQueue {
  /// Runs work after the code of this moment.
  public func async(execute work: @escaping () -> Void) { run(work) }

  /// Runs work after a while. The deadline is a time of the computer, and the moment when the code
  /// asked for it is not known: the delay is the roundest number that it can have been.
  public func asyncAfter(deadline: DispatchTime, execute work: @escaping () -> Void) {
    run(work, after: deadline)
  }

  /// Runs work in the film that runs, or else in the queue.
  func run(_ work: @escaping () -> Void, after deadline: DispatchTime? = nil) {
    if let clock = FilmClock.current {
      let delay = deadline.map(clock.delay) ?? 0
      clock.schedule(at: clock.now + delay, work)
      return
    }
    let work = Unchecked(work)
    if let deadline {
      asyncAfter(deadline: deadline, qos: .unspecified, flags: []) { work.body() }
    } else {
      async(group: nil, qos: .unspecified, flags: []) { work.body() }
    }
  }
}

/// Work of a caller who says that another thread may run it.
private struct Unchecked: @unchecked Sendable {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

extension FilmClock {
  /// How many parts of a second a delay is a multiple of, the roundest first.
  private static let grids: [Double] = [
    1, 2, 4, 5, 10, 20, 40, 50, 100, 1000, 60, 120, 240, 10_000,
  ]

  /// The seconds from the moment of the film to a deadline that this code has made.
  fileprivate func delay(until deadline: DispatchTime) -> Double {
    let now = DispatchTime.now()
    let latest = seconds(from: turnStart, to: deadline)
    let earliest = seconds(from: now, to: deadline)
    guard earliest.isFinite, latest > 0 else { return latest > 0 ? latest : 0 }
    for grid in Self.grids {
      let step = (earliest * grid - 1e-6).rounded(.up) / grid
      if step <= latest + 1e-9 { return max(step, 0) }
    }
    return max(earliest, 0)
  }

  private func seconds(from start: DispatchTime, to end: DispatchTime) -> Double {
    if end == .distantFuture { return .infinity }
    return (Double(end.uptimeNanoseconds) - Double(start.uptimeNanoseconds)) / 1e9
  }
}

/// Seconds since the beginning of 2001; in a film they count from there.
public func CFAbsoluteTimeGetCurrent() -> Double {
  FilmClock.current?.readTime() ?? Date.timeIntervalSinceReferenceDate
}
