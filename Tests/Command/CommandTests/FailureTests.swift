import Foundation
import TestSupport
import Testing

@Suite("The command's failures")
struct FailureTests {
  private func command(_ text: String = Scenes.moving) throws -> Command {
    let command = try Command()
    try command.folder.write(text, to: "a.yaml")
    return command
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
