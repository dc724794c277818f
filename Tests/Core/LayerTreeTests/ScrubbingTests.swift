import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@Suite("An animated time offset")
struct ScrubbingTests {
  private let fade = BasicAnimation(
    keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(0), to: .number(1)),
    timing: MediaTiming(duration: 1, fillMode: .both, isRemovedOnCompletion: false))

  private let drag = KeyframeAnimation(
    keyPath: keyPath("timeOffset"), values: [0, 1, 0.3, 0.8, 0].map { .number($0) },
    keyTimes: [0, 0.25, 0.5, 0.75, 1], timing: MediaTiming(duration: 4))

  private func layer(
    _ index: Int, _ animations: [any Animation] = [], clock: LayerClock = LayerClock(),
    sublayers: [Layer] = []
  ) -> Layer {
    Layer(
      index: index, name: "\(index)", layerClass: .plain, values: LayerValues(), clock: clock,
      animations: animations, sublayers: sublayers)
  }

  @Test(
    "It scrubs the layer and everything below it",
    arguments: [
      (0.0, 0.0), (0.5, 0.5), (1, 1), (1.5, 0.65), (2, 0.3), (2.5, 0.55), (3, 0.8), (3.5, 0.4),
      (4, 0), (5, 0),
    ])
  func table(time: Double, expected: Double) {
    let inner = layer(3, [fade])
    let tree = layer(
      1, [drag, fade], clock: LayerClock(speed: 0),
      sublayers: [layer(2, [fade], sublayers: [inner])])
    let shown = tree.presentation(at: time)
    let all = [shown, shown.sublayers[0], shown.sublayers[0].sublayers[0]]
    for layer in all { #expect(abs(layer.values[.opacity] - expected) < 1e-12) }
    #expect(abs(shown.values[.timeOffset] - expected) < 1e-12)
  }

  @Test("Its animation runs in the superlayer's time, also when that runs otherwise")
  func superlayer() {
    let scrubbed = layer(2, [drag], clock: LayerClock(speed: 0), sublayers: [layer(3, [fade])])
    let tree = layer(1, clock: LayerClock(beginTime: 1, speed: 2), sublayers: [scrubbed])
    let opacity = { (time: Double) in
      tree.presentation(at: time).sublayers[0].sublayers[0].values[.opacity]
    }
    #expect(abs(opacity(1.25) - 0.5) < 1e-12)
    #expect(abs(opacity(2) - 0.3) < 1e-12)
    #expect(abs(tree.endTime - 3) < 1e-12)
  }

  @Test("Two scrubbed layers in each other multiply nothing: the inner one's offset is its time")
  func nested() {
    let inner = layer(2, [drag], clock: LayerClock(speed: 0), sublayers: [layer(3, [fade])])
    let slow = BasicAnimation(
      keyPath: keyPath("timeOffset"), ends: AnimationEnds(from: .number(0), to: .number(4)),
      timing: MediaTiming(duration: 8))
    let outer = layer(1, [slow], clock: LayerClock(speed: 0), sublayers: [inner])
    let value = outer.presentation(at: 3).sublayers[0].sublayers[0].values[.opacity]
    #expect(abs(value - 0.65) < 1e-12)
    #expect(outer.endTime == 8)
  }

  @Test("On a running clock the animated offset is added to the time")
  func running() {
    let shift = BasicAnimation(
      keyPath: keyPath("timeOffset"), ends: AnimationEnds(from: .number(0), to: .number(0.5)),
      timing: MediaTiming(duration: 0.25, fillMode: .both, isRemovedOnCompletion: false))
    let tree = layer(1, [shift], clock: LayerClock(speed: 1), sublayers: [layer(2, [fade])])
    let value = tree.presentation(at: 0.125).sublayers[0].values[.opacity]
    #expect(abs(value - 0.375) < 1e-12)
    #expect(abs(tree.endTime - 0.5) < 1e-12)
  }

  @Test("The end is where the scrubbing ends; never, when that never ends")
  func endTimes() {
    let still = layer(1, [drag], clock: LayerClock(speed: 0), sublayers: [layer(2, [fade])])
    #expect(still.endTime == 4)
    let forever = BasicAnimation(
      keyPath: keyPath("timeOffset"), ends: AnimationEnds(to: .number(1)),
      timing: MediaTiming(duration: 1, repeatCount: .infinity))
    #expect(layer(1, [forever], clock: LayerClock(speed: 0)).endTime == .infinity)
    let inner = BasicAnimation(
      keyPath: keyPath("opacity"), ends: AnimationEnds(to: .number(0)),
      timing: MediaTiming(duration: 1, repeatCount: .infinity))
    let held = layer(1, [drag], clock: LayerClock(speed: 0), sublayers: [layer(2, [inner])])
    #expect(held.endTime == 4)
  }

  @Test("After its end nothing changes any more, on generated trees", arguments: 0..<50)
  func quietAfterEnd(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let shift = BasicAnimation(
      keyPath: keyPath("timeOffset"),
      ends: AnimationEnds(to: .number(Double.random(in: -3...3, using: &random))),
      timing: MediaTiming(
        beginTime: Double.random(in: 0...1, using: &random),
        duration: Double.random(in: 0.1...2, using: &random),
        fillMode: FillMode.allCases.randomElement(using: &random) ?? .both,
        isRemovedOnCompletion: Bool.random(using: &random)))
    let speed: Double = [0.0, 0.5, 1, 2].randomElement(using: &random) ?? 1
    let tree = layer(
      1, [shift], clock: LayerClock(speed: speed, timeOffset: 0.2), sublayers: [layer(2, [fade])])
    let after = tree.presentation(at: tree.endTime + 0.001).sublayers[0].values
    for delay in [0.01, 0.5, 3, 100] {
      #expect(tree.presentation(at: tree.endTime + delay).sublayers[0].values == after)
    }
  }

  @Test("A layer that nothing else changes stays the same object while its superlayer is scrubbed")
  func constants() {
    let tree = layer(
      1, [drag], clock: LayerClock(speed: 0), sublayers: [layer(2), layer(3, [fade])])
    let (a, b) = (tree.presentation(at: 0.2), tree.presentation(at: 0.4))
    #expect(a.sublayers[0] === b.sublayers[0])
    #expect(a.sublayers[1] !== b.sublayers[1])
  }

  @Test("The clock is sampled like other properties")
  func sampled() {
    let tree = layer(1, clock: LayerClock(beginTime: 0.5, speed: 2, timeOffset: 0.25))
    let values = tree.presentation(at: 9).values
    #expect(values[.timeOffset] == 0.25)
    #expect(values[.speed] == 2)
    #expect(values[.beginTime] == 0.5)
    #expect(!LayerClass.plain.animatableKeyPaths.map(\.name).contains("speed"))
  }
}
