import Foundation
import TestSupport
import Testing

/// `Scenes/Papers/rostrum.lua`, run by pandoc itself.
@Suite(
  "Figures in pandoc's documents",
  .enabled(if: InstalledTool.path("pandoc") != nil, "there is no pandoc"))
struct PandocFilterTests {
  private static let filter = repository.appending(path: "Scenes/Papers/rostrum.lua").path

  private static let scene = """
    size: [100, 100]
    duration: 1
    layers: [{name: ball, bounds: [10, 10], position: [50, 50], backgroundColor: red}]

    """

  private static let document = """
    # Figures

    ``` {.rostrum width=85mm theme=auto caption="A *line*."}
    type: functions
    functions: [linear]
    title: Straight & plain
    ```

    ``` {.rostrum alt="A ball."}
    type: sheet
    scene: ball.yaml
    count: 2
    ```

    ``` {.rostrum-scene at=0.5 alt="A moment."}
    size: [40, 20]
    duration: 1
    layers: [{name: a, bounds: [10, 10], position: [20, 10], backgroundColor: red}]
    ```

    ``` yaml
    type: functions
    ```
    """

  private func command() throws -> Command {
    let command = try Command()
    try command.folder.write(Self.document, to: "paper.md")
    try command.folder.write(Self.scene, to: "ball.yaml")
    return command
  }

  private func convert(_ command: Command, to name: String) async throws -> String {
    let result = try await command.shell("pandoc paper.md --lua-filter '\(Self.filter)' -o \(name)")
    #expect(result.status == 0, "\(result.errors)")
    return try String(contentsOfFile: command.folder.path(name), encoding: .utf8)
  }

  private func pictures(_ command: Command) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(
        atPath: command.folder.path("rostrum-figures")))
  }

  @Test("Blocks become pictures with alternative texts: SVG in a page, PDF in LaTeX")
  func formats() async throws {
    let command = try command()
    let page = try await convert(command, to: "paper.html")
    #expect(page.matches(of: /<img\s/).count == 3)
    #expect(page.matches(of: /src="rostrum-figures\/[0-9a-f]{40}\.svg"/).count == 2)
    #expect(page.matches(of: /src="rostrum-figures\/[0-9a-f]{40}\.png"/).count == 1)
    #expect(page.contains("Straight &amp; plain. ") && page.contains("0.25 at a quarter"))
    #expect(page.contains("alt=\"A ball.\"") && page.contains("<em>line</em>"))
    #expect(page.contains("sourceCode yaml"), "another block of YAML stays")
    let latex = try await convert(command, to: "paper.tex")
    #expect(latex.matches(of: /rostrum-figures\/[0-9a-f]{40}\.pdf/).count == 2)
  }

  @Test("A picture is drawn once, and anew when its block or a file of it changes")
  func kept() async throws {
    let command = try command()
    let first = try await convert(command, to: "paper.html")
    let drawn = try pictures(command)
    #expect(try await convert(command, to: "paper.html") == first)
    #expect(try pictures(command) == drawn && drawn.count == 3)
    try command.folder.write(Self.scene.replacing("red", with: "blue"), to: "ball.yaml")
    #expect(try await convert(command, to: "paper.html") != first)
    #expect(try pictures(command).subtracting(drawn).count == 1)
  }

  @Test("A mistake in a block ends it, with the mistake")
  func mistake() async throws {
    let command = try command()
    try command.folder.write("``` {.rostrum}\ntype: functons\n```\n", to: "paper.md")
    let result = try await command.shell(
      "pandoc paper.md --lua-filter '\(Self.filter)' -o paper.html")
    #expect(result.status != 0)
    #expect(result.errors.contains("1:7: error") && result.errors.contains("'functions'?"))
    let left = try FileManager.default.contentsOfDirectory(atPath: command.folder.path)
    #expect(!left.contains { $0.hasPrefix(".rostrum-block") })
  }
}
