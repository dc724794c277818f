import ArgumentParser
import RostrumBase
import RostrumKit
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
    let given = arguments.dropFirst()
    guard !given.contains(where: { ["-h", "--help", "--version"].contains($0) }),
      !given.prefix(while: { $0 != "--" }).contains("--no-project"),
      let path = try Self.path(command, Self.files(command, given))
    else { return nil }
    let (file, result) = try ProjectFile.load(path: path, commands: ProjectOptions.commands)
    guard let file else { throw InvalidScene(result: result) }
    (self.command, self.given, self.file) = (command, given, file)
  }

  // MARK: Finding

  /// The project of the files that the command line names. Where it names none, some commands work
  /// on the current folder's; what a report says about baselines counts in the project at home
  /// alone.
  private static func path(_ command: ProjectCommand, _ files: [String]) throws -> String? {
    let isApproval = command.name == "approve"
    let named = isApproval ? [] : files
    let worksHere = isApproval || command.name == "verify"
    var found: (project: ProjectFile.Finding, name: String)?
    for name in named.isEmpty && worksHere ? ["."] : named {
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
      Terminal.note(
        "warning: '\(path)' is not obeyed: \(reason); --no-project says that none is wanted")
    }
    return found?.project.path
  }

  /// The arguments that are neither options nor their values.
  private static func files(_ command: ProjectCommand, _ given: ArraySlice<String>) -> [String] {
    let valued = Set(command.options.filter(\.takesValue).flatMap(\.words) + ["--project-root"])
    var result: [String] = []
    var rest = given.prefix { $0 != "--" }
    while let word = rest.popFirst() {
      if !word.hasPrefix("-") || word == "-" {
        result.append(word)
      } else if valued.contains(word) {
        _ = rest.popFirst()
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

extension ProjectCommand.Option {
  /// As they are on the command line.
  fileprivate var words: [String] { ["--" + name] + (letter.map { ["-\($0)"] } ?? []) }
}
