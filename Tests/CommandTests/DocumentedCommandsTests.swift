import Foundation
import Testing

@Suite("Commands in README.md")
struct DocumentedCommandsTests {
  @Test("Every command that the help lists has its row in README.md")
  func commands() async throws {
    let help = try await Command()("--help").output
    let list = help.split(separator: "SUBCOMMANDS:\n").last ?? ""
    let names = list.matches(of: #/(?m)^  ([a-z-]+) /#).map { String($0.output.1) }
    #expect(names.count >= 8)
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let path = root.deletingLastPathComponent().appending(path: "README.md")
    let readme = try String(contentsOf: path, encoding: .utf8)
    for name in names {
      #expect(readme.contains("\n| `rostrum \(name)"), "README.md has no row for 'rostrum \(name)'")
    }
  }
}
