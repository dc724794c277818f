import Foundation
import RostrumCanvas
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumQuartz
import RostrumRendering
import RostrumSceneFile
import RostrumTiming
import TestSupport
import Testing

/// A scene file of the package, or one in a text.
func scene(_ path: String) throws -> OpenedScene {
  try SceneOpener().open(repository.appending(path: "Scenes/\(path).yaml").path)
}

func scene(file: String) throws -> OpenedScene { try SceneOpener().open(file) }

func scene(text: String) throws -> OpenedScene {
  let name = UUID().uuidString
  let file = FileManager.default.temporaryDirectory.appending(path: "\(name).yaml")
  try Data(text.utf8).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  var options = SceneOptions()
  options.allowedPaths = [repository.path]
  return try SceneOpener(options: options).open(file.path)
}

/// The largest difference of a channel between two scenes at each of some times.
func differences(_ a: OpenedScene, _ b: OpenedScene, at times: [Double]) throws -> [Int] {
  let (first, second) = (try FrameRenderer(a.context()), try FrameRenderer(b.context()))
  return try times.map { time in
    try first.render(at: time)
    try second.render(at: time)
    return largestDifference(first.bitmap, second.bitmap)
  }
}

private func largestDifference(_ a: Bitmap, _ b: Bitmap) -> Int {
  guard a.width == b.width, a.height == b.height else { return 255 }
  var largest = 0
  for y in 0..<a.height {
    for x in 0..<a.width where a[x, y] != b[x, y] {
      for shift in [0, 8, 16, 24] as [UInt32] {
        let (p, q) = (Int(a[x, y] >> shift & 255), Int(b[x, y] >> shift & 255))
        largest = max(largest, abs(p - q))
      }
    }
  }
  return largest
}

/// Fails where two scenes are not the same, to a step of 255, at every `step`-th frame.
func expectSamePixels(
  _ a: OpenedScene, _ b: OpenedScene, everyFrame step: Int = 1,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(a.scene.clock == b.scene.clock, sourceLocation: sourceLocation)
  let frames = stride(from: 0, to: a.scene.clock.frameCount, by: step)
  let times = frames.map(a.scene.clock.time(ofFrame:))
  let found = zip(times, try differences(a, b, at: times)).filter { $0.1 > 1 }
  #expect(
    found.isEmpty, "differs at \(found.prefix(5).map { "\($0.0): \($0.1)" })",
    sourceLocation: sourceLocation)
}

/// A film, and the scene file that it writes: the same pixels.
func expectSameAsText(
  _ film: Film, everyFrame step: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let text = try film.yaml()
  try expectSamePixels(
    film.openedScene(), scene(text: text), everyFrame: step, sourceLocation: sourceLocation)
}
