import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import Testing
import RostrumTiming

/// The scenes of chapters 9.2, 9.3 and 11 and of the blog post on custom easing, by the numbers
/// that their comments promise.
@Suite("The book's scenes about clocks")
struct BookClockSceneTests {
  private func scene(_ name: String) throws -> Scene {
    let root = AnnotatedScene.fixtures.deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appending(path: "Scenes/Book/\(name).yaml").path
    let result = try SceneLoader(assets: InMemoryAssets()).load(path: path)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    return try #require(result.scene)
  }

  /// The values of a layer at a time, at any depth of the tree.
  private func values(_ layer: String, of scene: Scene, at time: Double) throws -> LayerValues {
    var open = [scene.presentation(at: time)]
    while let next = open.popLast() {
      if next.name == layer { return next.values }
      open += next.sublayers
    }
    throw Missing(layer: layer)
  }

  private struct Missing: Error { let layer: String }

  private func y(_ layer: String, of scene: Scene, atFrame frame: Int) throws -> Double {
    try values(layer, of: scene, at: Double(frame) / 60)[.position].y
  }

  private func bounced(_ progress: Double, from: Double = 32, to: Double = 268) -> Double {
    from + (to - from) * Easing.bounceEaseOut.value(at: progress)
  }

  @Test("Listing 11.1: the ball bounces in one second, a step at each frame")
  func listing11_1() throws {
    let scene = try scene("11.1")
    for frame in 0...74 {
      let expected = bounced(min(Double(frame) / 60, 1))
      #expect(abs(try y("ball", of: scene, atFrame: frame) - expected) < 1e-9)
    }
  }

  @Test("Listing 11.2: in the end the timer has lost 17 ticks, and the display link none")
  func listing11_2() throws {
    let scene = try scene("11.2")
    for frame in 40...76 {
      let expected = bounced(min(Double(frame - 18) / 60, 1))
      let late = bounced(min(Double(frame - 17) / 60, 1))
      // A tick is up to 4 ms late, so that at its frame the one before still shows.
      let timer = try y("timer ball", of: scene, atFrame: frame)
      #expect(min(abs(timer - expected), abs(timer - late)) < 1e-9, "frame \(frame)")
    }
    #expect(try y("link ball", of: scene, atFrame: 61) == 268)
    #expect(try y("timer ball", of: scene, atFrame: 76) != 268)
    #expect(try y("timer ball", of: scene, atFrame: 78) == 268)
    let lost = try values("lost", of: scene, at: 1)[.bounds].width / 560
    #expect(abs(lost - 17.0 / 60) < 0.004)
  }

  @Test("Run loop modes: while tracking, those in the default mode stand still")
  func modes() throws {
    let scene = try scene("11-run-loop-modes")
    let names = ["timer default", "timer common", "link default", "link common"]
    for (frame, ticks) in [
      (17, [17, 17, 17, 17]), (41, [17, 41, 17, 41]), (42, [18, 42, 42, 42]),
      (70, [46, 60, 60, 60]),
    ] {
      for (name, tick) in zip(names, ticks) {
        let expected = bounced(Double(tick) / 60, from: 60, to: 280)
        let found = try y(name, of: scene, atFrame: frame)
        #expect(abs(found - expected) < 1e-9, "\(name) at \(frame)")
      }
    }
  }

  @Test("A timer of the tracking mode moves only then; one of both modes never stops")
  func trackingMode() throws {
    let scene = try scene("11-tracking-mode")
    // The screen's ticks 18 to 41 fall into the 0.4 s of tracking.
    for (frame, ticks) in [(17, [0, 17, 17]), (18, [1, 18, 18]), (30, [13, 30, 30])] {
      for (name, tick) in zip(["tracking", "default and tracking", "common"], ticks) {
        let expected = bounced(Double(tick) / 60, from: 60, to: 280)
        #expect(abs(try y(name, of: scene, atFrame: frame) - expected) < 1e-9, "\(name) \(frame)")
      }
    }
    #expect(
      abs(try y("tracking", of: scene, atFrame: 100) - bounced(0.4, from: 60, to: 280)) < 1e-9)
  }

  @Test("Listing 11.1: a touch resets the ball, and its timer is the only one from then on")
  func replay() throws {
    let scene = try scene("11.1-replay")
    for frame in 0..<36 {
      #expect(abs(try y("ball", of: scene, atFrame: frame) - bounced(Double(frame) / 60)) < 1e-9)
    }
    for frame in 36..<120 {
      let expected = bounced(min(Double(frame - 36) / 60, 1))
      #expect(abs(try y("ball", of: scene, atFrame: frame) - expected) < 1e-9, "frame \(frame)")
    }
  }

  @Test("Custom easing: the label shows where the view is, beyond 250 and back")
  func easing() throws {
    let scene = try scene("003-easing")
    var largest = 0.0
    for frame in 0..<90 {
      let time = Double(frame) / 60
      let x = try values("view", of: scene, at: time)[.transform].m41
      let label = try values("label", of: scene, at: time)[.string].string
      #expect(label.wholeMatch(of: /-?\d+\.\d\d/) != nil)
      #expect(abs(try #require(Double(label)) - x) <= 0.005 + 1e-9)
      largest = max(largest, x)
    }
    // The curve y(s) = 4.53 s^2 (1-s) + s^3 is largest where y' = 9.06 s - 10.59 s^2 = 0: 1.1052 at
    // s = 0.8555.
    #expect(abs(largest - 1.1052 * 250) < 0.3)
  }

  @Test("Hierarchical time: at 1 s the squares stand where the scene says")
  func hierarchy() throws {
    let scene = try scene("9.2-hierarchy")
    let angles = scene.presentation(at: 1).sublayers.flatMap(\.sublayers).map { layer -> Double in
      let transform = layer.values[.transform]
      let degrees = atan2(transform.m12, transform.m11) * 180 / .pi
      return (degrees + 360).truncatingRemainder(dividingBy: 360)
    }
    for (angle, expected) in zip(angles, [180.0, 270, 90, 0, 90, 180]) {
      #expect(abs(angle - expected) < 1e-6)
    }
  }

  @Test("Manual animation: the knob, the label and the door are at the subtree's time")
  func manual() throws {
    let scene = try scene("9.3-manual")
    for frame in 0...240 {
      let time = Double(frame) / 60
      let offset = try values("subtree", of: scene, at: time)[.timeOffset]
      let knob = try values("knob", of: scene, at: time)[.position].x
      #expect(abs(knob - (50 + 200 * offset)) < 1e-9)
      let label = try values("time", of: scene, at: time)[.string].string
      #expect(label == String(format: "timeOffset %.2f", offset))
      let door = try values("door", of: scene, at: time)[.transform]
      #expect(abs(door.m11 - cos(offset * 80 * .pi / 180)) < 1e-9)
      // The eye is 500 points in front of the door, whose free edge comes nearer.
      let eye = try values("subtree", of: scene, at: time)[.sublayerTransform]
      #expect(abs(eye.m34 + 1.0 / 500) < 1e-12 && door.m13 >= 0)
    }
  }
}
