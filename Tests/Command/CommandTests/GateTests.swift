import Foundation
import TestSupport
import Testing

/// A repository of a few scenes with their baselines, recorded once and copied for each test.
enum GateProject {
  private static let folder = repository.appending(path: "Tests/Fixtures/Gate")

  private static let recorded = Task {
    let command = try Command()
    let result = try await command.shell(
      "cp -R '\(folder.appending(path: "base").path)/.' . && "
        + "sh '\(folder.appending(path: "setup.sh").path)'")
    try #require(result.status == 0, "\(result)")
    return command
  }

  /// A copy of the repository, in which everything is green.
  static func copy() async throws -> Command {
    try await Command(copying: recorded.value)
  }

  static func rows<Row: Decodable>(_ name: String) throws -> [Row] {
    let data = try Data(contentsOf: folder.appending(path: name))
    return try JSONDecoder().decode([Row].self, from: data)
  }
}

@Suite("A gate that is never green by omission")
struct GateTests {
  /// A deliberate break: a line of shell that makes it, and the expected output of a run.
  struct Break: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let change: String
    let run: String
    let status: Int32
    let words: [String]
    let absent: [String]
    let environment: [String: String]?

    var testDescription: String { name }
  }

  static let breaks: [Break] = (try? GateProject.rows("breaks.json")) ?? []

  @Test("The table has at least 60 breaks, each with a name of its own")
  func table() {
    #expect(Self.breaks.count >= 60)
    #expect(Set(Self.breaks.map(\.name)).count == Self.breaks.count)
    #expect(Self.breaks.allSatisfy { $0.status != 0 && !$0.words.isEmpty })
  }

  @Test("A break is red and named by its cause", arguments: breaks)
  func red(_ row: Break) async throws {
    var command = try await GateProject.copy()
    // Parts of a run must be of one commit.
    let commit = row.change.contains("--shard") ? "" : "; git add -A; git commit -qm 'Break it'"
    _ = try await command.shell(row.change + commit)
    command.environment = row.environment ?? [:]
    let result = try await command.shell(row.run)
    let text = result.output + result.errors
    #expect(result.status == row.status, "\(text)")
    for words in row.words { #expect(text.contains(words), "\(words) in \(text)") }
    for words in row.absent { #expect(!text.contains(words), "\(words) in \(text)") }
  }

  @Test("A report is as its schema says", arguments: ["verify", "diff", "merged"])
  func schema(_ kind: String) async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell(
      "perl -pi -e 's/royalblue/crimson/; s/fps: 20/fps: 10/' Shots/bar.yaml")
    let script =
      switch kind {
      case "verify":
        "$ROSTRUM verify --report report --pictures --json > printed.json; cmp -s printed.json report/report.json"
      case "diff":
        "$ROSTRUM diff Baselines/Shots/bar Baselines/Shots/stack --report report --pictures > x.txt; true"
      default:
        "for i in 1 2; do $ROSTRUM verify --shard $i/2 --report q$i > x.txt; done; "
          + "$ROSTRUM report q1 q2 --report report > x.txt; true"
      }
    let made = try await command.shell("\(script) || exit 9; $ROSTRUM schema report > schema.json")
    try #require(made.status == 0, "\(made)")
    let validator = repository.appending(path: "Tests/Fixtures/validate.py").path
    let valid = try await command.shell("python3 '\(validator)' schema.json report/report.json")
    #expect(valid.output.contains("\"errors\": []"), "\(valid)")
    let report = String(decoding: command.folder.data("report/report.json"), as: UTF8.self)
    try command.folder.write(
      report.replacing("\"exitStatus\": ", with: "\"status\": "), to: "report/wrong.json")
    let wrong = try await command.shell("python3 '\(validator)' schema.json report/wrong.json")
    #expect(wrong.output.contains("exitStatus"), "\(wrong)")
  }

  @Test("What nobody sees is green: comments, the order of keys, names and compression")
  func harmless() async throws {
    let command = try Command()
    var random = RandomSource(seed: 41)
    try command.folder.write("scenes: [Shots/*.yaml]\n", to: "rostrum.yaml")
    let scenes = (0..<60).map { HarmlessScene(number: $0) }
    for scene in scenes {
      try command.folder.write(scene.text(nil), to: "Shots/\(scene.name).yaml")
    }
    let recorded = try await command("verify", "--at", "0,last", "--update", "missing")
    #expect(recorded.status == 3 && recorded.output.hasSuffix("\n120 recorded\n"))
    for scene in scenes {
      try command.folder.write(scene.text(&random), to: "Shots/\(scene.name).yaml")
    }
    let packed = try await command.shell(
      """
      for n in $(seq 0 5); do
        p=Baselines/Shots/s$n/0s.png; cp $p old.png
        ffmpeg -v error -y -i $p -compression_level 0 -pred none -pix_fmt rgba new.png || exit 1
        cmp -s new.png $p && exit 2; mv new.png $p
      done
      """)
    try #require(packed.status == 0, "\(packed)")
    var moves: [String] = []
    for number in 54..<60 {
      let (old, new) = ("Shots/s\(number).yaml", "Shots/moved-\(number).yaml")
      try FileManager.default.moveItem(
        atPath: command.folder.path(old), toPath: command.folder.path(new))
      moves += ["--move", "\(old)=\(new)"]
    }
    let green = try await command.run(["verify"] + moves)
    #expect(green.status == 0 && green.output.hasSuffix("\n120 same\n"), "\(green)")
    #expect(!green.output.contains("values changed"), "\(green.output)")
    let again = try await command("verify", "--update", "all")
    #expect(again.status == 0 && again.output.hasSuffix("\n120 same\n"), "\(again)")
  }
}

/// A scene that can be written in many ways.
private struct HarmlessScene {
  let number: Int

  var name: String { "s\(number)" }

  /// Its text; with a source of randomness in another style.
  func text(_ random: UnsafeMutablePointer<RandomSource>?) -> String {
    var keys = [
      ("size", "[24, 16]"), ("background", "white"), ("fps", "10"), ("duration", "0.5"),
    ]
    var layer = [
      ("name", "tile"), ("backgroundColor", ["crimson", "navy", "teal"][number % 3]),
      ("frame", "[\(number % 10), 2, 8, 8]"), ("opacity", "0.\(number % 8 + 2)"),
    ]
    guard let random else {
      return keys.map { "\($0): \($1)\n" }.joined() + "layers:\n  - "
        + layer.map { "\($0): \($1)" }.joined(separator: "\n    ") + "\n"
    }
    keys.shuffle(using: &random.pointee)
    layer.shuffle(using: &random.pointee)
    let lines = keys.map { key, value in
      "\(key): \(value)" + (Bool.random(using: &random.pointee) ? "   # \(key) of \(name)" : "")
        + "\n"
    }
    let isFlow = Bool.random(using: &random.pointee)
    let tile =
      isFlow
      ? "  - {" + layer.map { "\($0): \($1)" }.joined(separator: ", ") + "}\n"
      : "  - # the tile\n    "
        + layer.map { "\"\($0)\": \($1)" }.joined(separator: "\n\n    ") + "\n"
    let parts = lines + ["layers:\n" + tile]
    return "# \(name)\n\n" + parts.shuffled(using: &random.pointee).joined()
  }
}
