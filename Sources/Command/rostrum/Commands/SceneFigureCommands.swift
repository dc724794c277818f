import ArgumentParser
import RostrumBase
import RostrumFigures
import RostrumKit
import RostrumLayerTree
import RostrumMedia
import RostrumOutput
import RostrumSource
import RostrumTiming

/// `rostrum timeline`.
struct TimelineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Draw a scene's animations as bars over time.",
    discussion: "Example: rostrum timeline Scenes/Book/9.1.yaml -o timeline.svg")

  @Argument(help: "A scene file.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var sceneFile: String

  @Option(name: .customLong("layer"), help: "Only this layer. Repeat for several.")
  var layers: [String] = []

  @Option(help: "The part of the scene's time, such as 0.5-2.", transform: timeRange)
  var range: ClosedRange<Double>?

  @Option(
    help: ArgumentHelp("Strips beneath: events, ticks, audio, with commas.", valueName: "strips"))
  var tracks: CommaSeparated<TimeTrack>?

  @OptionGroup var figure: FigureArguments
  @OptionGroup var row: RowArguments
  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      let opened = try openScene(sceneFile, scene, row, formatter, for: figure)
      var timeline = FigureDeclaration.SceneTimeline(opened.figureSource)
      timeline.layers = try layers.map { try opened.scene.figureLayer(named: $0) }
      timeline.range = range
      timeline.tracks = tracks?.elements ?? []
      let job = FigureJob(
        FigureDeclaration(.timeline(timeline), title: figure.title),
        options: try figure.options(width: 440), assets: opened.assets)
      try await figure.write(job)
    }
  }
}

/// `rostrum strobe`.
struct StrobeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strobe",
    abstract: "Draw a layer at successive times in one picture.",
    discussion: """
      Examples:
        rostrum strobe Scenes/Book/9.3.yaml --layer "speed 1" --every 0.1 -o ship.png
        rostrum strobe Scenes/Book/10.6.yaml --layer ball --every 0.05 --spread 400 \\
            --path -o ball.svg
      """)

  @Argument(help: "A scene file.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var sceneFile: String

  @Option(name: .customLong("layer"), help: "The layer that moves. Repeat for several.")
  var layers: [String]

  @Option(help: "Seconds between two pictures.")
  var every: Double = 0.1

  @Option(help: "The part of the scene's time, such as 0.5-2.", transform: timeRange)
  var range: ClosedRange<Double>?

  @Flag(help: "With the way of the layer's anchor point.")
  var path = false

  @Option(help: "How much the oldest picture fades, 0 to 1.")
  var fading: Double = 0.75

  @Option(help: "Move on by so many of the scene's points in a second, to keep pictures apart.")
  var spread: Double = 0

  @OptionGroup var figure: FigureArguments
  @OptionGroup var row: RowArguments
  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func validate() throws {
    guard every > 0, every.isFinite else { throw ValidationError("--every is above 0.") }
    guard (0...1).contains(fading) else { throw ValidationError("--fading is from 0 to 1.") }
    guard abs(spread) <= 1e5 else { throw ValidationError("--spread is at most 100000.") }
    guard !layers.isEmpty else { throw ValidationError("A strobe needs --layer.") }
  }

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      let opened = try openScene(sceneFile, scene, row, formatter, for: figure)
      let range = range ?? 0...max(opened.scene.clock.duration, 1e-6)
      let chosen = try layers.map { try opened.scene.figureLayer(named: $0) }
      var strobe = FigureDeclaration.LayerStrobe(
        opened.figureSource, chosen, times: try FigureTimes.every(every, in: range))
      (strobe.showsPath, strobe.fading, strobe.spread) = (path, fading, spread)
      let job = FigureJob(
        FigureDeclaration(.strobe(strobe), title: figure.title),
        options: try figure.options(width: 340), assets: opened.assets)
      try await figure.write(job)
    }
  }
}

