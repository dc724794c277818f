import Foundation
import TestSupport
import Testing

@Suite("The command's failures")
struct FailureTests {
  private func command(_ text: String = Scenes.moving) throws -> Command {
    let command = try Command()
    try command.folder.write(text, to: "a.yaml")
    return command
  }

  @Test("mistakes in scenes end with 65, all of them on the standard error output")
  func wrongScenes() async throws {
    let command = try command(Scenes.wrong)
    try command.folder.write("size: [0, 1]\nlayers: []\n", to: "b.yaml")
    let result = try await command("render", "a.yaml", "b.yaml", "--diagnostics", "short")
    #expect(result.status == 65)
    #expect(result.output.isEmpty)
    let lines = result.errorLines.dropLast().map { $0.prefix(9) }
    #expect(lines.sorted() == ["a.yaml:3:", "a.yaml:4:", "b.yaml:1:"])
    #expect(result.errorLines.last?.hasPrefix("0 rendered, 2 failed; 0 frames in ") == true)
    #expect(command.folder.files == ["a.yaml", "b.yaml"])
  }

  @Test(
    "a missing input ends with 66",
    arguments: [
      (["render", "nowhere.yaml"], "there is no scene file 'nowhere.yaml'"),
      (["render", "no*.yaml"], "no scene file matches 'no*.yaml'"),
      (["mux", "nowhere", "-o", "x.mp4"], "cannot read 'nowhere': No such file or directory"),
      (["mux", ".", "-o", "x.mp4"], "no file in '.' is named like 'frame_%05d.png'"),
    ])
  func missingInput(_ arguments: [String], _ message: String) async throws {
    let command = try command()
    let result = try await command.run(arguments)
    #expect(result.status == 66)
    #expect(result.errors == "error: \(message)\n")
    #expect(command.folder.files == ["a.yaml"])
  }

  @Test("a missing ffmpeg ends with 69, before anything is drawn")
  func missingTool() async throws {
    var command = try command()
    command.environment["ROSTRUM_FFMPEG"] = "/nonexistent"
    let result = try await command("render", "a.yaml", "-o", "x.mp4", "-q")
    #expect(result.status == 69)
    #expect(result.errors.contains("cannot find ffmpeg ('/nonexistent')"))
    #expect(command.folder.files == ["a.yaml"])
  }

  @Test(
    "an output that cannot be created ends with 73",
    arguments: [
      ["-o", "file"], ["-o", "file/x"], ["-o", "file/x.mp4"], ["-o", "file/x.png", "--at", "0"],
    ])
  func cannotCreate(_ arguments: [String]) async throws {
    let command = try command()
    try command.folder.write("mine", to: "file")
    let result = try await command.run(["render", "a.yaml", "-q"] + arguments)
    #expect(result.status == 73)
    #expect(result.errors.hasSuffix("Not a directory\n"))
    #expect(command.folder.files == ["a.yaml", "file"])
    #expect(command.folder.data("file") == Data("mine".utf8))
  }

  @Test("a full disk ends with 74, and leaves whole frames only", arguments: ["png", "mp4"])
  func fullDisk(_ format: String) async throws {
    guard let disk = try SmallDisk(kibibytes: 24) else {
      withKnownIssue("a small file system cannot be mounted here: a full disk is not tested") {
        Issue.record("no full disk")
      }
      return
    }
    // Many different frames for PNG; large ones for a video.
    let scene = format == "png" ? Scenes.endless.replacing("7000\n", with: "20\n") : Self.busy
    let command = try command(scene)
    let result = try await command(
      "render", "a.yaml", "-o", disk.path + "/out", "--format", format, "-q")
    #expect(result.status == 74, "\(result)")
    #expect(disk.files.allSatisfy { $0.wholeMatch(of: /out\/frame_\d{5}\.png/) != nil })
    #expect(disk.files.isEmpty == (format == "mp4"))
    #expect(result.errorLines.count >= 1)
  }

  /// Two hundred squares that spin: no encoder makes this small.
  private static let busy: String = {
    let layers = (0..<200).map { index in
      """
        - bounds: [60, 60]
          position: [\(index * 37 % 320), \(index * 53 % 240)]
          backgroundColor: hsl(\(index * 47), 90%, 50%)
          animations: [{type: basic, keyPath: transform.rotation, byValue: \(index % 7 + 1), duration: 1}]
      """
    }
    return "size: [320, 240]\nbackground: white\nfps: 12\nduration: 1\nlayers:\n"
      + layers.joined(separator: "\n") + "\n"
  }()
}
