public import ArgumentParser
import RostrumBase
import RostrumImporters
import RostrumKit
import RostrumLayerTree
public import RostrumMedia
public import RostrumOutput
public import RostrumRegression
import RostrumSceneFile
import RostrumSceneImport
public import RostrumSource
import RostrumTiming

/// The arguments of every command that reads scenes and makes no figure of them.
struct DrawnSceneArguments: ParsableArguments {
  @OptionGroup var files: SceneArguments
  @OptionGroup var fonts: NamedFontArguments

  @Option(
    help: ArgumentHelp(
      "The colour behind all layers instead of the scene's, as CSS writes it, or none.",
      valueName: "color"))
  var background: String?

  func validate() throws {
    if let background, SceneOptions.background(background) == nil {
      throw ValidationError("'\(background)' is not a colour such as white, #f4f1ea or none.")
    }
  }

  func options(scale: Double = 1) -> SceneOptions {
    var options = files.options(scale: scale)
    options.fontFiles.named = fonts.named
    options.background = background.flatMap { SceneOptions.background($0) }
    return options
  }
}

/// Where the text of a scene or a figure comes from, and what it may read.
struct TextArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read this scene or figure from the standard input; its path, where nothing need be, says where the paths in it begin.",
      valueName: "path"), completion: .file())
  var stdin: String?

  @Flag(
    help:
      "Refuse files outside of the folder of what names them, links followed, which figures and command lines may name else."
  )
  var confined = false

  func apply(to options: inout SceneOptions) {
    (options.standardInputPath, options.isConfined) = (stdin, confined)
  }
}

/// A command's use of project files.
struct ProjectArguments: ParsableArguments {
  @Flag(name: .customLong("no-project"), help: "Leave \(ProjectFile.name) out of account.")
  var leavesProjectOut = false

  /// The folder of the project file, where there is one that counts: `ProjectDefaults` gives it.
  @Option(help: .hidden)
  var projectRoot: String?

  /// Whether the project file gives the folder for results.
  @Flag(name: .customLong("project-output"), help: .hidden)
  var givesOutput = false
}

/// The arguments of every command that reads scenes. A figure has a background of its own.
struct SceneArguments: ParsableArguments {
  @Option(help: "Let scenes read this file or folder too. Repeat for several.")
  var allowPath: [String] = []

  @OptionGroup var fonts: FontPathArguments

  @Option(help: "The most pixels that a frame may have.")
  var maxPixels: Int?

  @Option(help: "The most frames that a scene may have.")
  var maxFrames: Int?

  @Option(
    help: ArgumentHelp(
      "Frames per second instead of the scene's, such as 30, 29.97 or 24000/1001.",
      valueName: "rate"), transform: frameRate)
  var fps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "Go on without a part of a Lottie or an SVG that is not supported, such as expressions, or all. Repeat for several.",
      valueName: "name"))
  var ignore: [IgnoredFeatures] = []

  @Option(
    help: ArgumentHelp(
      "Whose reading of Lotties counts where players differ: After Effects' (ae), or that of lottie-ios (ios).",
      valueName: "player"))
  var lottieProfile = LottieProfile.usual

  @OptionGroup var parameters: ParameterArguments
  @OptionGroup var strictness: StrictArguments
  @OptionGroup var project: ProjectArguments

  func validate() throws {
    for limit in [maxPixels, maxFrames].compactMap(\.self) where limit < 1 {
      throw ValidationError("A limit is at least 1.")
    }
  }

  func options(scale: Double = 1) -> SceneOptions {
    var options = SceneOptions(
      frameRate: fps, scale: scale, allowedPaths: allowPath, importers: .all)
    options.parameters = parameters.values
    options.refusesWarnings = strictness.isStrict
    options.projectFolder = project.projectRoot
    options.fontFiles = FontFiles(fonts.paths)
    options.ignoredFeatures = Set(ignore.flatMap(\.names))
    options.importSettings = lottieProfile.settings
    if let maxPixels { options.maximumPixels = maxPixels }
    if let maxFrames { options.maximumFrames = maxFrames }
    return options
  }
}

extension SceneArguments {
  /// Finds the scenes that the command line names.
  var finder: SceneFinder {
    SceneFinder(project: project.projectRoot, allowing: allowPath, importers: .all)
  }
}

