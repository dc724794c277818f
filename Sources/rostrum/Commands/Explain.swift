import ArgumentParser
import Foundation
import RostrumKit

struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain one value at a time, step by step: why is it there?",
    discussion: """
      From the scene's time through each layer's clock, every animation that writes the property, \
      its phase, iteration, progress and timing functions, to the value; with the scene file's lines.

      Examples:
        rostrum explain ball.yaml --layer ball --key-path position.y --at 0.4
        rostrum explain ball.yaml --layer ball --key-path position --at 0.4 \\
            --format json
      """)

  @Argument(help: "A scene file.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var sceneFile: String

  @Option(help: "The layer's name.")
  var layer: String

  @Option(help: "Such as opacity or transform.rotation.z.")
  var keyPath: String

  @Option(help: ArgumentHelp("The time, in seconds of the scene.", valueName: "time"))
  var at: Double

  @Option(help: "text or json.")
  var format: ExplanationFormat = .text

  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func validate() throws {
    guard at.isFinite else { throw ValidationError("--at is a time in seconds.") }
  }

  func run() async throws {
    try await withFailuresExplained(diagnostics.formatter()) {
      let scene = try SceneOpener(options: scene.options()).open(sceneFile).scene
      let explanation = try Explaining(scene).explanation(layer: layer, keyPath: keyPath, at: at)
      try Terminal.output(
        format.text(explanation, usesColor: Terminal.showsColors(on: STDOUT_FILENO)))
    }
  }
}
