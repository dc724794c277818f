import ArgumentParser
import RostrumBase
import RostrumImporters
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRegression
import RostrumSceneFile
import RostrumSceneImport
import RostrumSource
import RostrumTiming

struct Inspect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show the layer tree and what every animation is doing at a time.",
    discussion: """
      Each layer with the values that are set (and the model's, where an animation changes them), \
      each animation with its phase, its active interval on the scene's clock, its progress and its value.

      Examples:
        rostrum inspect ball.yaml --at 0.5
        rostrum inspect ball.yaml --at 0.5 --format json | \\
            jq '.layers[0].presentation.position'
        rostrum inspect ball.yaml --at 0.5 --hit 150,268
      """)

  @Argument(help: "A scene file.", completion: .file(extensions: SceneFinder.endings(.all)))
  var sceneFile: String

  @Option(
    help: ArgumentHelp(
      "The time, in seconds or per cent of the duration; several with commas. Default: 0.",
      valueName: "times"))
  var at: TimeListArgument?

  @Option(help: "tree or json.")
  var format: InspectionFormat = .tree

  @Option(
    help: ArgumentHelp(
      "Only the layers under this point of the canvas, front first.", valueName: "x,y"))
  var hit: CommaSeparated<Double>?

  @OptionGroup var row: RowArguments
  @OptionGroup var scene: DrawnSceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func validate() throws {
    if let hit, hit.elements.count != 2 || !hit.elements.allSatisfy(\.isFinite) {
      throw ValidationError("--hit takes a point such as 150,268.")
    }
  }

  func run() async throws {
    try await withFailuresExplained(diagnostics.formatter()) {
      let scene = try SceneOpener(options: row.applied(to: scene.options())).open(sceneFile).scene
      let times = at?.times(in: scene, noting: sceneFile) ?? [0]
      let texts = times.map { time in
        if let hit = hit?.elements { return format.hits(scene, x: hit[0], y: hit[1], at: time) }
        return format.text(
          Inspection(scene, at: time), usesColor: Terminal.showsColors(on: STDOUT_FILENO))
      }
      try printTexts(texts, asJSON: format == .json)
    }
  }
}

struct Sample: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Print presentation values over time, without rendering.",
    discussion: """
      Without --layer and --key-path, every animated property; without --at, at every frame.

      Examples:
        rostrum sample ball.yaml --layer ball --key-path position.y --at 0,0.15,0.3
        rostrum sample ball.yaml --fps 10 --format json
      """)

  @Argument(help: "A scene file.", completion: .file(extensions: SceneFinder.endings(.all)))
  var sceneFile: String

  @Option(name: .customLong("layer"), help: "A layer's name. Repeat for several.")
  var layers: [String] = []

  @Option(name: .customLong("key-path"), help: "Such as transform.rotation.z. Repeat for several.")
  var keyPaths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Times in seconds or per cent of the duration, with commas.", valueName: "times"))
  var at: TimeListArgument?

  @Option(help: "csv or json.")
  var format: SampleFormat = .csv

  @OptionGroup var row: RowArguments
  @OptionGroup var scene: DrawnSceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func validate() throws {
    if at != nil, scene.files.fps != nil { throw ValidationError("Give --at or --fps, not both.") }
  }

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      let result = try SceneOpener(options: row.applied(to: scene.options())).check(sceneFile)
      guard let scene = result.scene else { throw InvalidScene(result: result) }
      if !result.diagnostics.isEmpty {
        Terminal.record(formatter.text(for: [result]), terminator: "")
      }
      let times =
        at?.elements.map { $0.time(in: scene.clock) }
        ?? (0..<scene.clock.frameCount).map(scene.clock.time(ofFrame:))
      let series = try SceneSampler(scene).series(
        SceneSampler.Choice(layers: layers, keyPaths: keyPaths), at: times)
      try Terminal.output(try format.text(series))
    }
  }
}

struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain one value at a time, step by step: why is it there?",
    discussion: """
      From the scene's time through each layer's clock, every animation that writes the property, \
      its phase, iteration, progress and timing functions, to the value; with the scene file's lines.

      Examples:
        rostrum explain ball.yaml --layer ball --key-path position.y --at 0.4
        rostrum explain ball.yaml --layer ball --key-path position --at 0.4 \\
            --format json
      """)

  @Argument(help: "A scene file.", completion: .file(extensions: SceneFinder.endings(.all)))
  var sceneFile: String

  @Option(help: "The layer's name.")
  var layer: String

  @Option(help: "Such as opacity or transform.rotation.z.")
  var keyPath: String

  @Option(
    help: ArgumentHelp(
      "The time, in seconds or per cent of the duration; several with commas.",
      valueName: "times"))
  var at: TimeListArgument

  @Option(help: "text or json.")
  var format: ExplanationFormat = .text

  @OptionGroup var row: RowArguments
  @OptionGroup var scene: DrawnSceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func run() async throws {
    try await withFailuresExplained(diagnostics.formatter()) {
      let scene = try SceneOpener(options: row.applied(to: scene.options())).open(sceneFile).scene
      let sampler = SceneSampler(scene)
      let texts = try at.times(in: scene, noting: sceneFile).map { time in
        format.text(
          try sampler.explanation(layer: layer, keyPath: keyPath, at: time),
          usesColor: Terminal.showsColors(on: STDOUT_FILENO))
      }
      try printTexts(texts, asJSON: format == .json)
    }
  }
}

