public import ArgumentParser
import RostrumBase
import RostrumCanvas
public import RostrumFigures
import RostrumFilePaths
import RostrumKit
import RostrumMedia
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumSource

/// The arguments of every command that draws a figure.
struct FigureArguments: ParsableArguments {
  @Option(
    name: [.short, .long],
    help:
      """
      The figure to write; its ending is its format: .svg, .pdf, .png, or .mp4, .mov, .webm, .gif, .apng for a \
      plot or a timeline that moves. - for the standard output.
      """,
    completion: .file(extensions: FigureFormat.allCases.map(\.rawValue)))
  var output: String

  @Option(help: "svg, pdf, png or a video's, for the standard output and for pipes. Default: svg.")
  var format: FigureFormat?

  @OptionGroup var look: FigureLook

  @Option(help: "A title above the figure.")
  var title: String?

  func validate() throws {
    do {
      let written = try FigureFormat.ofOutput(output, format)
      guard format == nil || format == written else {
        throw ValidationError("'\(output)' says \(written.rawValue), --format something else.")
      }
    } catch let error as UnknownFigureFormat {
      throw ValidationError("\(error).")
    }
  }

  func options(width usual: Double) throws -> FigureJob.Options {
    try InputFiles([output]).check(inputs: [look.theme].compactMap(\.self))
    return try look.options(width: usual)
  }

  /// The format of a figure in which nothing moves.
  var picture: ArtworkFormat? {
    get throws {
      let written = try FigureFormat.ofOutput(output, format)
      guard let picture = written.picture else { throw UnmovedFigure() }
      return picture
    }
  }

  /// Writes the figure in the format of the output.
  func write(_ job: FigureJob) async throws { try await job.write(to: output, format: format) }
}

/// How a figure looks.
struct FigureLook: ParsableArguments {
  @Option(help: "The width, in points or with a unit: 340, 120mm, 12cm, 4.5in.", transform: length)
  var width: Double?

  @Option(
    help: "The height, in points or with a unit. By default it follows from the content.",
    transform: figureHeight)
  var height: Double?

  @Option(help: "Pixels for each point, in PNG.")
  var scale: Double = 2

