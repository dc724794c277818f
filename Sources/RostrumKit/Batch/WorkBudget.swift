import Synchronization

/// How much may be worked on at once, shared by all scenes of a command, and handed out in the order of asking.
///
/// A place is held for one frame, never while waiting for another worker: so nobody waits for ever, a large scene gets what small ones
/// leave, and the other way round.
final class WorkBudget: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many of `waiting` have been served already.
    var served = 0
  }

  private let state: Mutex<State>

  init(places: Int) { state = Mutex(State(free: max(places, 1))) }

  /// For one scene alone, which has no more workers than it may.
  static let unlimited = WorkBudget(places: .max)

  /// Returns when there is a place. Whoever enters has to leave.
  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.served < state.waiting.count else {
        state.free += 1
        return nil
      }
      let next = state.waiting[state.served]
      state.served += 1
      if state.served == state.waiting.count {
        state.waiting.removeAll(keepingCapacity: true)
        state.served = 0
      }
      return next
    }
    next?.resume()
  }
}