/// The fonts of scenes besides the system's.
struct FontPathArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let scenes name the families of this font, or of a folder's, too. Repeat for several.",
      valueName: "path"))
  var fontPath: [String] = []

  var paths: [String] { fontPath.flatMap(fontFiles) }

  /// The fonts of a folder in the order of their names, or the one file.
  private func fontFiles(at path: String) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return [path]
    }
    let endings = ["ttf", "otf", "ttc", "otc"]
    return names.sortedByBytes().filter { endings.contains($0.pathExtension.lowercased()) }
      .map { path.appendingPathComponent($0) }
  }
}

/// Fonts by names of their own. Of a figure, `--font` is the labels' family.
struct NamedFontArguments: ParsableArguments {
  @Option(
    name: .customLong("font"),
    help: ArgumentHelp(
      "Use the fonts of a file as this family, before an installed one. Repeat for several.",
      valueName: "family=file"), transform: namedFont)
  var named: [FontFiles.Named] = []
}

/// A family's name and the path of its file.
private func namedFont(_ text: String) throws -> FontFiles.Named {
  guard let font = FontFiles.Named(text) else {
    throw ValidationError("'\(text)' is not a family and a file, such as Inter=Fonts/Inter.ttf.")
  }
  return font
}

/// Whether scenes that are only warned of are used.
struct StrictArguments: ParsableArguments {
  @Flag(name: .customLong("strict"), help: "Take warnings for errors.")
  var isStrict = false
}

/// The values of scenes' parameters.
struct ParameterArguments: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A value for a parameter of the scene. Repeat for several.", valueName: "name=value"))
  var assignments: [String] = []

  func validate() throws {
    do {
      _ = try ParameterValues(assignments: assignments)
    } catch {
      throw ValidationError("--set: \(error.description).")
    }
  }

  var values: ParameterValues { (try? ParameterValues(assignments: assignments)) ?? .none }
}

/// A table of values for parameters.
struct DataArguments: ParsableArguments {
  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      "A CSV, TSV, JSON, JSONL or YAML file whose rows give the parameters' values.",
      valueName: "file"),
    completion: .file(extensions: DataTable.endings))
  var path: String?
}

/// A row of a table, for commands that show a scene once.
struct RowArguments: ParsableArguments {
  @OptionGroup var table: DataArguments

  @Option(
    help: ArgumentHelp(
      "Which row of --data counts, from 1 on; needed where it has several.", valueName: "number"))
  var row: Int?

  func validate() throws {
    if row != nil, table.path == nil { throw ValidationError("--row goes with --data.") }
  }

  /// The options with the row's values for parameters that `--set` does not give.
  func applied(
    to options: SceneOptions, writing outputs: [String] = []
  ) throws -> SceneOptions {
    var options = options
    options.outputs.add(outputs)
    guard let path = table.path else { return options }
    try options.outputs.check(inputs: [path])
    let table = try DataTable.load(path: path)
    if table.hasErrors { throw InvalidScene(result: table.withoutRows) }
    let count = table.rows.count
    guard let number = row ?? (count == 1 ? 1 : nil), (1...max(count, 1)).contains(number),
      count > 0
    else {
      throw ValidationError(
        count > 0
          ? "'\(path)' has \(count) rows: --row is 1 to \(count)." : "'\(path)' has no rows.")
    }
    options.parameters = table.rows[number - 1].values.merging(options.parameters)
    return options
  }
}

/// How a command that works for long says how far it is.
struct ProgressArguments: ParsableArguments {
  @Option(
    name: .customLong("progress"),
    help: "How progress is shown: auto, plain, json, openjd, none.")
  var style: ProgressStyle = .auto

  @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Say only what went wrong.")
  var isQuiet = false

  func display(_ formatter: DiagnosticFormatter) -> any ProgressDisplay {
    style.display(formatter, isQuiet: isQuiet)
  }

  /// The function that a command calls with the number of steps done, and of all. A person sees
  /// them once two seconds have passed.
  func steps(of name: String) -> @Sendable (Int, Int) -> Void {
    let (display, start) = (self.display(DiagnosticFormatter()), ContinuousClock.now)
    return { [isOfPrograms = style == .json] done, total in
      guard isOfPrograms || ContinuousClock.now - start > .seconds(2) else { return }
      display.show(.progressed(RenderItem(path: name), finished: done, of: total))
      if done == total { Terminal.clear() }
    }
  }
}

/// How much of a command's work is done side by side.
struct JobArguments: ParsableArguments {
  @Option(
    name: .customLong("jobs"),
    help: ArgumentHelp(
      "How many frames, scenes or pairs are worked on side by side. Default: one for each core.",
      valueName: "number"))
  var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--jobs is at least 1.") }
  }

  func apply(to jobs: inout Int) { jobs = count ?? jobs }
}

