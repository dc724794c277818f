import ArgumentParser
import RostrumKit

struct Verify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compare scenes with their baselines, and say which layers changed.",
    discussion: """
      What the command line does not say is as the baselines were recorded: moments, variants, \
      scale, parameters, and what is ignored.

      Exit status: 0 same, 1 different, 3 a baseline is missing or its scene is gone, 4 sizes \
      differ, 5 the baseline was made by other versions of the renderer, its libraries or fonts, \
      65 a scene has mistakes, 66 a scene or baseline cannot be read; the others are compared. \
      A run that records baselines never passes; where CI is set, nothing is recorded.

      Examples:
        rostrum verify Scenes/Book --baselines Baselines --update missing
        rostrum verify Scenes/Book --baselines Baselines --report Report
        rostrum verify clock.yaml --baselines Baselines --at 0,25%,1.5 \\
            --ignore second-hand
      """)

  @Argument(
    help: "Scene files, folders of them, and patterns such as 'Scenes/**/*.yaml'.",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var scenes: [String]

  @Option(help: "The folder of baselines.", completion: .directory)
  var baselines: String

  @Option(
    help: ArgumentHelp(
      "Times, with commas: seconds, or shares of the duration. Default: as recorded, or 0,25%,50%,75%.",
      valueName: "times"))
  var at: CommaSeparated<SceneMoment>?

  @Option(help: "Which baselines to write: none, missing, changed or all.")
  var update: VerifyOptions.Update = .none

  @Option(
    help: "A further set of baselines, such as 'large'. Default: the plain one and all others.")
  var variant: String?

  @Option(
    name: .customLong("ignore"),
    help: ArgumentHelp(
      "A layer whose pixels do not count, instead of those recorded. Repeat for several.",
      valueName: "layer")
  )
  var ignoredLayers: [String] = []

  @Option(
    name: .customLong("ignore-rect"),
    help: ArgumentHelp(
      "Pixels that do not count, instead of those recorded. Repeat for several.",
      valueName: "x,y,w,h"))
  var ignoredRects: [CommaSeparated<Int>] = []

  @Option(help: "Pixels for each point. Default: as recorded, else 1.")
  var scale: Double?

  @OptionGroup var tolerance: ToleranceArguments
  @OptionGroup var reports: ReportArguments

  @Option(help: "Let scenes read this file or folder too. Repeat for several.")
  var allowPath: [String] = []

  @OptionGroup var parameters: ParameterArguments

  @Option(help: "How mistakes in scenes are shown: human, short (a line each) or json.")
  var diagnostics: DiagnosticFormatter.Style = .human

  func validate() throws {
    for rect in ignoredRects where rect.elements.count != 4 {
      throw ValidationError("--ignore-rect takes x,y,width,height in pixels.")
    }
    guard !baselines.isEmpty else { throw ValidationError("--baselines needs a folder.") }
    if let scale, !(scale.isFinite && scale > 0) {
      throw ValidationError("--scale is a number above 0.")
    }
    let isName = variant.map { $0.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil } ?? true
    guard isName else { throw ValidationError("--variant is a word of letters, digits, - and _.") }
  }

  func run() async throws {
    let formatter = DiagnosticFormatter(
      style: diagnostics, usesColor: Terminal.showsColors())
    try await withFailuresExplained(formatter) {
      let job = VerifyJob(scenes: scenes, options: options)
      var wrong: [LoadResult] = []
      let result = try await job.run { wrong.append($0) }
      if !wrong.isEmpty { Terminal.note(formatter.text(for: wrong), terminator: "") }
      try reports.deliver(result)
    }
  }

  private var options: VerifyOptions {
    var options = VerifyOptions(baselines: baselines)
    options.moments = at?.elements
    options.update = update
    options.variant = variant
    options.ignoredLayers = ignoredLayers
    for rect in ignoredRects.map(\.elements) {
      options.ignore(x: rect[0], y: rect[1], width: rect[2], height: rect[3])
    }
    options.tolerance = tolerance.tolerance
    options.keptPictures = reports.keptPictures
    options.scale = scale
    options.scene = SceneOptions(allowedPaths: allowPath)
    options.scene.parameters = parameters.values
    return options
  }
}
