import Foundation
import TestSupport
import Testing

/// A project from another author, beside private files of the user.
struct ForeignProject {
  let command: Command
  /// A word in every private file.
  static let secret = "HASH1:20228"

  init() throws {
    command = try Command()
    let folder = command.folder
    try folder.write("root:\(Self.secret):0:99999\n", to: "home/secret.yaml")
    try folder.write("root:\(Self.secret):0\n", to: "home/secret.csv")
    try folder.write("\(Self.secret)\n", to: "home/s.png")
    try folder.write(Scenes.moving, to: "repo/s.yaml")
  }

  /// Runs lines of shell in the project, in which `$ROSTRUM` is the command.
  func shell(_ lines: String) async throws -> Command.Result {
    try await command.shell("cd repo && { \(lines)\n}")
  }

  /// The user's files, by their names.
  var home: [String: Data] {
    let names = command.folder.files.filter { $0.hasPrefix("home/") }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, command.folder.data($0)) })
  }
}

@Suite("A project of somebody else")
struct ForeignLinkTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Lines of shell that set up the project.
    let setup: String
    /// The arguments of the command.
    let command: String
    let status: Int32
    /// The expected message.
    let message: String

    init(
      _ name: String, _ setup: String, _ command: String, _ status: Int32, _ message: String
    ) {
      (testDescription, self.setup, self.command) = (name, setup, command)
      (self.status, self.message) = (status, message)
    }
  }

  private static let record =
    "\"$ROSTRUM\" verify s.yaml --baselines B --at 0 --update missing || :"
  private static let showing =
    "printf 'size: [9, 9]\\nlayers: [{%s, bounds: [9, 9]}]\\n'"

  static let outputs: [Case] = [
    Case(
      "the folder of results", "ln -s ../home Output", "render s.yaml --at 0", 64,
      "'Output/s.png' leads out of the current folder by a link"),
    Case(
      "a folder of frames", "mkdir Output; ln -s ../../home Output/s", "render s.yaml --frames 0",
      64, "'Output/s' leads out"),
    Case(
      "a result", "mkdir Output; ln -s ../../home/s.png Output/s.png", "render s.yaml --at 0", 64,
      "'Output/s.png' leads out"),
    Case(
      "a result that is not there yet", "mkdir Output; ln -s ../../home/new.png Output/s.png",
      "render s.yaml --at 0", 64, "'Output/s.png' leads out"),
    Case(
      "the records of results", "mkdir -p Output/s; ln -s ../../../home Output/s/.rostrum",
      "render s.yaml --frames 0", 64, "'Output/s/.rostrum' leads out"),
    Case(
      "a result in a folder that is named", "mkdir out; ln -s ../../home/s.png out/s.png",
      "render s.yaml --at 0 -o out/", 64, "'out/s.png' leads out of 'out/'"),
    Case(
      "a result that a field names", "mkdir out; ln -s ../../home/s.png out/0.png",
      "render s.yaml --at 0 -o 'out/{index}.png'", 64, "'out/0.png' leads out of 'out/'"),
    Case(
      "the project's folder of results",
      "ln -s ../home Output; echo 'output: Output' > rostrum.yaml",
      "render s.yaml --at 0", 65, "'Output' is outside the project's folder"),
    Case(
      "a folder behind a link",
      "ln -s ../home/. l; echo 'output: l/../repo/../home' > rostrum.yaml",
      "render s.yaml --at 0", 65, "is outside the project's folder"),
    Case(
      "a report", "mkdir -p R; ln -s ../../home/s.png R/index.html; \(record)",
      "verify s.yaml --baselines B --report R", 0, "1 same"),
    Case(
      "the pictures of a report",
      "mkdir -p R; ln -s ../../home R/actual; \(record); sed -i s/white/red/ s.yaml",
      "verify s.yaml --baselines B --report R --pictures", 73, "a link leads it out of 'R'"),
    Case(
      "the baselines of a scene", "mkdir B; ln -s ../../home B/s",
      "verify s.yaml --baselines B --at 0 --update all", 66,
      "'B/s' is a link that leads out of 'B'"),
    Case(
      "a baseline", "\(record); ln -sf ../../../home/s.png B/s/0s.png",
      "verify s.yaml --baselines B --update all", 66, "'B/s/0s.png' leads out of 'B' by a link"),
    Case(
      "a record", "\(record); ln -sf ../../../home/secret.yaml B/s/0s.json",
      "verify s.yaml --baselines B --update changed", 66, "leads out of 'B' by a link"),
    Case(
      "the project's baselines", "ln -s ../home B; echo 'baselines: B' > rostrum.yaml",
      "verify s.yaml --at 0 --update missing", 65, "'B' is outside the project's folder"),
  ]

  static let inputs: [Case] = [
    Case(
      "a scene that is named", "ln -s ../home/secret.yaml a.yaml", "check a.yaml", 65,
      "'a.yaml' is a file outside of its folder and of the project"),
    Case(
      "a scene of a folder", "ln -s ../home/secret.yaml a.yaml", "check .", 66,
      "a.yaml' is a link that leads out of its folder"),
    Case(
      "a scene of a pattern", "mkdir d; ln -s ../../home/secret.yaml d/a.yaml",
      "check 'd/*.yaml'", 66, "'d/a.yaml' is a link that leads out"),
    Case("the system's facts", "ln -s /proc/self/environ a.yaml", "check a.yaml", 65, "not shown"),
    Case(
      "a descriptor", "ln -s /dev/stdin a.yaml", "check a.yaml < ../home/secret.yaml", 65,
      "not shown"),
    Case(
      "the project file", "ln -s ../home/secret.yaml rostrum.yaml", "check s.yaml", 0,
      "warning: 'rostrum.yaml' is not obeyed: it is a link that leads out of its folder"),
    Case(
      "a picture", "ln -s ../home/s.png p.png; \(showing) 'contents: p.png' > a.yaml",
      "check a.yaml", 65, "'p.png' is outside the scene's folder"),
    Case(
      "a picture behind a link", "ln -s ../home d; \(showing) 'contents: d/s.png' > a.yaml",
      "check a.yaml", 65, "'d/s.png' is outside the scene's folder"),
    Case(
      "a picture beside what a link leads to",
      "mkdir in; ln -s ../../home/. in/l; \(showing) 'contents: in/l/../home/s.png' > a.yaml",
      "check a.yaml", 65, "is outside the scene's folder"),
    Case(
      "a picture by the root of the process",
      "ln -s \"/proc/self/root$(cd ../home && pwd)\" d; \(showing) 'contents: d/s.png' > a.yaml",
      "check a.yaml", 65, "is outside the scene's folder"),
    Case(
      "a scene inside",
      "ln -s ../home/secret.yaml i.yaml; \(showing) 'class: scene, scene: i.yaml' > a.yaml",
      "check a.yaml", 65, "'i.yaml' is outside the scene's folder"),
    Case(
      "captions",
      "ln -s ../home/secret.csv c.srt; printf 'captions: {file: c.srt}\\n' | cat s.yaml - > a.yaml",
      "check a.yaml", 65, "'c.srt' is outside the scene's folder"),
    Case(
      "a font",
      "ln -s ../home/s.png f.ttf; \(showing) 'class: text, string: a, font: {file: f.ttf}' > a.yaml",
      "check a.yaml", 65, "'f.ttf' is outside the scene's folder"),
    Case(
      "a font of a folder",
      "mkdir f; ln -s ../../home/s.png f/a.ttf; echo 'fonts: [f]' > rostrum.yaml",
      "check s.yaml", 65, "'a.ttf' in it is a link that leads out of the project"),
    Case(
      "what scenes may read", "ln -s ../home d; echo 'paths: [d]' > rostrum.yaml", "check s.yaml",
      65, "'d' is outside the project's folder"),
    Case(
      "what scenes may read, past a link",
      "ln -s ../home/. d; echo 'paths: [d/..]' > rostrum.yaml", "check s.yaml", 65,
      "'d/..' is outside the project's folder"),
    Case(
      "rows", "ln -s ../home/secret.csv d.csv", "check s.yaml --data d.csv", 66,
      "it is a link that leads out of its folder"),
    Case(
      "a figure", "ln -s ../home/secret.yaml f.yaml", "figure f.yaml -o f.svg", 65, "not shown"),
    Case(
      "a figure's scene", "printf 'type: timeline\\nscene: ../home/secret.yaml\\n' > f.yaml",
      "figure f.yaml -o f.svg", 65, "secret.yaml"),
    Case(
      "a theme", "ln -s ../home/secret.yaml t.yaml; printf 'functions: [easeIn]\\n' > f.yaml",
      "plot easeIn -o f.svg --theme t.yaml", 65, "not shown"),
    Case(
      "chapters", "ln -s ../home/secret.csv c.txt; \"$ROSTRUM\" render s.yaml --frames 0 -o f/ -q",
      "join f -o f.mp4 --chapters c.txt", 65, "what is wrong is not shown"),
    Case(
      "the scene of a record",
      "\(record); sed -i 's#\"s.yaml\"#\"../home/secret.yaml\"#' B/s/*.json",
      "verify --baselines B", 66, "names the scene '../home/secret.yaml', which is outside"),
    Case(
      "the link of a record",
      "\(record); ln -s ../home/secret.yaml a.yaml; sed -i 's#\"s.yaml\"#\"a.yaml\"#' B/s/*.json",
      "verify --baselines B", 66, "names the scene 'a.yaml', which is outside"),
    Case(
      "the data of a record",
      """
      printf 'parameters: {n: {type: number, default: 1}}\\n' >> s.yaml; printf 'n\\n1\\n' > d.csv
      "$ROSTRUM" verify s.yaml --baselines B --at 0 --data d.csv --update missing
      sed -i 's#"d.csv"#"../home/secret.csv"#' B/s/*.json
      """, "verify s.yaml --baselines B", 66, "names the data '../home/secret.csv'"),
  ]

  @Test("cannot reach outside of it by a link", arguments: outputs + inputs)
  func links(_ test: Case) async throws {
    let project = try ForeignProject()
    let before = project.home
    let result = try await project.shell(
      "{ \(test.setup)\n} > /dev/null 2>&1; \"$ROSTRUM\" \(test.command)")
    #expect(result.status == test.status, "\(result)")
    #expect((result.output + result.errors).contains(test.message), "\(result)")
    #expect(!(result.output + result.errors).contains(ForeignProject.secret), "\(result)")
    #expect(project.home == before)
  }

  @Test(
    "may hold links that lead to its own files, and the command line may name links to others",
    arguments: [
      ("mkdir Big; ln -s Big Output", "render s.yaml --at 0 -q"),
      ("ln -s ../home out", "render s.yaml --at 0 -q -o out/new/"),
      ("ln -s ../home/new.png o.png", "render s.yaml --at 0 -q -o o.png"),
      ("cp s.yaml ../home/other.yaml; ln -s ../home/other.yaml a.yaml", "check a.yaml"),
      ("mkdir d; mv s.yaml d/t.yaml; ln -s d/t.yaml s.yaml", "check ."),
      (
        "touch rostrum.yaml; mkdir d; ln -s ../s.yaml d/t.yaml; echo 'colour: red' >> s.yaml",
        "check 'd/*.yaml' | grep -q 'unknown key'"
      ),
      ("ln -s ../home/secret.yaml a.yaml", "check a.yaml --allow-path ../home | grep -q HASH1"),
      ("ln -s ../home h; ln -s $PWD/s.yaml ../home/t.yaml", "check h/t.yaml"),
    ])
  func allowedLinks(_ setup: String, _ command: String) async throws {
    let project = try ForeignProject()
    let result = try await project.shell("\(setup)\n\"$ROSTRUM\" \(command)")
    #expect(result.status == 0, "\(result)")
  }
}