/// How mistakes in scenes are shown.
struct DiagnosticArguments: ParsableArguments {
  @Option(help: "How mistakes in scenes are shown: human, short (a line each) or json.")
  var diagnostics: DiagnosticFormatter.Style = .human

  /// Colours depend on where the diagnostics will be shown.
  func formatter(on descriptor: Int32 = STDERR_FILENO) -> DiagnosticFormatter {
    DiagnosticFormatter(style: diagnostics, usesColor: Terminal.showsColors(on: descriptor))
  }
}

/// A part of other formats that may be left out, or all of them.
struct IgnoredFeatures: ExpressibleByArgument {
  let names: [String]

  init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    names = argument == "all" ? Self.all : [argument]
  }

  private static var all: [String] {
    var known: Set<String> = []
    return [any SceneImporter].all.flatMap(\.features).map(\.name).filter {
      known.insert($0).inserted
    }
  }

  static var allValueStrings: [String] { ["all"] + all }
}

/// A player's reading of Lotties, by a name that an importer knows.
struct LottieProfile: ExpressibleByArgument {
  private static let setting = "lottie-profile"
  private let name: String

  init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    name = argument
  }

  private init(name: String) { self.name = name }

  static var usual: LottieProfile { LottieProfile(name: allValueStrings.first ?? "") }

  static var allValueStrings: [String] {
    [any SceneImporter].all.flatMap(\.settings).first { $0.name == setting }?.values ?? []
  }

  var defaultValueDescription: String { name }
  var settings: [String: String] { [Self.setting: name] }
}

/// Choices by their raw values. The parser's own list of them takes key paths and searches for
/// conformances: 4 of 113 million instructions of a small render.
extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  public static var allValueDescriptions: [String: String] { [:] }
  public var defaultValueDescription: String { rawValue }
}

extension AnnotationForm: ExpressibleByArgument {}
extension DiagnosticFormatter.Style: ExpressibleByArgument {}
extension MediaFormat: ExpressibleByArgument {}
extension VideoSettings.Preset: ExpressibleByArgument {}
extension SampleFormat: ExpressibleByArgument {}
extension InspectionFormat: ExpressibleByArgument {}
extension ExplanationFormat: ExpressibleByArgument {}
extension VerifyOptions.Update: ExpressibleByArgument {}

extension SceneMoment: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument, mayBeEarlier: true) }
}

/// The times of `--at`, the same in every command: seconds or per cent of the scene's duration,
/// with commas.
typealias TimeListArgument = CommaSeparated<SceneMoment>

extension CommaSeparated<SceneMoment> {
  /// In seconds of a scene of this duration.
  func times(in duration: Double) -> [Double] { elements.map { $0.time(in: duration) } }

  /// The same, and says when one lies beyond the end.
  func times(in scene: Scene, noting path: String) -> [Double] {
    let times = elements.map { $0.time(in: scene.clock) }
    if let note = scene.noteOnTimes(times) { Terminal.note("\(path): warning: \(note)") }
    return times
  }

  /// Throws where one lies before a scene's start.
  func checkStart() throws {
    guard elements.contains(where: \.isBeforeStart) else { return }
    throw ValidationError("--at takes times from 0 on, in seconds or per cent of the duration.")
  }
}

extension PNGCompression: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument {
    case "fast": self = .fast
    case "best": self = .best
    default:
      guard let level = Int(argument), (0...9).contains(level) else { return nil }
      self = .level(level)
    }
  }

  public static var allValueStrings: [String] { ["fast", "best"] + (0...9).map(String.init) }
}

/// Reads `30`, `29.97` or `24000/1001`.
func frameRate(_ text: String) throws -> FrameRate {
  guard let rate = FrameRate(text) else {
    throw ValidationError("'\(text)' is not a frame rate such as 30, 29.97 or 24000/1001.")
  }
  guard (1...1000).contains(rate.framesPerSecond) else {
    throw ValidationError("\(text) frames per second are not between 1 and 1000.")
  }
  return rate
}

/// A list in one argument: `png,mp4`.
struct CommaSeparated<Element: ExpressibleByArgument>: ExpressibleByArgument {
  let elements: [Element]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    elements = parts.compactMap {
      Element(argument: $0.trimmed)
    }
    guard elements.count == parts.count else { return nil }
  }

  static var allValueStrings: [String] { Element.allValueStrings }
}
