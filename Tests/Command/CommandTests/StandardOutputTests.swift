import Foundation
import TestSupport
import Testing

/// Every command that prints a result, its help too, treats the standard output alike.
@Suite("The standard output")
struct StandardOutputTests {
  private static let commands = [
    "sample a.yaml", "inspect a.yaml", "inspect a.yaml --format json",
    "explain a.yaml --layer square --key-path position.x --at 0.2", "schema",
    "check wrong.yaml", "diff a.png a.png", "verify a.yaml --baselines Baselines --at 0",
    "render a.yaml -o list --list", "render a.yaml -o out --progress openjd",
    "--help", "help render", "render --help", "--version", "--generate-completion-script bash",
  ]

  private func command() async throws -> Command { try await Command(copying: Self.made.value) }

  /// What the commands read.
  private static let made = Task {
    let command = try Command(["a.yaml": Scenes.moving, "wrong.yaml": Scenes.wrong])
    _ = try await command("render", "a.yaml", "-o", "a.png", "--at", "0", "-q")
    _ = try await command("verify", "a.yaml", "--baselines", "Baselines", "--update", "missing")
    return command
  }

  @Test(
    "A standard output that is full ends every command with 74, and a sentence", arguments: commands
  )
  func full(_ arguments: String) async throws {
    let command = try await command()
    let result = try await command.shell(
      "mknod full c 1 7 && chmod 666 full || exit 42; exec \"$ROSTRUM\" \(arguments) > full")
    guard result.status != 42 else { return noDevice() }
    #expect(result.status == 74, "\(result)")
    let reason = "error: cannot write 'standard output': No space left on device\n"
    #expect(result.errors.hasSuffix(reason), "\(result)")
  }

  @Test(
    "A standard output whose reader has seen enough ends no command, nor changes its status",
    arguments: commands)
  func closed(_ arguments: String) async throws {
    let command = try await command()
    // The reader is gone before the command begins.
    let result = try await command.shell(
      "mkfifo pipe; true < pipe & exec 3> pipe; wait; exec \"$ROSTRUM\" \(arguments) >&3")
    #expect(result.status == (arguments.hasPrefix("check") ? 65 : 0), "\(result)")
    #expect(!result.errors.contains("error: "), "\(result)")
  }

  @Test(
    "The standard output gets nothing from the library that runs a scene's physics",
    arguments: [
      "exec \"$ROSTRUM\" check crates.yaml", "script -qec '\"$ROSTRUM\" check crates.yaml' log",
    ])
  func physics(_ line: String) async throws {
    let command = try Command()
    try command.folder.write(
      """
      size: [40, 40]
      duration: 1
      layers: [{name: crate, bounds: [10, 10], position: [20, 5]}]
      physics: {gravity: [0, 100], bodies: [{layer: crate, mass: 1}]}
      """, to: "crates.yaml")
    let result = try await command.shell(line)
    #expect(result.status == 0 && result.output == "", "\(result)")
  }

  private func noDevice() {
    withKnownIssue("a device cannot be made here: a full one is not tested") {
      Issue.record("no device")
    }
  }
}
