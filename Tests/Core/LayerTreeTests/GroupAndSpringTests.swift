import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@Suite("Groups and springs (sections 1.8 and 6)")
struct GroupAndSpringTests {
  private func fade(_ timing: MediaTiming) -> BasicAnimation {
    BasicAnimation(
      keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(0), to: .number(1)),
      timing: timing)
  }

  @Test("A group cuts its children off at its end and never stretches them")
  func clips() {
    let group = AnimationGroup(
      animations: [fade(MediaTiming(duration: 2))], timing: MediaTiming(duration: 1))
    #expect(abs(opacity([group], at: 0.5) - 0.25) < 1e-12)
    #expect(abs(opacity([group], at: 1) - 0.5) < 1e-12)
    #expect(opacity([group], model: 0.9, at: 1.1) == 0.9)
  }

  @Test("A child that has ended disappears while its group goes on")
  func childEnds() {
    let group = AnimationGroup(
      animations: [fade(MediaTiming(duration: 0.5))], timing: MediaTiming(duration: 1))
    #expect(abs(opacity([group], model: 0.9, at: 0.25) - 0.5) < 1e-12)
    #expect(opacity([group], model: 0.9, at: 0.75) == 0.9)
  }

  @Test("The group's repeats replay its children, its timing function bends their time")
  func composes() {
    let timing = MediaTiming(duration: 1, repeatCount: 2)
    let group = AnimationGroup(
      animations: [fade(oneSecond)], timing: timing, timingFunction: .bezier(.easeIn))
    let eased = CubicBezier.easeIn.value(at: 0.25)
    #expect(abs(opacity([group], at: 0.25) - eased) < 1e-12)
    #expect(abs(opacity([group], at: 1.25) - eased) < 1e-12)
  }

  @Test("Speeds multiply down the tree: 1.5 inside 2 is 3 times as fast")
  func speeds() {
    let child = fade(MediaTiming(duration: 3, speed: 1.5))
    let group = AnimationGroup(
      animations: [child], timing: MediaTiming(duration: 2, speed: 2))
    #expect(abs(opacity([group], at: 0.5) - 0.5) < 1e-12)
  }

  @Test("A group of one child equals the child, for thousands of generated timings")
  func groupOfOne() {
    var random = RandomSource(seed: 18)
    for _ in 0..<3000 {
      let duration = Double.random(in: 0.1...2, using: &random)
      let child = fade(
        MediaTiming(duration: duration, autoreverses: .random(using: &random)))
      let group = AnimationGroup(
        animations: [child], timing: MediaTiming(duration: child.timing.activeDuration))
      let time = Double.random(in: 0...3, using: &random)
      #expect(abs(opacity([group], at: time) - opacity([child], at: time)) < 1e-9)
    }
  }

  static let springs: [(Double, Double, Double)] = [
    (10, 0, 10.44055), (20, 0, 9.02040), (30, 0, 9.02040), (10, 5, 29.30781), (10, -5, -8.42671),
  ]

  @Test("A spring from 0 to 100, at a twentieth of a second (section 6)", arguments: springs)
  func spring(_ damping: Double, _ velocity: Double, _ expected: Double) throws {
    let spring = try #require(Spring(damping: damping, initialVelocity: velocity))
    let path = keyPath("position.x")
    let animation = SpringAnimation(
      BasicAnimation(
        keyPath: path, ends: AnimationEnds(from: .number(0), to: .number(100)), timing: oneSecond),
      spring: spring)
    let result = value(of: path, after: animation, at: 0.05).number
    #expect(abs(result - expected) < 1e-5)
  }
}
