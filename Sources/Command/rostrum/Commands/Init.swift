import ArgumentParser
import RostrumBase
import RostrumKit
import RostrumSource

struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Begin a project: a project file, and a scene that runs.",
    discussion: """
      Nothing that is there is written over. The project file, rostrum.yaml, holds for all scenes in its folder \
      and below: what they may read, where results go, and options of commands.

      Templates:
      \(ProjectTemplate.all.map { "  \($0.name.padded(to: 13))\($0.summary)" }.joined(separator: "\n"))

      Examples:
        rostrum init
        rostrum init lower-third -o Titles
        rostrum init --list
      """)

  @Argument(help: "The name of a template.", completion: .list(ProjectTemplate.all.map(\.name)))
  var template = "title"

  @Option(
    name: [.short, .long], help: "The folder, which is made where it is missing.",
    completion: .directory)
  var output = "."

  @Flag(help: "Print the templates, and do nothing.")
  var list = false

  func validate() throws {
    let names = ProjectTemplate.all.map(\.name)
    if output.isEmpty { throw ValidationError("--output needs a name.") }
    guard names.contains(template) else {
      let near = closest(to: template, among: names).map { "; did you mean '\($0)'?" }
      throw ValidationError(
        "There is no template '\(template)'"
          + (near ?? ". The templates: \(names.joined(separator: ", "))."))
    }
  }

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      if list {
        let lines = ProjectTemplate.all.map { "\($0.name)\t\($0.summary)\n" }
        return try Terminal.output(lines.joined())
      }
      guard let template = ProjectTemplate.named(template) else { return }
      let written = try InitJob(template, folder: output).run()
      try Terminal.output(message: written.map { "wrote \($0)\n" }.joined())
      try Terminal.output("now: \(template.command(in: output))\n")
    }
  }
}
