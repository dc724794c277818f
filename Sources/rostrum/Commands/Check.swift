import ArgumentParser
import Foundation
import RostrumKit

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find every mistake in scenes, without rendering.",
    discussion: """
      Exit status 0 when no scene has an error, 65 when one has, 66 when one cannot be read.
      With --strict, a warning is an error too.

      Examples:
        rostrum check 'Scenes/**/*.yaml' --diagnostics short
        rostrum check banner.yaml --data rows.csv
      """)

  @Argument(
    help: "Scene files, folders of them, and patterns such as 'Scenes/**/*.yaml'.",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var scenes: [String]

  @Option(
    help: "Check with each row of a CSV, JSON or YAML file of parameters' values.",
    completion: .file(extensions: ["csv", "json", "yaml", "yml"]))
  var data: String?

  @Flag(help: "Take warnings for errors.")
  var strict = false

  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func run() async throws {
    let formatter = diagnostics.formatter(on: STDOUT_FILENO)
    try await withFailuresExplained(diagnostics.formatter()) {
      var options = RenderOptions()
      options.scene = scene.options()
      var results: [LoadResult] = []
      var unreadable: ExitStatus?
      var known: Set<Diagnostic> = []
      let unused = try RenderJob(scenes: scenes, data: data, options: options).check { _, outcome in
        switch outcome {
        case .failure(let error): unreadable = explain(error, formatter)
        case .success(let result):
          // Rows of one scene share its mistakes.
          let judged = strict ? result.refusingWarnings() : result
          let news = data == nil ? judged : judged.leavingOut(known)
          if data != nil { known.formUnion(news.diagnostics) }
          if !news.diagnostics.isEmpty { results.append(news) }
        }
      }
      try Terminal.output(formatter.text(for: results))
      for column in unused {
        let severity = strict ? "error" : "warning"
        Terminal.note("\(data ?? ""): \(severity): no scene has a parameter '\(column)'")
      }
      if results.contains(where: { $0.scene == nil }) || strict && !unused.isEmpty {
        throw ExitStatus.wrongScene.code
      }
      if let unreadable { throw unreadable.code }
    }
  }
}
