import Foundation
import TestSupport
import Testing

@Suite("rostrum render with many scenes and rows")
struct BatchCommandTests {
  private static let scene = """
    size: [8, 8]
    fps: 2
    duration: 1
    background: ${ink}
    parameters: {ink: {type: color, default: red}, title: {default: none}}
    layers: [{name: "${title}"}]

    """

  private func command(_ csv: String = "title,ink\nOne,red\nTwo,lime\n") throws -> Command {
    let command = try Command()
    try command.folder.write(Self.scene, to: "a.yaml")
    try command.folder.write(csv, to: "rows.csv")
    return command
  }

  private func events(_ result: Command.Result) throws -> [NSDictionary] {
    try result.errorLines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
    }
  }

  @Test("renders one output for each row, and sums up")
  func rows() async throws {
    let command = try command()
    let result = try await command(
      "render", "a.yaml", "--data", "rows.csv", "-o", "out/{title}-{index}.png", "--at", "0")
    #expect(result.status == 0)
    #expect(command.folder.files == ["a.yaml", "out/One-0.png", "out/Two-1.png", "rows.csv"])
    #expect(result.errorLines.last?.hasPrefix("2 rendered; 2 frames in ") == true)
    #expect(result.errors.contains("a.yaml row 2: wrote out/Two-1.png\n"))
  }

  @Test("goes on after what is wrong, and ends with the status of the first failure")
  func failures() async throws {
    let command = try command("title,ink\nOne,rde\nTwo,lime\n")
    let result = try await command(
      "render", "a.yaml", "nowhere.yaml", "--data", "rows.csv", "-o", "out", "--at", "0",
      "--diagnostics", "short")
    #expect(result.status == 65)
    #expect(
      result.errors.contains(
        "rows.csv:2:5: error: the parameter 'ink': unknown colour 'rde'; hint: did you mean 'red'?\n"
      ))
    #expect(result.errors.contains("error: nowhere.yaml row 1: there is no scene file"))
    #expect(result.errorLines.last?.hasPrefix("1 rendered, 3 failed; 1 frame in ") == true)
    #expect(command.folder.files == ["a.yaml", "out/a-2.png", "rows.csv"])
  }

  @Test("takes folders and patterns, quoted")
  func patterns() async throws {
    let command = try command()
    try command.folder.write(Self.scene, to: "in/b.yaml")
    try command.folder.write(Self.scene, to: "in/deep/c.yaml")
    let result = try await command(
      "render", "**/c.yaml", "in", "-o", "out", "--at", "0", "--set", "ink=blue", "-q")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(command.folder.files.filter { $0.hasPrefix("out") } == ["out/b.png", "out/c.png"])
  }

  @Test("lists what would be rendered, in columns")
  func list() async throws {
    let command = try command()
    let result = try await command(
      "render", "a.yaml", "--data", "rows.csv", "-o", "{title}.mp4", "--list")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output == "a.yaml\t1\t2\tOne.mp4\na.yaml\t2\t2\tTwo.mp4\n")
    #expect(command.folder.files == ["a.yaml", "rows.csv"])
  }

  @Test("tells once what all rows have in common, and nothing false about columns")
  func scene() async throws {
    let command = try command()
    let wrong = Self.scene.replacing("default: red", with: "default: rde")
    try command.folder.write(wrong, to: "a.yaml")
    for more in [["--list"], ["--at", "0"]] {
      let result = try await command.run(
        ["render", "a.yaml", "--data", "rows.csv", "-o", "out", "-q", "--diagnostics", "short"]
          + more)
      #expect(result.status == 65)
      #expect(result.errorLines.count == 1, "\(result)")
      #expect(result.errors.hasPrefix("a.yaml:5:"))
    }
  }

  @Test("says that a table is empty, or missing")
  func empty() async throws {
    let command = try command("title,ink\n")
    let result = try await command("render", "a.yaml", "--data", "rows.csv", "-o", "out")
    #expect(result.status == 0)
    #expect(result.errors == "rows.csv: warning: there are no rows\n")
    let missing = try await command("render", "a.yaml", "--data", "no.csv", "-o", "out")
    #expect(missing.status == 66)
    #expect(missing.errors == "error: cannot read 'no.csv': there is no such file\n")
  }

  @Test("writes every event as the documentation says")
  func json() async throws {
    let command = try command("title,ink,note\nOne,rde,x\nTwo,lime,y\n")
    let result = try await command(
      "render", "a.yaml", "--data", "rows.csv", "-o", "out", "--progress", "json", "--jobs", "1")
    #expect(result.status == 65)
    let events = try events(result)
    #expect(
      events.compactMap { $0["event"] as? String }
        == ["begin", "warning", "error", "start", "frame", "frame", "done", "end"])
    #expect(events[0] == ["event": "begin", "renders": 2])
    #expect(events[1]["scene"] as? String == "rows.csv")
    let failure = events[2]
    #expect(failure["row"] as? Int == 1 && failure["status"] as? Int == 65)
    #expect(failure["scene"] as? String == "a.yaml")
    let diagnostic = (failure["diagnostics"] as? [NSDictionary])?.first
    #expect(diagnostic?["id"] as? String == "bad-color")
    #expect((diagnostic?["range"] as? NSDictionary)?["line"] as? Int == 2)
    #expect(
      events[3]
        == ["event": "start", "scene": "a.yaml", "row": 2, "width": 8, "height": 8, "frames": 2])
    #expect(events[6]["outputs"] as? [String] == ["out/a-2"])
    let end = events[7]
    #expect(end["rendered"] as? Int == 1 && end["failed"] as? Int == 1)
    #expect(end["skipped"] as? Int == 0 && end["frames"] as? Int == 2)
    #expect(end["seconds"] is Double)
  }

  @Test("Batches.md lists every event and field of the JSON that is written, and no other")
  func documented() async throws {
    let root = repository
    let page = try String(
      contentsOf: root.appending(path: "Sources/Command/RostrumKit/RostrumKit.docc/Batches.md"),
      encoding: .utf8)
    var fields: [String: Set<String>] = [:]
    for match in page.matches(
      of: #/(?m)^\| `(begin|start|kept|frame|done|warning|error|end|watch)` \|[^|]*\|(.*)\|$/#)
    {
      let names = match.output.2.matches(of: #/`(\w+)`/#).map { String($0.output.1) }
      fields[String(match.output.1)] = Set(names)
    }
    #expect(fields.count == 9)
    let command = try command("title,ink,note\nOne,rde,x\nTwo,lime,y\n")
    let result = try await command(
      "render", "a.yaml", "--data", "rows.csv", "-o", "out", "--progress", "json")
    for event in try events(result) {
      let name = try #require(event["event"] as? String)
      let keys = Set(event.allKeys.compactMap { $0 as? String }).subtracting(["event"])
      #expect(keys.isSubset(of: fields[name] ?? []), "\(name): \(keys)")
    }
  }

  @Test(
    "mistakes in what is asked for end with 64 and a sentence",
    arguments: [
      (["--set", "ink"], "'ink' is not NAME=VALUE"),
      (["--watch", "--list"], "--watch does not go with --list"),
      (["-o", "{titel}.mp4"], "did you mean '{title}'?"),
      (["-o", "x.mp4"], "cannot all be written to 'x.mp4'"),
    ])
  func usage(_ arguments: [String], _ message: String) async throws {
    let command = try command()
    let result = try await command.run(["render", "a.yaml", "--data", "rows.csv"] + arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(command.folder.files == ["a.yaml", "rows.csv"])
  }

  @Test("--set reaches every command that reads scenes")
  func everyCommand() async throws {
    let command = try command()
    for arguments in [
      ["check", "a.yaml"], ["sample", "a.yaml"], ["inspect", "a.yaml"],
      ["bake", "a.yaml", "-o", "b.yaml"], ["verify", "a.yaml", "--baselines", "base"],
    ] {
      let result = try await command.run(arguments + ["--set", "ink=rde"])
      #expect(result.status == 65, "\(arguments): \(result)")
      #expect((result.output + result.errors).contains("unknown colour 'rde'"), "\(arguments)")
    }
    let inspected = try await command("inspect", "a.yaml", "--set", "title=Welcome")
    #expect(inspected.output.contains("Welcome"))
  }

  @Test("check tells what is wrong with any row, and what a table has in vain")
  func check() async throws {
    let command = try command("title,ink,note\nOne,red,x\nTwo,lmie,y\n")
    let result = try await command(
      "check", "a.yaml", "--data", "rows.csv", "--diagnostics", "short")
    #expect(result.status == 65)
    #expect(result.lines.count == 1 && result.output.hasPrefix("rows.csv:3:5: error: "))
    #expect(result.errors == "rows.csv: warning: no scene has a parameter 'note'\n")
  }

  @Test("says nothing false about columns when every row is wrong", arguments: [true, false])
  func wrongRows(_ isScene: Bool) async throws {
    let command = try command("title,ink\nOne,rde\nTwo,lmie\n")
    if !isScene { try command.folder.write("size: [", to: "a.yaml") }
    for arguments in [["check"], ["render", "-o", "{title}.png", "--at", "0"]] {
      let result = try await command.run(arguments + ["a.yaml", "--data", "rows.csv"])
      #expect(result.status == 65, "\(result)")
      #expect(!result.errors.contains("no scene has a parameter"), "\(result)")
    }
  }

  @Test("--watch renders again, and ends with 130")
  func watch() async throws {
    let command = try command()
    let run = try command.start("render", "a.yaml", "-o", "out.png", "--at", "0", "--watch")
    let path = command.folder.path("out.png")
    for _ in 0..<1500 where !FileManager.default.fileExists(atPath: path) {
      try await Task.sleep(for: .milliseconds(20))
    }
    let before = command.folder.data("out.png")
    try command.folder.write(
      Self.scene.replacing("default: red", with: "default: lime"), to: "a.yaml")
    for _ in 0..<1500 where command.folder.data("out.png") == before {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(command.folder.data("out.png") != before)
    run.send(SIGINT)
    let result = try await run.result()
    #expect(result.status == 130)
  }
}
