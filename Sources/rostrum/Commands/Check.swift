import ArgumentParser
import Foundation
import RostrumKit

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find every mistake in scenes, without rendering.",
    discussion: """
      Exit status 0 when no scene has an error, 65 when one has, 66 when one cannot be read.

      Example: rostrum check Scenes/*.yaml --diagnostics short
      """)

  @Argument(help: "Scene files.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var scenes: [String]

  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func run() async throws {
    let formatter = diagnostics.formatter(on: STDOUT_FILENO)
    try await withFailuresExplained(diagnostics.formatter()) {
      let opener = SceneOpener(options: scene.options())
      var results: [LoadResult] = []
      var unreadable: ExitStatus?
      for path in scenes {
        try Task.checkCancellation()
        do {
          results.append(try opener.check(path))
        } catch {
          unreadable = explain(error, formatter)
        }
      }
      try Terminal.output(formatter.text(for: results))
      if results.contains(where: { $0.scene == nil }) { throw ExitStatus.wrongScene.code }
      if let unreadable { throw unreadable.code }
    }
  }
}
