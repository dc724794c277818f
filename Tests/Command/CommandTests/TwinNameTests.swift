import RostrumCanvas
import Foundation
import TestSupport
import Testing

/// Names that are the same letters and other bytes: two files on Linux, one on macOS.
@Suite("Twin names", .enabled(if: areTwinNamesTwoFiles, "the file system takes both for one"))
struct TwinNameTests {
  static let (composed, decomposed) = ("\u{E9}", "e\u{301}")

  fileprivate static let areTwo: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    for name in [composed, decomposed] { _ = try? folder.write(name, to: name) }
    return folder.names.count == 2
  }()

  /// A folder with files of twin names; `text` gets a colour.
  private func command(_ ending: String, _ text: (String) -> String) throws -> Command {
    try Command([Self.composed + ending: text("red"), Self.decomposed + ending: text("blue")])
  }

  private static func square(_ color: String) -> String {
    "size: [8, 8]\nlayers: [{backgroundColor: \(color), frame: [0, 0, 8, 8]}]\n"
  }

  /// The colours of the left and the right half of a picture.
  private func halves(_ command: Command, _ name: String) throws -> [UInt32] {
    let bitmap = try PNG.decode(contentsOfFile: command.folder.path(name))
    return [bitmap[2, 4], bitmap[bitmap.width - 3, 4]]
  }

  private static let (red, blue): (UInt32, UInt32) = (0xFFFF_0000, 0xFF00_00FF)

  /// A scene of two layers, one for each twin.
  private static func pair(_ layer: (String) -> String) -> String {
    let (left, right) = (layer(composed), layer(decomposed))
    return """
      size: [16, 8]
      layers:
        - {\(left), bounds: [8, 8], position: [4, 4]}
        - {\(right), bounds: [8, 8], position: [12, 4]}

      """
  }

  @Test(
    "Twin names are two pictures, two scenes inside and two components",
    arguments: ["picture", "svg", "scene", "component"])
  func inputs(_ kind: String) async throws {
    let command: Command
    switch kind {
    case "picture":
      command = try self.command(".yaml", Self.square)
      for name in [Self.composed, Self.decomposed] {
        let made = try await command("render", "\(name).yaml", "-o", "\(name).png", "--at", "0")
        #expect(made.status == 0, "\(made)")
      }
      try command.folder.write(Self.pair { "contents: \"\($0).png\"" }, to: "a.yaml")
    case "svg":
      command = try self.command(".svg") {
        "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'>"
          + "<rect width='8' height='8' fill='\($0)'/></svg>"
      }
      try command.folder.write(Self.pair { "contents: \"\($0).svg\"" }, to: "a.yaml")
    case "component":
      command = try self.command(".yaml") {
        "components: {tile: {layer: {backgroundColor: \($0)}}}\n"
      }
      try command.folder.write(Self.pair { "use: \"\($0).yaml#tile\"" }, to: "a.yaml")
    default:
      command = try self.command(".yaml", Self.square)
      try command.folder.write(Self.pair { "class: scene, scene: \"\($0).yaml\"" }, to: "a.yaml")
    }
    let result = try await command("render", "a.yaml", "-o", "a.png", "--at", "0", "-q")
    #expect(result.status == 0, "\(result)")
    #expect(try halves(command, "a.png") == [Self.red, Self.blue])
  }

  @Test("Twin names are two films")
  func films() async throws {
    let command = try self.command(".yaml", Self.square)
    for name in [Self.composed, Self.decomposed] {
      let made = try await command(
        "render", "\(name).yaml", "-o", "\(name).apng", "--frames", "0", "-q")
      #expect(made.status == 0, "\(made)")
      let renamed = try await command.shell("ffmpeg -v error -i \(name).apng -c:v png \(name).mkv")
      #expect(renamed.status == 0, "\(renamed)")
    }
    try command.folder.write(Self.pair { "class: video, video: \"\($0).mkv\"" }, to: "a.yaml")
    let result = try await command("render", "a.yaml", "-o", "a.png", "--at", "0", "-q")
    #expect(result.status == 0, "\(result)")
    #expect(try halves(command, "a.png") == [Self.red, Self.blue])
  }

  @Test("Twin names are two folders: a scene in one does not read the other")
  func folders() async throws {
    let command = try Command()
    let (a, b) = ("caf" + Self.composed, "caf" + Self.decomposed)
    try command.folder.write("x", to: "\(b)/secret.txt")
    for path in ["../\(b)/secret.txt", "../\(b)/none.txt", "../\(a)b/secret.txt"] {
      try command.folder.write(
        "size: [8, 8]\nlayers: [{contents: \"\(path)\", bounds: [8, 8]}]\n", to: "\(a)/a.yaml")
      let result = try await command("check", "\(a)/a.yaml")
      #expect(result.output.contains("is outside the scene's folder"), "\(result)")
      let allowed = try await command("check", "\(a)/a.yaml", "--allow-path", a)
      #expect(allowed.output.contains("is outside the scene's folder"), "\(allowed)")
    }
    try command.folder.write("", to: "\(a)/\(b)/keep")
    try command.folder.write("paths: [\"../\(b)\"]", to: "\(a)/rostrum.yaml")
    let project = try await command("check", "\(a)/a.yaml")
    #expect(project.status == 65 && project.errors.contains("outside the project's folder"))
  }

  @Test("Twin names are two scenes of a folder, with baselines of their own")
  func scenes() async throws {
    let command = try self.command(".yaml", Self.square)
    let record = try await command(
      "verify", ".", "--baselines", "B", "--at", "0", "--update", "missing")
    #expect(record.output.hasSuffix("2 recorded\n"), "\(record)")
    let same = try await command("verify", "--baselines", "B")
    #expect(same.status == 0 && same.output.hasSuffix("2 same\n"), "\(same)")
    try command.folder.write(Self.square("lime"), to: Self.decomposed + ".yaml")
    let one = try await command("verify", "--baselines", "B", "--report", "R", "--pictures")
    #expect(one.status == 1 && one.output.hasSuffix("1 same, 1 different\n"), "\(one)")
    let other = try await command("approve", "R", "./" + Self.composed + ".yaml")
    #expect(other.status == 66, "\(other)")
    try command.folder.write(Self.square("lime"), to: Self.composed + ".yaml")
    let both = try await command.shell(
      "GITHUB_STEP_SUMMARY=$PWD/s.md GITHUB_ACTIONS=true $ROSTRUM verify --baselines B --junit j.xml"
    )
    #expect(both.status == 1, "\(both)")
    let summary = String(decoding: command.folder.data("s.md"), as: UTF8.self)
    #expect(summary.ranges(of: "| different (1 of 1) |").count == 2, "\(summary)")
    let junit = String(decoding: command.folder.data("j.xml"), as: UTF8.self)
    #expect(junit.ranges(of: "<testsuite name=").count == 2, "\(junit)")
    try command.folder.write(Self.square("red"), to: Self.composed + ".yaml")
    #expect(try await command("approve", "R").status == 0)
    #expect(try await command("verify", "--baselines", "B").status == 0)
    try FileManager.default.removeItem(atPath: command.folder.path(Self.decomposed + ".yaml"))
    let gone = try await command("verify", "--baselines", "B")
    #expect(gone.status == 3 && gone.output.contains("1 orphaned"), "\(gone)")
  }

  @Test("Twin names are two pictures of folders that are compared")
  func diff() async throws {
    let command = try self.command(".yaml", Self.square)
    for (folder, names) in [
      ("a", [Self.composed, Self.decomposed]), ("b", [Self.composed]),
      ("c", [Self.composed, Self.decomposed]),
    ] {
      for name in names {
        let source = folder == "c" ? Self.composed : name
        let made = try await command(
          "render", "\(source).yaml", "-o", "\(folder)/\(name).png", "--at", "0", "-q")
        #expect(made.status == 0)
      }
    }
    #expect(try await command("diff", "a", "b").status == 3)
    #expect(try await command("diff", "a", "c").status == 1)
    #expect(try await command("diff", "a", "a").output.hasSuffix("2 same\n"))
  }

  @Test("Twin names of results may be one file elsewhere, and are refused")
  func results() async throws {
    let command = try self.command(".yaml", Self.square)
    let result = try await command("render", ".", "--at", "0")
    #expect(result.status == 64 && result.errors.contains("which may be one file"), "\(result)")
    let named = try await command("render", ".", "--at", "0", "-o", "{index}.png", "-q")
    #expect(named.status == 0, "\(named)")
  }
}

private var areTwinNamesTwoFiles: Bool { TwinNameTests.areTwo }
