import Foundation
import TestSupport

/// A project from another author, beside private files of the user.
struct ForeignProject {
  let command: Command
  /// A word in every private file.
  static let secret = "HASH1:20228"

  init(command: Command) { self.command = command }

  init() throws {
    command = try Command()
    let folder = command.folder
    try folder.write("root:\(Self.secret):0:99999\n", to: "home/secret.yaml")
    try folder.write("root:\(Self.secret):0\n", to: "home/secret.csv")
    try folder.write("\(Self.secret)\n", to: "home/s.png")
    try folder.write(Scenes.moving, to: "repo/s.yaml")
  }

  /// Runs lines of shell in the project, in which `$ROSTRUM` is the command.
  func shell(_ lines: String) async throws -> Command.Result {
    try await command.shell("cd repo && { \(lines)\n}")
  }
}
