public import ArgumentParser
import Foundation
public import RostrumKit

/// `rostrum figure`.
struct FigureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "figure",
    abstract: "Draw figures that files declare.",
    discussion: """
      A figure file says what to show of which scenes, and how. With several files, the output is a folder, \
      and --format says what is written.

      Examples:
        rostrum figure Scenes/Book/Figures/10.3.yaml -o 10.3.svg
        rostrum figure Scenes/Book/Figures/*.yaml -o Output/figures --format svg,pdf
      """)

  @Argument(help: "Figure files.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var files: [String]

  @Option(
    name: [.short, .long],
    help: "A file that ends in .svg, .pdf or .png, or a folder; - for the standard output.")
  var output: String

  @Option(help: ArgumentHelp("In a folder: svg, pdf, png, with commas.", valueName: "formats"))
  var format: CommaSeparated<ArtworkFormat>?

  @OptionGroup var look: FigureLook
  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func validate() throws {
    let isOne = ArtworkFormat(path: output) != nil || isStream(output)
    if files.count > 1, isOne {
      throw ValidationError("Several figures need a folder, not the file '\(output)'.")
    }
    if isStream(output), (format?.elements.count ?? 1) > 1 {
      throw ValidationError("'\(output)' takes one format.")
    }
    if ArtworkFormat(path: output) != nil, format != nil {
      throw ValidationError("--format goes with a folder; '\(output)' already says it.")
    }
    if !isOne, format == nil {
      throw ValidationError("\(UnknownFigureFormat(path: output)); a folder needs --format.")
    }
  }

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      var failures = Failures(formatter)
      for file in files { _ = try failures.collect { try draw(file, formatter) } }
      try failures.end()
    }
  }

  private func draw(_ file: String, _ formatter: DiagnosticFormatter) throws {
    let (result, assets) = try SceneOpener(options: scene.options()).openFigure(file)
    guard let figure = result.figure else { throw InvalidScene(result: result.withoutFigure) }
    if !result.diagnostics.isEmpty {
      Terminal.note(formatter.text(for: [result.withoutFigure]), terminator: "")
    }
    let job = FigureJob(
      figure, options: try look.options(result.style, width: 340), assets: assets)
    for path in outputs(of: file) { try job.run(output: path, format: format?.elements.first) }
  }

  private func outputs(of file: String) -> [String] {
    guard ArtworkFormat(path: output) == nil, !isStream(output) else { return [output] }
    let name = URL(filePath: file).deletingPathExtension().lastPathComponent
    let folder = output.hasSuffix("/") ? output : output + "/"
    return (format?.elements ?? []).map { folder + name + "." + $0.rawValue }
  }
}

extension ArtworkFormat: ExpressibleByArgument {}
