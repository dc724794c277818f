import RostrumGeometry
import RostrumLayerTree
import Testing
import RostrumTiming

/// Numbers of single sentences that no table holds.
@Suite("Single numbers (sections 1, 5 and 8)")
struct RemainingNumberTests {
  @Test(
    "A part of an animation: a group as long as the part, its child moved by where it starts (1.8)")
  func partOfAnimation() {
    let child = BasicAnimation(
      keyPath: keyPath("position.x"), ends: AnimationEnds(from: .number(0), to: .number(100)),
      timing: MediaTiming(duration: 4, timeOffset: 1, fillMode: .both))
    let group = AnimationGroup(animations: [child], timing: MediaTiming(duration: 2))
    for (time, expected) in [(0.0, 25.0), (1, 50), (2, 75)] {
      #expect(value(of: keyPath("position.x"), after: group, at: time) == .number(expected))
    }
  }

  @Test("A child's begin time counts from its group's start (1.8)")
  func childBegin() {
    let child = BasicAnimation(
      keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(0), to: .number(1)),
      timing: MediaTiming(beginTime: 1, duration: 1))
    let group = AnimationGroup(
      animations: [child], timing: MediaTiming(beginTime: 10, duration: 2, speed: 2))
    #expect(opacity([group], model: 0.9, at: 10.25) == 0.9)
    #expect(opacity([group], model: 0.9, at: 10.75) == 0.5)
  }

  @Test("Segments without a timing function of their own are linear (5.3)")
  func missingFunctions() {
    let animation = KeyframeAnimation(
      keyPath: keyPath("opacity"), values: [0, 1, 0].map(Value.number),
      timingFunctions: [.easing(.quadraticEaseIn)], timing: oneSecond)
    #expect(opacity([animation], at: 0.25) == 0.25)
    #expect(opacity([animation], at: 0.75) == 0.5)
  }

  @Test("A timer and a display link take value functions too (3.5)")
  func steppedFunction() {
    for driver in [StepDriver.timer(TickSchedule()), .displayLink(TickSchedule())] {
      let animation = SteppedAnimation(
        BasicAnimation(
          keyPath: keyPath("transform"), ends: AnimationEnds(to: .number(2 * .pi)),
          timing: oneSecond, valueFunction: .rotateZ), driver: driver)
      let half = value(of: keyPath("transform"), after: animation, at: 0.5).transform
      #expect(abs(half.m11 + 1) < 1e-9)
      #expect(abs(half.m12) < 1e-9)
    }
  }

  @Test("A group that animates the clock with other properties moves only those")
  func mixedGroup() {
    let group = AnimationGroup(
      animations: ["timeOffset", "opacity"].map {
        BasicAnimation(
          keyPath: keyPath($0), ends: AnimationEnds(from: .number(0), to: .number(1)),
          timing: oneSecond)
      }, timing: oneSecond)
    let layer = Layer(
      index: 0, name: "a", layerClass: .plain, values: LayerValues(), animations: [group])
    let shown = layer.presentation(at: 0.5)
    #expect(shown.values[.opacity] == 0.5)
    #expect(keyPath("timeOffset").value(in: shown.values) == .number(0))
  }
}
