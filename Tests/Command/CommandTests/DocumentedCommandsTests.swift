import Foundation
import TestSupport
import Testing

@Suite("Commands in the documentation")
struct DocumentedCommandsTests {
  @Test("Every command that the help lists has its row in Commands.md")
  func commands() async throws {
    let names = try await Command().subcommands()
    #expect(names.count >= 17)
    let page = try Self.pageText("Commands")
    for name in names {
      #expect(page.contains("\n| `rostrum \(name)"), "Commands.md has no row for 'rostrum \(name)'")
    }
  }

  @Test(
    "Every option of these commands has its row in Commands.md",
    arguments: [
      "render", "sample", "check", "inspect", "explain", "bake", "mux", "timeline", "verify",
    ])
  func options(_ name: String) async throws {
    let help = try await Command()(name, "--help").output
    let list = help.components(separatedBy: "\nOPTIONS:\n").last ?? ""
    let options = list.matches(of: #/(?m)^  (?:-[a-z], )?(--[a-z-]+)/#).map { $0.output.1 }
    let rows = try Self.pageText("Commands").split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(options.count >= 6)
    for option in options where !["--help", "--version"].contains(option) {
      #expect(
        rows.contains { $0.contains(option) },
        "Commands.md has no row for 'rostrum \(name) \(option)'")
    }
  }

  // MARK: Commands

  /// A page with commands in blocks of shell.
  struct Page: CustomTestStringConvertible, Sendable {
    let name: String
    /// Lines that are not run, by a part of them, and why.
    var leftOut: [String: String] = [:]
    /// Shell that makes the files which the page takes for granted.
    var before = ""
    var testDescription: String { name }
  }

  static let pages = [
    Page(
      name: "README",
      leftOut: [
        "make ": "CI runs them", "export PATH": "the test has its own",
        "rostrum verify": "ends with 3, as it compared nothing: GateTests",
      ]),
    Page(
      name: "Batches",
      leftOut: [
        "--watch": "never ends: BatchCommandTests", "openjd": "make test-farm",
        "for name": "the job's loop: farmJobs", "rostrum farm": "in that loop", "done": "its end",
      ]),
    Page(name: "Checks"),
    Page(name: "Cookbook"),
    Page(
      name: "Farms",
      leftOut: [
        "openjd": "make test-farm", "bash job.sh": "make test-farm", "parallel": "make test-farm",
        "rostrum join frames": "FaultTests, after the shards",
      ], before: "cp Scenes/Book/10.6.yaml ball.yaml; cp -r Scenes/Book/Assets ."),
    Page(name: "FirstVideo"), Page(name: "Preview"), Page(name: "Projects"),
    Page(name: "RostrumKit"), Page(name: "SceneFormat"),
    Page(
      name: "Security", leftOut: ["git clone": "there is no network"],
      before: "mv Scenes all; mkdir Scenes; cp -r all/Book/10.6.yaml all/Book/Assets Scenes"),
    Page(name: "Sound"),
    Page(name: "WebPages"),
  ]

