import ArgumentParser
import Foundation
import RostrumKit

struct Inspect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show the layer tree and what every animation is doing at a time.",
    discussion: """
      Each layer with the values that are set (and the model's, where an animation changes them), \
      each animation with its phase, its active interval on the scene's clock, its progress and its value.

      Examples:
        rostrum inspect ball.yaml --at 0.5
        rostrum inspect ball.yaml --at 0.5 --format json | \\
            jq '.layers[0].presentation.position'
      """)

  @Argument(help: "A scene file.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var sceneFile: String

  @Option(help: ArgumentHelp("The time, in seconds of the scene.", valueName: "time"))
  var at = 0.0

  @Option(help: "tree or json.")
  var format: InspectionFormat = .tree

  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func validate() throws {
    guard at.isFinite else { throw ValidationError("--at is a time in seconds.") }
  }

  func run() async throws {
    try await withFailuresExplained(diagnostics.formatter()) {
      let scene = try SceneOpener(options: scene.options()).open(sceneFile).scene
      let text = format.text(
        Inspection(scene, at: at), usesColor: Terminal.showsColors(on: STDOUT_FILENO))
      try Terminal.output(text)
    }
  }
}
