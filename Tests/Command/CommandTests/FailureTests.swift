import Foundation
import TestSupport
import Testing

@Suite("The command's failures")
struct FailureTests {
  private func command(_ text: String = Scenes.moving) throws -> Command {
    try Command(["a.yaml": text])
  }

  @Test("A full disk ends with 74, and leaves whole frames only", arguments: ["png", "mp4"])
  func fullDisk(_ format: String) async throws {
    guard let disk = try SmallDisk(kibibytes: 24) else {
      withKnownIssue("a small file system cannot be mounted here: a full disk is not tested") {
        Issue.record("no full disk")
      }
      return
    }
    // Many different frames for PNG; large ones for a video.
    let scene = format == "png" ? Scenes.endless.replacing("7000\n", with: "20\n") : Self.busy
    let command = try command(scene)
    let result = try await command(
      "render", "a.yaml", "-o", disk.path + "/out", "--format", format, "-q")
    #expect(result.status == 74, "\(result)")
    #expect(disk.files.allSatisfy { $0.wholeMatch(of: /out\/frame_\d{5}\.png/) != nil })
    #expect(disk.files.isEmpty == (format == "mp4"))
    #expect(result.errorLines.count >= 1)
  }

  @Test(
    "A named pipe or a device is no font, whoever names it",
    arguments: [
      "check a.yaml", "render a.yaml --at 0 -o o.png", "verify a.yaml --baselines B",
      "preview a.yaml --export site",
      "check b.yaml --font-path face.ttf", "check b.yaml --font Own=face.ttf",
      "check b.yaml --font-path zero.ttf",
      "render b.yaml --at 0 -o o.png --font-path Fonts",
    ])
  func pipesAsFonts(_ line: String) async throws {
    let text = "size: [30, 10]\nlayers: [{class: text, string: a, font: Own, bounds: [9, 9]}]\n"
    let command = try command(text)
    try command.folder.write(text, to: "elsewhere/b.yaml")
    let isElsewhere = line.contains("font")
    if !isElsewhere { try command.folder.write("fonts: [Fonts]\n", to: "rostrum.yaml") }
    let result = try await command.shell(
      """
      mkdir Fonts elsewhere/Fonts; mkfifo Fonts/face.ttf elsewhere/Fonts/face.ttf elsewhere/face.ttf
      ln -s /dev/zero elsewhere/zero.ttf; cd \(isElsewhere ? "elsewhere" : ".")
      exec timeout 60 "$ROSTRUM" \(line)
      """)
    #expect((1...78).contains(result.status), "\(line): \(result)")
    #expect((result.output + result.errors).contains(".ttf"), "\(line): \(result)")
  }

  /// Two hundred squares that spin: no encoder makes this small.
  private static let busy: String = {
    let layers = (0..<200).map { index in
      """
        - bounds: [60, 60]
          position: [\(index * 37 % 320), \(index * 53 % 240)]
          backgroundColor: hsl(\(index * 47), 90%, 50%)
          animations: [{type: basic, keyPath: transform.rotation, byValue: \(index % 7 + 1), duration: 1}]
      """
    }
    return "size: [320, 240]\nbackground: white\nfps: 12\nduration: 1\nlayers:\n"
      + layers.joined(separator: "\n") + "\n"
  }()
}
