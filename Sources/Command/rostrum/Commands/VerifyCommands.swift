import ArgumentParser
import RostrumBase
import RostrumImporters
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRegression
import RostrumSceneFile
import RostrumSource

struct Verify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compare scenes with their baselines, and say which layers changed.",
    discussion: """
      What the command line does not say is as the baselines were recorded: moments, variants, \
      scale, parameters, tolerances, and what is ignored. Without scenes, those that 'scenes' in rostrum.yaml names \
      are compared; where it names none, those that were recorded and those in the same folders.

      Exit status: 0 same, 1 different, 3 a baseline is missing or its scene is gone, 4 sizes \
      differ, 5 the baseline was made by other versions of the renderer, its libraries or fonts, \
      6 a scene has no baselines at all, \
      70 a picture was not the same each time, 65 a scene has mistakes, 66 a scene or baseline cannot be read; the others are compared. \
      A run that records baselines never passes; where CI is set, nothing is recorded.

      Examples:
        rostrum verify --update missing               record what rostrum.yaml names
        rostrum verify                                compare all of it
        rostrum verify Scenes/Book --baselines Baselines --report Report
        rostrum verify clock.yaml --baselines Baselines --at 0,25%,1.5 \\
            --ignore second-hand
        rostrum verify clock.yaml --baselines Baselines --every 0.1 --data rows.csv \\
            --update missing
        rostrum verify --baselines Baselines --repeat 20      the same each time?
      """)

  @Argument(
    help:
      "Scene files, folders of them, and patterns such as 'Scenes/**/*.yaml'. Default: those of rostrum.yaml.",
    completion: .file(extensions: SceneFinder.endings(.all)))
  var scenes: [String] = []

  @Option(help: "The folder of baselines.", completion: .directory)
  var baselines: String

  @Option(
    help: ArgumentHelp(
      "Times, with commas: seconds, shares of the duration, or 'last', the last frame. Default: as recorded, or the first and the last frame, the quarters, and one in each animation.",
      valueName: "times"))
  var at: TimeListArgument?

  @Option(
    help: ArgumentHelp(
      "Moments from the start on, at this distance in seconds, instead of --at.",
      valueName: "seconds"))
  var every: Double?

  @Option(help: "Frames instead of --at, inclusive: 0-59 or 7,12-14,20-40:2.")
  var frames: String?

  @OptionGroup var data: DataArguments
  @OptionGroup var jobs: JobArguments
  @OptionGroup var progress: ProgressArguments

  @Option(
    help:
      "Which baselines of these scenes to write: none, missing, changed, values (records of equal pictures) or all."
  )
  var update: VerifyOptions.Update = .none

  @Flag(help: "Remove the baselines of scenes and rows that are gone.")
  var prune = false

  @Option(
    name: .customLong("move"),
    help: ArgumentHelp(
      "Give the baselines of a renamed scene to its new file. Repeat for several.",
      valueName: "old=new"))
  var moves: [String] = []

  @Flag(help: "List the scenes with their moments, and what these do not show; compare nothing.")
  var list = false

  @Option(
    help: "A further set of baselines, such as 'large'. Default: the plain one and all others.")
  var variant: String?

  @Option(
    name: .customLong("ignore"),
    help: ArgumentHelp(
      "A layer whose pixels do not count, instead of those recorded; or a part of a Lottie or an SVG that is not supported, as for render. Repeat for several.",
      valueName: "name")
  )
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      "Whose reading of Lotties counts: ae or ios, as for render.", valueName: "player"))
  var lottieProfile = LottieProfile.usual

  @Option(
    name: .customLong("ignore-rect"),
    help: ArgumentHelp(
      "Pixels that do not count, instead of those recorded. Repeat for several.",
      valueName: "x,y,w,h"))
  var ignoredRects: [CommaSeparated<Int>] = []

  @Option(help: "Pixels for each point. Default: as recorded, else 1.")
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "One of several equal parts of the scenes; 'rostrum report' merges the reports.",
      valueName: "k/n"))
  var shard: Shard?

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      "Draw every picture so many times, in random orders; fail where one is not the same each time.",
      valueName: "times"))
  var repetitions = 1

  @Option(help: "Decides about the orders of --repeat. Default: another one each run.")
  var seed: UInt64?

  @OptionGroup var tolerance: ToleranceArguments
  @OptionGroup var values: ValueArguments
  @OptionGroup var reports: ReportArguments

  @Option(help: "Let scenes read this file or folder too. Repeat for several.")
  var allowPath: [String] = []

  @OptionGroup var text: TextArguments
  @OptionGroup var fontPaths: FontPathArguments
  @OptionGroup var fonts: NamedFontArguments

  @OptionGroup var parameters: ParameterArguments
  @OptionGroup var strictness: StrictArguments
  @OptionGroup var project: ProjectArguments

  @OptionGroup var diagnostics: DiagnosticArguments

  mutating func validate() throws {
    // Records are read in other checkouts too.
    scenes = scenes.map(DiffReport.pathInWorkingFolder)
    text.stdin = text.stdin.map(DiffReport.pathInWorkingFolder)
    for rect in ignoredRects where rect.elements.count != 4 {
      throw ValidationError("--ignore-rect takes x,y,width,height in pixels.")
    }
    try at?.checkStart()
    try checkMoments()
    for move in moves where Self.names(of: move) == nil {
      throw ValidationError("--move takes two scene files: Shots/old.yaml=Shots/new.yaml.")
    }
    guard !baselines.isEmpty else { throw ValidationError("--baselines needs a folder.") }
    if let scale, !(scale.isFinite && scale > 0) {
      throw ValidationError("--scale is a number above 0.")
    }
    let isName = variant.map { $0.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil } ?? true
    guard isName else { throw ValidationError("--variant is a word of letters, digits, - and _.") }
    if variant?.wholeMatch(of: /row[0-9]+/) != nil {
      throw ValidationError("--variant is not 'row' and a number: so rows of data are called.")
    }
    if repetitions < 1 { throw ValidationError("--repeat is at least 1.") }
  }

  private func checkMoments() throws {
    let given = [("--at", at != nil), ("--every", every != nil), ("--frames", frames != nil)]
      .filter(\.1).map(\.0)
    if given.count > 1 {
      throw ValidationError("\(given.joined(separator: " and ")) exclude each other.")
    }
    if let every, !(every.isFinite && every > 0) {
      throw ValidationError("--every is a number of seconds above 0.")
    }
    do {
      _ = try selection
    } catch let error as FrameSelection.SyntaxError {
      throw ValidationError("--frames: \(error.description).")
    }
  }

  private var selection: FrameSelection? {
    get throws { try frames.map { try FrameSelection($0) } }
  }

  private var rule: MomentRule? {
    if let every { return .every(every) }
    if let selection = try? selection { return .frames(selection) }
    return at.map { .moments($0.elements) }
  }

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      var options = options
      options.scene.outputs = list ? InputFiles() : reports.outputs
      try options.scene.outputs.check(inputs: filesBelow(baselines) + scenes)
      for (old, new) in moves.compactMap(Self.names) {
        try BaselineMove(from: old, to: new).run(in: baselines)
      }
      let groups = try ProjectDefaults.current?.groups()
      let job = VerifyJob(scenes: scenes, options: options, groups: groups)
      if list { return try Terminal.output(try await job.list()) }
      var wrong: [LoadResult] = []
      var result = try await job.run { wrong.append($0) }
      if let folder = reports.filmFolder { try await result.addFilms(to: folder) }
      var paths = Set<String>()
      wrong = wrong.filter { paths.insert($0.source.path).inserted }
      if !wrong.isEmpty { Terminal.record(formatter.text(for: wrong), terminator: "") }
      try reports.deliver(result)
    }
  }

  private static func names(of move: String) -> (String, String)? {
    let names = move.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    return names.count == 2 && !names.contains("") ? (names[0], names[1]) : nil
  }

  var options: VerifyOptions {
    var options = VerifyOptions(baselines: baselines)
    options.rule = rule
    options.data = data.path
    jobs.apply(to: &options.jobs)
    options.progress = progress.steps(of: "verify")
    options.repetition = Repetition(
      count: repetitions, seed: seed ?? .random(in: 0...UInt64(UInt32.max)))
    options.update = update
    options.prunes = prune
    options.variant = variant
    let features = ignore.compactMap(IgnoredFeatures.init(argument:)).flatMap(\.names)
    options.ignoredLayers = ignore.filter { IgnoredFeatures(argument: $0) == nil }
    for rect in ignoredRects.map(\.elements) {
      options.ignore(x: rect[0], y: rect[1], width: rect[2], height: rect[3])
    }
    options.tolerance = tolerance.given
    options.values = values.given
    options.shard = shard
    options.reportFolder = reports.report
    // The reports of shards are there to be merged.
    options.pictureFolder = shard == nil ? reports.pictureFolder : reports.report
    options.keptPictures = reports.keptPictures
    options.scale = scale
    options.scene = SceneOptions(allowedPaths: allowPath, importers: .all)
    text.apply(to: &options.scene)
    options.scene.projectFolder = project.projectRoot
    options.projectFolder = project.projectRoot ?? "."
    options.scene.fontFiles = FontFiles(fontPaths.paths, named: fonts.named)
    options.scene.parameters = parameters.values
    options.scene.refusesWarnings = strictness.isStrict
    options.scene.ignoredFeatures = Set(features)
    options.scene.importSettings = lottieProfile.settings
    return options
  }
}

