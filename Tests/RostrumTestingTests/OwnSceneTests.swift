import Foundation
import RostrumKit
import RostrumTesting
import Testing

/// Rostrum's own pixels: some of the scenes against the baselines under Tests/Baselines.
/// `ROSTRUM_UPDATE=changed swift test --filter OwnSceneTests` replaces those that a wanted change of pixels made wrong.
@Suite("The scenes look as they did")
struct OwnSceneTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let moments: [(String, Double)] = [
    ("Book/9.1", 0.5), ("Book/10.5", 2.25), ("Book/10.6", 0), ("Book/10.6", 0.62),
    ("Book/stroke", 0.5), ("Book/calculation-modes", 0.75),
    ("Effects/shadow", 0.5), ("Effects/shadow-of-everything", 0), ("Effects/shadow-turned", 0.25),
    ("Effects/shadow-path", 0.5), ("Effects/mask", 0), ("Effects/mask-reveal", 0.5),
    ("Effects/filter-blur", 0.5), ("Effects/filter-colors", 0), ("Effects/background-filter", 0.5),
    ("Effects/porter-duff", 0), ("Effects/group-opacity", 0.5),
    ("Effects/rasterize", 1),
    ("Effects/transition-types", 0.9), ("Effects/transition-nested", 1),
    ("Effects/transition-fade", 1.25), ("Layers/corners", 0.7), ("Layers/contents-center", 0.5),
    ("Layers/contents-rect", 1.2), ("Layers/contents-filters", 1.2),
  ]

  @Test("A picture is its baseline", arguments: moments)
  func picture(_ scene: String, _ time: Double) throws {
    let picture = try render(
      Self.root.appending(path: "Scenes/\(scene).yaml").path, at: time)
    let settings = BaselineSettings(folder: Self.root.appending(path: "Tests/Baselines").path)
    let name = "Scenes/\(scene)/\(time)s"
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
    let folder = Self.root.appending(path: "Tests/Baselines/Scenes")
    var expected: Set<String> = []
    for (scene, time) in Self.moments {
      expected.formUnion(["\(scene)/\(time)s.png", "\(scene)/\(time)s.json"])
    }
    var found: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let url = folder.appending(path: name)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      found.insert(name)
      #expect(try Data(contentsOf: url).count < 20_480, "\(name)")
    }
    #expect(found == expected)
  }
}
