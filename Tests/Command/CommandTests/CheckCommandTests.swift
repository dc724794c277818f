import Foundation
import TestSupport
import Testing

@Suite("rostrum check")
struct CheckCommandTests {
  private func command() throws -> Command {
    let command = try Command()
    try command.folder.write(Scenes.moving, to: "good.yaml")
    try command.folder.write(Scenes.wrong, to: "wrong.yaml")
    try command.folder.write("size: [0, 1]\nlayers: []\n", to: "b/worse.yaml")
    return command
  }

  @Test("leads from a scene that is missing to the one that was meant")
  func missingScene() async throws {
    let command = try Command()
    try command.folder.write(Scenes.moving, to: "in/ball.yaml")
    try command.folder.write("x", to: "in/bal.txt")
    for name in ["bal.yaml", "ball.yml"] {
      let result = try await command("check", "in/\(name)")
      #expect(result.status == 66)
      #expect(result.errors.contains("'in/\(name)'; did you mean 'in/ball.yaml'?"), "\(result)")
    }
    #expect(!(try await command("check", "in/other.yaml")).errors.contains("did you mean"))
  }

  @Test("says nothing of good scenes")
  func good() async throws {
    let result = try await command()("check", "good.yaml", "good.yaml")
    #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
  }

  @Test("prints a line for each mistake of all files")
  func short() async throws {
    let result = try await command()(
      "check", "wrong.yaml", "good.yaml", "b/worse.yaml", "--diagnostics", "short")
    #expect(result.status == 65)
    #expect(result.errors.isEmpty)
    let places = result.lines.map { $0.split(separator: " ")[0] }
    #expect(places == ["wrong.yaml:3:1:", "wrong.yaml:4:6:", "b/worse.yaml:1:8:"])
  }

  @Test("prints one array of JSON for all files, also for none with mistakes")
  func json() async throws {
    let command = try command()
    let result = try await command(
      "check", "wrong.yaml", "b/worse.yaml", "--diagnostics", "json")
    #expect(result.status == 65)
    let objects = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [NSDictionary])
    #expect(
      objects.compactMap { $0["id"] as? String } == ["unknown-key", "out-of-range", "out-of-range"])
    let files = objects.compactMap { ($0["range"] as? NSDictionary)?["file"] as? String }
    #expect(files == ["wrong.yaml", "wrong.yaml", "b/worse.yaml"])
    let good = try await command("check", "good.yaml", "--diagnostics", "json")
    #expect(good.status == 0)
    let nothing = try JSONSerialization.jsonObject(with: Data(good.output.utf8)) as? [NSDictionary]
    #expect(nothing == [])
  }

  @Test(
    "takes warnings for errors with --strict",
    arguments: [
      ("45", [], 0, "warning"), ("45", ["--strict"], 65, "error"), ("45deg", ["--strict"], 0, nil),
      ("0", ["--strict", "--set", "turn=45"], 65, "error"), ("0", ["--strict"], 0, nil),
    ] as [(String, [String], Int32, String?)])
  func strict(
    _ angle: String, _ options: [String], _ status: Int32, _ severity: String?
  ) async throws {
    let command = try command()
    try command.folder.write(
      """
      size: [10, 10]
      duration: 1
      parameters: {turn: {type: angle, default: \(angle)}}
      layers: [{name: a, transform: {rotation: "${turn}"}}]
      """, to: "turned.yaml")
    let arguments = ["check", "turned.yaml", "--diagnostics", "short"] + options
    let result = try await command.run(arguments)
    #expect(result.status == status)
    #expect(result.lines.isEmpty == (severity == nil))
    if let severity {
      #expect(
        result.output.hasPrefix("turned.yaml:4:42: \(severity): 45 without a unit means radians"))
    }
  }

  @Test("shows the line with a caret, without colours in a file")
  func human() async throws {
    let result = try await command()("check", "b/worse.yaml")
    #expect(result.status == 65)
    #expect(result.lines[0].hasPrefix("b/worse.yaml:1:8: error: "))
    #expect(result.lines[1].hasSuffix("size: [0, 1]"))
    #expect(result.lines[2].trimmingCharacters(in: .whitespaces) == "^")
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test("goes on after a file that is not there")
  func missing() async throws {
    let command = try command()
    let both = try await command("check", "nowhere.yaml", "wrong.yaml", "--diagnostics", "short")
    #expect(both.status == 65)
    #expect(both.errors == "error: there is no scene file 'nowhere.yaml'\n")
    #expect(both.lines.count == 2)
    let one = try await command("check", "good.yaml", "other.yaml", "--diagnostics", "json")
    #expect(one.status == 66)
    #expect(one.errors == "error: there is no scene file 'other.yaml'\n")
    #expect(one.output.filter { !$0.isWhitespace } == "[]")
  }
}
