import TestSupport
import Testing
import RostrumTiming

/// Semantics, A layer's clock: the numbers Apple's `convertTime` gives.
@Suite("Layer clocks: Apple's converted times")
struct ConvertedTimeTests {
  static let early = LayerClock(speed: 2, timeOffset: 3)
  static let root = LayerClock(beginTime: 1, speed: 2, timeOffset: 3)
  static let child = LayerClock(beginTime: 6, speed: 4, timeOffset: 5)
  static let sibling = LayerClock(beginTime: 8, speed: 0.5, timeOffset: 7)

  @Test("Between a root and its child")
  func rootAndChild() {
    let child = LayerClock(speed: 4, timeOffset: 5)
    #expect(child.localTime(parentTime: 10) == 45)
    #expect(child.parentTime(localTime: 10) == 1.25)
  }

  @Test("Between absolute time and the root")
  func absoluteAndRoot() {
    #expect(Self.root.localTime(parentTime: 10) == 21)
    #expect(Self.root.parentTime(localTime: 10) == 4.5)
  }

  @Test("Between absolute time and the child")
  func absoluteAndChild() {
    #expect(Self.child.localTime(parentTime: Self.root.localTime(parentTime: 10)) == 65)
    let inRoot = Self.child.parentTime(localTime: 10)
    #expect(inRoot.flatMap(Self.root.parentTime(localTime:)) == 3.125)
  }

  @Test("Between siblings")
  func siblings() {
    let inRoot = Self.sibling.parentTime(localTime: 10)
    #expect(inRoot.map(Self.child.localTime(parentTime:)) == 37)
  }

  // Apple shows 0 here, as if local time stopped before the layer's beginTime; the scene model
  // takes the plain formula.
  @Test("Before its begin time a layer's clock runs on")
  func noClamp() {
    let inRoot = Self.child.parentTime(localTime: 10)
    #expect(inRoot.map(Self.sibling.localTime(parentTime:)) == 6.625)
    #expect(Self.sibling.localTime(parentTime: 8) == 7)
    #expect(Self.sibling.localTime(parentTime: 10) == 8)
  }

  @Test("A paused layer has one time, and no way back from it")
  func paused() {
    let clock = LayerClock(speed: 0, timeOffset: 7)
    #expect(clock.localTime(parentTime: 10) == 7)
    #expect(clock.localTime(parentTime: -1e300) == 7)
    #expect(clock.parentTime(localTime: 7) == nil)
  }
}

@Suite("Layer clocks: changes of speed")
struct ClockChangeTests {
  // Semantics, Speed: pause at 2, resume at 5; three seconds are lost.
  @Test("Pausing and resuming loses the pause and nothing else")
  func pauseAndResume() {
    let paused = LayerClock().changed(toSpeed: 0, atParentTime: 2)
    #expect(paused.localTime(parentTime: 4.5) == 2)
    let resumed = paused.changed(toSpeed: 1, atParentTime: 5)
    #expect(resumed.localTime(parentTime: 5) == 2)
    #expect(resumed.localTime(parentTime: 7) == 4)
  }

  @Test("Turning back plays what was there, in reverse")
  func turnBack() {
    let clock = LayerClock().changed(toSpeed: -1, atParentTime: 3)
    #expect(clock.localTime(parentTime: 4) == 2)
    let animation = MediaTiming(beginTime: 1, duration: 4)
    let shown = animation.sample(at: clock.localTime(parentTime: 4)).directedProgress
    #expect(shown == animation.sample(at: 2).directedProgress)
  }

  @Test("Speeds multiply down the tree, and conversions are inverse")
  func properties() throws {
    var source = RandomSource(seed: 20)
    func clock() -> LayerClock {
      LayerClock(
        beginTime: .random(in: -9...9, using: &source), speed: .random(in: 0.1...4, using: &source),
        timeOffset: .random(in: -9...9, using: &source))
    }
    for _ in 0..<2000 {
      let (outer, inner) = (clock(), clock())
      let times = [3.0, 4.0].map { inner.localTime(parentTime: outer.localTime(parentTime: $0)) }
      #expect(abs(times[1] - times[0] - outer.speed * inner.speed) < 1e-10)
      let back = try #require(outer.parentTime(localTime: outer.localTime(parentTime: 3)))
      #expect(abs(back - 3) < 1e-9)
    }
  }

  @Test("Extreme numbers stay finite", arguments: [1e308, -1e308, .leastNonzeroMagnitude, 0, 1])
  func finite(number: Double) {
    for speed in [number, -number, 1e308] {
      let clock = LayerClock(beginTime: -number, speed: speed, timeOffset: number)
      #expect(clock.localTime(parentTime: number).isFinite)
      #expect(clock.parentTime(localTime: -number)?.isFinite != false)
    }
  }
}
