import RostrumBase
import RostrumCanvas
import RostrumMedia
import Synchronization

/// Turns ctrl-C, a closed terminal and all other signals that ask a program to end into the
/// cancellation of a task, so that it can clean up.
///
/// Work that goes on regardless, such as a single frame that takes minutes, is left after a while,
/// or when a second signal comes; files that are being written then are removed all the same.
package final class Interruption: Sendable {
  private struct State {
    var status: Int32?
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
    startThread { self.listen(to: pipe) }
  }

  private func listen(to pipe: Int32) {
    SignalPipe.unblock()
    guard let signal = SignalPipe.received(from: pipe) else { return }
    // The exit status that shells report for a death by signal.
    let status = 128 + signal
    interrupt(status)
    SignalPipe.wait(for: pipe, milliseconds: Self.patience)
    UnfinishedFiles.removeAndExit(status)
  }

  /// The exit status for the signal that arrived, 128 and its number; `nil` for none.
  package var status: Int32? { state.withLock(\.status) }

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

  private func interrupt(_ status: Int32) {
    let cancel = state.withLock { state in
      state.status = state.status ?? status
      return state.cancel
    }
    cancel?()
  }
}

/// Signals as bytes to read. Dispatch's sources of signals lose one that arrives while they are
/// being set up.
private enum SignalPipe {
  /// The descriptor that the handler writes to: all that a handler may do is write a byte.
  private nonisolated(unsafe) static var input: Int32 = -1

  /// The signals whose default action ends the program. Signals of the program's own faults
  /// (SIGSEGV and the like) are not among them; a file that grows beyond its limit (SIGXFSZ) is an
  /// error of the write.
  private static let numbers = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
  ]

  /// Unblocks the signals for this thread, since the parent process may have blocked them.
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
    for number in numbers { listen(for: number) }
    return ends[0]
  }

  /// A signal that was ignored when the program started stays so, as `nohup` wants it, and one that
  /// a profiler has taken stays the profiler's. Ctrl-C and SIGTERM always end the program: the
  /// shell of a script starts programs in the background with ctrl-C ignored.
  private static func listen(for number: Int32) {
    let before = signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalPipe.input, &byte, 1)
      errno = error
    }
    guard let before, number != SIGINT, number != SIGTERM else { return }
    // Swift's runtime takes SIGQUIT to print where the program is, and lets it go on.
    let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored || number != SIGQUIT { signal(number, before) }
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
