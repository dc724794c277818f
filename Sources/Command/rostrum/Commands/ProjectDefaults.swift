import ArgumentParser
import RostrumBase
import RostrumKit

/// Puts the settings of a project file behind a command's name, where the command line does not
/// give them.
struct ProjectDefaults {
  /// The commands with their options, as the parser describes them.
  fileprivate struct Tool: Decodable {
    struct Command: Decodable {
      let commandName: String
      let arguments: [Argument]?
      let subcommands: [Command]?
    }

    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }

      struct Completion: Decodable {
        struct Nothing: Decodable {}
        let file: Nothing?
        let directory: Nothing?
      }

      let kind: String
      let names: [Name]?
      let isRepeating: Bool
      let completionKind: Completion?
    }

    let command: Command
  }

  fileprivate let command: Tool.Command
  /// All that the command line says behind the command's name.
  private let given: ArraySlice<String>
  let commands: [ProjectCommand]

  /// The arguments with the project file's options added, if there is one. Prints the mistakes in
  /// the file, and throws their exit status.
  static func completing(_ arguments: [String]) throws -> [String] {
    let rest = arguments.dropFirst()
    guard let name = arguments.first, !name.hasPrefix("-"),
      !rest.contains(where: { ["-h", "--help", "--version"].contains($0) }),
      !rest.prefix(while: { $0 != "--" }).contains("--no-project"),
      mayHaveProject(rest) || mayWorkHere(name), let defaults = try ProjectDefaults(name, rest),
      let path = try defaults.path()
    else { return arguments }
    let (file, result) = try ProjectFile.load(path: path, commands: defaults.commands)
    guard let file else { throw InvalidScene(result: result) }
    return [name] + defaults.added(by: file) + rest
  }

  /// Whether there is a project file for anything that is named, so that the rest need not be done
  /// for nothing.
  private static func mayHaveProject(_ words: ArraySlice<String>) -> Bool {
    words.contains { !$0.hasPrefix("-") && project(of: $0) != .none }
  }

  /// Whether a command works on the files of the current folder's project, as one may that names no
  /// scene. What a report says about baselines counts in the project at home alone.
  private static func mayWorkHere(_ name: String) -> Bool {
    [Verify.self, Approve.self].contains { (command: any ParsableCommand.Type) in
      command._commandName == name
    } && project(of: ".") != .none
  }

  init?(_ name: String, _ given: ArraySlice<String>) throws {
    let text: String
    do {
      _ = try Rostrum.parseAsRoot(["--experimental-dump-help"])
      return nil
    } catch { text = Rostrum.fullMessage(for: error) }
    let tool = try JSONDecoder().decode(Tool.self, from: Data(text.utf8))
    let all = (tool.command.subcommands ?? []).filter { $0.readsProjects }
    guard let command = all.first(where: { $0.commandName == name }) else { return nil }
    (self.command, self.given) = (command, given)
    commands = all.map { ProjectCommand(name: $0.commandName, options: $0.options) }
  }

  // MARK: Finding

  /// The project of the files that the command line names.
  func path() throws -> String? {
    var found: (project: ProjectFile.Finding, name: String)?
    let isApproval = command.commandName == Approve._commandName
    let named = isApproval ? [] : files
    for name in named.isEmpty && Self.mayWorkHere(command.commandName) ? ["."] : named {
      let project = Self.project(of: name)
      guard let first = found else {
        found = (project, name)
        continue
      }
      if project != first.project {
        throw ValidationError(
          "'\(first.name)' and '\(name)' belong to different projects: one command, one project.")
      }
    }
    if case .refused(let path, let reason) = found?.project {
      Terminal.note(
        "warning: '\(path)' is not obeyed: \(reason); --no-project says that none is wanted")
    }
    return found?.project.path
  }

  /// The arguments that are neither options nor their values.
  private var files: [String] {
    var result: [String] = []
    var index = given.startIndex
    while index < given.endIndex {
      let word = given[index]
      index += 1
      if word == "--" { break }
      if !word.hasPrefix("-") || word == "-" {
        result.append(word)
      } else if !word.contains("="), command.argument(of: word)?.kind == "option" {
        index += 1
      }
    }
    return result
  }

  /// For a pattern, the folder before its first sign counts.
  private static func project(of name: String) -> ProjectFile.Finding {
    guard isThere(name) else {
      let isPattern = name.utf8.contains { "*?[".utf8.contains($0) }
      return isPattern ? ProjectFile.found(from: SceneFinder.fixedFolder(of: name)) : .none
    }
    return ProjectFile.found(from: isFolder(name) ? name : name.folderOfPath)
  }

  // MARK: Adding

  func added(by file: ProjectFile) -> [String] {
    var result = file.allowedPaths.flatMap { argument("allow-path", $0) }
    result += file.fontPaths.flatMap { argument("font-path", $0) }
    result += argument("project-root", file.path.folderOfPath)
    if let folder = file.output {
      let given = ifMissing("output-folder", folder)
      result += given.isEmpty ? [] : given + ["--project-output"]
    }
    if let folder = file.baselineFolder { result += ifMissing("baselines", folder) }
    for setting in file.options[command.commandName] ?? [] where !isGiven(setting.name) {
      if let isSet = setting.isSet {
        let name = isSet ? setting.name : "no-" + setting.name
        if command.argument(of: "--" + name) != nil { result.append("--" + name) }
      } else {
        result += setting.values.map { "--\(setting.name)=\($0)" }
      }
    }
    return result
  }

  /// Nothing for a command without that option.
  private func argument(_ name: String, _ value: String) -> [String] {
    command.argument(of: "--" + name) == nil ? [] : ["--\(name)=\(value)"]
  }

  private func ifMissing(_ name: String, _ value: String) -> [String] {
    isGiven(name) ? [] : argument(name, value)
  }

  /// Whether the command line gives the option, by any of its names, or its opposite.
  func isGiven(_ name: String) -> Bool {
    let names = (command.argument(of: "--" + name)?.names ?? []).map {
      $0.kind == "short" ? "-" + $0.name : "--" + $0.name
    }
    let others = ["--" + name, "--no-" + name]
    return given.prefix { $0 != "--" }.contains { word in
      (names + others).contains { word == $0 || word.hasPrefix($0 + "=") }
    }
  }
}

