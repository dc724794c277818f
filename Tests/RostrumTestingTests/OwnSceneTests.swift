import Foundation
import RostrumKit
import RostrumTesting
import Testing

/// Rostrum's own pixels: some of the book's scenes against the baselines under Tests/Baselines.
/// `ROSTRUM_UPDATE=changed swift test --filter OwnSceneTests` replaces those that a wanted change of pixels made wrong.
@Suite("The book's scenes look as they did")
struct OwnSceneTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let moments: [(String, Double)] = [
    ("9.1", 0.5), ("10.5", 2.25), ("10.6", 0), ("10.6", 0.62), ("stroke", 0.5),
    ("calculation-modes", 0.75),
  ]

  @Test("A picture is its baseline", arguments: moments)
  func picture(_ scene: String, _ time: Double) throws {
    let picture = try render(
      Self.root.appending(path: "Scenes/Book/\(scene).yaml").path, at: time)
    let settings = BaselineSettings(folder: Self.root.appending(path: "Tests/Baselines").path)
    let name = "Scenes/Book/\(scene)/\(time)s"
    let entry = try picture.compared(with: name, settings)
    guard entry.verdict != .environmentDiffers else {
      // Another Cairo or FreeType may round otherwise: said in words, and no failure of ours.
      let text = entry.sentences.joined(separator: "\n")
      Issue.record("made elsewhere: \(name)\n\(text)", severity: .warning)
      return
    }
    try expect(picture, matches: name, settings)
  }

  @Test("The baselines are small, and each has its moment")
  func files() throws {
    let folder = Self.root.appending(path: "Tests/Baselines/Scenes/Book")
    var expected: Set<String> = []
    for (scene, time) in Self.moments {
      expected.formUnion(["\(scene)/\(time)s.png", "\(scene)/\(time)s.json"])
    }
    var found: Set<String> = []
    for scene in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: scene).path)
      for name in names {
        found.insert("\(scene)/\(name)")
        let data = try Data(contentsOf: folder.appending(path: "\(scene)/\(name)"))
        #expect(data.count < 20_480, "\(scene)/\(name)")
      }
    }
    #expect(found == expected)
  }
}
