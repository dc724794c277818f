import Foundation
import RostrumKit
import RostrumRegression
import RostrumTesting
import TestSupport
import Testing

/// The drop-in, used as a package would use it.
@Suite("Pictures in tests")
struct MatchingTests {
  private func scene(_ folder: TemporaryFolder, x: Int = 20) throws -> String {
    try folder.write(
      """
      size: [40, 30]
      background: white
      duration: 1
      layers:
        - {name: tile, backgroundColor: red, bounds: [10, 10], position: [\(x), 15]}
      """, to: "scene.yaml")
  }

  private func settings(
    _ folder: TemporaryFolder, _ update: VerifyOptions.Update = .none
  ) -> BaselineSettings {
    BaselineSettings(folder: folder.path("Baselines"), update: update)
  }

  @Test(
    "A picture matches its baseline, and says what changed when it does not",
    .disabled(if: ProcessInfo.processInfo.environment["CI"] == "true", "CI records nothing"))
  func story() throws {
    let folder = try TemporaryFolder()
    let first = try render(scene(folder), at: 0.5)
    #expect(first.width == 40 && first.height == 30)
    let missing = try first.compared(with: "tiles/one", settings(folder))
    #expect(missing.verdict == .missing)
    let recorded = try first.compared(with: "tiles/one", settings(folder, .missing))
    #expect(recorded.verdict == .recorded)
    #expect(
      folder.files == ["Baselines/tiles/one.json", "Baselines/tiles/one.png", "scene.yaml"])
    #expect(try first.matches("tiles/one", settings(folder)))
    #expect(try expect(first, matches: "tiles/one", settings(folder)))
    let second = try render(scene(folder, x: 23), at: 0.5)
    #expect(try !second.matches("tiles/one", settings(folder)))
    let entry = try second.compared(with: "tiles/one", settings(folder))
    #expect(entry.verdict == .different)
    #expect(entry.sentences.contains("tile: position.x 20 -> 23"))
    #expect(entry.pictures?.difference != nil)
    var isMatched = true
    withKnownIssue { isMatched = try expect(second, matches: "tiles/one", settings(folder)) }
    #expect(!isMatched)
  }

  @Test(
    "Pictures in tests names do not lead out of the folder",
    arguments: ["", "../a", "a//b", "/a", "a/.."])
  func names(_ name: String) throws {
    let folder = try TemporaryFolder()
    let picture = try render(scene(folder))
    #expect(throws: RenderedMoment.InvalidName.self) {
      try picture.compared(with: name, settings(folder, .all))
    }
  }
}