extension ProjectDefaults.Tool.Command {
  /// Commands that read scenes or baselines. The renders of a farm's job find the file themselves.
  fileprivate var readsProjects: Bool {
    commandName != "farm"
      && ["--allow-path", "--baselines"].contains { argument(of: $0) != nil }
  }

  fileprivate func argument(of word: String) -> ProjectDefaults.Tool.Argument? {
    arguments?.first { argument in
      argument.names?.contains { ($0.kind == "short" ? "-" : "--") + $0.name == word } ?? false
    }
  }

  /// The options that a project file may name, flags without their opposites.
  fileprivate var options: [ProjectCommand.Option] {
    let own = (arguments ?? []).filter { $0.kind != "positional" }
    let fileNames: Set<String> = ["allow-path", "font-path"]
    return own.compactMap { argument in
      guard let name = argument.names?.last(where: { $0.kind == "long" })?.name,
        !["help", "version", "no-project", "project-root", "project-output"].contains(name),
        !(name.hasPrefix("no-") && own.contains { $0.isCalled(String(name.dropFirst(3))) })
      else { return nil }
      let completion = argument.completionKind
      return ProjectCommand.Option(
        name: name, takesValue: argument.kind == "option", isRepeatable: argument.isRepeating,
        namesFile: completion?.file != nil || completion?.directory != nil
          || fileNames.contains(name),
        isForCommandLine: Self.personal.contains(name), limit: limit(of: name))
    }
  }
}

extension ProjectDefaults.Tool.Command {
  /// Settings that other machines reach, or that a browser opens.
  private static let personal: Set<String> = ["host", "port", "editor", "open"]

  /// The bounds that protect the machine, as they are without a project. In a comparison,
  /// `--max-pixels` is a tolerance.
  private func limit(of name: String) -> Int? {
    let bounds = SceneOptions()
    switch name {
    case "max-pixels" where argument(of: "--max-frames") != nil: return bounds.maximumPixels
    case "max-frames": return bounds.maximumFrames
    case "cache-memory": return RenderOptions().cacheMemory >> 20
    default: return nil
    }
  }
}

extension ProjectDefaults.Tool.Argument {
  fileprivate func isCalled(_ name: String) -> Bool {
    names?.contains { $0.name == name } ?? false
  }
}
