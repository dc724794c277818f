import Foundation
import RenderTestSupport
import RostrumBase
import RostrumMedia
import RostrumRendering
import RostrumSceneFile
import TestSupport
import Testing
@testable import RostrumKit
@testable import RostrumOutput

@Suite("Resumed renders")
struct ResumeTests {
  /// A word and a square, in twelve frames; the square moves in the first six.
  private static let scene = """
    size: [48, 32]
    background: white
    fps: 12
    duration: 1
    layers:
      - {class: text, string: one, fontSize: 9, foregroundColor: black, bounds: [40, 12], position: [24, 24], hidden: true, animations: [{type: basic, keyPath: hidden, fromValue: false, toValue: false, beginTime: 0.25, duration: 0.33}]}
      - name: square
        backgroundColor: red
        bounds: [10, 10]
        position: [40, 10]
        animations:
          - {type: basic, keyPath: position.x, fromValue: 8, toValue: 40, duration: 0.5}

    """

  private func drawn(_ events: [RenderEvent]) -> Int? {
    for case .kept(_, let kept, let total) in events { return total - kept }
    return nil
  }

  /// How many frames a resumed render into `out` draws. In the end the folder is as a fresh render
  /// makes it.
  private func drawnAnew(_ scenes: TestScenes, _ text: String) async throws -> Int? {
    let events = try await scenes.render(text, to: "out") { $0.reuse = .verified }
    try await scenes.render(text, to: "fresh")
    #expect(scenes.contents(of: "out") == scenes.contents(of: "fresh"))
    return drawn(events)
  }

  /// The same for frames and a video of a folder whose content should not change.
  private func drawnAgain(_ scenes: TestScenes, _ before: [String: Data]) async throws -> Int? {
    let events = try await scenes.render(Self.scene, to: "out") {
      $0.formats = [.png, .mp4]
      $0.reuse = .verified
    }
    #expect(events.outputs.count == 2)
    #expect(scenes.contents(of: "out") == before)
    return drawn(events)
  }

  @Test("Resumed renders draw nothing when nothing has changed, and everything without a manifest")
  func unchanged() async throws {
    let scenes = try TestScenes()
    try await scenes.render(Self.scene, to: "out") { $0.formats = [.png, .mp4] }
    let before = scenes.contents(of: "out")
    #expect(try await drawnAgain(scenes, before) == 0)
    try FileManager.default.removeItem(atPath: scenes.folder.path("out/.rostrum"))
    let again = try await scenes.render(Self.scene, to: "out") { $0.reuse = .verified }
    #expect(drawn(again) == 12)
  }

  @Test(
    "Resumed renders draw exactly the frames that an edit changes, and end up as a fresh render",
    arguments: [
      // The word is only seen in frames 3 to 6.
      ("string: one", "string: two", 4),
      ("backgroundColor: red", "backgroundColor: blue", 12),
      ("fromValue: 8", "fromValue: 4", 6),
      ("duration: 1\n", "duration: 2\n", 12),
      ("background: white", "background: white # as before", 0),
      ("name: square", "name: box", 0),
      ("position: [40, 10]", "position: [40, 11]", 12),
      ("size: [48, 32]", "size: [50, 32]", 12),
    ])
  func edited(_ old: String, _ new: String, _ count: Int) async throws {
    let scenes = try TestScenes()
    try await scenes.render(Self.scene, to: "out") { $0.jobs = 2 }
    let text = Self.scene.replacing(old, with: new)
    #expect(text != Self.scene)
    #expect(try await drawnAnew(scenes, text) == count)
    let again = try await scenes.render(text, to: "out") { $0.reuse = .existing }
    #expect(drawn(again) == 0)
  }

  @Test("Resumed renders draw everything again for other options that make a difference to a file")
  func options() async throws {
    let scenes = try TestScenes()
    typealias Change = @Sendable (inout RenderOptions) -> Void
    let changes: [Change] = [
      { $0.compression = .level(3) }, { $0.scene.scale = 2 },
      { $0.exposure = Exposure(shutterAngle: 0, supersampling: 2) },
    ]
    for change in changes {
      try await scenes.render(Self.scene, to: "out")
      let events = try await scenes.render(Self.scene, to: "out") {
        $0.reuse = .verified
        change(&$0)
      }
      #expect(drawn(events) == 12)
    }
  }