/// `rostrum sheet`.
struct SheetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Draw frames side by side with their times.",
    discussion: """
      Of several scenes, it shows one frame each, from the middle unless --at says otherwise. What cannot be \
      shown is told and left out, and the exit status says so.

      Examples:
        rostrum sheet Scenes/Book/10.6.yaml --columns 6 -o sheet.png
        rostrum sheet Scenes/Book/10.6.yaml --at 0,0.3,0.5,0.7 -o strip.pdf
        rostrum sheet 'Scenes/Layers/*.yaml' --columns 5 --width 800 -o layers.png
      """)

  @Argument(
    help: "Scene files, folders of them, and patterns such as 'Scenes/**/*.yaml'.",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var sceneFiles: [String]

  @Option(help: "Frames in a row.")
  var columns: Int?

  @Option(help: "How many frames, evenly spaced from the first to the last.")
  var count: Int?

  @Option(
    help: ArgumentHelp(
      "Times in seconds or per cent of the duration, with commas.", valueName: "times"))
  var at: TimeListArgument?

  @OptionGroup var figure: FigureArguments
  @OptionGroup var row: RowArguments
  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func validate() throws {
    if at != nil, count != nil { throw ValidationError("Give --at or --count, not both.") }
    if let columns, !(1...50).contains(columns) {
      throw ValidationError("--columns is from 1 to 50.")
    }
    if let count, !(1...2000).contains(count) {
      throw ValidationError("--count is from 1 to 2000.")
    }
  }

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      let files = try scene.finder.paths(sceneFiles)
      if files.count > 1 {
        try drawGallery(files, formatter)
      } else {
        try await drawSheet(files[0], formatter)
      }
    }
  }

  /// Draws the scenes that can be shown.
  private func drawGallery(_ files: [String], _ formatter: DiagnosticFormatter) throws {
    guard count == nil, (at?.elements.count ?? 1) == 1 else {
      throw ValidationError("Several scenes show one frame each: give --at one time, or nothing.")
    }
    var failures = Failures(formatter)
    let opened = try files.compactMap { path in
      try failures.collect { try openScene(path, scene, row, formatter, for: figure) }
    }
    if !opened.isEmpty {
      let moment = at?.elements.first
      let job = GalleryJob(
        opened.map { GalleryJob.ShownScene($0.figureSource, $0.assets) }, title: figure.title,
        columns: columns ?? 6, options: try figure.options(width: 640),
        at: { moment?.time(in: $0.clock.duration) })
      for one in opened { _ = at?.times(in: one.scene, noting: one.path) }
      try job.run(output: figure.output, format: try figure.picture)
    }
    try failures.end()
  }

  private func drawSheet(_ sceneFile: String, _ formatter: DiagnosticFormatter) async throws {
    let opened = try openScene(sceneFile, scene, row, formatter, for: figure)
    let columns = columns ?? at.map { min($0.elements.count, 8) } ?? 6
    let times =
      at?.times(in: opened.scene, noting: sceneFile)
      ?? FigureTimes.frames(count ?? columns * 2, of: opened.scene.clock)
    let sheet = FigureDeclaration.ContactSheet(
      opened.figureSource, times: times, columns: columns)
    let job = FigureJob(
      FigureDeclaration(.sheet(sheet), title: figure.title),
      options: try figure.options(width: 460), assets: opened.assets)
    try await figure.write(job)
  }
}

