import Foundation
import TestSupport
import Testing

/// Runs with an address space of a gibibyte, which a picture of 32767 x 8192 pixels does not fit
/// in.
@Suite("Large pictures and little memory", .serialized)
struct MemoryLimitTests {
  private func command() throws -> Command {
    let command = try Command()
    try PictureBomb.png(width: 32_767, height: 8192)
      .write(to: URL(filePath: command.folder.path("bomb.png")))
    try command.folder.write(
      "size: [40, 40]\nlayers: [{contents: bomb.png, bounds: [40, 40], position: [20, 20]}]\n",
      to: "a.yaml")
    return command
  }

  /// `nil` where the system has no such limit.
  private func run(_ command: Command, _ arguments: String) async throws -> Command.Result? {
    let result = try await command.shell(
      "ulimit -v 1000000 || exit 42; exec \"$ROSTRUM\" \(arguments)")
    if result.status == 42 {
      withKnownIssue("memory cannot be limited here") { Issue.record("no limit") }
      return nil
    }
    return result
  }

  @Test("Check reads the structure of pictures, and takes no memory for their pixels")
  func check() async throws {
    let command = try command()
    guard let whole = try await run(command, "check a.yaml") else { return }
    #expect(whole.status == 0 && whole.output.isEmpty, "\(whole)")
    let bytes = command.folder.data("bomb.png")
    try bytes.dropLast(30).write(to: URL(filePath: command.folder.path("bomb.png")))
    let part = try await command("check", "a.yaml", "--diagnostics", "short")
    #expect(part.status == 65 && part.output.contains("the PNG ends before the picture does"))
  }

  @Test(
    "The option --max-pixels holds for pictures too, which may always be as large as a photograph")
  func maximum() async throws {
    let command = try command()
    let arguments = ["check", "a.yaml", "--max-pixels", "2000", "--diagnostics", "short"]
    let large = try await command.run(arguments)
    #expect(large.status == 65)
    #expect(large.output.contains("the limit is 33554432 pixels"), "\(large)")
    try PictureBomb.png(width: 8192, height: 4096)
      .write(to: URL(filePath: command.folder.path("bomb.png")))
    #expect(try await command.run(arguments).status == 0)
  }

  @Test("Diff refuses pictures beyond a limit of its own")
  func diff() async throws {
    let command = try command()
    let refused = try await command("diff", "bomb.png", "bomb.png")
    #expect(refused.status == 66)
    #expect(refused.errors.contains("32767 x 8192 pixels are too many"), "\(refused)")
    let arguments = "diff bomb.png bomb.png --max-size 300000000"
    guard let short = try await run(command, arguments) else { return }
    #expect(short.status == 71, "\(short)")
    #expect(short.errors.contains("no memory for the picture"))
  }

  private static let tile =
    "bounds: [11000, 11000], position: [5500, 5500], backgroundColor: red"

  static let scenes: [(String, String)] = [
    ("a picture", "size: [40, 40]\nlayers: [{contents: bomb.png, bounds: [40, 40]}]\n"),
    ("the canvas", "size: [16384, 16384]\nlayers: []\n"),
    (
      "a filter",
      "size: [11000, 11000]\nlayers: [{\(tile), filters: [{type: gaussianBlur, inputRadius: 9}]}]\n"
    ),
    (
      "a shadow and a mask",
      "size: [11000, 11000]\nlayers: [{\(tile), shadowOpacity: 1, shadowRadius: 40, "
        + "mask: {\(tile), opacity: 0.5}}]\n"
    ),
    (
      "groups in groups",
      "size: [11000, 11000]\nlayers: [{\(tile), opacity: 0.5, sublayers: [{\(tile), opacity: 0.5, "
        + "sublayers: [{\(tile), opacity: 0.5, sublayers: [{\(tile), opacity: 0.5, sublayers: "
        + "[{\(tile), opacity: 0.5, sublayers: [{\(tile)}]}]}]}]}]}]\n"
    ),
    (
      "a gradient and its border, faded as one",
      "size: [11000, 11000]\nlayers: [{class: gradient, type: conic, frame: [0, 0, 11000, 11000], "
        + "colors: [red, blue], borderWidth: 3, opacity: 0.5}]\n"
    ),
  ]

  @Test("What there is no memory to draw is an error, and leaves nothing", arguments: scenes)
  func render(_ name: String, _ scene: String) async throws {
    let command = try command()
    try command.folder.write(scene, to: "a.yaml")
    guard
      let result = try await run(
        command, "render a.yaml -o out.png --at 0 --jobs 1 -q")
    else { return }
    #expect(result.status == 71, "\(name): \(result)")
    #expect(result.errors.contains("memory"), "\(name): \(result)")
    #expect(command.folder.files == ["a.yaml", "bomb.png"], "\(name)")
  }
}
