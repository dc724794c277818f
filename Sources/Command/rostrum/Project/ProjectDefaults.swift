import ArgumentParser
import RostrumBase
import RostrumKit
import RostrumMedia
import RostrumOutput
import RostrumSceneFile

/// The settings of a project file, as arguments behind a command's name where the command line does
/// not give them.
struct ProjectDefaults: Sendable {
  /// The defaults of this run; `nil` without a project file.
  @TaskLocal static var current: ProjectDefaults?

  let command: ProjectCommand
  /// All that the command line says behind the command's name.
  let given: ArraySlice<String>
  let file: ProjectFile

  /// The project of what a command line names; `nil` where there is none. Prints the mistakes in
  /// its file, and throws their exit status.
  init?(_ arguments: [String]) throws {
    guard let name = arguments.first,
      let command = ProjectOptions.commands.first(where: { $0.name == name })
    else { return nil }
    var given = arguments.dropFirst()
    // Arguments after -- are files.
    guard Set(given.prefix { $0 != "--" }).isDisjoint(with: Self.withoutProject),
      var path = try Self.path(command, Self.files(command, given))
    else { return nil }
    if Self.worksFromProject(command), path.isAbsolutePath,
      FilePath.isInside(".", folder: path.folderOfPath)
    {
      given = try Self.moved(command, given, to: path.folderOfPath)
      path = ProjectFile.name
    }
    let (file, result) = try ProjectFile.load(path: path, commands: ProjectOptions.commands)
    guard let file else {
      if let found = GitLeftover(ofFile: path) {
        Terminal.note("error: '\(path)' \(found.reason); \(found.remedy)")
      }
      throw InvalidScene(result: result)
    }
    (self.command, self.given, self.file) = (command, given, file)
  }

  private static let withoutProject: Set = ["-h", "--help", "--version", "--no-project"]

  // MARK: Finding

  /// The project of the files that the command line names. Where it names none, some commands work
  /// on the current folder's; what a report says about baselines counts in the project at home
  /// alone.
  private static func path(_ command: ProjectCommand, _ files: [String]) throws -> String? {
    let named = command.name == "approve" ? [] : files
    let needsProject = worksFromProject(command)
    var found: (project: ProjectFile.Finding, name: String)?
    for name in named.isEmpty && needsProject ? ["."] : named {
      let project = project(of: name)
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
      // Without its baselines, variants and paths, other pictures would be compared.
      if needsProject { throw RefusedProject(path: path, reason: reason) }
      Terminal.note(
        "warning: '\(path)' is not obeyed: \(reason); --no-project says that none is wanted")
    }
    return found?.project.path
  }

  /// The arguments that are neither options nor their values. A farm's job gets what follows --.
  private static func files(_ command: ProjectCommand, _ given: ArraySlice<String>) -> [String] {
    var result: [String] = []
    let own = command.name == "farm" ? given.prefix { $0 != "--" } : given
    _ = words(command, own) { word, option in
      if option == nil { result.append(word) }
      return word
    }
    return result
  }

