import Foundation
import TestSupport
import Testing

@Suite("A project file that somebody else may have written")
struct ForeignOwnerTests {
  /// A scene below a folder with a project file that lets it read more and moves its results.
  private func project() throws -> Command {
    let command = try Command()
    try command.folder.write("paths: [other]\noutput: drop\n", to: "top/rostrum.yaml")
    try command.folder.write("x", to: "top/other/x.txt")
    try command.folder.write(Scenes.moving, to: "top/mine/s.yaml")
    return command
  }

  /// Whether the tests run as root, the only user who may change a file's owner.
  static let isRoot = getuid() == 0

  @Test(
    "counts for nothing, and a warning says why",
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
    "counts for nothing where others may write",
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
    "counts where nobody else could have written it",
    arguments: ["chmod 1777 top", "chmod 600 top/rostrum.yaml", "chmod 700 top", ":"])
  func own(_ setup: String) async throws {
    let command = try project()
    let result = try await command.shell(
      "\(setup); cd top/mine && \"$ROSTRUM\" render s.yaml --at 0 -q")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(command.folder.files.contains("top/drop/s.png"))
  }

  @Test("is left out of account where --no-project says so, whatever is wrong with it")
  func leftOut() async throws {
    let command = try project()
    try command.folder.write("outptu: [", to: "top/rostrum.yaml")
    for line in [
      "render s.yaml --at 0 -q", "check s.yaml", "sample s.yaml", "inspect s.yaml",
      "verify s.yaml --baselines B --at 0 --update missing || [ $? = 3 ]",
    ] {
      let run = "cd top/mine && \"$ROSTRUM\" "
      #expect(try await command.shell(run + line).status != 0, "\(line)")
      let words = line.split(separator: " ", maxSplits: 1)
      let free = try await command.shell("\(run)\(words[0]) --no-project \(words[1])")
      #expect(free.status == 0, "\(line): \(free)")
    }
  }

  @Test(
    "lowers limits and raises none, and decides nothing about other machines",
    arguments: [
      ("render: {max-frames: 3}", 65, "the limit of 3"),
      ("render: {max-frames: 100001}", 65, "100001 is more than 100000"),
      ("check: {max-pixels: 268435457}", 65, "is more than 268435456"),
      ("check: {max-pixels: 4000000}", 0, ""),
      ("render: {cache-memory: 100000}", 65, "a project may lower this limit"),
      ("verify: {max-pixels: 999999999}", 0, ""),
      ("preview: {host: 0.0.0.0}", 65, "only the command line gives '--host'"),
      ("render: {allow-path: [/]}", 65, "only the command line names files for '--allow-path'"),
      ("render: {no-project: true}", 65, "has no option 'no-project'"),
      ("render: {project-root: /}", 65, "has no option 'project-root'"),
    ] as [(String, Int32, String)])
  func limits(_ commands: String, _ status: Int32, _ message: String) async throws {
    let command = try Command()
    try command.folder.write(Scenes.moving, to: "s.yaml")
    try command.folder.write("commands: {\(commands)}\n", to: "rostrum.yaml")
    let name = commands.hasPrefix("render") ? ["render", "s.yaml", "-q"] : ["check", "s.yaml"]
    let result = try await command.run(name)
    #expect(result.status == status, "\(result)")
    #expect((result.output + result.errors).contains(message) || message.isEmpty, "\(result)")
  }
}
