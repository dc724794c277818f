import Foundation
import Testing

@Suite("Commands in README.md")
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

  private static func readme() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let path = root.deletingLastPathComponent().appending(path: "README.md")
    return try String(contentsOf: path, encoding: .utf8)
  }
}
