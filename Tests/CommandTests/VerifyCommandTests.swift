import Foundation
import TestSupport
import Testing

@Suite("rostrum verify in shards, report and approve")
struct VerifyCommandTests {
  private let changed = Scenes.moving.replacing("[10, 10]", with: "[12, 10]")

  /// Three scenes with baselines; the first two have changed since.
  private func command() async throws -> Command {
    let command = try Command()
    for name in ["a", "b", "c"] { try command.folder.write(Scenes.moving, to: "\(name).yaml") }
    let record = ["verify", "*.yaml", "--baselines", "Baselines", "--at", "0,50%"]
    #expect(try await command.run(record + ["--update", "missing"]).status == 3)
    for name in ["a", "b"] { try command.folder.write(changed, to: "\(name).yaml") }
    return command
  }

  @Test("shards merge into the report and the exit status of one run")
  func shards() async throws {
    let command = try await command()
    let verify = ["verify", "--baselines", "Baselines"]
    for part in 1...3 {
      let result = try await command.run(
        verify + ["--shard", "\(part)/3", "--report", "part-\(part)"])
      #expect(result.status == (part < 3 ? 1 : 0))
    }
    let whole = try await command.run(verify + ["--report", "Whole"])
    let merged = try await command("report", "part-1", "part-2", "part-3", "--report", "Merged")
    #expect(merged.status == whole.status && merged.output == whole.output)
    #expect(try command.pictures(in: "Merged") == (try command.pictures(in: "Whole")))
    let incomplete = try await command("report", "part-1", "part-3")
    #expect(incomplete.status == 66 && incomplete.errors.contains("2/3 is missing"))
    let twice = try await command("report", "part-1", "part-2", "part-3", "part-1")
    #expect(twice.status == 66 && twice.errors.contains("'a.yaml @ 0' is in two"), "\(twice)")
    let sameFrom = try await command("approve", "Merged", "a.yaml")
    #expect(
      sameFrom.status == 0 && sameFrom.output.hasSuffix("2 approved: look at them in the commit\n"))
    #expect(try await command.run(verify).output.hasSuffix("4 same, 2 different\n"))
  }

  @Test("an approved picture is the one that a recording would have written")
  func approval() async throws {
    let command = try await command()
    let verify = ["verify", "--baselines", "Baselines", "--report", "Report", "--pictures"]
    #expect(try await command.run(verify).status == 1)
    #expect(
      command.folder.files.filter { $0.hasPrefix("Report/") && $0.hasSuffix(".png") }.count == 12)
    #expect(try await command("approve", "Report").status == 0)
    let approved = try command.baselines()
    _ = try await command("verify", "--baselines", "Baselines", "--update", "all")
    #expect(try command.baselines() == approved)
  }

  @Test("nothing is approved that is not what the report saw")
  func refusals() async throws {
    var command = try await command()
    let verify = ["verify", "--baselines", "Baselines", "--report", "Report"]
    func refused(_ status: Int32, _ text: String, _ more: String...) async throws {
      let before = try command.baselines()
      let result = try await command.run(["approve", "Report"] + more)
      #expect(result.status == status && result.errors.contains(text), "\(result)")
      #expect(try command.baselines() == before)
    }
    try await refused(66, "'Report' is no report")
    _ = try await command.run(verify)
    try await refused(66, "has no pictures to approve")
    _ = try await command.run(verify + ["--pictures"])
    try await refused(66, "of 'c.yaml', only of a.yaml, b.yaml", "a.yaml", "c.yaml")
    command.environment = ["CI": "true"]
    try await refused(64, "nothing is approved where CI is set")
    command.environment = [:]
    let actual = "Report/actual/b/50pct.png"
    let bytes = try Data(contentsOf: URL(filePath: command.folder.path(actual)))
    try FileManager.default.removeItem(atPath: command.folder.path(actual))
    try await refused(66, "'\(actual)' cannot be read")
    try Data(bytes.dropLast()).write(to: URL(filePath: command.folder.path(actual)))
    try await refused(66, "'\(actual)' is not the file that the report was made with")
    try bytes.write(to: URL(filePath: command.folder.path(actual)))
    try command.folder.write("other", to: "Baselines/a/0s.png")
    try await refused(66, "'Baselines/a/0s.png' changed after the report was made")
    let report = try String(
      contentsOfFile: command.folder.path("Report/report.json"), encoding: .utf8)
    try command.folder.write(
      report.replacing("actual/a/0s.png", with: "../c.yaml"), to: "Report/report.json")
    try await refused(66, "changed after", "a.yaml")
    try command.folder.write(
      report.replacing("\"version\": 1", with: "\"version\": 2"), to: "Report/report.json")
    try await refused(66, "another version")
  }
}

extension Command {
  /// The bytes of all files of the baselines, by their names.
  fileprivate func baselines() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in folder.files where name.hasPrefix("Baselines/") {
      files[name] = try Data(contentsOf: URL(filePath: folder.path(name)))
    }
    return files
  }

  /// The addresses of the pictures on a report's page.
  fileprivate func pictures(in report: String) throws -> [String] {
    let page = try String(contentsOfFile: folder.path("\(report)/index.html"), encoding: .utf8)
    return page.matches(of: /"data:image\/png;base64,([^"]*)"/).map { String($0.output.1) }
  }
}
