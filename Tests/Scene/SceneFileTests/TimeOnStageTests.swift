import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming
import Testing

@testable import RostrumSceneFile

@Suite("Time on stage, and animations that hold")
struct TimeOnStageTests {
  private func scene(_ layers: String, _ header: String = "duration: 9") throws -> Scene {
    return try load("size: [10, 10]\n\(header)\nlayers:\n\(layers)").loaded()
  }

  private func isHidden(_ scene: Scene, at time: Double, path: [Int] = [0]) -> Bool {
    var layer = scene.presentation(at: time).sublayers[path[0]]
    for index in path.dropFirst() { layer = layer.sublayers[index] }
    return layer.values[.hidden]
  }

  @Test(
    "A layer shows from in, inclusive, to out, exclusive, at any frame",
    arguments: ["", ", beginTime: 0.7", ", beginTime: 0.1, speed: 3, timeOffset: 0.3"])
  func inAndOut(_ clock: String) throws {
    let scene = try scene("  - {in: 0.7, out: 2.1\(clock)}")
    for (time, hidden) in [
      (0, true), (0.7.nextDown - 1e-9, true), (0.7, false), (1, false), (2.1 - 1e-9, false),
      (2.1, true), (8, true),
    ] {
      #expect(isHidden(scene, at: time) == hidden, "at \(time)")
    }
  }

  @Test("Either may be left out, and both are times of the superlayer")
  func one() throws {
    let scene = try scene("  - {in: 2}\n  - {out: 2}\n  - {speed: 2, sublayers: [{in: 2, out: 4}]}")
    #expect([1.9, 2, 8].map { isHidden(scene, at: $0) } == [true, false, false])
    #expect([0, 1.9, 2].map { isHidden(scene, at: $0, path: [1]) } == [false, false, true])
    #expect(
      [0.9, 1, 1.9, 2].map { isHidden(scene, at: $0, path: [2, 0]) } == [true, false, false, true])
  }

  @Test("Without a duration, the scene lasts until the last layer has come or gone")
  func duration() throws {
    let scene = try scene("  - {in: 1, out: 3}\n  - {in: 2}", "fps: 10")
    #expect(abs(scene.clock.duration - 3) < 1e-5)
  }

  @Test(
    "What cannot be is an error",
    arguments: [
      ("{in: 2, out: 2}", "out has to lie after in, which is 2"),
      ("{in: 2, speed: 0}", "in and out need a layer whose clock runs forwards; its speed is 0"),
      ("{out: 2, hidden: false}", "in and out say when the layer is hidden"),
      (
        "{animations: [{type: basic, keyPath: opacity, toValue: 0, duration: 1, hold: true, "
          + "fillMode: both}]}", "both hold and fillMode"
      ),
      (
        "{animations: [{type: basic, keyPath: opacity, toValue: 0, duration: 1, hold: true, "
          + "removedOnCompletion: false}]}", "both hold and removedOnCompletion"
      ),
    ])
  func mistakes(_ layer: String, _ message: String) {
    let result = load("size: [10, 10]\nduration: 9\nlayers: [\(layer)]")
    #expect(result.diagnostics.map(\.message) == [message])
  }

  @Test(
    "Animations by key path are the list of the same",
    arguments: [
      ("opacity: {toValue: 0.2}", "{type: basic, keyPath: opacity, toValue: 0.2}"),
      (
        "opacity: {values: [0, 0.4, 0.1]}",
        "{type: keyframe, keyPath: opacity, values: [0, 0.4, 0.1]}"
      ),
      (
        "position: {path: M 0 0 L 50 50}",
        "{type: keyframe, keyPath: position, path: M 0 0 L 50 50}"
      ),
      (
        "position.x: {type: spring, toValue: 40}, opacity: {byValue: -0.5}",
        "{type: spring, keyPath: position.x, toValue: 40}, {type: basic, keyPath: opacity, byValue: -0.5}"
      ),
      ("", ""),
    ])
  func keyed(_ mapping: String, _ list: String) throws {
    func values(_ animations: String) throws -> [[Double]] {
      let scene = try scene("  - {animations: \(animations)}", "duration: 9\n\(Self.longDefaults)")
      return stride(from: 0, through: 2.5, by: 0.25).map {
        let values = scene.presentation(at: $0).sublayers[0].values
        return [values[.opacity], values[.position].x, values[.position].y]
      }
    }
    #expect(try values("{\(mapping)}") == values("[\(list)]"))
    #expect(try (Set(values("{\(mapping)}")).count > 1) == !mapping.isEmpty)
  }

  private static let longDefaults = "styles: {animation: {duration: 2}}"

  @Test("A component's animations come before its user's, whichever way each is written")
  func keyedInComponents() throws {
    func animations(_ keyPath: String, _ isKeyed: Bool) -> String {
      isKeyed
        ? "{\(keyPath): {toValue: 0}}" : "[{type: basic, keyPath: \(keyPath), toValue: 0}]"
    }
    for (isInnerKeyed, isOwnKeyed) in [(false, true), (true, false), (true, true), (false, false)] {
      let inner = animations("opacity", isInnerKeyed)
      let scene = try scene(
        "  - {use: a, animations: \(animations("zPosition", isOwnKeyed))}",
        "duration: 9\ncomponents: {a: {layer: {animations: \(inner)}}}")
      let attached = scene.root.sublayers[0].epochs[0].animations
      #expect(attached.map { $0.animation.keyPaths.map(\.name) } == [["opacity"], ["zPosition"]])
    }
  }

  @Test(
    "An animation that holds is one that fills on both sides and stays",
    arguments: [
      "type: basic, keyPath: opacity, toValue: 0.2",
      "type: keyframe, keyPath: opacity, values: [0, 0.4]",
      "type: spring, keyPath: opacity, toValue: 0.2",
      "type: group, animations: [{type: basic, keyPath: opacity, toValue: 0.1, fillMode: both}]",
    ])
  func holds(_ animation: String) throws {
    func values(_ end: String) throws -> [Double] {
      let scene = try scene(
        "  - {animations: [{\(animation), duration: 1, beginTime: 1, \(end)}]}")
      return [0, 0.9, 1, 1.5, 2, 5].map {
        scene.presentation(at: $0).sublayers[0].values[.opacity]
      }
    }
    let held = try values("hold: true")
    #expect(try held == values("fillMode: both, removedOnCompletion: false"))
    #expect(try held != values("hold: false"))
  }
}
