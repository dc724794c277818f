import ArgumentParser
import RostrumKit

struct Schema: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of the scene language, for editors.",
    discussion: """
      Editors that know JSON Schema complete keys, show what they mean, and underline mistakes while you type. \
      With the YAML language server, put this at the top of a scene:

          # yaml-language-server: $schema=rostrum.schema.json

      Example: rostrum schema > rostrum.schema.json
      """)

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      try Terminal.output(SceneSchema.text())
    }
  }
}
