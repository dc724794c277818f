import Foundation
import RostrumCanvas
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

/// The repository's own scenes with numbers exchanged for extremes, values for each other, and
/// lines repeated: either there is an error, or every value is finite and the frames draw, in part
/// as in whole. Nothing crashes, and nothing hangs.
@Suite("Hostile scenes")
struct HostileSceneTests {
  private static let seeds = Array(0..<8)
  private static let extremes = [
    "1e308", "-1e308", "1e7", "-1e7", "9999999.99", "1e6", "1e-6", "1e-7", "5e-324", "-0", "0",
    "-1", "0.5", "1e9", "100000", "1e999", ".inf", "-.inf", ".nan", "infinite", "\"\"", "[]",
    "{}", "~", "true", "\"1e7turn\"", "[1e7, -1e7]", "[0, 0, 0, 0, 0, 0]", "none",
    "\u{202E}\u{301}",
  ]

  /// Scenes that play no video: each would start a decoder.
  private static func originals(in folders: [URL]) -> [(folder: URL, text: String)] {
    folders.flatMap { folder in
      FileManager.default.scenes(at: folder).compactMap { name in
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8))
          .map { (folder: folder, text: $0) }
      }
    }
    .filter { !$0.text.contains("video") }
  }

  @Test("They are errors, or finite and drawable", .timeLimit(.minutes(20)), arguments: seeds)
  func mutated(_ seed: Int) throws {
    let temporary = try TemporaryFolder()
    let scenes = try temporary.copy("Scenes")
    let folders = FileManager.default.folders(in: "Scenes").map { scenes.appending(path: $0) }
    let originals = Self.originals(
      in: folders + [try temporary.copy("Tests/Fixtures/GoodScenes")])
    var random = RandomSource(seed: UInt64(seed) + 4000)
    for _ in 0..<30 {
      guard let (folder, original) = originals.randomElement(using: &random) else { return }
      var text = original
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.mutate(&text, &random) }
      let file = folder.appending(path: "mutated.yaml")
      try Data(text.utf8).write(to: file)
      try check(file.path, text)
    }
  }

  private static func mutate(_ text: inout String, _ random: inout RandomSource) {
    let numbers = text.matches(of: /-?\d+(\.\d+)?/).map(\.range)
    let words = text.matches(of: /: ([a-zA-Z]+)/).map { $0.1.startIndex..<$0.1.endIndex }
    let scalars = numbers + words
    guard let place = scalars.randomElement(using: &random),
      let other = scalars.randomElement(using: &random)
    else { return }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: text.replaceSubrange(place, with: text[other])
    case 1:
      let line = text[text.lineRange(for: place)]
      text.insert(contentsOf: line, at: text.lineRange(for: other).lowerBound)
    default: text.replaceSubrange(place, with: extremes.randomElement(using: &random) ?? "")
    }
  }

  private func check(_ path: String, _ text: String) throws {
    let options = SceneOptions(maximumPixels: 250_000, maximumLayers: 2000)
    let opened: OpenedScene
    do {
      opened = try SceneOpener(options: options).open(path)
    } catch let error as InvalidScene {
      #expect(error.result.diagnostics.contains { $0.severity == .error })
      return
    }
    for time in [0, 0.31, opened.scene.clock.duration, 1e5] {
      let infinite = opened.scene.presentation(at: time).subtree.flatMap { layer in
        layer.layerClass.properties.filter { !layer.values[any: $0].isFinite }.map(\.name)
      }
      #expect(infinite.isEmpty, "at \(time) in \(text)")
    }
    try expectSameDrawing(opened, text)
  }

  /// A frame drawn over another one is the frame drawn alone.
  private func expectSameDrawing(_ opened: OpenedScene, _ text: String) throws {
    let renderer = try FrameRenderer(opened.context())
    try renderer.render(at: 0.3)
    try renderer.render(at: 0.31)
    #expect(try picture(of: opened, at: 0.31) == Array(renderer.bitmap.bytes), "\(text)")
  }
}
