import ArgumentParser
import RostrumKit

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find every mistake in scenes, without rendering.",
    discussion: """
      Exit status 0 when no scene has an error, 65 when one has.

      Example: rostrum check Scenes/*.yaml --diagnostics short
      """)

  @Argument(help: "Scene files.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var scenes: [String]

  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func run() async throws {
    try await withFailuresExplained(diagnostics.formatter) {
      let opener = SceneOpener(options: scene.options())
      let results = try scenes.map(opener.check)
      print(diagnostics.formatter.text(for: results), terminator: "")
      if results.contains(where: { $0.scene == nil }) { throw ExitStatus.wrongScene.code }
    }
  }
}
