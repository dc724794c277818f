import Foundation
import TestSupport
import Testing

@Suite("rostrum render")
struct RenderCommandTests {
  private func command(_ text: String = Scenes.moving) throws -> Command {
    let command = try Command()
    try command.folder.write(text, to: "a.yaml")
    return command
  }

  private static let frames = (0..<6).map { "Output/a/frame_0000\($0).png" }

  @Test("makes frames and a video below Output, and says where they are")
  func render() async throws {
    let command = try command()
    let result = try await command("render", "a.yaml", "--format", "mp4,png")
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(
      result.errors == """
        a.yaml: 6 frames of 48x32
        a.yaml: wrote Output/a
        a.yaml: wrote Output/a.mp4

        """)
    #expect(command.folder.files == ["Output/a.mp4"] + Self.frames + ["a.yaml"])
  }

  @Test("shows costs in place of frames, in any order, and never takes one for the other")
  func show() async throws {
    let command = try command()
    let folder = URL(filePath: command.folder.path)
    for (output, jobs) in [("one", "1"), ("three", "3")] {
      let result = try await command(
        "render", "a.yaml", "-o", output, "--show", "damage", "--jobs", jobs)
      #expect(result.status == 0)
    }
    func frame(_ output: String, _ index: Int) throws -> Data {
      try Data(contentsOf: folder.appending(path: "\(output)/frame_0000\(index).png"))
    }
    let shown = try (0..<6).map { try frame("one", $0) }
    #expect(shown == (try (0..<6).map { try frame("three", $0) }))
    // The frames replace the placeholders, so that `--skip-existing` does not keep a placeholder.
    let again = try await command("render", "a.yaml", "-o", "one", "--skip-existing")
    #expect(again.status == 0)
    for index in 0..<6 { #expect(try frame("one", index) != shown[index]) }
    let wrong = try await command("render", "a.yaml", "--show", "damage", "--resume")
    #expect(wrong.status == 64 && wrong.errors.contains("--show does not go with --resume"))
  }

  @Test("takes a folder, a file, a pattern, one time, a scale, a rate, and the same format twice")
  func outputs() async throws {
    let command = try command()
    for arguments in [
      ["-o", "out", "--format", "png,png", "--frames", "0,2-4x2", "--jobs", "1000"],
      ["-o", "deep/one.png", "--at", "0.1", "--scale", "2"],
      ["-o", "named/n_###.png", "--fps", "4"], ["-o", "last.png", "--at", "100%"],
      ["-o", "some", "--at", "0,50%"],
    ] {
      let result = try await command.run(["render", "a.yaml", "--quiet"] + arguments)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    }
    #expect(
      command.folder.files == [
        "a.yaml", "deep/one.png", "last.png", "named/n_000.png", "named/n_001.png",
        "out/frame_00000.png", "out/frame_00002.png", "out/frame_00004.png",
        "some/frame_00000.png", "some/frame_00001.png",
      ])
  }

  @Test(
    "says when a time lies beyond the end",
    arguments: [
      ["render", "a.yaml", "-o", "b.png"], ["sheet", "a.yaml", "-o", "b.svg"],
      ["inspect", "a.yaml"], ["explain", "a.yaml", "--layer", "square", "--key-path", "opacity"],
    ])
  func late(_ arguments: [String]) async throws {
    let command = try command()
    let late = try await command.run(arguments + ["--at", "99"])
    #expect(late.status == 0)
    #expect(late.errors.contains("a.yaml: warning: 99 s lies beyond the end, 0."), "\(late.errors)")
    let last = try await command.run(arguments + ["--at", "100%"])
    #expect(last.status == 0 && !last.errors.contains("warning"), "\(last.errors)")
  }

  @Test("leaves out frames past the end, with a warning")
  func clamping() async throws {
    let command = try command()
    let result = try await command("render", "a.yaml", "--frames", "5-99")
    #expect(result.status == 0)
    #expect(result.errors.contains("a.yaml: warning: frames past the last one, 5, are left out\n"))
    #expect(command.folder.files == ["Output/a/frame_00005.png", "a.yaml"])
  }

