import Foundation
import TestSupport
import Testing

@Suite("rostrum sample")
struct SampleCommandTests {
  private func command() throws -> Command {
    let command = try Command()
    try command.folder.write(Scenes.moving, to: "a.yaml")
    return command
  }

  @Test("prints every animated property at every frame, on the standard output only")
  func csv() async throws {
    let command = try command()
    let result = try await command("sample", "a.yaml", "--fps", "8")
    #expect(result.status == 0)
    #expect(result.output == "time,square.position.x\n0,8\n0.125,16\n0.25,24\n0.375,32\n")
    #expect(result.errors.isEmpty)
    #expect(command.folder.files == ["a.yaml"])
  }

  @Test("prints what was asked for, at any times, as JSON")
  func json() async throws {
    let result = try await command()(
      "sample", "a.yaml", "--layer", "square", "--key-path", "position", "--key-path", "opacity",
      "--at", "0, 0.25,99", "--format", "json")
    #expect(result.status == 0)
    #expect(
      result.output == """
        [{"layer": "square", "keyPath": "position", "times": [0, 0.25, 99], \
        "values": [[8, 16], [24, 16], [40, 16]]},
         {"layer": "square", "keyPath": "opacity", "times": [0, 0.25, 99], "values": [1, 1, 1]}]

        """)
  }

  @Test("takes shares of the duration for times, as every command does")
  func shares() async throws {
    let command = try command()
    let sample = try await command("sample", "a.yaml", "--at", "0, 50%,-1")
    #expect(sample.lines.map { $0.prefix(while: { $0 != "," }) } == ["time", "0", "0.25", "-1"])
    let inspect = try await command("inspect", "a.yaml", "--at", "0,50%", "--format", "json")
    let list = try JSONSerialization.jsonObject(with: Data(inspect.output.utf8)) as? [[String: Any]]
    #expect(list?.map { $0["time"] as? Double } == [0, 0.25])
    let explain = try await command(
      "explain", "a.yaml", "--layer", "square", "--key-path", "opacity", "--at", "0,50%")
    #expect(explain.output.components(separatedBy: "opacity of square at").count == 3)
  }

  @Test("needs the scene to be right, and shows what is doubtful")
  func diagnostics() async throws {
    let command = try command()
    try command.folder.write(Scenes.wrong, to: "wrong.yaml")
    let wrong = try await command("sample", "wrong.yaml", "--diagnostics", "short")
    #expect(wrong.status == 65)
    #expect(wrong.output.isEmpty)
    #expect(wrong.errorLines.count == 2)
    let missing = try await command("sample", "nowhere.yaml")
    #expect(missing.status == 66)
    #expect(missing.errors == "error: there is no scene file 'nowhere.yaml'\n")
  }

  @Test("ends quietly when the reader has seen enough")
  func closedOutput() async throws {
    let command = try command()
    let result = try await command.shell(
      "(\"$ROSTRUM\" sample a.yaml --fps 1000; echo $? >&2) | head -1")
    #expect(result.output == "time,square.position.x\n")
    #expect(result.errors == "0\n")
  }

  @Test(
    "fails when the output is full",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullOutput() async throws {
    let result = try await command().shell("\"$ROSTRUM\" sample a.yaml > /dev/full")
    #expect(result.status == 74)
    #expect(result.errors == "error: cannot write 'standard output': No space left on device\n")
  }
}
