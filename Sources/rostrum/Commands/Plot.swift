import ArgumentParser
import Foundation
import RostrumKit

struct Plot: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw timing functions, or a layer's values over time, as a figure.",
    discussion: """
      Functions: linear, easeIn, easeOut, easeInEaseOut, default, Penner's thirty such as bounceEaseOut, \
      "cubic-bezier(x1, y1, x2, y2)", "spring(mass, stiffness, damping, initialVelocity)".

      Examples:
        rostrum plot easeInEaseOut "cubic-bezier(1, 0, 0.75, 1)" bounceEaseOut \\
            -o curves.svg
        rostrum plot easeIn easeOut --columns 2 --velocity -o curves.pdf
        rostrum plot ball.yaml --layer ball --key-path position.y --velocity \\
            -o ball.png
      """)

  @Argument(help: "Timing functions, or one scene file.")
  var subjects: [String]

  @Option(name: .customLong("layer"), help: "A layer of the scene. Repeat for several.")
  var layers: [String] = []

  @Option(
    name: .customLong("key-path"), help: "A number, such as position.y. Repeat for several.")
  var keyPaths: [String] = []

  @Flag(help: "With the velocity beneath.")
  var velocity = false

  @Flag(help: "With the acceleration beneath.")
  var acceleration = false

  @Option(help: "A plot for each curve, in so many columns.")
  var columns: Int?

  @Flag(inversion: .prefixedNo, help: "Control points of Bezier curves.")
  var handles: Bool?

  @Option(help: "Functions over so many seconds instead of progress; springs take their own time.")
  var seconds: Double?

  @Option(help: "The part of the scene's time, such as 0.5-2.", transform: timeRange)
  var range: ClosedRange<Double>?

  @OptionGroup var figure: FigureArguments
  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  private var isOfScene: Bool {
    let endings = [".yaml", ".yml", ".json"]
    return !layers.isEmpty || !keyPaths.isEmpty
      || (subjects.count == 1 && endings.contains { subjects[0].hasSuffix($0) })
  }

  func validate() throws {
    if isOfScene {
      guard subjects.count == 1 else {
        throw ValidationError("--layer and --key-path go with one scene file.")
      }
      guard !layers.isEmpty, !keyPaths.isEmpty else {
        throw ValidationError("A plot of a scene needs --layer and --key-path.")
      }
    }
    if let columns, !(1...50).contains(columns) {
      throw ValidationError("--columns is from 1 to 50.")
    }
    if let seconds, !(seconds > 0 && seconds <= 1e6) {
      throw ValidationError("--seconds is above 0.")
    }
  }

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      if isOfScene { try plotScene(formatter) } else { try plotFunctions() }
    }
  }

  private func plotFunctions() throws {
    var plot = FigureDeclaration.FunctionPlot(
      try subjects.map { .init($0, try TimingFunction(text: $0)) })
    (plot.velocity, plot.acceleration) = (velocity, acceleration)
    (plot.columns, plot.handles, plot.seconds) = (columns, handles, seconds)
    let usual = columns.map { 30 + 130 * Double(min($0, 4)) } ?? (subjects.count > 1 ? 380 : 260)
    let job = FigureJob(
      FigureDeclaration(.functions(plot), title: figure.title),
      options: try figure.options(width: usual))
    try job.run(output: figure.output, format: figure.format)
  }

  private func plotScene(_ formatter: DiagnosticFormatter) throws {
    let opened = try openScene(subjects[0], scene, formatter)
    let targets = try layers.flatMap { layer in
      try keyPaths.map { try opened.scene.figureTarget(layer: layer, keyPath: $0) }
    }
    var plot = FigureDeclaration.PropertyPlot(opened.figureSource, targets.named)
    (plot.velocity, plot.acceleration, plot.range) = (velocity, acceleration, range)
    plot.columns = columns
    let job = FigureJob(
      FigureDeclaration(.properties(plot), title: figure.title),
      options: try figure.options(width: 400), assets: opened.assets)
    try job.run(output: figure.output, format: figure.format)
  }
}
