import Foundation
import TestSupport
import Testing

@Suite("rostrum diff and verify")
struct ComparisonCommandTests {
  private func command() async throws -> Command {
    let command = try Command()
    try command.folder.write(Scenes.moving, to: "a.yaml")
    return command
  }

  private let changed = Scenes.moving.replacing("[10, 10]", with: "[12, 10]")

  @Test("from a first baseline to a change, its report, and green again")
  func story() async throws {
    var command = try await command()
    let verify = ["verify", "a.yaml", "--baselines", "Baselines", "--at", "0,50%"]
    #expect(try await command.run(verify).status == 6)
    #expect(try await command.run(verify + ["--update", "missing"]).status == 3)
    let same = try await command.run(verify)
    #expect(same.status == 0 && same.output.contains("all 1536 pixels are equal"))
    #expect(same.output.hasSuffix("2 same\n"))
    try command.folder.write(changed, to: "a.yaml")
    #expect(try await command.run(verify + ["--ignore-rect", "0,0,48,31"]).status == 0)
    let nothing = try await command.run(verify + ["--ignore-rect", "0,0,48,32"])
    #expect(nothing.status == 3 && nothing.output.contains("no pixel was compared"))
    command.environment["GITHUB_ACTIONS"] = "true"
    let different = try await command.run(
      verify + ["--report", "Report", "--junit", "Out/junit.xml"])
    #expect(different.status == 1)
    #expect(different.output.contains("  square: bounds.size.width 10 -> 12\n"))
    #expect(different.errorLines.count { $0.hasPrefix("::error file=a.yaml,line=") } == 1)
    #expect(different.errors.hasSuffix("see Report/index.html\n"))
    for file in ["Report/index.html", "Report/report.json", "Report/junit.xml", "Out/junit.xml"] {
      #expect(command.folder.files.contains(file))
    }
    command.environment["CI"] = "true"
    let forbidden = try await command.run(verify + ["--update", "changed"])
    #expect(forbidden.status == 64 && forbidden.errors.contains("not recorded where CI is set"))
    command.environment["CI"] = nil
    #expect(try await command.run(verify + ["--update", "changed"]).status == 1)
    #expect(try await command.run(verify).status == 0)
  }

  @Test("scenes are files, folders, and patterns in quotes")
  func patterns() async throws {
    let command = try await command()
    try command.folder.write(Scenes.moving, to: "in/b.yaml")
    let verify = ["verify", "*.yaml", "in", "--baselines", "Baselines", "--at", "0"]
    let recorded = try await command.run(verify + ["--update", "missing"])
    #expect(recorded.status == 3 && recorded.output.hasSuffix("2 recorded\n"))
    #expect(try await command.run(verify).output.hasSuffix("2 same\n"))
    #expect(try await command("verify", "no*.yaml", "--baselines", "Baselines").status == 66)
    let unwritable = try await command.run(
      ["verify", "a.yaml", "--baselines", "a.yaml/B", "--update", "missing"])
    #expect(unwritable.status == 73, "\(unwritable)")
    #expect(unwritable.errors == "error: cannot create 'a.yaml/B/a': Not a directory\n")
  }

  @Test("without scenes everything that was recorded is compared, orphans too")
  func recordedScenes() async throws {
    let command = try await command()
    try command.folder.write(Scenes.moving, to: "in/b.yaml")
    let nothing = try await command("verify", "--baselines", "Baselines")
    #expect(nothing.status == 64 && nothing.errors.contains("holds no baselines yet"), "\(nothing)")
    let verify = ["verify", "*.yaml", "in", "--baselines", "Baselines", "--at", "0"]
    _ = try await command.run(verify + ["--update", "missing"])
    #expect(try await command("verify", "--baselines", "Baselines").output.hasSuffix("2 same\n"))
    try command.folder.write("baselines: Baselines\n", to: "rostrum.yaml")
    #expect(try await command("verify").output.hasSuffix("2 same\n"))
    try FileManager.default.removeItem(atPath: command.folder.path("in/b.yaml"))
    let orphaned = try await command("verify")
    #expect(orphaned.status == 3 && orphaned.output.hasSuffix("1 same, 1 orphaned\n"))
  }

  @Test("servers are told in their own forms: annotations, a job's summary, a report for GitLab")
  func servers() async throws {
    var command = try await command()
    let verify = ["verify", "a.yaml", "--baselines", "Baselines"]
    _ = try await command.run(verify + ["--update", "missing"])
    try command.folder.write(changed, to: "a.yaml")
    try command.folder.write("before\n", to: "summary.md")
    command.environment = [
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": command.folder.path("summary.md"),
    ]
    let result = try await command.run(verify + ["--code-quality", "quality.json"])
    command.environment = [:]
    #expect(result.status == 1)
    #expect(result.errors.components(separatedBy: "::error file=a.yaml,line=").count == 2)
    let summary = try String(contentsOfFile: command.folder.path("summary.md"), encoding: .utf8)
    #expect(summary.hasPrefix("before\n### rostrum verify") && summary.contains("| a.yaml:"))
    #expect(command.folder.files.contains("quality.json"))
    let plain = try await command.run(verify + ["--annotations", "plain"])
    #expect(plain.errors.wholeMatch(of: /a\.yaml:\d+: error: a\.yaml: [^\n]*\n/) != nil)
  }

