import Foundation
import TestSupport
import Testing

/// `Scenes/Papers/rostrum.lua`, run by pandoc itself: the system's, as old as 2.17, and a new one
/// of PyPI.
@Suite("Figures in pandoc's documents", .enabled(if: !pandocs.isEmpty, "there is no pandoc"))
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
    try Command(["paper/paper.md": Self.document, "paper/ball.yaml": Self.scene])
  }

  private func run(_ pandoc: String, _ command: Command, _ name: String) async throws
    -> Command.Result
  {
    try await command.shell(
      "cd paper && timeout 60 '\(pandoc)' paper.md --lua-filter '\(Self.filter)' -o \(name) 2>&1")
  }

  private func convert(_ pandoc: String, _ command: Command, to name: String) async throws
    -> String
  {
    let result = try await run(pandoc, command, name)
    #expect(result.status == 0, "\(result)")
    return try String(contentsOfFile: command.folder.path("paper/\(name)"), encoding: .utf8)
  }

  private func pictures(_ command: Command) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(
        atPath: command.folder.path("paper/rostrum-figures")))
  }

  @Test(
    "Blocks become pictures with alternative texts: SVG in a page, PDF in LaTeX", arguments: pandocs
  )
  func formats(_ pandoc: String) async throws {
    let command = try command()
    let page = try await convert(pandoc, command, to: "paper.html")
    #expect(page.matches(of: /<img\s/).count == 3)
    #expect(page.matches(of: /src="rostrum-figures\/[0-9a-f]{40}\.svg"/).count == 2)
    #expect(page.matches(of: /src="rostrum-figures\/[0-9a-f]{40}\.png"/).count == 1)
    #expect(page.contains("Straight &amp; plain. ") && page.contains("0.25 at a quarter"))
    #expect(page.contains("alt=\"A ball.\""))
    #expect(page.contains(/<figcaption[^>]*>(<p>)?A <em>line<\/em>\./), "\(page)")
    #expect(page.contains("sourceCode yaml"), "another block of YAML stays")
    let latex = try await convert(pandoc, command, to: "paper.tex")
    #expect(latex.matches(of: /rostrum-figures\/[0-9a-f]{40}\.pdf/).count == 2)
  }

  @Test(
    "A picture is drawn once, and anew when its block or a file of it changes", arguments: pandocs)
  func kept(_ pandoc: String) async throws {
    let command = try command()
    let first = try await convert(pandoc, command, to: "paper.html")
    let drawn = try pictures(command)
    #expect(try await convert(pandoc, command, to: "paper.html") == first)
    #expect(try pictures(command) == drawn && drawn.count == 3)
    try command.folder.write(Self.scene.replacing("red", with: "blue"), to: "paper/ball.yaml")
    #expect(try await convert(pandoc, command, to: "paper.html") != first)
    #expect(try pictures(command).subtracting(drawn).count == 1)
  }

  @Test("A mistake in a block ends it, with the mistake", arguments: pandocs)
  func mistake(_ pandoc: String) async throws {
    let command = try command()
    try command.folder.write("``` {.rostrum}\ntype: functons\n```\n", to: "paper/paper.md")
    let result = try await run(pandoc, command, "paper.html")
    #expect(result.status != 0)
    #expect(result.output.contains("block:1:7: error") && result.output.contains("'functions'?"))
    #expect(command.folder.files == ["paper/ball.yaml", "paper/paper.md"])
  }

  @Test(
    "A picture is written over nothing and through no link",
    arguments: [
      "ln -s ../outside rostrum-figures", "ln -s nothing rostrum-figures",
      "mkfifo rostrum-figures", "mkdir rostrum-figures; ln -s ../../outside/file $picture",
      "mkdir rostrum-figures; ln -s ../../outside/new $picture",
      "mkdir rostrum-figures; ln -s /dev/zero $picture", "mkdir rostrum-figures; mkfifo $picture",
      "mkdir -p $picture",
    ])
  func hostile(_ preparation: String) async throws {
    let command = try command()
    let pandoc = try #require(pandocs.first)
    try command.folder.write("``` {.rostrum}\n\(Self.curve)\n```\n", to: "paper/paper.md")
    try command.folder.write("precious", to: "outside/file")
    _ = try await convert(pandoc, command, to: "paper.html")
    let picture = try #require(try pictures(command).first)
    let result = try await command.shell(
      "cd paper; picture=rostrum-figures/\(picture); rm -r rostrum-figures; \(preparation)")
    #expect(result.status == 0)
    let refused = try await run(pandoc, command, "paper.html")
    #expect(![0, 124].contains(refused.status), "\(refused)")
    let outside = try FileManager.default.contentsOfDirectory(
      atPath: command.folder.path("outside"))
    #expect(outside == ["file"])
    #expect(command.folder.data("outside/file") == Data("precious".utf8))
  }

  @Test(
    "A block shows no file elsewhere, waits for none, and is read in a time by its size",
    arguments: [
      "type: data\ndata: [{file: ../outside/secret.csv, x: a, y: b}]",
      "type: data\ndata: [{file: link.csv, x: a, y: b}]",
      "type: data\ndata: [{file: pipe.csv, x: a, y: b}]",
      "type: data\ndata: [{file: /dev/zero, x: a, y: b}]",
      "type: functions\nfunctions: [linear]\ntitle: \(String(repeating: "a", count: 1 << 19))\nx: 1",
    ])
  func stranger(_ text: String) async throws {
    let command = try command()
    try command.folder.write("a,b\n1,secret\n", to: "outside/secret.csv")
    _ = try await command.shell("cd paper; ln -s ../outside/secret.csv link.csv; mkfifo pipe.csv")
    try command.folder.write("``` {.rostrum}\n\(text)\n```\n", to: "paper/paper.md")
    let result = try await run(try #require(pandocs.first), command, "paper.html")
    #expect(![0, 124].contains(result.status), "\(result)")
    #expect(!result.output.contains("a,b"))
    #expect(!command.folder.files.contains { $0.hasPrefix("paper/rostrum-figures") })
  }

  private static let curve = "type: functions\nfunctions: [linear]"
}

private let pandocs: [String] = {
  let packages = repository.appending(path: ".build-test/documents/lib").path
  let python = (try? FileManager.default.contentsOfDirectory(atPath: packages))?.first ?? ""
  let new = "\(packages)/\(python)/site-packages/pypandoc/files/pandoc"
  return [InstalledTool.path("pandoc"), new].compactMap(\.self)
    .filter { FileManager.default.isExecutableFile(atPath: $0) }
}()
