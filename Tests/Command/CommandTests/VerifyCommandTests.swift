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
    let whole = try await command.run(verify + ["--report", "Whole", "--pictures"])
    let merged = try await command("report", "part-1", "part-2", "part-3", "--report", "Merged")
    #expect(merged.status == whole.status && merged.output == whole.output)
    let pictures = command.pictures(in: "Whole")
    #expect(pictures.count >= 8 && command.pictures(in: "Merged") == pictures)
    let incomplete = try await command("report", "part-1", "part-3")
    #expect(incomplete.status == 66 && incomplete.errors.contains("2/3 is missing"))
    let twice = try await command("report", "part-1", "part-2", "part-3", "part-1")
    #expect(twice.status == 66 && twice.errors.contains("part 1/3 is there twice"), "\(twice)")
    let sameFrom = try await command("approve", "Merged", "a.yaml")
    #expect(
      sameFrom.status == 0 && sameFrom.output.hasSuffix("2 approved: look at them in the commit\n"))
    #expect(try await command.run(verify).output.hasSuffix("4 same, 2 different\n"))
  }

  @Test(
    "shards of every setting merge: it is the same in each of their processes",
    arguments: [
      "--at 0,50%,last", "--every 0.5", "--frames 0-3:2", "--threshold 0.1 --max-pixels 1%",
      "--max-region 3 --strict-antialiasing", "--strict-values", "--value-tolerance position=1",
      "--ignore-rect 0,0,2,2 --ignore-rect 4,4,1,1", "--scale 2", "--variant v", "--repeat 2",
    ])
  func settings(_ words: String) async throws {
    let command = try await command()
    let options = words.split(separator: " ").map(String.init)
    for part in 1...2 {
      _ = try await command.run(
        ["verify", "a.yaml", "b.yaml", "--baselines", "Baselines", "--report", "part-\(part)"]
          + ["--shard", "\(part)/2"] + options)
    }
    let merged = try await command("report", "part-1", "part-2")
    #expect(merged.status != 66 && merged.errors.isEmpty, "\(merged)")
    _ = try await command.run(
      ["verify", "a.yaml", "b.yaml", "--baselines", "Baselines", "--report", "part-2"]
        + ["--shard", "2/2", "--update", "none", "--threshold", "0.5"])
    let mixed = try await command("report", "part-1", "part-2")
    #expect(mixed.status == 66 && mixed.errors.contains("does not belong to"), "\(mixed)")
  }

  @Test("a shard leaves the summary and the annotations to the merged report")
  func partsAreQuiet() async throws {
    var command = try await command()
    command.environment = [
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": command.folder.path("summary.md"),
    ]
    for part in 1...2 {
      let shard = ["--shard", "\(part)/2", "--report", "part-\(part)"]
      let result = try await command.run(["verify", "--baselines", "Baselines"] + shard)
      #expect(!result.errors.contains("::error") && result.status <= 1)
    }
    #expect(!command.folder.files.contains("summary.md"))
    let merged = try await command("report", "part-1", "part-2")
    #expect(merged.errors.components(separatedBy: "::error").count == 3)
    let summary = String(decoding: command.folder.data("summary.md"), as: UTF8.self)
    #expect(summary.contains("| a.yaml:8 |") && summary.contains("| b.yaml:8 |"), "\(summary)")
  }

  @Test("moments, frames and rows that are asked for once are compared from then on")
  func remembered() async throws {
    let command = try Command()
    try command.folder.write(
      Scenes.moving.replacing("#00BDF2", with: "${sky}") + "parameters: {sky: {type: color}}\n",
      to: "a.yaml")
    try command.folder.write("sky\nred\nblue\n", to: "skies.csv")
    let verify = ["verify", "a.yaml", "--baselines", "Baselines"]
    let rows = try await command.run(
      verify + ["--data", "skies.csv", "--every", "0.2", "--update", "missing"])
    #expect(
      rows.output == """
        recorded: a.yaml @ 0 row 1, 0.2 row 1, 0.4 row 1, 0 row 2, 0.2 row 2, 0.4 row 2 in Baselines/a
        6 recorded

        """, "\(rows)")
    let again = try await command(
      "verify", "--baselines", "Baselines", "--repeat", "3", "--seed", "1")
    #expect(again.status == 0 && again.output.hasSuffix("6 same\n"), "\(again)")
    #expect(again.output.contains("note: 6 pictures drawn 3 times"))
    for wrong in [
      ["--every", "0"], ["--every", "inf"], ["--every", "1", "--at", "0"], ["--frames", "x"],
      ["--repeat", "0"],
    ] {
      #expect(try await command.run(verify + wrong).status == 64, "\(wrong)")
    }
    #expect(try await command.run(verify + ["--variant", "row1"]).status == 64)
    let film = try await command.run(verify + ["--film"])
    #expect(film.status == 64 && film.errors.contains("--film needs --report"))
  }

  @Test("a film of each scene that differs is in the report's folder")
  func film() async throws {
    let command = try await command()
    let verify = ["verify", "--baselines", "Baselines", "--report", "Report", "--film"]
    let result = try await command.run(verify)
    #expect(result.output.contains("note: a film of what differs in 'a.yaml' is film/a.mp4"))
    #expect(
      command.folder.files.filter { $0.hasSuffix(".mp4") }.sorted()
        == ["Report/film/a.mp4", "Report/film/b.mp4"])
  }

  @Test("diff proposes bounds, and takes none then")
  func calibration() async throws {
    let command = try await command()
    let same = try await command("diff", "Baselines/a", "Baselines/b", "--calibrate")
    #expect(
      same.status == 0
        && same.output.hasSuffix("proposed: --threshold 0 --strict-antialiasing\n"), "\(same)")
    let both = try await command(
      "diff", "Baselines/a", "Baselines/b", "--calibrate", "--threshold", "0.1")
    #expect(both.status == 64)
  }

  @Test("doctor tells what is missing, and ends with 69 where nothing can be rendered")
  func doctor() async throws {
    var command = try Command()
    let here = try await command("doctor")
    #expect(here.status == 0 && here.output.hasPrefix("ok       rostrum "), "\(here)")
    command.environment = ["ROSTRUM_FFMPEG": "/nowhere/ffmpeg", "ROSTRUM_FFPROBE": "/nowhere/x"]
    let missing = try await command("doctor", "--json")
    #expect(missing.status == 69)
    let json = try JSONSerialization.jsonObject(with: Data(missing.output.utf8)) as? [String: Any]
    #expect(json?["isUsable"] as? Bool == false)
    #expect((json?["remedies"] as? [String])?.contains { $0.hasSuffix(" ffmpeg") } == true)
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
    try await refused(66, "is no picture or record of a comparison", "a.yaml")
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

  /// The pictures beside a report's page, by their paths in its folder.
  fileprivate func pictures(in report: String) -> [String: Data] {
    let paths = folder.files.filter { $0.hasPrefix("\(report)/") && $0.hasSuffix(".png") }
    return Dictionary(
      uniqueKeysWithValues: paths.map { (String($0.dropFirst(report.count)), folder.data($0)) })
  }
}
