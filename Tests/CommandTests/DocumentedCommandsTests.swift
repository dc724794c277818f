import Foundation
import TestSupport
import Testing

@Suite("Commands in the documentation")
struct DocumentedCommandsTests {
  @Test("Every command that the help lists has its row in README.md")
  func commands() async throws {
    let names = try await Command().subcommands()
    #expect(names.count >= 17)
    let readme = try Self.readme()
    for name in names {
      #expect(readme.contains("\n| `rostrum \(name)"), "README.md has no row for 'rostrum \(name)'")
    }
  }

  @Test(
    "Every option of these commands has its row in README.md",
    arguments: ["render", "sample", "check", "inspect", "explain", "bake", "mux", "timeline"])
  func options(_ name: String) async throws {
    let help = try await Command()(name, "--help").output
    let list = help.components(separatedBy: "\nOPTIONS:\n").last ?? ""
    let options = list.matches(of: #/(?m)^  (?:-[a-z], )?(--[a-z-]+)/#).map { $0.output.1 }
    let rows = try Self.readme().split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(options.count >= 6)
    for option in options where !["--help", "--version"].contains(option) {
      #expect(
        rows.contains { $0.contains(option) },
        "README.md has no row for 'rostrum \(name) \(option)'")
    }
  }

  // MARK: Quoted output

  @Test("VisualRegression.md quotes what verify says of the change that it describes")
  func verify() async throws {
    let blocks = try Self.blocks("VisualRegression")
    try #require(blocks.count >= 3)
    var command = try Command()
    command.environment = ["CI": "", "GITHUB_ACTIONS": ""]
    let path = "Scenes/Book/10.5.yaml"
    let scene = try Self.text(path)
    try command.folder.write(scene, to: path)
    _ = try await run(Self.lines(blocks[0]), command)
    try command.folder.write(scene.replacing("304.98deg", with: "306deg"), to: path)
    let verify = "rostrum verify Scenes/Book --baselines Baselines"
    let output = try await run([verify + " # ends with 1"], command)
    #expect(output.hasPrefix(blocks[1]), "\(output)")
    _ = try await run(Self.lines(blocks[2]), command)
  }

  /// Runs lines such as `rostrum verify a.yaml # ends with 3` or `# 0: ...`; the output of the
  /// last.
  private func run(_ lines: [String], _ command: Command) async throws -> String {
    var output = ""
    for line in lines {
      let match = try #require(line.wholeMatch(of: /rostrum (.*?) *#(?:.*ends with)? ([0-9]+).*/))
      let result = try await command.shell("\"$ROSTRUM\" \(match.output.1)")
      #expect(String(result.status) == match.output.2, "\(line): \(result)")
      output = result.output
    }
    return output
  }

  @Test(
    "Diagnostics.md quotes what check says in each style",
    arguments: [("human", 0), ("short", 1), ("json", 2)])
  func check(_ style: String, _ number: Int) async throws {
    let command = try Command()
    try command.folder.write(
      """
      size: [10, 10]
      duration: 1
      layers:
        - name: ball
          animations:
            - type: basic
              keyPath: opacity
              toValue: 0
              duration: 1
              timingFunction: quadraticEaseInnOut
      """, to: "ball.yaml")
    let result = try await command("check", "ball.yaml", "--diagnostics", style)
    #expect(result.status == 65)
    #expect(result.output == (try Self.blocks("Diagnostics")[number]))
  }

  /// The code blocks of a page, without those in a language that is not printed.
  private static func blocks(_ page: String) throws -> [String] {
    try text("Sources/RostrumKit/RostrumKit.docc/\(page).md")
      .matches(of: #/(?ms)^```(?:json)?\n(.*?)^```$/#).map { String($0.output.1) }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  private static func readme() throws -> String { try text("README.md") }

  private static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: root.deletingLastPathComponent().appending(path: path), encoding: .utf8)
  }
}
