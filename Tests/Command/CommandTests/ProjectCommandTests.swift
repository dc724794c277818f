import Foundation
import TestSupport
import Testing

@Suite("A project file")
struct ProjectCommandTests {
  /// A project with a scene in a folder and a picture beside that.
  private func command(_ project: String) throws -> Command {
    let command = try Command()
    try command.folder.write(project, to: "rostrum.yaml")
    try command.folder.write(Scenes.moving, to: "scenes/a.yaml")
    try command.folder.write("x", to: "assets/note.txt")
    return command
  }

  @Test("gives options to commands, and the command line wins")
  func options() async throws {
    let command = try command("commands: {sample: {fps: 4, format: json}, check: {strict: true}}")
    let given = try await command("sample", "scenes/a.yaml", "--key-path", "position.x")
    #expect(given.output.contains("\"times\": [0, 0.25]"), "\(given)")
    let own = try await command(
      "sample", "scenes/a.yaml", "--key-path", "position.x", "--format=csv", "--fps", "8")
    #expect(own.output.hasPrefix("time,") && own.lines.count == 5, "\(own)")
    try command.folder.write(
      "size: [9, 9]\nlayers: [{name: a, transform: {rotation: 90}}]\n", to: "scenes/b.yaml")
    #expect(try await command("check", "scenes/b.yaml").status == 65)
  }

  @Test("says where results go, for one scene and for several")
  func output() async throws {
    let command = try command("output: out\ncommands: {render: {at: 0, quiet: true}}")
    let one = try await command("render", "scenes/a.yaml")
    #expect(one.status == 0, "\(one)")
    #expect(command.folder.files.contains("out/a.png"))
    let own = try await command("render", "scenes/*.yaml", "-o", "own")
    #expect(own.status == 0 && command.folder.files.contains("own/a.png"), "\(own)")
  }

  @Test("says where baselines are, and lets scenes read more of the project")
  func baselines() async throws {
    let command = try command("baselines: kept\npaths: [assets]\n")
    _ = try await command("render", "scenes/a.yaml", "-o", "assets/a.png", "--at", "0")
    try command.folder.write(
      "size: [9, 9]\nlayers: [{contents: ../assets/a.png, bounds: [9, 9]}]\n", to: "scenes/b.yaml")
    let result = try await command("verify", "scenes/b.yaml", "--at", "0", "--update", "missing")
    #expect(command.folder.files.contains("kept/scenes/b/0s.png"), "\(result)")
    try command.folder.write("paths: []", to: "rostrum.yaml")
    let refused = try await command("check", "scenes/b.yaml")
    #expect(refused.output.contains("is outside the scene's folder"), "\(refused)")
  }