/// `rostrum plot`.
struct PlotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw timing functions, or a layer's values over time, as a figure.",
    discussion: """
      Functions: linear, easeIn, easeOut, easeInEaseOut, default, Penner's thirty such as bounceEaseOut, \
      "cubic-bezier(x1, y1, x2, y2)", "{spring: {bounce: 0.5}}", and CSS's "steps(4, jump-start)" and \
      "linear(0, 0.5 25% 75%, 1)".

      Examples:
        rostrum plot easeInEaseOut "cubic-bezier(1, 0, 0.75, 1)" bounceEaseOut \\
            -o curves.svg
        rostrum plot easeIn easeOut --columns 2 --velocity -o curves.pdf
        rostrum plot ball.yaml --layer ball --key-path position.y --velocity \\
            -o ball.png
        rostrum plot a.yaml b.yaml --layer ball --key-path opacity -o both.svg
      """)

  @Argument(help: "Timing functions, or scene files that have the same layers.")
  var subjects: [String]

  @Option(name: .customLong("layer"), help: "A layer of the scene. Repeat for several.")
  var layers: [String] = []

  @Option(
    name: .customLong("key-path"),
    help: "A number such as position.y, a point, a colour, a flag ... Repeat for several.")
  var keyPaths: [String] = []

  @Flag(help: "With the velocity beneath.")
  var velocity = false

  @Flag(help: "With the acceleration beneath.")
  var acceleration = false

  @Option(help: "A plot for each curve, in so many columns.")
  var columns: Int?

  @Flag(inversion: .prefixedNo, help: "Control points of Bezier curves.")
  var handles: Bool?

  @Option(
    help: ArgumentHelp(
      "Times at which the value of each curve is marked, in seconds or per cent, with commas.",
      valueName: "times"))
  var at: TimeListArgument?

  @Flag(help: "The coordinates of control points beside them.")
  var coordinates = false

  @Flag(
    name: .customLong("print"),
    help: "Prints the four control points of each function, as getControlPointAtIndex gives them.")
  var prints = false

  @Option(
    help: ArgumentHelp(
      "Strips beneath: events, ticks, animations, audio, with commas.", valueName: "strips"))
  var tracks: CommaSeparated<TimeTrack>?

  @Option(help: "Functions over so many seconds instead of progress; springs take their own time.")
  var seconds: Double?

  @Option(help: "The part of the scene's time, such as 0.5-2.", transform: timeRange)
  var range: ClosedRange<Double>?

  @OptionGroup var figure: FigureArguments
  @OptionGroup var row: RowArguments
  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  private var isOfScene: Bool {
    let endings = [".yaml", ".yml", ".json"]
    return !layers.isEmpty || !keyPaths.isEmpty
      || subjects.contains { subject in endings.contains { subject.hasSuffix($0) } }
  }

  func validate() throws {
    if isOfScene {
      guard !subjects.isEmpty else {
        throw ValidationError("--layer and --key-path go with scene files.")
      }
      guard !layers.isEmpty, !keyPaths.isEmpty else {
        throw ValidationError("A plot of a scene needs --layer and --key-path.")
      }
    } else if tracks != nil || row.table.path != nil {
      throw ValidationError("\(tracks != nil ? "--tracks" : "--data") goes with a scene.")
    }
    if let columns, !(1...50).contains(columns) {
      throw ValidationError("--columns is from 1 to 50.")
    }
    if prints, isOfScene || isStream(figure.output) {
      throw ValidationError("--print goes with functions, and with a figure in a file.")
    }
    if let seconds, !(seconds > 0 && seconds <= 1e6) {
      throw ValidationError("--seconds is above 0.")
    }
  }

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      if isOfScene { try await plotScene(formatter) } else { try await plotFunctions() }
    }
  }

  private func plotFunctions() async throws {
    var plot = FigureDeclaration.FunctionPlot(
      try subjects.map { .init($0, try TimingFunction(text: $0)) })
    (plot.velocity, plot.acceleration) = (velocity, acceleration)
    (plot.columns, plot.handles, plot.seconds) = (columns, handles, seconds)
    plot.coordinates = coordinates
    plot.look.times = at?.times(in: seconds ?? 1) ?? []
    if prints { try Terminal.output(plot.controlPointText) }
    let usual = columns.map { 30 + 130 * Double(min($0, 4)) } ?? (subjects.count > 1 ? 380 : 260)
    let job = FigureJob(
      FigureDeclaration(.functions(plot), title: figure.title),
      options: try figure.options(width: usual))
    try await figure.write(job)
  }

  private func plotScene(_ formatter: DiagnosticFormatter) async throws {
    let all = try subjects.map { try openScene($0, scene, row, formatter, for: figure) }
    let opened = all[0]
    let targets = try all.flatMap { one in
      try layers.flatMap { layer in
        try keyPaths.flatMap { keyPath in
          try one.scene.figureTargets(layer: layer, keyPath: keyPath).map { target in
            var target = target
            if all.count > 1 { target.source = one.figureSource }
            return target
          }
        }
      }
    }
    var plot = FigureDeclaration.PropertyPlot(
      opened.figureSource, targets.named(in: opened.figureSource))
    plot.tracks = tracks?.elements ?? []
    (plot.velocity, plot.acceleration, plot.range) = (velocity, acceleration, range)
    plot.columns = columns
    plot.look.times = at?.elements.map { $0.time(in: opened.scene.clock) } ?? []
    let job = FigureJob(
      FigureDeclaration(.properties(plot), title: figure.title),
      options: try figure.options(width: 400), assets: opened.assets)
    try await figure.write(job)
  }
}
