import RostrumCPlatform

/// A program's exit status: the numbers of BSD's sysexits.h, as scripts know them. A program that a
/// signal stops ends with 128 and the signal's number instead.
public enum ExitStatus: Int32, Sendable {
  /// The command line makes no sense (`EX_USAGE`).
  case wrongUsage = 64
  /// The scene is wrong (`EX_DATAERR`).
  case wrongScene = 65
  /// An input is missing or unreadable (`EX_NOINPUT`).
  case inputMissing = 66
  /// ffmpeg is missing (`EX_UNAVAILABLE`).
  case toolMissing = 69
  /// Something that should never fail did (`EX_SOFTWARE`).
  case internalFailure = 70
  /// The system gives too little: memory, threads or open files (`EX_OSERR`).
  case shortage = 71
  /// An output cannot be created (`EX_CANTCREAT`).
  case cannotCreate = 73
  /// An output cannot be written, or differs from the rendered frames (`EX_IOERR`).
  case cannotWrite = 74
}

/// An error with the exit status of a program that stops because of it. For any other error that is
/// `ExitStatus.internalFailure`.
public protocol ExitStatusError: Error {
  var exitStatus: ExitStatus { get }
}

extension ExitStatus {
  /// The status that belongs to an error.
  public init(of error: any Error) {
    self = (error as? any ExitStatusError)?.exitStatus ?? .internalFailure
  }
}

/// The end of a program that was started.
package enum ProgramEnding: Equatable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// Another part of this process has asked before.
  case unknown

  /// The result of `cplatform_forget` or `cplatform_stop`.
  package init(code: Int32, signal: Int32) {
    self = signal != 0 ? .killed(signal: signal) : code < 0 ? .unknown : .exited(code)
  }

  /// The signals that a program's own mistakes bring.
  private static let crashes: [(signal: Int32, name: String)] = [
    (SIGABRT, "SIGABRT"), (SIGSEGV, "SIGSEGV"), (SIGBUS, "SIGBUS"), (SIGILL, "SIGILL"),
    (SIGFPE, "SIGFPE"), (SIGTRAP, "SIGTRAP"), (SIGSYS, "SIGSYS"),
  ]

  package static func isCrash(_ signal: Int32) -> Bool {
    crashes.contains { $0.signal == signal }
  }

  /// `signal 6 (SIGABRT)`.
  package static func name(_ signal: Int32) -> String {
    let others = [(SIGKILL, "SIGKILL"), (SIGTERM, "SIGTERM"), (SIGXFSZ, "SIGXFSZ")]
    let name = (crashes.map { ($0.signal, $0.name) } + others).first { $0.0 == signal }?.1
    return "signal \(signal)" + (name.map { " (\($0))" } ?? "")
  }
}
