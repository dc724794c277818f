import RostrumCPlatform
import Synchronization

/// The own side of a process that works with foreign libraries: reads requests from its standard
/// input, a socket, and answers them there until the other end is closed.
package enum WorkerService {
  /// Where memory is bounded by looking at it: how much may be resident at most, in bytes.
  private static let mostResident = Atomic<UInt64>(.max)

  /// Exit statuses of a process that got no memory: from the system, and for its budget.
  package static let shortage = ExitStatus.shortage.rawValue
  package static let overBudget: Int32 = 72

  /// Whether the process of these arguments was started for the command, which no help lists.
  package static func isAsked(_ arguments: [String], for command: String) -> Bool {
    guard arguments.count == 2, arguments[1] == command else { return false }
    var facts = stat()
    return fstat(0, &facts) == 0 && facts.st_mode & S_IFMT == S_IFSOCK
  }

  /// Works until the client closes the connection. For a process that does nothing else.
  package static func run(
    _ work: (WorkerConnection) throws(WorkerConnection.Failure) -> Void
  ) -> Never {
    let connection = WorkerConnection(socket: 0)
    signal(SIGPIPE, SIG_IGN)
    _ = chdir("/")
    cplatform_share_heap()
    handleRefusedMemory()
    startThread(stack: 128 << 10) { watch() }
    do throws(WorkerConnection.Failure) {
      try connection.sendGreeting()
      try work(connection)
      _exit(0)
    } catch {
      _exit(error == .closed ? 0 : ExitStatus.internalFailure.rawValue)
    }
  }

  /// Ends the process as soon as the parent's end of the socket is closed, even while a library is
  /// working. PDEATHSIG would already be sent when the thread ends that started this process.
  private static func watch() {
    #if os(Linux)
      while cplatform_is_closed(0, -1) == 0 {}
    #else
      while cplatform_is_closed(0, 50) == 0 {
        if cplatform_peak_memory() > mostResident.load(ordering: .relaxed) {
          _exit(overBudget)
        }
      }
    #endif
    _exit(0)
  }

  /// Where memory is refused, most libraries abort: that is no mistake of theirs.
  private static func handleRefusedMemory() {
    for number in [SIGABRT, SIGTRAP, SIGILL, SIGSEGV, SIGBUS] {
      signal(number) { number in
        if errno == ENOMEM { WorkerService.lackMemory() }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// An allocation failed. Takes no memory.
  package static func lackMemory() -> Never {
    _exit(cplatform_was_limited() != 0 ? overBudget : shortage)
  }

  /// Runs `work` with `memory` more bytes, and `seconds` of a processor's time.
  package static func limited<Result>(memory: Int, seconds: Int, _ work: () -> Result) -> Result {
    mostResident.store(cplatform_peak_memory() + UInt64(memory), ordering: .relaxed)
    cplatform_limit_work(UInt64(memory), UInt64(seconds))
    let result = work()
    cplatform_unlimit_work()
    mostResident.store(.max, ordering: .relaxed)
    return result
  }
}