  @Test("Every command in a page's blocks of shell ends well", arguments: pages)
  func shellBlocks(_ page: Page) async throws {
    let command = try Command()
    let scenes = Self.root.appending(path: "Scenes").path
    let text = try Self.pageText(page.name)
    // Scenes of the page that are written as a file of a name.
    let name = text.firstMatch(of: #/Put this into `([a-z.]+)`/#).map { String($0.output.1) }
    let script = text.matches(of: #/(?ms)^```(sh|yaml)\n(.*?)^```$/#).flatMap { match in
      if match.output.1 == "sh" { return Self.commands(String(match.output.2), page) }
      return name.map { ["cat > \($0) << 'END'\n\(match.output.2)END"] } ?? []
    }
    #expect(script.contains { $0.hasPrefix("rostrum ") })
    let all =
      ["set -e", "rostrum() { \"$ROSTRUM\" \"$@\"; }", "cp -r '\(scenes)' Scenes", page.before]
      + script
    let result = try await command.shell(all.joined(separator: "\n"))
    #expect(result.status == 0, "\(page.name): \(result.errors)")
  }

  @Test(
    "Every project file that a page shows is obeyed", arguments: ["Projects", "VisualRegression"])
  func projectFiles(_ page: String) async throws {
    let blocks = try Self.pageText(page).matches(of: #/(?ms)^```yaml\n(.*?)^```$/#)
      .map { String($0.output.1) }.filter { $0.contains(#/(?m)^scenes:/#) }
    #expect(blocks.count == 1)
    let command = try Command()
    let text = try Self.text("Scenes/Book/10.6.yaml").replacing("Assets/", with: "../Assets/")
    for folder in ["Shots", "Cards", "Posters"] {
      try command.folder.write(text, to: "\(folder)/a.yaml")
    }
    try command.folder.write("name\na\n", to: "Cards/rows.csv")
    let assets = Self.root.appending(path: "Scenes/Book/Assets").path
    let made = try await command.shell("cp -r '\(assets)' Assets; mkdir Shared Fonts")
    #expect(made.status == 0)
    try command.folder.write(blocks.joined(), to: "rostrum.yaml")
    let listed = try await command("verify", "--list")
    #expect(listed.status == 0 && listed.output.contains("Shots/a.yaml"), "\(listed)")
    #expect(!listed.errors.contains("rostrum.yaml"), "\(listed)")
  }

  private static func commands(_ block: String, _ page: Page) -> [String] {
    lines(block).filter { line in !page.leftOut.keys.contains { line.contains($0) } }
      .map { line in
        // A folder of videos, of few frames.
        line.hasPrefix("rostrum render 'Scenes/Book/*.yaml'") ? line + " --fps 2" : line
      }
  }

  @Test("No page has shell that is not run here")
  func allPages() throws {
    let folder = Self.root.appending(path: docc)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
    let withShell = try (["README"] + names).filter { try Self.pageText($0).contains("\n```sh\n") }
    #expect(Set(withShell) == Set(Self.pages.map(\.name)))
  }

  @Test("Every command within a page's text has options that there are")
  func inlineCommands() async throws {
    let folder = Self.root.appending(path: docc)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
    var used: [String: Set<String>] = [:]
    for name in ["README"] + names {
      for match in try Self.pageText(name).matches(of: #/`rostrum ([a-z]+)([^`\n]*)`/#) {
        let own = match.output.2.components(separatedBy: " -- ")[0]
        let options = own.matches(of: #/(?:^|\s)(--[a-z-]+)/#).map { String($0.output.1) }
        used[String(match.output.1), default: []].formUnion(options)
      }
    }
    let command = try Command()
    let known = try await command.subcommands()
    #expect(used.count >= 12)
    for (name, options) in used.sorted(by: { $0.key < $1.key }) {
      #expect(known.contains(name) || name == "help", "there is no 'rostrum \(name)'")
      let help = try await command(name, "--help").output
      for option in options { #expect(help.contains(option), "rostrum \(name) \(option)") }
    }
  }

  // MARK: Quoted output

  @Test("VisualRegression.md quotes what verify says of the change that it describes")
  func verify() async throws {
    let blocks = try Self.blocks("VisualRegression")
    try #require(blocks.count >= 3)
    let command = try Command()
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

  private static var root: URL {
    repository
  }

  /// README.md or a page of the catalogue.
  private static func pageText(_ name: String) throws -> String {
    try text(name == "README" ? "README.md" : "\(docc)/\(name).md")
  }

  /// The code blocks of a page, without those in a language that is not printed.
  private static func blocks(_ page: String) throws -> [String] {
    try text("\(docc)/\(page).md")
      .matches(of: #/(?ms)^```(?:json)?\n(.*?)^```$/#).map { String($0.output.1) }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

private let docc = "Sources/Command/RostrumKit/RostrumKit.docc"
