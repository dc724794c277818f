import Foundation
import TestSupport
import Testing

@Suite("rostrum render")
struct RenderCommandTests {
  @Test(
    "A render on a terminal draws a bar, in colours only where NO_COLOR lets it",
    arguments: [false, true])
  func terminal(_ noColor: Bool) async throws {
    var command = try Command(["a.yaml": Scenes.moving, "wrong.yaml": Scenes.wrong])
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
}
