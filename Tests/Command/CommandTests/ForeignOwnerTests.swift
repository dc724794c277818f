import Foundation
import TestSupport
import Testing

@Suite("A project file that somebody else may have written")
struct ForeignOwnerTests {
  /// A scene below a folder with a project file that lets it read more and moves its results.
  private func project() throws -> Command {
    try Command([
      "top/rostrum.yaml": "paths: [other]\noutput: drop\n", "top/other/x.txt": "x",
      "top/mine/s.yaml": Scenes.moving,
    ])
  }

  /// Whether the tests run as root, the only user who may change a file's owner.
  static let isRoot = getuid() == 0

  @Test(
    "A project file of somebody else counts for nothing, and a warning says why",
    .enabled(if: isRoot, "only root gives files away"),
    arguments: [
      ("chown nobody top/rostrum.yaml", "it belongs to nobody, who is neither you nor root"),
      ("chown 54321 top/rostrum.yaml", "it belongs to user 54321"),
      ("chown nobody top", "its folder belongs to nobody"),
      ("chmod 1777 top; chown nobody top/rostrum.yaml", "it belongs to nobody"),
    ])
  func others(_ setup: String, _ reason: String) async throws {
    try await refused(setup, reason)
  }

  @Test(
    "A project file of somebody else counts for nothing where others may write",
    arguments: [
      ("chmod 666 top/rostrum.yaml", "everybody may write it"),
      ("chmod 777 top", "everybody may write its folder"),
      (
        "mv top/rostrum.yaml p; ln -s ../p top/rostrum.yaml",
        "it is a link that leads out of its folder"
      ),
    ])
  func writable(_ setup: String, _ reason: String) async throws {
    try await refused(setup, reason)
  }

  private func refused(_ setup: String, _ reason: String) async throws {
    let command = try project()
    let run = "cd top/mine && \"$ROSTRUM\" render s.yaml --at 0 -q"
    let result = try await command.shell("\(setup); \(run)")
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.contains("rostrum.yaml' is not obeyed: \(reason)"), "\(result)")
    #expect(command.folder.files.contains("top/mine/Output/s.png"), "\(command.folder.files)")
    let quiet = try await command.shell("\(run) --no-project")
    #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet)")
    let trusted = try await command.shell(
      "ROSTRUM_TRUSTED_PROJECTS=/elsewhere:\"$PWD/top\"; export ROSTRUM_TRUSTED_PROJECTS; \(run)")
    let isLink = reason.contains("leads out")
    #expect(trusted.errors.isEmpty != isLink, "\(trusted)")
    #expect(command.folder.files.contains("top/drop/s.png") != isLink)
  }

  @Test(
    "A project file of somebody else counts where nobody else could have written it",
    arguments: ["chmod 1777 top", "chmod 600 top/rostrum.yaml", "chmod 700 top", ":"])
  func own(_ setup: String) async throws {
    let command = try project()
    let result = try await command.shell(
      "\(setup); cd top/mine && \"$ROSTRUM\" render s.yaml --at 0 -q")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(command.folder.files.contains("top/drop/s.png"))
  }
}
