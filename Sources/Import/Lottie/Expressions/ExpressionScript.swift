import RostrumBase
import RostrumSource

/// The library of expressions for one file: in a `rostrum` of its own where this process knows one,
/// or else in this process, without a limit of memory.
final class ExpressionScript {
  /// The answer to a question of the library.
  typealias Host = (String) -> String?

  /// Why there is no answer. The script is of no use any more.
  enum Failure: Error {
    case late(Double)
    case tooMuchMemory
    /// The library's message.
    case mistake(String)
    /// A failure of the process, or of this machine.
    case other(String)
  }

  /// The limits of one answer: the values of expressions at a frame, with all that they need.
  struct Limits {
    /// The processor's time.
    var seconds = 2.0
    /// The time on the wall, on a machine that has other things to do.
    var patience = 20
    /// In bytes, beyond what the language needs itself.
    var memory = 256 << 20
  }

  private let limits: Limits
  private let host: Host
  private let place: Place

  private enum Place {
    case here(OpenedScript)
    case process(WorkerProcess)
  }

  init(_ limits: Limits, program: String?, host: @escaping Host) throws(Failure) {
    (self.limits, self.host) = (limits, host)
    guard let program else {
      place = .here(try OpenedScript(host))
      return
    }
    do throws(WorkerProcess.Failure) {
      place = .process(try WorkerProcess(program, ExpressionService.commandName))
    } catch {
      throw Self.failure(error, limits, starting: program)
    }
  }

  func answer(_ question: String) throws(Failure) -> String {
    switch place {
    case .here(let script): return try script.answer(question, seconds: limits.seconds)
    case .process(let process):
      let result: Result<String, Failure>
      do throws(WorkerProcess.Failure) {
        result = try process.checking(seconds: limits.patience) {
          connection throws(WorkerConnection.Failure) in
          try ask(question, connection)
        }
      } catch {
        throw Self.failure(error, limits)
      }
      return try result.get()
    }
  }

  /// Sends a call, and serves the library's callbacks until the result arrives.
  private func ask(
    _ question: String, _ connection: WorkerConnection
  ) throws(WorkerConnection.Failure) -> Result<String, Failure> {
    try connection.send(ScriptMessage(.call, question, limits))
    while true {
      let message = try connection.receiveScriptMessage()
      switch message.kind {
      case .ask: try connection.send(ScriptMessage(.call, host(message.text) ?? "null", limits))
      case .answer: return .success(message.text)
      case .mistake: return .failure(.mistake(message.text))
      case .late: return .failure(.late(limits.seconds))
      case .call: throw .otherVersion
      }
    }
  }

  private static func failure(
    _ failure: WorkerProcess.Failure, _ limits: Limits, starting program: String? = nil
  ) -> Failure {
    let start = program.map { "cannot start \($0.quoted): " } ?? ""
    switch failure {
    case .late: return .late(Double(limits.patience))
    case .ended(.exited(WorkerService.overBudget)): return .tooMuchMemory
    case .ended(.killed(signal: SIGXCPU)): return .late(limits.seconds)
    case .ended(.killed(let signal)):
      return .other("\(start)JavaScriptCore ended with \(ProgramEnding.name(signal))")
    case .ended: return .other("\(start)the process of JavaScriptCore ended")
    case .system(let number): return .other(start + String(cString: strerror(number)))
    case .outOfMemory: return .other("\(start)there is too little memory")
    case .otherVersion: return .other("\(start)it is not rostrum of this version")
    }
  }
}
