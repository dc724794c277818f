import ArgumentParser
import RostrumBase
import RostrumKit
import RostrumSource

struct LanguageServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve editors: mistakes while you type, completion, documentation, renaming.",
    discussion: """
      A language server on standard input and output, which editors start themselves. Its diagnostics are those \
      of rostrum check, of the text as it is in the editor.

      Examples:
        rostrum lsp --allow-path ../assets
      """)

  @OptionGroup var scene: DrawnSceneArguments

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      let server = LanguageServer(options: scene.options())
      var stream = MessageStream()
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while server.exitStatus == nil {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0, let messages = stream.messages(adding: buffer[..<count]) else { break }
        for message in messages {
          for answer in server.answers(to: message) {
            try Terminal.output(String(decoding: MessageStream.framed(answer), as: UTF8.self))
          }
        }
      }
      if server.exitStatus != 0 { throw ExitCode(1) }
    }
  }
}