  /// The words of a command line with each argument, and each value of an option, changed by a
  /// function that gets the option's name as well.
  private static func words(
    _ command: ProjectCommand, _ given: ArraySlice<String>,
    _ changed: (_ value: String, _ option: String?) -> String
  ) -> ArraySlice<String> {
    var options = ["--project-root": "project-root"]
    for option in command.options where option.takesValue {
      for word in option.words { options[word] = option.name }
    }
    var result: ArraySlice<String> = []
    var rest = given
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if word == "--" {
        return result + [word] + rest.map { changed($0, nil) }
      } else if !word.hasPrefix("-") || word == "-" {
        result.append(changed(word, nil))
      } else if parts.count == 2, let option = options[String(parts[0])] {
        result.append("\(parts[0])=\(changed(String(parts[1]), option))")
      } else {
        result.append(word)
        if let option = options[word], let value = rest.popFirst() {
          result.append(changed(value, option))
        }
      }
    }
    return result
  }

  /// The project of a file, of a pattern by the folder before its first wildcard, or of a missing
  /// path by the nearest folder that exists.
  private static func project(of name: String) -> ProjectFile.Finding {
    if isFolder(name) { return ProjectFile.found(from: name) }
    let isPattern = !isThere(name) && name.utf8.contains { "*?[".utf8.contains($0) }
    var folder = isPattern ? SceneFinder.fixedFolder(of: name) : name.folderOfPath
    while !isThere(folder), folder.folderOfPath != folder { folder = folder.folderOfPath }
    return ProjectFile.found(from: folder)
  }

  // MARK: Below the project

  /// Whether a command names scenes and baselines from the project's folder, wherever below it is
  /// run.
  private static func worksFromProject(_ command: ProjectCommand) -> Bool {
    ["verify", "approve"].contains(command.name)
  }

  /// Goes to the project's folder; returns the command line as it is given there. Throws where the
  /// folder may not be entered.
  private static func moved(
    _ command: ProjectCommand, _ given: ArraySlice<String>, to folder: String
  ) throws -> ArraySlice<String> {
    let here = FileManager.default.currentDirectoryPath
    guard FileManager.default.changeCurrentDirectoryPath(folder) else {
      throw MediaError.lastFailure("enter", folder)
    }
    let below = Array(here.pathComponents.dropFirst(folder.pathComponents.count))
    func path(_ text: String) -> String {
      guard !text.isEmpty, !text.isAbsolutePath, text != "-" else { return text }
      var names = below
      for name in text.pathComponents where name != "." {
        if name == "..", names.last.map({ $0 != ".." }) == true {
          names.removeLast()
        } else {
          names.append(name)
        }
      }
      return names.isEmpty ? "." : names.joined(separator: "/")
    }
    let files = Set(command.options.filter { $0.permission == .nothingForFiles }.map(\.name))
    return words(command, given) { value, option in
      switch option {
      case nil where command.name == "approve":
        // A moment follows the scene's path, and no path of its own.
        let end = value.lastIndex(of: "@") ?? value.endIndex
        return path(String(value[..<end])) + value[end...]
      case nil: return path(value)
      case "move":
        return value.split(separator: "=", omittingEmptySubsequences: false)
          .map { path(String($0)) }.joined(separator: "=")
      case let option?:
        return files.contains(option) || option == "allow-path" ? path(value) : value
      }
    }
  }

  // MARK: Adding

  /// The command line with the file's options added.
  var arguments: [String] { [command.name] + added(by: file) + given }

  func added(by file: ProjectFile) -> [String] {
    var result = file.allowedPaths.flatMap { argument("allow-path", $0) }
    result += file.fontPaths.flatMap { argument("font-path", $0) }
    result.append("--project-root=\(file.path.folderOfPath)")
    if let folder = file.output {
      let given = ifMissing("output-folder", folder)
      result += given.isEmpty ? [] : given + ["--project-output"]
    }
    if let folder = file.baselineFolder { result += ifMissing("baselines", folder) }
    for setting in file.options[command.name] ?? [] where !isGiven(setting.name) {
      if let isSet = setting.isSet {
        let isNegatable = option(setting.name)?.form == .negatableFlag
        if isSet || isNegatable { result.append((isSet ? "--" : "--no-") + setting.name) }
      } else {
        result += setting.values.map { "--\(setting.name)=\($0)" }
      }
    }
    return result
  }

  private func option(_ name: String) -> ProjectCommand.Option? {
    command.options.first { $0.name == name }
  }

  /// Nothing for a command without that option.
  private func argument(_ name: String, _ value: String) -> [String] {
    option(name) == nil ? [] : ["--\(name)=\(value)"]
  }

  private func ifMissing(_ name: String, _ value: String) -> [String] {
    isGiven(name) ? [] : argument(name, value)
  }

  /// Whether the command line gives the option, by any of its names, or its opposite.
  func isGiven(_ name: String) -> Bool {
    let words = (option(name)?.words ?? ["--" + name]) + ["--no-" + name]
    return given.prefix { $0 != "--" }.contains { word in
      words.contains { word == $0 || word.hasPrefix($0 + "=") }
    }
  }
}

/// A project file that does not count, where a command compares with it.
private struct RefusedProject: ExitStatusError, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "'\(path)' is not obeyed: \(reason); \(ProjectFile.trustVariable) names folders whose project "
      + "files count all the same, and --no-project says that none is wanted"
  }

  var exitStatus: ExitStatus { .wrongUsage }
}

extension ProjectCommand.Option {
  /// As they are on the command line.
  fileprivate var words: [String] { ["--" + name] + (letter.map { ["-\($0)"] } ?? []) }
}
