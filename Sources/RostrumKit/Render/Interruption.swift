package import Base
import Canvas
import Media
import Synchronization

/// Turns ctrl-C and SIGTERM into the cancellation of a task, so that it can clean up.
///
/// Work that goes on regardless, such as a single frame that takes minutes, is left after a while,
/// or when a second signal comes; files that are being written then are removed all the same.
package final class Interruption: Sendable {
  private struct State {
    var status: ExitStatus?
    var cancel: (@Sendable () -> Void)?
  }

  /// How long cancelled work may take to end, in milliseconds: a farm expects it within a second.
  private static let patience: Int32 = 700

  private let state = Mutex(State())

  /// Begins to listen. A signal that arrives before that ends the program at once, as it has
  /// nothing to clean up.
  package init() throws {
    let pipe = try SignalPipe.open()
    // A thread of its own runs even when every core renders.
    try startThread { self.listen(to: pipe) }
  }

  private func listen(to pipe: Int32) {
    SignalPipe.unblock()
    guard let signal = SignalPipe.received(from: pipe) else { return }
    let status = ExitStatus(signal: signal)
    interrupt(status)
    SignalPipe.wait(for: pipe, milliseconds: Self.patience)
    UnfinishedFiles.removeAndExit(status.rawValue)
  }

  /// The status of the signal that arrived; `nil` for none.
  package var status: ExitStatus? { state.withLock(\.status) }

  /// Runs `work` until it ends, or until a signal cancels it.
  package func cancelling(_ work: @escaping () async throws -> Void) async throws {
    nonisolated(unsafe) let work = work
    let task = startTask { try await work() }
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

/// The end of a program to which a library's shortage comes as a surprise.
package enum ProgramEnd {
  /// Removes what is half-written, and ends the program at once with the status of a shortage. The
  /// memory that this needs must be there.
  package static func lackingMemory() -> Never {
    UnfinishedFiles.removeAndExit(ExitStatus.shortage.rawValue)
  }

  /// The same where a library can go no further and would end the program by a signal: for lack of
  /// a thread, as a rule. `tell` says so first.
  package static func lackingThreads(_ tell: @escaping @Sendable (String) -> Void) {
    LibraryFailure.report { message in
      tell(message)
      UnfinishedFiles.removeAndExit(ExitStatus.shortage.rawValue)
    }
  }
}

extension ExitStatus {
  fileprivate init(signal: Int32) { self = signal == SIGTERM ? .terminated : .interrupted }
}

/// Signals as bytes to read. Dispatch's sources of signals lose one that arrives while they are
/// being set up.
private enum SignalPipe {
  /// The descriptor that the handler writes to: all that a handler may do is write a byte.
  private nonisolated(unsafe) static var input: Int32 = -1

  private static let numbers = [SIGINT, SIGTERM]

  /// Lets this thread have the signals, which whoever has started the program may have blocked.
  static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// The end to read from.
  static func open() throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    let error = cplatform_pipe(&ends)
    guard error == 0 else {
      throw MediaError.file(doing: "open a pipe for", path: "signals", errno: error)
    }
    input = ends[1]
    for number in numbers {
      signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalPipe.input, &byte, 1)
        errno = error
      }
    }
    return ends[0]
  }

  /// Waits for a signal, which is the result.
  static func received(from end: Int32) -> Int32? {
    var byte: UInt8 = 0
    while true {
      let count = read(end, &byte, 1)
      if count == 1 { return Int32(byte) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// Returns when a signal has come, or when the time is over.
  static func wait(for end: Int32, milliseconds: Int32) {
    var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, milliseconds) < 0, errno == EINTR {}
  }
}
