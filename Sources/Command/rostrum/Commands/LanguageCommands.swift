import ArgumentParser
import RostrumBase
import RostrumCanvas
import RostrumFigures
import RostrumKit
import RostrumRegression
import RostrumSceneFile
import RostrumSource

struct Schema: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of scenes, figures, themes, projects or reports.",
    discussion: """
      Editors that know JSON Schema complete keys, show what they mean, and underline mistakes while you type. \
      With the YAML language server, put this at the top of a scene:

          # yaml-language-server: $schema=rostrum.schema.json

      Examples:
        rostrum schema > rostrum.schema.json
        rostrum schema figure > figure.schema.json
        rostrum schema report               the keys of report.json
      """)

  /// The kinds of file that have a schema.
  enum FileKind: String, CaseIterable, ExpressibleByArgument {
    case scene, figure, theme, project, report
  }

  @Argument(help: "The kind of file: scene, figure, theme, project or report.")
  var kind = FileKind.scene

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      switch kind {
      case .scene: try Terminal.output(SceneSchema.text())
      case .figure: try Terminal.output(FigureSchema.figureText())
      case .theme: try Terminal.output(FigureSchema.themeText())
      case .project: try Terminal.output(SceneSchema.projectText())
      case .report: try Terminal.output(ReportSchema.text())
      }
    }
  }
}

struct Fonts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "List the font families that scenes may name.",
    discussion: """
      One family a line, sorted. With --having, those that have a glyph for every one of these letters; \
      a letter may also be given by its number, as U+674E. When there is none, the exit code is 1.

      Examples:
        rostrum fonts
        rostrum fonts --having 李
      """)

  @Option(
    help: ArgumentHelp("Only families that have all these letters.", valueName: "letters"))
  var having: String?

  func validate() throws {
    guard let having else { return }
    if having.isEmpty { throw ValidationError("--having takes one letter or more.") }
    if having.uppercased().hasPrefix("U+"), Self.letter(having) == nil {
      throw ValidationError("'\(having)' is no character's number; write it as U+674E.")
    }
  }

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      let book = FontBook()
      guard let having else { return try Terminal.output(Self.text(try book.families())) }
      let letters = Self.letter(having) ?? having
      let families = try book.families(having: letters)
      if families.isEmpty {
        let what = letters.count == 1 ? "this letter" : "all of these letters"
        Terminal.note("no installed family has \(what)")
        throw ExitCode(1)
      }
      try Terminal.output(Self.text(families))
    }
  }

  private static func text(_ families: [String]) -> String {
    families.joined(separator: "\n") + (families.isEmpty ? "" : "\n")
  }

  /// The character of a number such as `U+674E`; `nil` for anything else.
  private static func letter(_ text: String) -> String? {
    guard text.uppercased().hasPrefix("U+") else { return nil }
    return UInt32(text.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init).map { String($0) }
  }
}
