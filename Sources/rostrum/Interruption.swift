import Dispatch
import Foundation
import Synchronization

/// Turns ctrl-C and SIGTERM into the cancellation of a task, so that it can clean up.
final class Interruption: Sendable {
  private struct State {
    var status: ExitStatus?
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  /// Begins to listen.
  init() {
    let signals: [(Int32, ExitStatus)] = [(SIGINT, .interrupted), (SIGTERM, .terminated)]
    sources = signals.map { number, _ in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for (source, (_, status)) in zip(sources, signals) {
      source.setEventHandler { [weak self] in self?.interrupt(status) }
      source.resume()
    }
  }

  /// What arrived; `nil` for nothing.
  var status: ExitStatus? { state.withLock(\.status) }

  /// Runs `work` until it ends, or until a signal cancels it.
  func cancelling(_ work: @escaping () async throws -> Void) async throws {
    nonisolated(unsafe) let work = work
    let task = Task { try await work() }
    let isLate = state.withLock { state in
      state.cancel = { task.cancel() }
      return state.status != nil
    }
    if isLate { task.cancel() }
    try await task.value
  }

  private func interrupt(_ status: ExitStatus) {
    let cancel = state.withLock { state in
      state.status = state.status ?? status
      return state.cancel
    }
    cancel?()
  }
}
