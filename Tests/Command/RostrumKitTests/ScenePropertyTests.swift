import RostrumGeometry
import RostrumLayerTree
import RostrumKit
import TestSupport
import Testing
import RostrumTiming

/// Properties of all scenes, tested on generated ones. Times are multiples of 1/64, so that halves
/// and mirrored times are exact.
@Suite("Properties of generated scenes")
struct ScenePropertyTests {
  static let seeds = Array<UInt64>(0..<10)

  private func scenes(_ seed: UInt64, count: Int = 200, hasEvents: Bool = false) -> [Scene] {
    (0..<count).map {
      GeneratedScene.scene(seed: seed * 10_000 + UInt64($0), hasEvents: hasEvents)
    }
  }

  private func values(_ layer: PresentationLayer) -> [LayerValues] { layer.subtree.map(\.values) }

  @Test("The state at a time is the same alone, in a sequence and backwards", arguments: seeds)
  func alone(_ seed: UInt64) {
    var random = RandomSource(seed: seed)
    for scene in scenes(seed, hasEvents: true) {
      let times = (0..<8).map { _ in Double.random(in: -0.5...2, using: &random) }.sorted()
      let inOrder = times.map { values(scene.presentation(at: $0)) }
      for (time, expected) in zip(times, inOrder).reversed() {
        #expect(values(scene.presentation(at: time)) == expected)
      }
    }
  }

  @Test("In a layer of speed 2 everything happens in half the time", arguments: seeds)
  func speed(_ seed: UInt64) {
    for scene in scenes(seed) {
      let fast = Layer(
        index: 1000, name: "fast", layerClass: .plain, values: LayerValues(),
        clock: LayerClock(speed: 2), sublayers: scene.root.sublayers)
      for step in [0, 7, 20, 32, 45, 90] {
        let time = Double(step) / 64
        let inside = fast.presentation(at: time).sublayers.flatMap(values)
        #expect(inside == scene.presentation(at: 2 * time).sublayers.flatMap(values))
      }
    }
  }

  /// Every animation of the scenes, with the layer that it belongs to.
  private func animations(_ seed: UInt64) -> [(layer: Layer, animation: any Animation)] {
    scenes(seed).flatMap(\.layers).flatMap { layer in
      layer.animations.map { (layer, $0) }
    }
  }

  private func values(
    of layer: Layer, after animation: any Animation, at time: Double
  ) -> LayerValues {
    var values = layer.values
    animation.apply(to: &values, at: time)
    return values
  }

  @Test("What autoreverses runs back as it came", arguments: seeds)
  func autoreverse(_ seed: UInt64) {
    for (layer, animation) in animations(seed) {
      var there = animation
      there.timing = MediaTiming(duration: 1, autoreverses: true)
      for step in [0, 5, 17, 31, 50, 63] {
        let time = Double(step) / 64
        let forth = values(of: layer, after: there, at: time)
        #expect(forth == values(of: layer, after: there, at: 2 - time))
      }
    }
  }

  @Test("A group of one child equals the child, whatever that is", arguments: seeds)
  func groupOfOne(_ seed: UInt64) {
    for (layer, animation) in animations(seed) {
      let group = AnimationGroup(animations: [animation], timing: MediaTiming(duration: 2))
      // A group does not remove its children.
      var child = animation
      child.timing.isRemovedOnCompletion = false
      for step in [0, 3, 20, 41, 64, 100, 128] {
        let time = Double(step) / 64
        let alone = values(of: layer, after: child, at: time)
        #expect(values(of: layer, after: group, at: time) == alone)
      }
    }
  }

  @Test("Baking is direct evaluation at every frame", arguments: seeds)
  func baking(_ seed: UInt64) throws {
    for scene in scenes(seed, hasEvents: true) {
      let baked = BakedScene(scene).scene
      let times = (0..<scene.clock.frameCount).map(scene.clock.time(ofFrame:))
      let differing = times.filter { time in
        values(scene.presentation(at: time)).map(\.visible)
          != values(baked.presentation(at: time)).map(\.visible)
      }
      #expect(differing.isEmpty, "\(scene.layers)")
    }
  }

  @Test("Nothing is NaN or infinite at any finite time", arguments: seeds)
  func finite(_ seed: UInt64) {
    let times = [-1e300, -1e6, 1e-300, 0.37, 1e15, 1e300]
    for scene in scenes(seed, hasEvents: true) {
      for time in times {
        for layer in scene.presentation(at: time).subtree {
          let infinite = layer.layerClass.properties.filter { !layer.values[any: $0].isFinite }
          #expect(infinite.isEmpty, "\(infinite.map(\.name)) at \(time)")
        }
      }
    }
  }
}
