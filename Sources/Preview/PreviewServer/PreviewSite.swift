import RostrumBase
import RostrumMedia
import RostrumPreview

/// The answers to requests: the page, the socket over which all else goes, and finished renders.
struct PreviewSite: Sendable {
  let rule: AccessRule
  let scenes: [PreviewScene]
  let renders: RenderQueue
  var patience = RequestHead.patience

  /// Reads a request and answers it. Returns when the connection has ended.
  func serve(_ connection: Connection) {
    do throws(Refusal) {
      let (head, rest) = try RequestHead.read(from: connection, patience: patience) {
        rule.hasToken($0)
      }
      guard rule.allows(head) else { throw .forbidden }
      guard head.method == "GET" else { throw .wrongMethod }
      connection.markKnown()
      switch head.path {
      case "/": Answer.page.send(to: connection)
      case "/socket": try talk(over: connection, head, rest)
      case _ where head.path.hasPrefix(Self.outputs):
        try send(output: head.path.dropFirst(Self.outputs.count), to: connection)
      default: throw .notFound
      }
    } catch {
      if error != .gone { Answer(error).send(to: connection) }
    }
  }

  private func talk(
    over connection: Connection, _ head: RequestHead, _ rest: ArraySlice<UInt8>
  ) throws(Refusal) {
    guard let key = SocketHandshake.key(of: head) else { throw .badRequest }
    guard connection.write(SocketHandshake.answer(to: key)) else { return }
    SocketConversation(connection, scenes: scenes, renders: renders).run(rest)
    connection.finish()
  }

  /// The path of a render, without its number.
  private static let outputs = "/render/"

  /// Sends a render's result, to be saved by the browser.
  private func send(output number: Substring, to connection: Connection) throws(Refusal) {
    guard let id = Int(number), let output = renders.output(id) else { throw .notFound }
    guard let descriptor = try? openRegularFile(output.path, O_RDONLY) else { throw .notFound }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .notFound }
    var answer = Answer(200, "OK", type: output.type)
    let name = output.name.utf8.map { $0 < 128 ? $0 : UInt8(ascii: "-") }
    answer.headers.append(
      ("Content-Disposition", "attachment; filename=\"\(String(decoding: name, as: UTF8.self))\""))
    var left = Int(facts.st_size)
    guard connection.write(answer.head(bodySize: left)) else { return }
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while left > 0 {
      let count = read(descriptor, &chunk, min(chunk.count, left))
      if count < 0, errno == EINTR { continue }
      guard count > 0, connection.write(chunk[..<count]) else { return connection.stop() }
      left -= count
    }
    connection.finish()
  }
}
