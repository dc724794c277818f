import ArgumentParser
import RostrumBase
import RostrumCVersion
import RostrumCanvas
import RostrumImporters
import RostrumKit
import RostrumLayerTree
import RostrumMedia
import RostrumOutput
import RostrumSceneFile
import RostrumSource

@main
enum Main {
  static func main() {
    let words = CommandLine.words.map { String(cString: $0) }
    if PictureDecoder.isAsked(words) {
      PortableBundle.prepare(decodesPictures: true)
      PictureDecoder.serve()
    }
    for service in ImporterService.all
    where WorkerService.isAsked(words, for: service.command) {
      PortableBundle.prepare()
      service.serve()
    }
    PictureDecoder.program = PictureDecoder.ownProgram
    // A parent may have left SIGCHLD ignored; waitpid then could not return ffmpeg's exit status.
    signal(SIGCHLD, SIG_DFL)
    do {
      Resources.prepare()
      PortableBundle.prepare()
      redirectFontconfigCache()
      let arguments = try arguments()
      let status = ProgramThreads.run(most: ProcessorCount.available) { await run(arguments) }
      UnfinishedFiles.removeAll()
      exit(status)
    } catch {
      exit(explain(error, DiagnosticFormatter()).rawValue)
    }
  }

  /// The arguments of the command line. Throws for one that is not UTF-8: its repaired text would
  /// name another file.
  private static func arguments() throws -> [String] {
    try CommandLine.words.dropFirst().map { word in
      guard let text = String(validatingCString: word) else {
        throw ValidationError(
          "'\(String(cString: word))' is no UTF-8: give the file another name.")
      }
      return text
    }
  }

  /// Returns the exit status.
  private static func run(_ arguments: [String]) async -> Int32 {
    do {
      if let help = Rostrum.keyHelp(arguments) {
        try Terminal.output(help)
        return 0
      }
      try Rostrum.checkNames(in: arguments)
      let defaults = try defaults(for: arguments)
      let command = try parsed(arguments, defaults)
      try await ProjectDefaults.$current.withValue(defaults) {
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          var command = command
          try command.run()
        }
      }
      return 0
    } catch let error as UnusableProject {
      return explain(error.reason, DiagnosticFormatter(usesColor: Terminal.showsColors())).rawValue
    } catch {
      return Rostrum.report(error)
    }
  }

  /// The command, with what a project file adds to its arguments. Where these are wrong only
  /// together, names the added part.
  private static func parsed(
    _ arguments: [String], _ defaults: ProjectDefaults?
  ) throws -> any ParsableCommand {
    let arguments = defaults?.arguments ?? arguments
    do {
      return try Rostrum.parsedAlone(arguments) ?? Rostrum.parseAsRoot(arguments)
    } catch {
      if let defaults, !Rostrum.exitCode(for: error).isSuccess {
        let added = defaults.added(by: defaults.file).filter { !$0.hasPrefix("--project-") }
        if !added.isEmpty {
          Terminal.note("note: \(ProjectFile.name) adds \(added.joined(separator: " "))")
        }
      }
      throw error
    }
  }

  /// A project file that cannot be used.
  private struct UnusableProject: Error { let reason: any Error }

  private static func defaults(for arguments: [String]) throws -> ProjectDefaults? {
    do {
      return try ProjectDefaults(arguments)
    } catch let error as ValidationError {
      throw error
    } catch {
      throw UnusableProject(reason: error)
    }
  }

  /// Keeps fontconfig's cache out of the home folder, which it uses where it cannot write into the
  /// system's: render farms often share or forbid it.
  private static func redirectFontconfigCache() {
    guard value(of: "XDG_CACHE_HOME") == nil else { return }
    setenv("XDG_CACHE_HOME", "\(value(of: "TMPDIR") ?? "/tmp")/rostrum-cache-\(getuid())", 1)
  }

  /// An environment variable that is not empty.
  private static func value(of variable: String) -> String? {
    getenv(variable).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
  }
}

struct Rostrum: AsyncParsableCommand {
  private static let abstract =
    "Renders Core Animation's layers and animations to frames and video, without a Mac."

  private static let firstSteps = """
    Begin:
      rostrum demo                            render a film, without any file
      rostrum init && rostrum preview title.yaml
                                              begin a scene, and see it change
      rostrum render title.yaml -o title.mp4  render it
      rostrum help position                   what a key of scene files means
    """

  static let configuration = CommandConfiguration(
    commandName: "rostrum",
    abstract: abstract,
    discussion: """
      A scene file declares layers and animations in Core Animation's own terms. \
      Rostrum evaluates them at every frame, draws with Cairo, and writes PNG sequences and videos.

      \(firstSteps)
      """,
    version: CommandLine.words.contains { String(cString: $0) == "--version" }
      ? "\(version)\n\(libraries)" : version,
    subcommands: [
      Render.self,
      PreviewCommand.self,
      Sample.self, Check.self, MuxFrames.self, Inspect.self, Explain.self, Expand.self,
      Bake.self, Import.self, Export.self, Join.self, Farm.self,
      Schema.self, LanguageServerCommand.self, Fonts.self, Init.self, Demo.self, Doctor.self,
      Diff.self, Verify.self, Report.self, Approve.self,
      PlotCommand.self, TimelineCommand.self, StrobeCommand.self, SheetCommand.self,
      FigureCommand.self,
    ])