  @Test("a wrong scene and a damaged baseline do not keep the others from being verified")
  func failures() async throws {
    let command = try await command()
    try command.folder.write(Scenes.moving, to: "b.yaml")
    let verify = ["verify", "*.yaml", "--baselines", "Baselines", "--at", "0"]
    _ = try await command.run(verify + ["--update", "missing"])
    try command.folder.write("spoilt", to: "Baselines/a/0s.png")
    let damaged = try await command.run(verify + ["--junit", "junit.xml"])
    #expect(
      damaged.status == 66 && damaged.output.hasSuffix("1 same, 1 unreadable\n"), "\(damaged)")
    #expect(command.folder.files.contains("junit.xml"))
    try command.folder.write(Scenes.wrong, to: "wrong.yaml")
    let wrong = try await command.run(verify)
    #expect(wrong.status == 65, "\(wrong)")
    #expect(wrong.output.hasSuffix("1 same, 1 unreadable, 1 wrong\n"))
    #expect(wrong.errors.contains("wrong.yaml:3:1: error: ") && wrong.errors.contains("    ^"))
  }

  @Test("diff's statuses")
  func statuses() async throws {
    let command = try await command()
    try command.folder.write(changed, to: "b.yaml")
    for name in ["a", "b"] {
      _ = try await command("render", "\(name).yaml", "-o", "\(name).png", "--at", "0.2")
      _ = try await command("render", "\(name).yaml", "-o", "\(name)/")
    }
    _ = try await command("render", "a.yaml", "-o", "large.png", "--at", "0.2", "--scale", "2")
    #expect(try await command("diff", "a.png", "a.png").status == 0)
    #expect(try await command("diff", "a.png", "b.png").status == 1)
    #expect(try await command("diff", "a.png", "b.png", "--max-pixels", "100").status == 0)
    #expect(try await command("diff", "a.png", "b.png", "--ignore-rect", "0,0,48,31").status == 0)
    // Nothing would be compared.
    #expect(try await command("diff", "a.png", "b.png", "--ignore-rect", "0,0,48,32").status == 3)
    #expect(try await command("diff", "a.png", "large.png").status == 4)
    #expect(try await command("diff", "a", "b").status == 1)
    try FileManager.default.removeItem(atPath: command.folder.path("b/frame_00003.png"))
    #expect(try await command("diff", "a", "b").status == 3)
    #expect(try await command("diff", "a", "b.png").status == 64)
    let missing = try await command("diff", "a.png", "c.png")
    #expect(missing.status == 66 && missing.errors == "error: there is no 'c.png'\n")
    for name in ["spoilt.png", "spoilt.mp4"] {
      try command.folder.write("spoilt", to: name)
      let spoilt = try await command.run(["diff", name, name])
      #expect(spoilt.status == 66 && spoilt.errors.contains("'\(name)'"), "\(spoilt)")
    }
    let json = try await command("diff", "a.png", "b.png", "--json")
    #expect(json.status == 1)
    let parsed = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(parsed?["exitStatus"] as? Int == 1)
  }

  @Test(
    "wrong usage ends with 64, and a sentence",
    arguments: [
      (["diff", "a.png"], "Missing expected argument"),
      (["diff", "a", "b", "--threshold", "2"], "--threshold is a number from 0 to 1"),
      (["diff", "a", "b", "--max-pixels", "-1"], "--max-pixels"),
      (["diff", "a", "b", "--max-pixels", "120%"], "--max-pixels is a number"),
      (["diff", "a", "b", "--ignore-rect", "1,2,3"], "--ignore-rect takes"),
      (["diff", "a", "b", "--jobs", "0"], "--jobs is at least 1"),
      (["verify", "a.yaml"], "--baselines"),
      (["verify", "a.yaml", "--baselines", "B", "--value-tolerance", "x"], "takes a key path"),
      (["verify", "a.yaml", "--baselines", "B", "--value-tolerance", "x=1"], "has a value 'x'"),
      (
        ["verify", "a.yaml", "--baselines", "B", "--code-quality", "-"], "needs the name of a file"
      ),
      (["verify", "a.yaml", "--baselines", "B", "--at", "1,x"], "'1,x' is invalid"),
      (["verify", "a.yaml", "--baselines", "B", "--update", "some"], "'some' is invalid"),
      (["verify", "a.yaml", "--baselines", "B", "--ignore-rect", "1,2"], "--ignore-rect takes"),
      (["verify", "a.yaml", "--baselines", "B", "--variant", "../x"], "--variant is a word"),
      (["verify", "a.yaml", "./a.yaml", "--baselines", "B"], "is given twice"),
      (["verify", "a.yaml", "--baselines", "B", "--ignore", "sqare"], "layer 'sqare' to ignore"),
    ])
  func usage(_ arguments: [String], _ message: String) async throws {
    let command = try await command()
    let result = try await command.run(arguments)
    #expect(result.status == 64, "\(result)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(command.folder.files == ["a.yaml"])
  }
}
