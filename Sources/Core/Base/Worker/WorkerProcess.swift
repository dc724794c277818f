import RostrumCPlatform
import Synchronization

/// A `rostrum` that was started to work with foreign libraries under limits. Used by one thread at
/// a time.
package final class WorkerProcess: @unchecked Sendable {
  /// Why there is no answer. The process is of no use any more.
  package enum Failure: Error {
    case late
    /// The process has ended.
    case ended(ProgramEnding)
    case system(errno: Int32)
    case outOfMemory
    case otherVersion
  }

  private static let ownProgram = Mutex<String?>(nil)

  /// The path of a `rostrum` of the same version; `nil` where this process works by itself.
  package static var program: String? {
    get { ownProgram.withLock { $0 } }
    set { ownProgram.withLock { $0 = newValue } }
  }

  private let number: pid_t
  private let socket: Int32
  private var ending: ProgramEnding?

  /// Starts the program and waits until it is ready.
  package init(_ program: String, _ command: String) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    let error = cplatform_socket_pair(&ends)
    guard error == 0 else { throw .system(errno: error) }
    defer { close(ends[1]) }
    socket = ends[0]
    do throws(Failure) {
      number = try Self.start(program, command, socket: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    // Otherwise the end of the process would not close the socket.
    close(ends[1])
    ends[1] = -1
    try checking(seconds: 120) { connection throws(WorkerConnection.Failure) in
      try connection.receiveGreeting()
    }
  }

  deinit { _ = stop() }

  private static func start(
    _ program: String, _ command: String, socket: Int32
  ) throws(Failure) -> pid_t {
    var number: pid_t = 0
    let words = CStrings([program, command])
    let variables = CStrings(environment())
    guard words.areWhole, variables.areWhole else { throw .outOfMemory }
    let error = cplatform_spawn(
      &number, program, words.pointers, variables.pointers, socket, -1, -1)
    guard error == 0 else { throw .system(errno: error) }
    return number
  }

  /// The variables that libraries, fonts and languages are found by.
  private static let variables = [
    "LANG", "LC_", "FONTCONFIG_", "FC_", "XDG_", "HOME=", "TMPDIR=", "GDK_PIXBUF_", "PANGO", "LD_",
    "DYLD_", "ASAN_", "TSAN_", "UBSAN_", "LLVM_PROFILE_FILE=",
  ]

  /// The part of this process's environment that the other gets. Filters use several threads; on
  /// a large machine, starting one for each processor takes longer than it saves. A crash is
  /// reported by this process, so no crash reporter is needed.
  private static func environment() -> [String] {
    let threads = min(Int(cplatform_processors()), 4)
    var result = ["RAYON_NUM_THREADS=\(threads)", "SWIFT_BACKTRACE=enable=no"]
    for (name, value) in ProcessInfo.processInfo.environment {
      let variable = "\(name)=\(value)"
      if variables.contains(where: variable.hasPrefix) { result.append(variable) }
    }
    return result
  }

  /// Talks with the process. It is stopped where that fails, or takes longer.
  package func checking<Value>(
    seconds: Int, _ body: (WorkerConnection) throws(WorkerConnection.Failure) -> Value
  ) throws(Failure) -> Value {
    let deadline = monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
    do throws(WorkerConnection.Failure) {
      return try body(WorkerConnection(socket: socket, deadline: deadline))
    } catch {
      let ending = stop()
      switch error {
      case .closed: throw .ended(ending)
      case .late: throw .late
      case .otherVersion: throw .otherVersion
      case .outOfMemory: throw .outOfMemory
      case .system(let number): throw .system(errno: number)
      }
    }
  }

  /// Ends the process if it still runs.
  private func stop() -> ProgramEnding {
    if let ending { return ending }
    close(socket)
    var signal: Int32 = 0
    let code = cplatform_stop(number, &signal)
    let found = ProgramEnding(code: code, signal: signal)
    ending = found
    return found
  }
}