/// Prints texts of several times: one below the other, or as a list. One stays as it is.
private func printTexts(_ texts: [String], asJSON: Bool) throws {
  guard asJSON else { return try Terminal.output(message: texts.joined(separator: "\n")) }
  guard texts.count > 1 else { return try Terminal.output(texts.joined()) }
  let items = texts.map { $0.trimmed }
  try Terminal.output("[" + items.joined(separator: ",\n ") + "]\n")
}

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find mistakes in scenes: wrong values, and what is probably not meant.",
    discussion: """
      Exit status 0 when no scene has an error, 65 when one has, 66 when one cannot be read, \
      71 when the system gives too little to tell.
      With --strict, a warning is an error too. Each has a name in brackets; 'allow: [NAME]' in a \
      layer, an animation or the scene says that it is meant.
      Figure files are checked too, with their scenes.
      With --rendered, frames are drawn too, to find texts of low contrast and flashes.
      Of a single Lottie a summary follows: contents, fonts, what is approximated, what takes time.

      Examples:
        rostrum check 'Scenes/**/*.yaml' --diagnostics short
        rostrum check banner.yaml --data rows.csv
        rostrum check title.yaml --rendered --strict
        rostrum check Scenes --junit check.xml --sarif check.sarif
      """)

  @Argument(
    help: "Scene files, folders of them, and patterns such as 'Scenes/**/*.yaml'.",
    completion: .file(extensions: SceneFinder.endings(.all)))
  var scenes: [String]

  @OptionGroup var data: DataArguments

  @Flag(help: "Draw frames too: find texts of low contrast, and flashes.")
  var rendered = false

  @Flag(help: "Leave out YAML and JSON files without layers, which are no scenes.")
  var scenesOnly = false

  @OptionGroup var scene: DrawnSceneArguments
  @OptionGroup var text: TextArguments
  @OptionGroup var diagnostics: DiagnosticArguments
  @OptionGroup var server: ServerReportArguments

  func run() async throws {
    let formatter = diagnostics.formatter(on: STDOUT_FILENO)
    let strict = scene.files.strictness.isStrict
    try await withFailuresExplained(diagnostics.formatter()) {
      var options = RenderOptions()
      options.scene = scene.options()
      // The exit status counts the warnings of the checks too.
      options.scene.refusesWarnings = false
      options.scene.outputs = server.outputs
      text.apply(to: &options.scene)
      var results: [LoadResult] = []
      var record = CheckRecord()
      var unreadable: ExitStatus?
      var known: Set<Diagnostic> = []
      var reports: [[(name: String, text: String)]] = []
      let scenes = scenesOnly ? scenes.filter(scene.files.finder.mayBeScene) : scenes
      // None of the files that a commit changes is a scene.
      if scenes.isEmpty { return }
      let job = RenderJob(scenes: scenes, data: data.path, options: options)
      let unused = try job.check(rendered ? .rendered : .evaluated) { item, outcome in
        switch outcome {
        case .failure(let error):
          unreadable = explain(error, formatter)
          record.add(unreadable: item.path, "\(error)")
        case .success(let result):
          // Rows of one scene share its mistakes.
          let judged = strict ? result.refusingWarnings() : result
          let news = data.path == nil ? judged : judged.leavingOut(known)
          if data.path != nil { known.formUnion(news.diagnostics) }
          if !news.diagnostics.isEmpty { results.append(news) }
          record.add(item.path, news.diagnostics)
          reports.append(result.report)
        }
      }
      if !server.printsJUnit {
        try Terminal.output(formatter.text(for: results))
        // The summary is for a single file; a run over many files reports mistakes alone.
        if reports.count == 1, data.path == nil, formatter.style == .human {
          let report = reports[0]
          let width = report.map(\.name.count).max() ?? 0
          let lines = report.map { "\($0.padded(to: width))  \(Escaping.log($1))\n" }
          try Terminal.output(lines.joined())
        }
      }
      try server.write(record.findings, record.results)
      server.annotate(record.findings)
      for column in unused {
        let severity = strict ? "error" : "warning"
        Terminal.note("\(data.path ?? ""): \(severity): no scene has a parameter '\(column)'")
      }
      let wrong = results.filter { $0.diagnostics.contains { $0.severity == .error } }
      if wrong.contains(where: { !$0.isShortage }) || strict && !unused.isEmpty {
        throw ExitStatus.wrongScene.code
      }
      if !wrong.isEmpty { throw ExitStatus.shortage.code }
      if let unreadable { throw unreadable.code }
    }
  }
}