  @Test("says where the time went, writes a trace, and compares with frames drawn whole")
  func costs() async throws {
    let command = try command()
    let result = try await command(
      "render", "a.yaml", "--quiet", "--profile", "--profile-trace", "trace.json",
      "--verify-damage", "--cache-memory", "0")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.hasPrefix("6 frames in "))
    for word in ["  stage\n", "  verify\n", "  layer\n"] { #expect(result.output.contains(word)) }
    #expect(command.folder.files == Self.frames + ["a.yaml", "trace.json"])
    let trace = try JSONSerialization.jsonObject(with: command.folder.data("trace.json"))
    #expect((trace as? [String: Any])?["traceEvents"] is [Any])
  }

  // MARK: Progress

  @Test(
    "without a terminal shows a line at the start and at the end, without escape codes",
    arguments: [[], ["--progress", "auto"], ["--progress", "plain"]])
  func plainProgress(_ arguments: [String]) async throws {
    let result = try await command().run(["render", "a.yaml"] + arguments)
    #expect(result.status == 0)
    #expect(result.errors == "a.yaml: 6 frames of 48x32\na.yaml: wrote Output/a\n")
  }

  @Test(
    "says nothing, or only warnings, when asked to be quiet",
    arguments: [["--quiet"], ["-q"], ["--progress", "none"], ["--progress", "json", "--quiet"]])
  func quiet(_ arguments: [String]) async throws {
    let command = try command()
    let silent = try await command.run(["render", "a.yaml"] + arguments)
    #expect(silent.status == 0 && silent.errors.isEmpty && silent.output.isEmpty)
    let warned = try await command.run(["render", "a.yaml", "--frames", "5,6"] + arguments)
    #expect(warned.errorLines.count == 1)
  }

  @Test("shows progress as lines of JSON")
  func jsonProgress() async throws {
    let result = try await command()(
      "render", "a.yaml", "--progress", "json", "--frames", "0-9", "--jobs", "3")
    #expect(result.status == 0)
    let events = try result.errorLines.map {
      try #require(
        JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
    }
    #expect(
      events.compactMap { $0["event"] as? String }
        == ["begin", "start", "warning"] + Array(repeating: "frame", count: 6) + ["done", "end"])
    #expect(events.dropFirst().dropLast().allSatisfy { $0["scene"] as? String == "a.yaml" })
    #expect(
      events[1] == ["event": "start", "scene": "a.yaml", "width": 48, "height": 32, "frames": 6])
    #expect(events.compactMap { $0["finished"] as? Int } == [1, 2, 3, 4, 5, 6])
    #expect(events.dropLast().last?["outputs"] as? [String] == ["Output/a"])
  }

  @Test(
    "on a terminal draws a bar, in colours only where NO_COLOR lets it", arguments: [false, true])
  func terminal(_ noColor: Bool) async throws {
    var command = try command()
    try command.folder.write(Scenes.wrong, to: "wrong.yaml")
    command.environment["TERM"] = "xterm"
    command.environment["NO_COLOR"] = noColor ? "1" : ""
    // script(1) gives a program a terminal.
    let line = "script -qec '\"$ROSTRUM\" render a.yaml' /dev/null"
    let drawn = try await command.shell(line)
    guard drawn.status != 127 else {
      withKnownIssue("there is no script(1) here: terminals are not tested") {
        Issue.record("no terminal")
      }
      return
    }
    #expect(drawn.status == 0)
    #expect(drawn.output.contains("████████ 6/6"))
    #expect(drawn.output.hasSuffix("\u{1B}[Ka.yaml: wrote Output/a\r\n"))
    let wrong = try await command.shell(line.replacing("a.yaml", with: "wrong.yaml"))
    #expect(wrong.status == 65)
    #expect(wrong.output.contains("\u{1B}[1;31m") == !noColor)
  }

  // MARK: Closed pipes

  @Test("goes on when nobody reads what it says any more")
  func closedErrors() async throws {
    let command = try command()
    let result = try await command.shell(
      "\"$ROSTRUM\" render a.yaml --progress json 2>&1 >/dev/null | head -1; wait")
    #expect(result.lines.count == 1)
    let isThere = FileManager.default.fileExists(atPath: command.folder.path(Self.frames[5]))
    #expect(isThere)
    #expect(command.folder.files == Self.frames + ["a.yaml"])
  }
}
