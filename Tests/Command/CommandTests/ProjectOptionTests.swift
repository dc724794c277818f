import ArgumentParser
import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumSceneFile
import Testing

@testable import rostrum

@Suite("Options of project files")
struct ProjectOptionTests {
  @Test("A project file may set the options that the parser knows, and no others")
  func optionRows() throws {
    let text = Rostrum._dumpHelp()
    let tool = try JSONDecoder().decode(ParserDescription.self, from: Data(text.utf8))
    let described = tool.command.subcommands?.filter(\.obeysProjects) ?? []
    #expect(described.map(\.commandName) == ProjectOptions.commands.map(\.name))
    for (described, command) in zip(described, ProjectOptions.commands) {
      #expect(Set(command.options.map(ParserDescription.row)) == described.rows, "\(command.name)")
    }
  }
}

extension ProjectOptionTests {
  @Test("What reads scenes has one set of options, and what draws says how far it is")
  func sharedOptions() {
    let expected: [(reading: String, has: [String], but: Set<String>)] = [
      ("allow-path", ["set", "strict", "font-path"], []),
      ("allow-path", ["diagnostics"], ["preview", "lsp"]), ("allow-path", ["data"], ["lsp"]),
      ("theme", ["progress", "quiet"], []), ("jobs", ["progress", "quiet"], []),
    ]
    for (option, others, exceptions) in expected {
      let commands = ProjectOptions.commands.filter { command in
        command.options.contains { $0.name == option } && !exceptions.contains(command.name)
      }
      #expect(commands.count >= 2)
      for command in commands {
        let missing = Set(others).subtracting(command.options.map(\.name))
        #expect(missing.isEmpty, "\(command.name)")
      }
    }
  }

  @Test("A project file sets no option that waits, deletes, or prints in place of the work")
  func others() {
    let names: Set = ["watch", "list", "prune", "move", "print", "open", "port", "host"]
    let found = ProjectOptions.commands.flatMap(\.options).filter { names.contains($0.name) }
    #expect(Set(found.map(\.name)) == names)
    for option in found { #expect(option.permission == .nothing, "\(option.name)") }
  }
}

/// The commands with their options, as the parser describes them.
private struct ParserDescription: Decodable {
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

  /// An option in words, as in `quiet q flag`.
  static func row(_ option: ProjectCommand.Option) -> String {
    let form = option.permission == .nothingForFiles ? "file" : "\(option.form)"
    return [option.name, option.letter.map(String.init), form].compactMap(\.self)
      .joined(separator: " ")
  }
}

extension ParserDescription.Command {
  private static let own: Set = ["help", "version", "no-project", "project-root", "project-output"]

  /// The renders of a farm's job find the project themselves.
  var obeysProjects: Bool {
    commandName != "farm" && (arguments ?? []).contains { $0.name == "no-project" }
  }

  /// The options in words, flags without their opposites.
  var rows: Set<String> {
    let options = (arguments ?? []).filter { $0.kind != "positional" }
    let names = Set(options.compactMap(\.name))
    func isOpposite(_ name: String) -> Bool {
      name.hasPrefix("no-") && names.contains(String(name.dropFirst(3)))
    }
    return Set(
      options.compactMap { option in
        guard let name = option.name, !Self.own.contains(name), !isOpposite(name) else {
          return nil
        }
        let letter = option.names?.first { $0.kind == "short" }?.name
        let form = names.contains("no-" + name) ? "negatableFlag" : option.form
        return [name, letter, form].compactMap(\.self).joined(separator: " ")
      })
  }
}

extension ParserDescription.Argument {
  var name: String? { names?.last { $0.kind == "long" }?.name }

  /// The paths of scenes and fonts that may be read have no completion.
  var form: String {
    if completionKind?.file != nil || completionKind?.directory != nil
      || ["allow-path", "font-path"].contains(name)
    {
      return "file"
    }
    return kind == "flag" ? "flag" : isRepeating ? "values" : "value"
  }
}
