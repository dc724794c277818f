import Foundation
import TestSupport
import Testing

/// The command's reports for servers and hooks, and the files that run it there.
@Suite("Reports for servers")
struct ServerReportCommandTests {
  private static let wrong = Scenes.moving.replacing("[10, 10]", with: "[ten, 10]")

  @Test("The action's command runs in its folder, with scenes that are patterns")
  func action() async throws {
    var command = try Command(["Shots/a.yaml": Scenes.moving, "Shots/b.yaml": Self.wrong])
    command.environment = [
      "COMMAND": "check", "REPORT": "Report", "SCENES": "Shots/a*.yaml\nShots/a.yaml",
    ]
    let path = "PATH=\"$(dirname \"$ROSTRUM\"):$PATH\" HOME=\"$PWD\""
    let run = "\(path) '\(Checkers.root)/.ci/action/run'"
    let same = try await command.shell(run)
    #expect(same.status == 0, "\(same)")
    #expect(command.folder.files.contains("Report/junit.xml"))
    command.environment["SCENES"] = "Shots"
    #expect(try await command.shell(run).status == 65)
    command.environment["COMMAND"] = "paint"
    #expect(try await command.shell(run).status == 64)
  }

  @Test(
    "Pre-commit runs the hooks as the page has them",
    .enabled(if: Checkers.areThere, Checkers.advice))
  func hooks() async throws {
    var command = try Command([
      "repo/Shots/a.yaml": Scenes.moving, "repo/compose.yaml": "services: {}\n",
      "repo/rostrum.yaml": "baselines: Baselines\n",
    ])
    command.environment["PRE_COMMIT_HOME"] = command.folder.path("cache")
    let hooks = "\(Checkers.root)/.pre-commit-hooks.yaml"
    let git = "git -c user.name=Ada -c user.email=ada@example.org"
    let prepared = try await command.shell(
      """
      set -e; mkdir hooks; cp '\(hooks)' hooks; cd hooks; git init -q; git add -A
      \(git) commit -qm hooks; rev=$(git rev-parse HEAD); cd ../repo; git init -q
      printf 'repos:\\n  - repo: file://%s\\n    rev: %s\\n    hooks:\\n' "$PWD/../hooks" "$rev" \\
        > .pre-commit-config.yaml
      printf '      - id: rostrum-check\\n      - id: rostrum-verify\\n' >> .pre-commit-config.yaml
      "$ROSTRUM" verify Shots --update missing > /dev/null || true; git add -A
      """)
    #expect(prepared.status == 0, "\(prepared)")
    let path = "PATH=\"$(dirname \"$ROSTRUM\"):$PATH\""
    let run = "cd repo; \(path) '\(Checkers.program("pre-commit"))' run --all-files"
    let passed = try await command.shell(run)
    #expect(passed.status == 0, "\(passed)")
    #expect(passed.output.matches(of: /Passed/).count == 2, "\(passed.output)")
    #expect(!passed.output.contains("WARNING") && !passed.errors.contains("WARNING"))
    try command.folder.write(Self.wrong, to: "repo/Shots/a.yaml")
    let failed = try await command.shell(run)
    #expect(failed.status == 1 && failed.output.contains("Shots/a.yaml:"), "\(failed)")
  }
}