  @Test("Resumed renders find files that are missing, cut off, longer or changed")
  func damaged() async throws {
    let scenes = try TestScenes()
    try await scenes.render(Self.scene, to: "out")
    let before = scenes.contents(of: "out")
    func path(_ number: Int) -> String {
      scenes.folder.path("out/" + TestScenes.names([number])[0])
    }
    try FileManager.default.removeItem(atPath: path(1))
    for (number, data) in [(2, Data()), (3, before.values.first! + [0])] {
      try data.write(to: URL(filePath: path(number)))
    }
    var bytes = try Data(contentsOf: URL(filePath: path(4)))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: path(4)))
    let events = try await scenes.render(Self.scene, to: "out") { $0.reuse = .verified }
    #expect(drawn(events) == 4)
    #expect(scenes.contents(of: "out") == before)
  }

  @Test("Resumed renders know a changed picture, a changed font, and a changed scene inside")
  func assets() async throws {
    let scenes = try TestScenes()
    let red = FileManager.root.appending(path: "Scenes/Book/Assets/Ball.png").path
    let picture = scenes.folder.path("picture.png")
    try FileManager.default.copyItem(atPath: red, toPath: picture)
    try scenes.folder.write(Self.scene, to: "inner.yaml")
    let text = """
      size: [48, 32]
      fps: 4
      duration: 1
      layers:
        - {contents: picture.png, bounds: [9, 9], position: [9, 9], hidden: true, animations: [{type: basic, keyPath: hidden, fromValue: false, toValue: false, duration: 0.4}]}
        - {class: scene, scene: inner.yaml, bounds: [48, 32], position: [24, 16]}

      """
    try await scenes.render(text, to: "out")
    try await scenes.render(text, to: "other")
    let other = try await scenes.render(text, to: "out") { $0.reuse = .verified }
    #expect(drawn(other) == 0)

    // A picture of the same size, in the two frames that show it.
    let frame = scenes.folder.path("other/" + TestScenes.names([0])[0])
    try Data(contentsOf: URL(filePath: frame)).write(to: URL(filePath: picture))
    let pictured = try await scenes.render(text, to: "out") { $0.reuse = .verified }
    #expect(drawn(pictured) == 2)

    try scenes.folder.write(Self.scene.replacing("red", with: "blue"), to: "inner.yaml")
    #expect(try await drawnAnew(scenes, text) == 4)
  }

  @Test("Resumed renders leave what other names of an old file show")
  func links() async throws {
    let scenes = try TestScenes()
    try await scenes.render(TestScenes.still, to: "out") { $0.jobs = 1 }
    let edited =
      TestScenes.still.replacing("layers: []", with: "layers:\n")
        + """
        - {backgroundColor: red, bounds: [9, 9], position: [9, 9], hidden: true, animations: [{type: basic, keyPath: hidden, fromValue: false, toValue: false, beginTime: 0.5, duration: 0.3}]}
        """
    #expect(try await drawnAnew(scenes, edited) == 2)
  }

  @Test("Resumed renders keep frames and make a new video of all when the video is missing")
  func video() async throws {
    let scenes = try TestScenes()
    try await scenes.render(Self.scene, to: "out") { $0.formats = [.png, .mp4] }
    let before = scenes.contents(of: "out")
    try FileManager.default.removeItem(atPath: scenes.folder.path("out/scene.mp4"))
    let number = scenes.folder.fileNumber("out/frame_00003.png")
    #expect(try await drawnAgain(scenes, before) == 12)
    #expect(scenes.folder.fileNumber("out/frame_00003.png") == number)
  }

  @Test("Resumed renders of shards together make what one run makes", arguments: [1, 3, 5, 40])
  func shards(_ count: Int) async throws {
    let scenes = try TestScenes()
    try await scenes.render(Self.scene, to: "whole")
    var numbers: [Int] = []
    for number in (1...count).reversed() {
      let events = try await scenes.render(Self.scene, to: "parts") {
        $0.shard = Shard(number: number, count: count)
      }
      numbers.append(events.counts.count)
      if count == 40, number > 12 { #expect(events.warnings == ["this shard has no frames"]) }
    }
    #expect((numbers.max() ?? 0) - (numbers.min() ?? 0) <= 1)
    #expect(scenes.contents(of: "parts") == scenes.contents(of: "whole"))
    let events = try await scenes.render(Self.scene, to: "parts") { $0.reuse = .verified }
    #expect(drawn(events) == 0)
  }

  @Test("Resumed renders write nothing down when they are told not to")
  func without() async throws {
    let scenes = try TestScenes()
    try await scenes.render(Self.scene, to: "out") { $0.keepsManifest = false }
    #expect(!FileManager.default.fileExists(atPath: scenes.folder.path("out/.rostrum")))
  }
}