  /// Says what to do first: no command is named.
  func run() throws {
    try Terminal.output(
      "\(Self.abstract)\n\n\(Self.firstSteps)\n\n'rostrum --help' lists all commands.\n")
  }

  /// The release, and the commit that it was built from where the build says one.
  static var version: String {
    let commit = String(cString: cversion_commit())
    return RenderingStamp.rendererVersion + (commit.isEmpty ? "" : " (\(commit))")
  }

  /// The libraries that decide about pixels, and where they come from.
  private static var libraries: String {
    let libraries = LibraryVersions.current
    return "\(libraries.text); "
      + (PortableBundle.folder.map { "those of \($0)" } ?? "the system's")
  }

  /// Prints what ended the run: help, a version or completions as a result, mistakes as such.
  /// Returns the exit status.
  static func report(_ error: any Error) -> Int32 {
    let code = exitCode(for: error)
    let text = fullMessage(for: error)
    guard !text.isEmpty else { return code.rawValue }
    guard code.isSuccess else {
      Terminal.note(namingOurOption(text))
      return code.rawValue
    }
    do {
      try Terminal.output(text + "\n")
      return code.rawValue
    } catch {
      return explain(error, DiagnosticFormatter()).rawValue
    }
  }

  /// The parser's message of an unknown option of 'render', with the one that is meant where
  /// another program has that name; the parser knows options that are spelled alike alone.
  private static func namingOurOption(_ text: String) -> String {
    guard let match = text.prefixMatch(of: /Error: Unknown option '(-+[a-z-]+)'\.?.*/),
      let ours = otherOptions[String(match.output.1)], text.contains("'rostrum render --help'")
    else { return text }
    return "Error: Unknown option '\(match.output.1)'. Did you mean '\(ours)'?"
      + text[match.range.upperBound...]
  }

  /// The entries on the key that `help` is asked for; `nil` for a command's help.
  static func keyHelp(_ arguments: [String]) -> String? {
    guard arguments.count == 2, arguments[0] == "help",
      !configuration.subcommands.contains(where: { $0._commandName == arguments[1] })
    else { return nil }
    return KeyHelp.text(arguments[1])
  }

  /// The command of the first argument, parsed without the root command, whose parser reads the
  /// types of all: a tenth of a small render. `nil` where the root's parser has an error or a help.
  fileprivate static func parsedAlone(_ arguments: [String]) -> (any ParsableCommand)? {
    let command = configuration.subcommands.first { $0._commandName == arguments.first }
    return try? command?.parse(Array(arguments.dropFirst()))
  }

  /// Throws for an unknown word in the place of a command's name; the parser would show its help
  /// instead.
  static func checkNames(in arguments: [String]) throws {
    guard let first = arguments.first else { return }
    let asksForHelp = ["help", "-h", "--help"].contains(first)
    guard asksForHelp || !first.hasPrefix("-") else { return }
    let words = (asksForHelp ? arguments.dropFirst() : [first]).filter { !$0.hasPrefix("-") }
    // Only the commands before the one that is meant are asked for their names.
    func isKnown(_ word: String) -> Bool {
      word == "help" || configuration.subcommands.contains { $0._commandName == word }
    }
    guard let word = words.first, !isKnown(word) else {
      guard words.count > 1 else { return }
      throw ValidationError("'\(first)' takes the name of one command, not '\(words[1])' as well.")
    }
    let names =
      configuration.subcommands.map { $0._commandName } + ["help"]
      + (asksForHelp ? KeyHelp.words : [])
    throw ValidationError("There is no command '\(word)'\(hint(for: word, among: names))")
  }

  private static func hint(for word: String, among names: [String]) -> String {
    let endings = [".yaml", ".yml", ".json"]
    if endings.contains(where: word.lowercased().hasSuffix) || word.utf8.contains(UInt8(ascii: "/"))
    {
      return "; did you mean 'rostrum render \(word)'?"
    }
    let known = otherNames[word.lowercased()] ?? closest(to: word, among: names)
    return known.map { "; did you mean '\($0)'?" } ?? ". 'rostrum --help' lists all."
  }

  /// Other programs' words for ours.
  private static let otherNames = [
    "validate": "check", "lint": "check", "test": "verify",
    "build": "render", "make": "render", "preview": "render", "play": "render", "draw": "render",
    "convert": "import", "compare": "diff", "new": "init", "create": "init", "concat": "join",
    "merge": "join", "encode": "mux", "tree": "inspect", "show": "inspect", "graph": "plot",
    "curve": "plot", "thumbnails": "sheet", "contact": "sheet",
  ]

  /// The options of `render` by the names of the same options in other programs.
  private static let otherOptions = [
    "--time": "--at", "--times": "--at", "--frame": "--frames", "--start": "--frames",
    "--end": "--frames", "--from": "--frames", "--to": "--frames", "--range": "--frames",
    "--width": "--scale", "--height": "--scale", "--size": "--scale", "--resolution": "--scale",
    "--out": "--output", "--file": "--output", "--rate": "--fps", "--framerate": "--fps",
    "--frame-rate": "--fps", "--crf": "--quality", "--threads": "--jobs",
    "--concurrency": "--jobs", "--props": "--set", "--param": "--set", "--var": "--set",
    "--bg": "--background", "--transparent": "--background",
  ]
}
