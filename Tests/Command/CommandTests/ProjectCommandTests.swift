import Foundation
import TestSupport
import Testing

@Suite("rostrum init")
struct ProjectCommandTests {
  private static let names = [
    "lower-third", "title", "chart", "slideshow", "logo", "social", "figure", "regression",
  ]

  @Test("A template of init is a right project, and runs what it says", arguments: names)
  func templates(_ name: String) async throws {
    let command = try Command()
    let result = try await command("init", name)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(result.lines.first == "wrote rostrum.yaml")
    #expect(command.folder.files.contains("\(name).yaml"))
    let check = try await command("check", "\(name).yaml", "--strict")
    #expect(check.status == 0 && check.output.isEmpty && check.errors.isEmpty, "\(check)")
    let sheet = try await command("sheet", "\(name).yaml", "--count", "3", "-o", "sheet.png")
    #expect(sheet.status == 0, "\(sheet)")
    if ["figure", "regression"].contains(name) {
      let last = String(try #require(result.lines.last))
      let line = last.replacing("now: rostrum", with: "$ROSTRUM")
      let first = try await command.shell(line)
      #expect([0, 3].contains(first.status), "\(first)")
      #expect(command.folder.files.contains { $0.hasSuffix("svg") || $0.hasPrefix("Baselines") })
    }
  }
}
