import ArgumentParser
import RostrumBase
import RostrumCKitTexts
import RostrumKit
import RostrumMedia
import RostrumOutput
import RostrumSource

struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Render a film of three seconds, without any file.",
    discussion: """
      Shows that this machine can render: a ball that bounces, after the book's listing 10.6.

      Examples:
        rostrum demo
        rostrum demo -o ball.gif
        rostrum demo --scene > ball.yaml
      """)

  @Option(
    name: [.short, .long],
    help: "The film: its ending decides the format, as for 'rostrum render'.",
    completion: .file())
  var output = "demo.mp4"

  @Flag(help: "Print the scene file, and render nothing.")
  var scene = false

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output needs a name.") }
  }

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      let text = embeddedText("Demo.yaml", ckittexts_text)
      if scene { return try Terminal.output(text) }
      let folder = try ScratchFolder()
      defer { folder.remove() }
      let path = folder.path("demo.yaml")
      try Data(text.utf8).write(to: URL(filePath: path))
      var options = RenderOptions()
      options.output = output
      do {
        try await RenderJob(scenes: [path], options: options).run { _ in }
      } catch let failed as IncompleteRender {
        // The scene is no file that the user knows.
        throw failed.summary.failures.first?.error ?? failed
      }
      try Terminal.output(
        message: """
          wrote \(Escaping.logName(output))
          now:
            rostrum init               begins a scene of your own
            rostrum preview title.yaml shows it while you change it
            rostrum render title.yaml -o title.mp4

          """)
    }
  }
}