  @Test("adds fonts that scenes may name")
  func fonts() async throws {
    let command = try command("fonts: [fonts]\n")
    let root = repository
    let fonts = root.appending(path: "Scenes/Layers/Fonts")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: fonts.path).first { $0.hasSuffix("ttf") })
    let bytes = try Data(contentsOf: fonts.appending(path: name))
    try FileManager.default.createDirectory(
      at: URL(filePath: command.folder.path("fonts")), withIntermediateDirectories: true)
    try bytes.write(to: URL(filePath: command.folder.path("fonts/a.ttf")))
    try command.folder.write("no font", to: "fonts/readme.txt")
    #expect(try await command("check", "scenes/a.yaml").status == 0)
    try command.folder.write("x", to: "fonts/bad.ttf")
    try command.folder.write(
      "size: [9, 9]\nlayers: [{class: text, string: a}]\n", to: "scenes/b.yaml")
    #expect(try await command("check", "scenes/b.yaml").output.contains("bad.ttf"))
  }

  @Test("is sought upwards, to the root of a repository and no further")
  func searching() async throws {
    let command = try command("commands: {sample: {format: json}}")
    try command.folder.write(Scenes.moving, to: "scenes/deep/er/c.yaml")
    #expect(try await command("sample", "scenes/deep/er/c.yaml").output.hasPrefix("["))
    try command.folder.write("ref: x", to: "scenes/deep/.git/HEAD")
    #expect(try await command("sample", "scenes/deep/er/c.yaml").output.hasPrefix("time"))
    try command.folder.write("commands: {sample: {fps: 1}}", to: "scenes/deep/rostrum.yaml")
    #expect(try await command("sample", "scenes/deep/er/c.yaml").lines.count == 2)
    let both = try await command("check", "scenes/a.yaml", "scenes/deep/er/c.yaml")
    #expect(both.status == 64 && both.errors.contains("belong to different projects"))
  }

  @Test("is named where its options do not go with those of the command line")
  func conflict() async throws {
    let command = try command("commands: {render: {frames: 0-2}}")
    let result = try await command("render", "scenes/a.yaml", "--at", "0")
    #expect(result.status == 64 && result.errors.contains("--frames or --at, not both"))
    #expect(result.errors.hasPrefix("note: rostrum.yaml adds --frames=0-2\n"), "\(result.errors)")
  }

  @Test("is no scene")
  func noScene() async throws {
    let command = try command("output: out")
    try command.folder.write(Scenes.moving, to: "b.yaml")
    for all in [".", "*.yaml", "**/*.yaml"] {
      let result = try await command("check", all)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test(
    "has its mistakes shown in their places, all at once",
    arguments: [
      (
        "outptu: x\npaths: [nothing]",
        [
          "rostrum.yaml:1:1: error: unknown key 'outptu' for a project file; hint: did you mean 'output'?",
          "rostrum.yaml:2:9: error: there is no file or folder 'nothing' in the project",
        ]
      ),
      (
        "paths: [asets]",
        [
          "rostrum.yaml:1:9: error: there is no file or folder 'asets' in the project; hint: did you mean 'assets'?"
        ]
      ),
      (
        "paths: [/]\noutput: ../x\nbaselines: /tmp",
        [
          "rostrum.yaml:1:9: error: '/' is outside the project's folder",
          "rostrum.yaml:2:9: error: '../x' is outside the project's folder",
          "rostrum.yaml:3:12: error: '/tmp' is outside the project's folder",
        ]
      ),
      (
        "commands: {rendr: {}, render: {fsp: 1, output: x, quiet: 1}}",
        [
          "rostrum.yaml:1:12: error: there is no command 'rendr' that has options here; hint: did you mean 'render'?",
          "rostrum.yaml:1:32: error: 'rostrum render' has no option 'fsp'; hint: did you mean 'fps'?",
          "rostrum.yaml:1:40: error: only the command line names files for '--output'",
          "rostrum.yaml:1:58: error: expected true or false; found '1'; hint: write true",
        ]
      ),
      ("a: [", ["rostrum.yaml:"]),
    ])
  func mistakes(_ project: String, _ lines: [String]) async throws {
    let command = try command(project)
    let result = try await command("check", "scenes/a.yaml")
    #expect(result.status == 65 && result.output.isEmpty, "\(result)")
    let places = result.errors.matches(of: /(?m)^rostrum.yaml:\d+:\d+: error: .*$/).map(\.output)
    #expect(places.count == lines.count, "\(result.errors)")
    for (found, line) in zip(places, lines) {
      let parts = line.components(separatedBy: "; hint: ")
      #expect(found.hasPrefix(parts[0]), "\(found)")
      if parts.count > 1 { #expect(result.errors.contains("hint: " + parts[1])) }
    }
  }

  // MARK: rostrum init

  private static let names = [
    "lower-third", "title", "chart", "slideshow", "logo", "social", "figure", "regression",
  ]

  @Test("init writes projects that are right, and runs what it says", arguments: names)
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

  @Test("init writes nothing over, and keeps a project file")
  func nothingOver() async throws {
    let command = try Command()
    try command.folder.write("output: mine\n", to: "p/rostrum.yaml")
    #expect(try await command("init", "logo", "-o", "p").status == 0)
    #expect(
      String(decoding: command.folder.data("p/rostrum.yaml"), as: UTF8.self) == "output: mine\n")
    try command.folder.write("own", to: "p/chart.csv")
    let before = command.folder.files
    let again = try await command("init", "chart", "-o", "p")
    #expect(again.status == 73 && again.errors.contains("'p/chart.csv' is there already"))
    #expect(command.folder.files == before)
    #expect(String(decoding: command.folder.data("p/chart.csv"), as: UTF8.self) == "own")
  }

  @Test("init lists its templates, and knows which one was meant")
  func list() async throws {
    let command = try Command()
    let list = try await command("init", "--list")
    #expect(list.lines.map { String($0.prefix { $0 != "\t" }) } == Self.names)
    let wrong = try await command("init", "lowerthird")
    #expect(wrong.status == 64 && wrong.errors.contains("did you mean 'lower-third'?"))
    #expect(command.folder.files.isEmpty)
  }
}