struct Bake: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bake",
    abstract: "Write a scene whose every animation is keyframes, a value for each frame.",
    discussion: """
      The new scene renders the same pixels at those frames. Clocks, springs, groups and timing functions \
      are worked out; layers, pictures and texts stay as they are. What key frames cannot say stays as it is \
      too, and a note names it: layers in a transition, copies that lag behind, and videos and particles \
      with a time of their own.

      Examples:
        rostrum bake ball.yaml -o ball-baked.yaml
        rostrum bake ball.yaml -o ball-30.yaml --fps 30
        rostrum bake ball.yaml -o - | less
      """)

  @Argument(help: "A scene file.", completion: .file(extensions: SceneFinder.endings(.all)))
  var sceneFile: String

  @Option(
    name: [.short, .long],
    help: "The scene file to write, - for the standard output. It may not be the scene itself.",
    completion: .file(extensions: ["yaml", "yml"]))
  var output: String

  @OptionGroup var row: RowArguments
  @OptionGroup var scene: DrawnSceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func run() async throws {
    try await withFailuresExplained(diagnostics.formatter()) {
      let options = try row.applied(to: scene.options(), writing: [output])
      try await BakeJob(scene: sceneFile, output: output, options: options)
        .run(telling: diagnostics)
    }
  }
}

struct Expand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Write what a scene's components, layouts and the like have become.",
    discussion: """
      The new scene renders the same pixels and has Core Animation's model alone: parameters, components, \
      forEach, layouts, pins, sequences, split texts and the like are worked out. Animations, events, \
      connections and scenes inside stay.

      Examples:
        rostrum expand ball.yaml | less
        rostrum expand card.yaml --set title=Hello -o card-expanded.yaml
      """)

  @Argument(help: "A scene file.", completion: .file(extensions: SceneFinder.endings(.all)))
  var sceneFile: String

  @Option(
    name: [.short, .long],
    help: "The scene file to write; by default, or for -, the standard output.",
    completion: .file(extensions: ["yaml", "yml"]))
  var output = "-"

  @OptionGroup var row: RowArguments
  @OptionGroup var scene: DrawnSceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func run() async throws {
    try await withFailuresExplained(diagnostics.formatter()) {
      let options = try row.applied(to: scene.options(), writing: [output])
      try await BakeJob(scene: sceneFile, output: output, options: options, form: .expanded)
        .run(telling: diagnostics)
    }
  }
}

/// The parts that an import makes layers of their own.
enum ImportSplit: String, CaseIterable, ExpressibleByArgument {
  case paths
}

struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Write a Lottie, an SVG or a CAML as a scene file.",
    discussion: """
      The scene renders the same pixels as the file itself. Layers keep their names (ids in an SVG), \
      animations their key frames and their easing. Pictures inside become files beside the scene.

      Examples:
        cd Logos && rostrum import logo.json -o logo.yaml
        cd Logos && rostrum import logo.json -o logo.yaml --ignore expressions
        cd Logos && rostrum import logo.svg -o logo.yaml
        cd Logos && rostrum import logo.svg -o logo.yaml --split paths
        cd Lock.ca && rostrum import main.caml --set state=Open -o lock.yaml
      """)

  @Argument(
    help: "A Lottie, an SVG, or the main.caml of an archive.",
    completion: .file(extensions: [any SceneImporter].all.flatMap(\.endings)))
  var file: String

  @Option(
    name: [.short, .long],
    help: "The scene file to write, - for the standard output.",
    completion: .file(extensions: ["yaml", "yml"]))
  var output: String

  @Option(
    help: "Make layers of their own of an SVG's subpaths, where the pixels stay the same.")
  var split: ImportSplit?

  @OptionGroup var row: RowArguments
  @OptionGroup var scene: DrawnSceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func run() async throws {
    try await withFailuresExplained(diagnostics.formatter()) {
      var options = try row.applied(to: scene.options(), writing: [output])
      options.importSettings["split"] = split?.rawValue
      try await BakeJob(scene: file, output: output, options: options, form: .imported)
        .run(telling: diagnostics)
    }
  }
}

struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a scene as an archive of Core Animation's.",
    discussion: """
      The bundle reads back to the same pixels. Events, sounds, videos and other things that such an \
      archive has no words for are errors that name them.

      Example: rostrum export logo.yaml -o logo.ca
      """)

  @Argument(help: "The scene, or a file that is one.", completion: .file())
  var file: String

  @Option(name: [.short, .long], help: "The bundle to write, which ends in .ca.")
  var output: String

  @OptionGroup var row: RowArguments
  @OptionGroup var scene: DrawnSceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      let options = try row.applied(to: scene.options())
      let result = try ExportJob(scene: file, output: output, options: options).run()
      guard !result.diagnostics.isEmpty else { return }
      Terminal.record(formatter.text(for: [result]), terminator: "")
    }
  }
}

extension BakeJob {
  /// Writes the scene, and prints the import's diagnostics.
  fileprivate func run(telling diagnostics: DiagnosticArguments) async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      let result = try run()
      guard !result.diagnostics.isEmpty else { return }
      Terminal.record(formatter.text(for: [result]), terminator: "")
    }
  }
}
