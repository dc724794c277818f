import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumTiming
import Testing

@Suite("Inspecting")
struct InspectionTests {
  private func fade(_ timing: MediaTiming) -> BasicAnimation {
    BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(from: .number(0), to: .number(1)),
      timing: timing)
  }

  private func state(_ timing: MediaTiming, clock: LayerClock = LayerClock(), at time: Double)
    throws -> Inspection.AnimationState
  {
    let inner = Layer(
      index: 2, name: "inner", layerClass: .plain, values: LayerValues(),
      animations: [fade(timing)])
    let outer = Layer(
      index: 1, name: "outer", layerClass: .plain, values: LayerValues(), clock: clock,
      sublayers: [inner])
    let inspection = Inspection(scene(layers: [outer]), at: time)
    return try #require(inspection.layers.first?.sublayers.first?.animations.first)
  }

  @Test(
    "An animation is before, active, after or gone",
    arguments: [
      (0.5, true, "before"), (1.5, true, "active"), (2, true, "active"), (2.5, true, "removed"),
      (2.5, false, "after"),
    ])
  func standing(_ time: Double, _ isRemoved: Bool, _ expected: String) throws {
    let timing = MediaTiming(beginTime: 1, duration: 1, isRemovedOnCompletion: isRemoved)
    #expect(try state(timing, at: time).standing.rawValue == expected)
  }

  @Test("Intervals are told on the scene's clock, through the clocks around")
  func intervals() throws {
    let timing = MediaTiming(beginTime: 1, duration: 1)
    let fast = LayerClock(beginTime: 0.5, speed: 2, timeOffset: 1)
    #expect(try state(timing, at: 0).sceneInterval == 1...2)
    #expect(try state(timing, clock: fast, at: 0).sceneInterval == 0.5...1)
    #expect(try state(timing, clock: fast, at: 0).interval == 1...2)
    #expect(
      try state(timing, clock: LayerClock(speed: -1), at: 0).sceneInterval == (-2)...(-1))
    #expect(try state(timing, clock: LayerClock(speed: 0), at: 0).sceneInterval == nil)
    let endless = MediaTiming(beginTime: 1, duration: 1, repeatCount: .infinity)
    #expect(try state(endless, clock: fast, at: 0).sceneInterval == 0.5...(.infinity))
  }

  @Test("Values are those of the presentation; each animation's are those after it")
  func values() throws {
    let half = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(from: .number(0), to: .number(1)),
      timing: MediaTiming(duration: 1))
    let added = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity),
      ends: AnimationEnds(from: .number(0.25), to: .number(0.25)),
      timing: MediaTiming(duration: 1), isAdditive: true)
    let layer = try #require(Inspection(scene([half, added]), at: 0.5).layers.first)
    #expect(layer.animations.map(\.value) == [.number(0.5), .number(0.75)])
    #expect(layer.properties.map(\.property.name) == ["opacity"])
    #expect(layer.properties.map(\.model) == [.number(1)])
    #expect(layer.properties.map(\.presentation) == [.number(0.75)])
  }

  @Test("The tree lines up and JSON is JSON")
  func formats() throws {
    let inspection = Inspection(
      scene([fade(MediaTiming(duration: 1, repeatCount: .infinity))]), at: 0.5)
    #expect(
      InspectionFormat.tree.text(inspection) == """
        scene  10 x 10 points, 60 fps, 1 s; at 0.5 s
        └─ layer  layer
           ├─ opacity          0.5     model 1
           └─ ▸ basic opacity  active  from 0 s for ever, iteration 0, progress 0.5 -> 0.5

        """)
    let json = try JSONSerialization.jsonObject(
      with: Data(InspectionFormat.json.text(inspection).utf8))
    let object = try #require(json as? [String: Any])
    let layers = try #require(object["layers"] as? [[String: Any]])
    let presentation = try #require(layers.first?["presentation"] as? [String: Any])
    #expect(presentation["opacity"] as? Double == 0.5)
  }

  @Test("An animation of a layer's clock runs in the superlayer's time, also where it stands still")
  func scrubbed() throws {
    let path = AnimationKeyPath(.timeOffset)
    let drag = BasicAnimation(
      keyPath: path, ends: AnimationEnds(from: .number(0), to: .number(8)),
      timing: MediaTiming(beginTime: 1, duration: 4))
    let layer = Layer(
      index: 1, name: "outer", layerClass: .plain, values: LayerValues(),
      clock: LayerClock(speed: 0), animations: [drag, fade(MediaTiming(duration: 8))])
    let state = try #require(Inspection(scene(layers: [layer]), at: 3).layers.first)
    #expect(state.clock.localTime == 4)
    #expect(state.animations.map(\.transformedProgress) == [0.5, 0.5])
    #expect(state.animations.map(\.value) == [.number(4), .number(0.5)])
    #expect(state.animations.map(\.sceneInterval) == [1...5, nil])
  }

  @Test("A timer that waited while the user scrolled is still active when a clock would be done")
  func tracking() throws {
    let path = FileManager.root.appending(path: "Scenes/Book/11-run-loop-modes.yaml").path
    let scene = try SceneOpener().open(path).scene
    for (time, timer, link) in [(0.5, "active", "active"), (1.2, "active", "after")] {
      let layers = Inspection(scene, at: time).layers
      for (name, standing) in [("timer default", timer), ("link default", link)] {
        let layer = try #require(layers.first { $0.layer.name == name })
        #expect(layer.animations.map(\.standing.rawValue) == [standing], "\(name) at \(time)")
      }
    }
  }

  @Test("Every generated scene can be told, in both formats", arguments: Array<UInt64>(0..<50))
  func generated(_ seed: UInt64) throws {
    let scene = GeneratedScene.scene(seed: seed, hasEvents: true)
    for time in [-1, 0, 0.4, 10] {
      let inspection = Inspection(scene, at: time)
      #expect(!InspectionFormat.tree.text(inspection).contains("nan"))
      _ = try JSONSerialization.jsonObject(
        with: Data(InspectionFormat.json.text(inspection).utf8))
    }
  }
}