  @Option(
    help: "light, dark, grey, auto (an SVG follows its page), or a theme file.",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var theme: String?

  @Option(help: "Behind the figure: a colour such as \"#FFFFFF\", or none.")
  var background: String?

  @Option(
    name: .customLong("font"),
    help: "A family of the labels, such as \"Liberation Serif\". Repeat, the preferred first.")
  var fonts: [String] = []

  @Option(help: "The language of the words that figures bring along: en or zh.")
  var language: FigureLanguage?

  @Flag(help: "In SVG and PDF: letters as outlines, which need no font.")
  var outlines = false

  @Flag(
    name: .customLong("animate"),
    help: "In SVG: a ball follows each curve. Videos of figures are animated without it.")
  var animates = false

  @OptionGroup var progress: ProgressArguments

  func validate() throws {
    guard scale > 0, scale <= 20 else {
      throw ValidationError("--scale is above 0 and at most 20.")
    }
  }

  /// The options of the command line override the file's, which override the figure kind's
  /// defaults.
  func options(_ style: FigureStyle = FigureStyle(), width usual: Double) throws
    -> FigureJob.Options
  {
    var options = FigureJob.Options()
    options.width = width ?? style.width ?? usual
    options.height = height ?? style.height
    let name = theme ?? style.theme ?? "light"
    options.followsPage = name == "auto"
    options.theme = options.followsPage ? .light : try found(name)
    if theme == nil, let own = style.ownTheme { options.theme = Theme(own) }
    options.background = try background.map { try FigureStyle.background($0) } ?? style.background
    options.fonts = fonts.isEmpty ? style.fonts : fonts
    options.language = language ?? style.language ?? .english
    options.isAnimated = animates || style.isAnimated
    options.artwork = ArtworkOptions(scale: scale, drawsOutlines: outlines)
    options.progress = progress.steps(of: "figure")
    return options
  }
}

extension FigureLook {
  /// The theme of that name, or in the file of that name.
  private func found(_ name: String) throws -> Theme {
    if let known = Theme.named.first(where: { $0.name == name }) { return known.theme }
    let result = try SceneOpener().openTheme(name)
    guard let theme = result.theme else { throw InvalidScene(result: result.withoutTheme) }
    return Theme(theme)
  }
}

/// A length in points: `340`, `340pt`, `120mm`, `12cm`, `4.5in`.
func length(_ text: String) throws -> Double { try length(text, FigureLength.limits, "wide") }

private func figureHeight(_ text: String) throws -> Double {
  try length(text, FigureLength.heightLimits, "high")
}

private func length(
  _ text: String, _ limits: ClosedRange<Double>, _ direction: String
) throws -> Double {
  guard let points = FigureLength.points(text) else {
    throw ValidationError("'\(text)' is not a length such as 340, 120mm, 12cm or 4.5in.")
  }
  guard limits.contains(points) else {
    let (least, most) = (Int(limits.lowerBound), Int(limits.upperBound))
    throw ValidationError("A figure is \(least) to \(most) points \(direction).")
  }
  return points
}

/// A stretch of time, `0.2-1.5`, or its beginning, `0.2-`.
func timeRange(_ text: String) throws -> ClosedRange<Double> {
  let parts = text.split(separator: "-", omittingEmptySubsequences: false)
  guard parts.count == 2, let from = Double(parts[0]), let to = Double(parts[1]), from.isFinite,
    to.isFinite
  else { throw ValidationError("'\(text)' is not a range of times such as 0.5-2.") }
  guard from < to else { throw ValidationError("The range '\(text)' is empty.") }
  return from...to
}

/// Opens a scene for a figure; shows its warnings.
func openScene(
  _ path: String, _ scene: SceneArguments, _ row: RowArguments, _ formatter: DiagnosticFormatter,
  for figure: FigureArguments
) throws -> OpenedScene {
  let opened = try SceneOpener(
    options: row.applied(to: scene.options(), writing: [figure.output])
  ).open(path)
  if !opened.result.diagnostics.isEmpty {
    Terminal.record(formatter.text(for: [opened.result]), terminator: "")
  }
  return opened
}

extension OpenedScene {
  var figureSource: FigureDeclaration.SceneSource { .init(path: path, scene: scene) }
}

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
        rostrum figure spring.yaml -o spring.pdf --watch
      """)

  @Argument(help: "Figure files.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var files: [String]

  @Option(
    name: [.short, .long],
    help: """
      A file that ends in .svg, .pdf, .png, .mp4, .mov, .webm, .gif or .apng, or a folder; - for the standard output.
      """)
  var output: String

  @Option(
    help: ArgumentHelp(
      "In a folder: svg, pdf, png, mp4, gif ..., with commas.", valueName: "formats"))
  var format: CommaSeparated<FigureFormat>?

  @Flag(
    help: "Draw again when a figure, its scenes, its data or its theme changes. Ctrl-C ends it.")
  var watch = false

  @OptionGroup var look: FigureLook
  @OptionGroup var row: RowArguments
  @OptionGroup var scene: SceneArguments
  @OptionGroup var text: TextArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func validate() throws {
    if watch, isStream(output) {
      throw ValidationError("--watch writes files; '\(output)' is a stream.")
    }
    let isOne = FigureFormat(path: output) != nil || isStream(output)
    if files.count > 1, isOne {
      throw ValidationError("Several figures need a folder, not the file '\(output)'.")
    }
    if isStream(output), (format?.elements.count ?? 1) > 1 {
      throw ValidationError("'\(output)' takes one format.")
    }
    if FigureFormat(path: output) != nil, format != nil {
      throw ValidationError("--format goes with a folder; '\(output)' already says it.")
    }
    if !isOne, format == nil {
      throw ValidationError("\(UnknownFigureFormat(path: output)); a folder needs --format.")
    }
  }

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      // Said once, not by every figure.
      if let language = look.language, look.fonts.isEmpty, look.theme == nil {
        try language.checkFonts()
      }
      if watch { try await drawAgain(formatter) }
      var failures = Failures(formatter)
      let step = look.progress.steps(of: "figures")
      for (index, file) in files.enumerated() {
        defer { if files.count > 1 { step(index + 1, files.count) } }
        _ = try await failures.collect { try await draw(try open(file), of: file, formatter) }
      }
      try failures.end()
    }
  }

  /// Draws the figures whenever one of their files changes. Mistakes do not end it.
  private func drawAgain(_ formatter: DiagnosticFormatter) async throws -> Never {
    let theme = look.theme.flatMap { name in
      Theme.named.contains { $0.name == name } || name == "auto" ? nil : FilePath.resolved(name)
    }
    try await FigureWatch(files).run { file in
      do {
        let found = try open(file)
        do {
          try await draw(found, of: file, formatter)
        } catch  where !(error is CancellationError) {
          _ = explain(error, formatter)
        }
        return found.result.files.union([theme].compactMap(\.self))
      } catch  where !(error is CancellationError) {
        _ = explain(error, formatter)
        return []
      }
    } waiting: { count in
      Terminal.note("watching \(count) file\(count == 1 ? "" : "s"); ctrl-C ends it")
    }
  }

  private typealias Opened = (result: FigureLoadResult, assets: SceneAssets)

  private func open(_ file: String) throws -> Opened {
    var options = try row.applied(to: scene.options())
    text.apply(to: &options)
    options.outputs.add(try outputs(of: file))
    try options.outputs.check(inputs: [file, look.theme].compactMap(\.self))
    return try SceneOpener(options: options).openFigure(file, language: look.language)
  }

  private func draw(
    _ opened: Opened, of file: String, _ formatter: DiagnosticFormatter
  ) async throws {
    let (result, assets) = opened
    guard let figure = result.figure else { throw InvalidScene(result: result.withoutFigure) }
    if !result.diagnostics.isEmpty {
      Terminal.record(formatter.text(for: [result.withoutFigure]), terminator: "")
    }
    let job = FigureJob(
      figure, options: try look.options(result.style, width: 340), assets: assets)
    for path in try outputs(of: file) {
      do {
        try await job.write(to: path, format: format?.elements.first)
      } catch let error as TextError where look.fonts.isEmpty {
        throw InvalidScene(result: result.withoutFigure.failing(error))
      }
    }
  }

  private func outputs(of file: String) throws -> [String] {
    guard FigureFormat(path: output) == nil, !isStream(output) else { return [output] }
    let name = file.deletingPathExtension.lastPathComponent
    let paths = (format?.elements ?? []).map {
      output.appendingPathComponent("\(name).\($0.rawValue)")
    }
    for path in paths where !FilePath.isInside(path, folder: output) {
      throw MediaError.outside(path: path, folder: output)
    }
    return paths
  }
}

extension FigureFormat: ExpressibleByArgument {}
extension FigureLanguage: ExpressibleByArgument {}
extension TimeTrack: ExpressibleByArgument {}
