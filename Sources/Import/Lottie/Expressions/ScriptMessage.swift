import RostrumBase

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
