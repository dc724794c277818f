package import RostrumBase
import RostrumCScript

/// The process in which expressions run: a child process of the command under limits of memory and
/// time, whose end does not end the render.
package enum ExpressionService {
  /// The argument of a `rostrum` that runs expressions: the name of a command that no help lists.
  package static let commandName = "run-expressions"

  package static let systemLibrary = SystemLibrary("Lotties' expressions", .javaScript) {
    CScriptIsThere()
  }

  /// Runs expressions until the client closes the connection. For a process that does nothing else.
  package static func serve() -> Never {
    // One heap, which the limit of memory counts; and dates of Greenwich.
    for (name, value) in [("Malloc", "1"), ("TZ", "UTC"), ("LC_ALL", "C")] {
      setenv(name, value, 1)
    }
    WorkerService.run { connection throws(WorkerConnection.Failure) in
      OpenedScript.prepare()
      let channel = Channel(connection)
      var script: OpenedScript?
      while true {
        let request = try connection.receiveScriptMessage()
        // RLIMIT_CPU ends native code, which the engine does not interrupt, a second later.
        let seconds = Int(request.seconds.rounded(.up)) + 1
        let answer = WorkerService.limited(memory: request.memory, seconds: seconds) {
          channel.answer(request, &script)
        }
        if let failure = channel.failure { throw failure }
        try connection.send(answer)
      }
    }
  }

  private final class Channel {
    private let connection: WorkerConnection
    /// The failure of the connection, while the library asked.
    private(set) var failure: WorkerConnection.Failure?

    init(_ connection: WorkerConnection) { self.connection = connection }

    func answer(_ request: ScriptMessage, _ script: inout OpenedScript?) -> ScriptMessage {
      do throws(ExpressionScript.Failure) {
        let opened =
          if let script { script } else { try OpenedScript { [self] in ask($0) } }
        script = opened
        return ScriptMessage(.answer, try opened.answer(request.text, seconds: request.seconds))
      } catch {
        switch error {
        case .late: return ScriptMessage(.late)
        case .mistake(let text), .other(let text): return ScriptMessage(.mistake, text)
        case .tooMuchMemory: WorkerService.lackMemory()
        }
      }
    }

    private func ask(_ question: String) -> String? {
      do throws(WorkerConnection.Failure) {
        try connection.send(ScriptMessage(.ask, question))
        return try connection.receiveScriptMessage().text
      } catch {
        failure = error
        return nil
      }
    }
  }
}
