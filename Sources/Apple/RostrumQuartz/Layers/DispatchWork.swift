public import Dispatch
import Foundation
import RostrumTiming

/// Work that may be called off. It hides the type of Dispatch where only this module is imported,
/// and runs in the film's time. In files that import Foundation too, the full name says which one
/// is meant.
public final class DispatchWorkItem: @unchecked Sendable {
  private let block: () -> Void
  private var isDone = false
  private var followers: [() -> Void] = []
  public private(set) var isCancelled = false

  public init(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    block: @escaping () -> Void
  ) { self.block = block }

  public func cancel() { isCancelled = true }

  /// Runs the work, unless it was called off.
  public func perform() {
    if !isCancelled { block() }
    isDone = true
    let next = followers
    followers = []
    for follower in next { follower() }
  }

  /// Runs other work after this.
  public func notify(queue: DispatchQueue, execute work: @escaping () -> Void) {
    let follower = { queue.run(work) }
    if isDone { follower() } else { followers.append(follower) }
  }
}

extension DispatchQueue {
  public func async(execute workItem: DispatchWorkItem) { run(workItem.perform) }

  public func asyncAfter(deadline: DispatchTime, execute: DispatchWorkItem) {
    run(execute.perform, after: deadline)
  }
}

extension DispatchGroup {
  /// Runs work when as many have left as have entered; in a film it looks with every frame.
  public func notify(queue: DispatchQueue, execute work: @escaping () -> Void) {
    guard let clock = FilmClock.current else {
      let work = DispatchWorkItem(block: work)
      return notify(qos: .unspecified, flags: [], queue: queue) { work.perform() }
    }
    look(clock, work)
  }

  private func look(_ clock: FilmClock, _ work: @escaping () -> Void) {
    clock.schedule {
      if self.wait(timeout: .now()) == .success { return work() }
      let interval = Double(clock.rate.denominator) / Double(clock.rate.numerator)
      clock.schedule(at: clock.now + interval) { self.look(clock, work) }
    }
  }
}