struct Report: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Merge the reports of a verification's shards into one, with one exit status.",
    discussion: """
      Takes the folders that 'rostrum verify --shard k/n --report FOLDER' left. A shard that is not there is an error. \
      The exit status is that of one run over all scenes.

      Example:
        rostrum verify --baselines Baselines --shard 1/2 --report part-1
        rostrum verify --baselines Baselines --shard 2/2 --report part-2
        rostrum report part-1 part-2 --report Report
      """)

  @Argument(help: "Folders of reports.", completion: .directory)
  var folders: [String]

  @OptionGroup var reports: ReportArguments

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      try reports.outputs.check(inputs: folders.flatMap(filesBelow))
      var merged = try ReportFolder.merged(folders, keptPictures: reports.keptPictures)
      if let folder = reports.report {
        for part in folders { try ReportFolder(part).copyPictures(to: folder) }
        if reports.film { try await merged.addFilms(to: folder) }
      }
      try reports.deliver(merged)
    }
  }
}

struct Approve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve",
    abstract: "Make the pictures of a report the new baselines, without rendering again.",
    discussion: """
      Takes the folder that 'rostrum verify --report FOLDER --pictures' left, on a CI server too. Pictures that are \
      not those of the report, and baselines that changed since, are errors; then nothing is written.

      A report may come from anybody: nothing but baselines of one folder is written. That is the one of --baselines, \
      or of the project file; else the one that the report names, if it has baselines already, and lies in the current \
      folder as the report does.

      Examples:
        rostrum approve Report                             everything that failed
        rostrum approve Report Scenes/a.yaml Scenes/b.yaml
        rostrum approve Report Scenes/Book 'Scenes/b*.yaml'
        rostrum approve Report Scenes/a.yaml@25%           one moment
        rostrum approve Report Scenes/a.yaml@large         one variant
        rostrum approve ~/Downloads/Report --baselines Baselines
      """)

  @Argument(help: "The folder of a report.", completion: .directory)
  var report: String

  @Argument(
    help:
      "Scenes, folders of them and patterns, each with @ and a moment or a variant where wanted. Default: all that failed."
  )
  var scenes: [String] = []

  @Option(help: "The folder of the baselines that may be replaced.", completion: .directory)
  var baselines: String?

  @OptionGroup var project: ProjectArguments

  func validate() throws {
    if baselines?.isEmpty == true { throw ValidationError("--baselines needs a folder.") }
  }

  @Flag(help: "Approve values that changed while the pictures are the same, and nothing else.")
  var values = false

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      let approval = Approval(
        report: report, scenes: scenes, onlyValues: values, baselines: baselines)
      let entries = try approval.run()
      try Terminal.output(
        message: entries.map { "approved: \($0.title)\n" }.joined()
          + "\(entries.count) approved: look at them in the commit\n")
    }
  }
}
