import Foundation
import RostrumLayerTree
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

@testable import RostrumSceneFile

@Suite("Parts of videos, and loops")
struct VideoPartTests {
  private static let clip =
    repository
    .appending(path: "Scenes/Layers/Assets/clip.mp4").path

  private func load(_ keys: String, _ header: String = "duration: 10") -> LoadResult {
    SceneFileTests.load(
      "size: [9, 9]\n\(header)\nlayers: [{class: video, video: \(Self.clip), \(keys)}]")
  }

  @Test(
    "The frame at a time, of four in a second",
    arguments: [
      ("trim: [0.25, 0.75]", [0: 1, 0.3: 2, 0.5: 2, 5: 2]),
      ("trim: [0.25, 0.75], loop: true", [0: 1, 0.3: 2, 0.5: 1, 0.8: 2, 5: 1]),
      ("loop: true", [0.9: 3, 1: 0, 7.5: 2]), ("loop: true, speed: 2", [0.5: 0, 0.6: 0, 0.65: 1]),
      ("trim: [0, 9], allow: [no-effect]", [0.9: 3, 2: 3]),
    ] as [(String, [Double: Int])])
  func frames(_ keys: String, _ expected: [Double: Int]) throws {
    let result = load(keys)
    #expect(result.diagnostics.isEmpty)
    let scene = try #require(result.scene)
    for (time, frame) in expected {
      let shown = scene.presentation(at: time).sublayers[0].values[.contents]?.frame
      #expect(shown == frame, "at \(time)")
    }
  }

  @Test("The sound is of the same part, and as long")
  func sound() throws {
    let scene = try #require(load("trim: [0.25, 0.75], loop: true").scene)
    let track = try #require(scene.layers[0].audio.first)
    #expect(track.inPoint == 0.25 && track.outPoint == 0.75 && track.loops)
    #expect(track.partDuration == 0.5 && track.endTime == .infinity)
  }

  @Test("A part ends the film, a loop does not")
  func ends() {
    #expect(load("trim: [0.25, 0.75]", "duration: auto").scene?.clock.duration == 0.5)
    #expect(load("loop: true", "duration: auto").diagnostics.map(\.id) == ["out-of-range"])
  }

  @Test(
    "What is no part is an error",
    arguments: ["[0.5, 0.5]", "[0.75, 0.25]", "[-1, 1]", "[2, 3]", "[1, .inf]", "[0.1]", "1"])
  func mistakes(_ part: String) {
    #expect(load("trim: \(part)").diagnostics.count == 1)
  }
}
