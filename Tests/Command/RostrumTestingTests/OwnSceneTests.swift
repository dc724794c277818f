import Foundation
import RostrumKit
import RostrumRegression
import RostrumTesting
import TestSupport
import Testing

/// Rostrum's own pixels: scenes against the baselines under Tests/Baselines.
/// `ROSTRUM_UPDATE=changed swift test --filter OwnSceneTests` replaces the ones that an intended
/// change of pixels affects.
@Suite("The scenes look as they did")
struct OwnSceneTests {
  private static let root = repository

  static let moments: [(String, Double)] = [
    ("Book/9.1", 0.5), ("Book/10.5", 2.25), ("Book/10.6", 0), ("Book/10.6", 0.62),
    ("Book/stroke", 0.5), ("Book/calculation-modes", 0.75),
    ("Effects/background-filter", 0.5), ("Effects/blend-in-space", 0.5),
    ("Effects/blend-modes", 0), ("Effects/blur-in-space", 0), ("Effects/border", 0.5),
    ("Effects/clip", 0.5), ("Effects/corner-radius", 0.5), ("Effects/filter-blur", 0.5),
    ("Effects/filter-colors", 0), ("Effects/group-opacity", 0.5), ("Effects/mask", 0),
    ("Effects/mask-reveal", 0.5), ("Effects/nested-opacity", 0.5), ("Effects/porter-duff", 0),
    ("Effects/rasterize", 1), ("Effects/shadow", 0.5), ("Effects/shadow-of-everything", 0),
    ("Effects/shadow-path", 0.5), ("Effects/shadow-turned", 0.25),
    ("Effects/transition-fade", 1.25), ("Effects/transition-nested", 1),
    ("Effects/transition-subtypes", 0.75), ("Effects/transition-types", 0.9),
    ("Layers/components", 0.5), ("Layers/connections", 1), ("Layers/contents-center", 0.5),
    ("Layers/contents-filters", 1.2),
    ("Layers/contents-formats", 0.5), ("Layers/contents-rect", 1.2), ("Layers/corners", 0.7),
    ("Layers/emitter-depth", 0.75), ("Layers/emitter-directions", 0.5),
    ("Layers/emitter-fireworks", 2),
    ("Layers/emitter-fountain", 1.5),
    ("Layers/emitter-moving", 1.5), ("Layers/emitter-shapes", 0.5),
    ("Layers/gradient-axial", 0.75), ("Layers/gradient-conic", 0.75),
    ("Layers/gradient-focal", 0.3), ("Layers/gradient-radial", 0.75),
    ("Layers/replicator-grid", 0.75),
    ("Layers/replicator-ring", 0.75), ("Layers/scene", 1), ("Layers/scroll", 0.75),
    ("Layers/sequence", 1.9), ("Layers/sequence-transitions", 1), ("Layers/library", 1.5),
    ("Layers/layouts", 1),
    ("Layers/shape-dashes", 0.5), ("Layers/shape-fill-rules", 0.5), ("Layers/shape-joins", 0.5),
    ("Layers/shape-trim", 0.5), ("Layers/text-alignment", 0.5), ("Layers/text-boxes", 1),
    ("Layers/text-format", 0.75),
    ("Layers/text-runs", 0.5), ("Layers/text-split", 0.4), ("Layers/text-scripts", 0.5),
    ("Layers/text-truncation", 0.75),
    ("Layers/shape-miter", 0), ("Layers/emitter-spin", 0.5), ("Layers/tiled-detail", 0),
    ("Layers/tiled", 0.75), ("Layers/video", 1),
    ("Transforms/anchor", 0.5), ("Transforms/backs", 0.75), ("Transforms/anchor-point-z", 0.75),
    ("Transforms/axis-and-skew", 0.5),
    ("Transforms/behind-the-eye", 0.5), ("Transforms/edges", 0),
    ("Transforms/bounds-origin", 0.5),
    ("Transforms/geometry-flipped", 0.5), ("Transforms/intersecting-planes", 1),
    ("Transforms/lists", 0.5), ("Transforms/nested", 0.5), ("Transforms/opacity-in-space", 0.75),
    ("Transforms/order", 0.5), ("Transforms/perspective", 0.5),
    ("Transforms/perspective-drawing", 0.5), ("Transforms/replicator-depth", 1),
    ("Transforms/siblings", 0.5),
  ]

  @Test("A picture is its baseline", arguments: moments)
  func picture(_ scene: String, _ time: Double) throws {
    let picture = try render(
      Self.root.appending(path: "Scenes/\(scene).yaml").path, at: time)
    let name = "Scenes/\(scene)/\(time)s"
    try expectBaseline(name, of: picture)
  }

  @Test(
    "Every scene that shows one idea has a baseline",
    arguments: ["Effects", "Layers", "Transforms"])
  func scenes(_ folder: String) throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "Scenes/\(folder)").path)
    let scenes = names.filter { $0.hasSuffix(".yaml") }.map { "\(folder)/\($0.dropLast(5))" }
    #expect(Set(scenes).subtracting(Self.moments.map(\.0)).isEmpty)
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
      #expect(try Data(contentsOf: url).count < 49_152, "\(name)")
    }
    #expect(found == expected)
  }
}

/// Compares a picture with a baseline of Tests/Baselines. If another version of Cairo or FreeType
/// made the baseline, which may round differently, a difference is printed and is no failure.
func expectBaseline(_ name: String, of picture: Picture) throws {
  let tests = repository.appending(path: "Tests")
  let settings = BaselineSettings(folder: tests.appending(path: "Baselines").path)
  let entry = try picture.compared(with: name, settings)
  guard entry.verdict != .environmentDiffers else {
    let text = entry.sentences.joined(separator: "\n")
    Issue.record("made elsewhere: \(name)\n\(text)", severity: .warning)
    return
  }
  try expect(picture, matches: name, settings)
}
