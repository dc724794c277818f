import Foundation
import TestSupport
import Testing

@Suite("Outputs of the command")
struct OutputCommandTests {
  private func command() async throws -> Command { try await Command(copying: Self.made.value) }

  /// What the commands read.
  private static let made = Task {
    let command = try Command(["a.yaml": Scenes.moving])
    _ = try await command("render", "a.yaml", "-o", "frames", "--no-manifest", "-q")
    return command
  }

  /// Every way to write one output, with the output's name left out.
  static let commands: [[String]] = [
    ["bake", "a.yaml", "-o"], ["plot", "linear", "-o"],
    ["plot", "linear", "--format", "pdf", "-o"],
    ["plot", "a.yaml", "--layer", "square", "--key-path", "position.x", "--format", "png", "-o"],
    ["timeline", "a.yaml", "-o"], ["strobe", "a.yaml", "--layer", "square", "-o"],
    ["sheet", "a.yaml", "-o"], ["sheet", "a.yaml", "a.yaml", "-o"], ["figure", "f.yaml", "-o"],
    ["render", "a.yaml", "-q", "--at", "0", "-o"],
    ["render", "a.yaml", "-q", "--format", "mp4", "-o"],
    ["render", "a.yaml", "-q", "--format", "gif", "-o"],
    ["mux", "frames", "-q", "--fps", "12", "--format", "webm", "-o"],
    ["mux", "frames", "-q", "--fps", "12", "--format", "mov", "-o"],
    ["farm", "a.yaml", "-o"], ["farm", "a.yaml", "--engine", "slurm", "-o"],
    ["diff", "frames", "frames", "--junit"],
    ["render", "a.yaml", "-q", "-o", "out", "--profile-trace"],
  ]

  /// The commands whose outputs are the same on every run. A trace has times in it, a WebM a
  /// random number.
  private static let exact = commands.filter {
    !$0.contains("--profile-trace") && !$0.contains("webm")
  }

  private static let figure = """
    type: functions
    functions: [linear]

    """

  @Test(
    "Outputs go through a device, which stays",
    .enabled(if: TemporaryFolder.hasDevices, "no devices here"),
    arguments: commands)
  func device(_ arguments: [String]) async throws {
    let command = try await command()
    try command.folder.write(Self.figure, to: "f.yaml")
    for (device, status) in [(.null, 0), (.full, 74)] as [(TemporaryFolder.Device, Int32)] {
      let name = "\(device)"
      command.folder.device(device, name)
      let result = try await command.run(arguments + [name])
      #expect(result.status == status, "\(result)")
      #expect(command.folder.kind(name) == .typeCharacterSpecial)
      if status != 0 { #expect(result.errors.contains("No space left on device"), "\(result)") }
    }
    #expect(!command.folder.names.contains { $0.hasPrefix(".") })
  }

  @Test("Outputs go to the standard output for -, whole and alone", arguments: exact)
  func standardOutput(_ arguments: [String]) async throws {
    let command = try await command()
    try command.folder.write(Self.figure, to: "f.yaml")
    let ending = Self.ending(arguments)
    let file = try await command.run(arguments + ["x" + ending])
    #expect(file.status == 0, "\(file)")
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    let result = try await command.shell("\"$ROSTRUM\" \(words) - > piped")
    #expect(result.status == 0, "\(result)")
    #expect(!command.folder.data("piped").isEmpty)
    #expect(
      Self.comparable(command.folder.data("piped"))
        == Self.comparable(command.folder.data("x" + ending)))
    #expect(command.folder.kind("-") == nil)
  }

  /// The ending of a file that the command would write.
  private static func ending(_ arguments: [String]) -> String {
    if let place = arguments.firstIndex(of: "--format") { return "." + arguments[place + 1] }
    switch arguments[0] {
    case "bake", "farm": return ".yaml"
    case "render": return ".png"
    case "diff": return ".xml"
    default: return ".svg"
    }
  }

  /// The contents without the file's own name in jobs, and without the durations of two runs in
  /// JUnit.
  private static func comparable(_ data: Data) -> Data {
    let text = String(decoding: data, as: UTF8.self)
    if text.contains("<testsuites") {
      return Data(text.replacing(#/ time="[0-9.]+"/#, with: "").utf8)
    }
    guard text.contains("Made by rostrum farm") else { return data }
    return Data(text.replacing("x.yaml", with: "job").utf8)
  }

  @Test("Outputs go to a named pipe once somebody reads it, whoever comes first")
  func pipe() async throws {
    let command = try await command()
    try command.folder.pipe("a.mp4")
    let result = try await command.shell(
      "\"$ROSTRUM\" render a.yaml -q -o a.mp4 & sleep 0.3; cat a.mp4 > first; wait $! || exit 9; "
        + "cat a.mp4 > second & \"$ROSTRUM\" render a.yaml -q -o a.mp4 || exit 9; wait; "
        + "cmp first second")
    #expect(result.status == 0, "\(result)")
    #expect(command.folder.data("first").count > 500)
    #expect(!command.folder.names.contains { $0.hasPrefix(".") })
  }

  @Test("Outputs wait for the reader of a named pipe until they are interrupted")
  func interrupted() async throws {
    let command = try await command()
    try command.folder.pipe("pipe")
    let run = try command.start("bake", "a.yaml", "-o", "pipe")
    try await Task.sleep(for: .milliseconds(500))
    run.send(SIGTERM)
    #expect(try await run.result().status == 143)
  }

  @Test("A reader that has seen enough is no error")
  func head() async throws {
    let command = try await command()
    // More than a pipe holds.
    let long = Scenes.moving.replacing("duration: 0.5", with: "duration: 900")
    try command.folder.write(long, to: "a.yaml")
    let result = try await command.shell(
      "{ \"$ROSTRUM\" bake a.yaml -o -; echo $? > status; } | head -c 1")
    #expect(result.output == "#" && result.errors.isEmpty, "\(result)")
    #expect(command.folder.data("status") == Data("0\n".utf8))
  }

  @Test("Outputs that are links stay links, and what they lead to is replaced")
  func links() async throws {
    let command = try await command()
    try command.folder.write("old", to: "deep/target.svg")
    try command.folder.link("link.svg", to: "deep/target.svg")
    let result = try await command("plot", "linear", "-o", "link.svg")
    #expect(result.status == 0, "\(result)")
    #expect(command.folder.kind("link.svg") == .typeSymbolicLink)
    #expect(command.folder.data("deep/target.svg").starts(with: Data("<".utf8)))
  }
}
