import Foundation
import TestSupport
import Testing

@Suite("Scenes and figures from the standard input, and those of strangers")
struct TextInputTests {
  private let command: Command

  init() throws {
    command = try Command()
    try command.folder.write(Scenes.moving, to: "Shots/scene.yaml")
    try command.folder.write(Scenes.moving, to: "secret.yaml")
    try command.folder.write("a,b\n1,secret\n", to: "secret.csv")
    try command.folder.write("base: secret\n", to: "secret-theme.yaml")
    for name in ["secret.yaml", "secret.csv"] {
      try FileManager.default.createSymbolicLink(
        atPath: command.folder.path("Shots/link-to-\(name)"), withDestinationPath: "../\(name)")
    }
  }

  @Test(
    "A text takes the place of a file that is not there",
    arguments: [
      "render Shots/text.yaml --at 0 -o text.png", "check Shots/text.yaml",
      "figure Shots/text.yaml -o text.svg",
      "verify Shots/text.yaml --baselines Baselines --update missing",
    ])
  func text(_ words: String) async throws {
    let text = words.hasPrefix("figure") ? "type: sheet\nscene: scene.yaml\n" : Scenes.moving
    try command.folder.write(text, to: "text")
    let result = try await command.shell("$ROSTRUM \(words) --stdin Shots/text.yaml <text")
    #expect(result.status == (words.hasPrefix("verify") ? 3 : 0), "\(result)")
    try command.folder.write("type: functons\nlayers: 1\n", to: "text")
    let wrong = try await command.shell("$ROSTRUM \(words) --stdin Shots/text.yaml <text 2>&1")
    #expect(wrong.status == 65 && wrong.output.contains("Shots/text.yaml:1:"), "\(wrong)")
    #expect(!command.folder.files.contains { $0.hasPrefix("Shots/text") })
  }

  @Test("A text that was recorded is compared again, and its scene is not gone")
  func recorded() async throws {
    try command.folder.write(Scenes.moving, to: "text")
    let verify = "$ROSTRUM verify Shots/it.yaml --stdin Shots/it.yaml --baselines B <text"
    #expect(try await command.shell(verify + " --update missing").output.contains("recorded"))
    let result = try await command.shell(verify)
    #expect(result.status == 0 && !result.output.contains("gone"), "\(result)")
  }

  @Test(
    "Files elsewhere are refused where asked, and nothing of them is shown",
    arguments: [
      "type: sheet\nscene: ../secret.yaml", "type: sheet\nscene: link-to-secret.yaml",
      "type: sheet\nscene: /dev/zero",
      "type: data\ndata: [{file: ../secret.csv, x: a, y: b}]",
      "type: data\ndata: [{file: link-to-secret.csv, x: a, y: b}]",
      "type: functions\nfunctions: [linear]\ntheme: ../secret-theme.yaml",
    ])
  func figure(_ text: String) async throws {
    try command.folder.write(text + "\n", to: "text")
    let result = try await command.shell(
      "timeout 20 $ROSTRUM figure Shots/f --stdin Shots/f --confined --output=- <text 2>&1")
    #expect(result.status == 65 && result.output.contains("is outside"), "\(result)")
    #expect(!result.output.contains("a,b") && !result.output.contains("base:"), "\(result)")
  }

  @Test("A scene that is a link out of its folder is refused where asked")
  func link() async throws {
    let result = try await command("check", "Shots/link-to-secret.yaml", "--confined")
    #expect(result.status == 66 && result.errors.contains("is outside"), "\(result)")
    #expect(try await command("check", "Shots/scene.yaml", "--confined").status == 0)
  }
}
