import RostrumCanvas
import Foundation
import RostrumImageDiff
import TestSupport
import Testing

/// The verdicts of people on pairs, which are drawn in each run.
@Suite("Recorded pairs")
struct RecordedPairTests {
  @Test("The verdict is the right one", arguments: RecordedPair.all)
  func verdict(_ pair: RecordedPair) throws {
    let (expected, actual) = pair.make()
    let difference = try PictureComparison().compare(expected, actual)
    #expect(
      difference.verdict == pair.verdict,
      "\(difference.differentPixels) differ, \(difference.forgivenPixels) forgiven")
  }

  @Test("Changing sides changes no verdict", arguments: RecordedPair.all)
  func symmetry(_ pair: RecordedPair) throws {
    let (expected, actual) = pair.make()
    let there = try PictureComparison().compare(expected, actual)
    let back = try PictureComparison().compare(actual, expected)
    #expect(there.verdict == back.verdict)
    #expect(there.differentPixels == back.differentPixels)
    #expect(there.forgivenPixels == back.forgivenPixels)
  }

  @Test("There are at least 40 pairs with different names")
  func count() {
    #expect(RecordedPair.all.count >= 40)
    #expect(Set(RecordedPair.all.map(\.name)).count == RecordedPair.all.count)
  }

  @Test("The documentation explains each pair on which pixelmatch says otherwise, and no other")
  func disagreements() throws {
    let root = repository
    let page = root.appending(
      path: "Sources/Command/RostrumKit/RostrumKit.docc/VisualRegression.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    for pair in RecordedPair.all {
      let isExplained = lines.contains { $0.hasPrefix("| \(pair.name) |") }
      let isExpected = !pair.pixelmatchAgrees || pair.pixelmatch == nil
      #expect(isExplained == isExpected, "\(pair.name)")
    }
  }

  /// For recording pixelmatch's numbers again: ROSTRUM_WRITE_PAIRS names a folder that gets all
  /// pairs as PNG files.
  @Test(
    "The pairs are written where that is wanted",
    .enabled(if: ProcessInfo.processInfo.environment["ROSTRUM_WRITE_PAIRS"] != nil))
  func write() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["ROSTRUM_WRITE_PAIRS"])
    for (index, pair) in RecordedPair.all.enumerated() {
      let (expected, actual) = pair.make()
      let start = "\(folder)/\(String(index + 100).dropFirst())"
      for (part, bitmap) in [("a", expected), ("b", actual)] {
        let file = URL(filePath: "\(start)-\(part).png")
        try Data(PNGEncoder().encode(bitmap)).write(to: file)
      }
      try Data(pair.name.utf8).write(to: URL(filePath: start + ".txt"))
    }
  }
}
