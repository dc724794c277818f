import Foundation
import TestSupport
import Testing

/// The command's reports for servers and hooks, and the files that run it there.
@Suite("Reports for servers")
struct ServerReportCommandTests {
  private static let wrong = Scenes.moving.replacing("[10, 10]", with: "[ten, 10]")

  @Test("check writes JUnit, Code Quality, SARIF and annotations, as verify does")
  func check() async throws {
    var command = try Command()
    try command.folder.write(Scenes.moving, to: "Shots/a.yaml")
    try command.folder.write(Self.wrong, to: "Shots/b.yaml")
    command.environment["GITHUB_ACTIONS"] = "true"
    let formats = [
      "--junit", "Out/j.xml", "--code-quality", "Out/c.json", "--sarif", "Out/s.sarif",
    ]
    let result = try await command.run(["check", "Shots"] + formats)
    #expect(result.status == 65)
    #expect(result.errorLines.count { $0.hasPrefix("::error file=Shots/b.yaml,line=") } == 1)
    let junit = String(decoding: command.folder.data("Out/j.xml"), as: UTF8.self)
    #expect(junit.contains("<testsuites name=\"rostrum\" tests=\"2\" failures=\"1\" errors=\"0\">"))
    for file in ["Out/c.json", "Out/s.sarif"] {
      #expect(String(decoding: command.folder.data(file), as: UTF8.self).contains("Shots/b.yaml"))
    }
    let same = try await command.run(["check", "Shots/a.yaml"] + formats)
    #expect(same.status == 0 && same.errors.isEmpty)
    #expect(String(decoding: command.folder.data("Out/c.json"), as: UTF8.self) == "[]\n")
    let printed = try await command("check", "Shots/a.yaml", "--junit", "-")
    #expect(printed.output.hasPrefix("<?xml"))
  }

  @Test("files that are no scenes are left out where a hook is given every file")
  func scenesOnly() async throws {
    let command = try Command()
    try command.folder.write("services: {web: {image: x}}\n", to: "compose.yaml")
    try command.folder.write(Scenes.moving, to: "a.yaml")
    try command.folder.write("baselines: Baselines\n", to: "rostrum.yaml")
    let files = ["check", "compose.yaml", "rostrum.yaml", "a.yaml"]
    #expect(try await command.run(files + ["--scenes-only"]).status == 0)
    #expect(try await command.run(files).status == 65)
    #expect(try await command("check", "compose.yaml", "--scenes-only").status == 0)
    try command.folder.write(Self.wrong, to: "a.yaml")
    #expect(try await command.run(files + ["--scenes-only"]).status == 65)
  }

  @Test("what was recorded with an absolute path is verified in another folder")
  func absolutePaths() async throws {
    let (here, there) = (try Command(), try Command())
    try here.folder.write(Scenes.moving, to: "Shots/a.yaml")
    let recorded = try await here(
      "verify", here.folder.path("Shots"), "--baselines", here.folder.path("Baselines"), "--at",
      "0", "--update", "missing")
    #expect(recorded.status == 3, "\(recorded)")
    let copied = try await here.shell("cp -r Shots Baselines '\(there.folder.path)'")
    #expect(copied.status == 0)
    let result = try await there("verify", "--baselines", "Baselines")
    #expect(result.status == 0, "\(result)")
    try there.folder.write(
      Scenes.moving.replacing("[10, 10]", with: "[12, 10]"), to: "Shots/a.yaml")
    let report = try await there(
      "verify", "--baselines", there.folder.path("Baselines"), "--report",
      there.folder.path("Report"), "--pictures")
    #expect(report.status == 1)
    for file in ["report.json", "junit.xml", "summary.md"] {
      let text = String(decoding: there.folder.data("Report/\(file)"), as: UTF8.self)
      #expect(!text.contains(there.folder.path), "\(file)")
    }
  }

  @Test("the action's command runs in its folder, with scenes that are patterns")
  func action() async throws {
    var command = try Command()
    try command.folder.write(Scenes.moving, to: "Shots/a.yaml")
    try command.folder.write(Self.wrong, to: "Shots/b.yaml")
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
    "pre-commit runs the hooks as the page has them",
    .enabled(if: Checkers.areThere, Checkers.advice))
  func hooks() async throws {
    var command = try Command()
    try command.folder.write(Scenes.moving, to: "repo/Shots/a.yaml")
    try command.folder.write("services: {}\n", to: "repo/compose.yaml")
    try command.folder.write("baselines: Baselines\n", to: "repo/rostrum.yaml")
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
