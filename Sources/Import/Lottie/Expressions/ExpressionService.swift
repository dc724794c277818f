import RostrumBase

/// The process in which expressions run: a child process of the command under limits of memory and
/// time, whose end does not end the render.
package enum ExpressionService {
  /// The argument of a `rostrum` that runs expressions: the name of a command that no help lists.
  package static let commandName = "run-expressions"

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
        let answer = WorkerService.limited(memory: request.memory, seconds: request.patience) {
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

/// A message between the process of expressions and its client: words of 64 bits, and a text.
struct ScriptMessage {
  enum Kind: UInt64 {
    /// From the client, with the limits of the answer.
    case call = 1
    /// A question of the library, which a `call` answers.
    case ask, answer, mistake, late
  }

  let kind: Kind
  let text: String
  var seconds = 0.0
  var patience = 0
  var memory = 0

  init(_ kind: Kind, _ text: String = "") { (self.kind, self.text) = (kind, text) }

  init(_ kind: Kind, _ text: String, _ limits: ExpressionScript.Limits) {
    self.init(kind, text)
    (seconds, patience, memory) = (limits.seconds, limits.patience, limits.memory)
  }
}

extension WorkerConnection {
  /// In bytes.
  private static let longestText = 512 << 20

  func send(_ message: ScriptMessage) throws(Failure) {
    let bytes = Array(message.text.utf8)
    try send([
      Self.mark, message.kind.rawValue, message.seconds.bitPattern, UInt64(message.patience),
      UInt64(message.memory), UInt64(bytes.count),
    ])
    try send(bytes, bytes.count)
  }

  func receiveScriptMessage() throws(Failure) -> ScriptMessage {
    let words = try words(6)
    guard let kind = ScriptMessage.Kind(rawValue: words[1]), let patience = Int(exactly: words[3]),
      let memory = Int(exactly: words[4])
    else { throw .otherVersion }
    let bytes = try bytes(words[5], atMost: Self.longestText)
    var message = ScriptMessage(kind, String(decoding: bytes, as: UTF8.self))
    (message.seconds, message.patience, message.memory) =
      (Double(bitPattern: words[2]), patience, memory)
    return message
  }
}
