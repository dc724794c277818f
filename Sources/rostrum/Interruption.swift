import Dispatch
import Foundation
import Synchronization

/// Turns ctrl-C and SIGTERM into the cancellation of a task, so that it can clean up.
final class Interruption: Sendable {
  private struct State {
    var status: ExitStatus?
    var cancel: (@Sendable () -> Void)?
  }

  /// A queue of its own gets a thread even when every core renders.
  private static let queue = DispatchQueue(label: "interruption", qos: .userInteractive)

  private let state = Mutex(State())
  private nonisolated(unsafe) var source: (any DispatchSourceRead)?

  /// Begins to listen. A signal that arrives before that ends the program at once, as it has nothing to clean up.
  init() {
    guard let pipe = SignalPipe.open() else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: Self.queue)
    source.setEventHandler { [weak self] in
      SignalPipe.read(pipe).map(ExitStatus.init(signal:)).map { self?.interrupt($0) }
    }
    source.resume()
    self.source = source
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

extension ExitStatus {
  fileprivate init(signal: Int32) { self = signal == SIGTERM ? .terminated : .interrupted }
}

/// Signals as bytes to read. Dispatch's own source of signals loses one that arrives while it is being set up.
private enum SignalPipe {
  /// Where the handler writes: all that a handler may do is write a byte.
  private nonisolated(unsafe) static var input: Int32 = -1

  /// The end to read from; `nil` when the system has no pipe to give.
  static func open() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    input = ends[1]
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalPipe.input, &byte, 1)
        errno = error
      }
    }
    return ends[0]
  }

  /// The signal that arrived.
  static func read(_ end: Int32) -> Int32? {
    var byte: UInt8 = 0
    return Foundation.read(end, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
