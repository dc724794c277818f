import TestSupport
import Testing
import RostrumTiming

private func spring(
  _ m: Double, _ k: Double, _ c: Double, _ v: Double, overdamped: Bool = false
) throws -> Spring {
  try #require(
    Spring(
      mass: m, stiffness: k, damping: c, initialVelocity: v, allowsOverdamping: overdamped))
}

/// Section 6: values measured on macOS.
@Suite("Springs: measured values")
struct MeasuredSpringTests {
  static let early: [(damping: Double, velocity: Double, percent: Double)] = [
    (10, 0, 10.44055), (20, 0, 9.02040), (30, 0, 9.02040), (10, 5, 29.30781), (10, -5, -8.42671),
  ]

  @Test("After 0.05 s", arguments: early)
  func value(damping: Double, velocity: Double, percent: Double) throws {
    let spring = try spring(1, 100, damping, velocity)
    #expect(abs(100 * spring.value(at: 0.05) - percent) < 1e-5)
  }

  static let settling: [(m: Double, k: Double, c: Double, v: Double, seconds: Double)] = [
    (1, 100, 10, 0, 1.4727003346780927), (1, 300, 20, 0, 0.7442555275721707),
    (2, 100, 5, 0, 5.658348137358159), (1, 100, 10, 5, 1.3815510557964275),
    (1, 100, 10, -5, 1.5350814063145797), (1, 100, 20, 0, 1), (1, 25, 10, 0, 1.9),
    (1, 1, 2, 0, 9.3), (1, 100, 1, 0, 13.91321015404625),
    (1, 100, 0, 0, Double(Float.greatestFiniteMagnitude)),
  ]

  @Test("Settling durations", arguments: settling)
  func settles(m: Double, k: Double, c: Double, v: Double, seconds: Double) throws {
    let spring = try spring(m, k, c, v)
    #expect(abs(spring.settlingDuration - seconds) <= 1e-12 * seconds)
  }

  @Test("A perceptual spring's settling duration")
  func perceptual() throws {
    let spring = try #require(Spring(perceptualDuration: 1, bounce: 0.5))
    #expect(abs(spring.settlingDuration - 2.3438753795710707) < 1e-12)
  }

  // The steps of 0.1 are added up, so the sum's rounding shows.
  @Test("Critical springs settle at a sum of tenths")
  func tenths() throws {
    let sum = (0..<93).reduce(0.0) { time, _ in time + 0.1 }
    #expect(try spring(1, 1, 2, 0).settlingDuration == sum)
  }
}

@Suite("Springs: the motion")
struct SpringMotionTests {
  // Integrated apart from this code, by Runge-Kutta in 200000 steps.
  static let integrated: [(Spring?, at: Double, value: Double, velocity: Double)] = [
    (Spring(), 0.3, 1.1243547674084033, 1.3324264401805348),
    (
      Spring(mass: 2, stiffness: 50, damping: 1, initialVelocity: 3), 0.7, 1.6271334761233747,
      -3.7754204078618585
    ),
    (Spring(damping: 20, initialVelocity: -2), 0.25, 0.6716600055044069, 2.2983799614691462),
    (
      Spring(damping: 60, initialVelocity: 4, allowsOverdamping: true), 0.4, 0.5168895731174348,
      0.8288864502246609
    ),
    (
      Spring(damping: 20.0000001, allowsOverdamping: true), 0.2, 0.5939941484856966,
      2.706705655709845
    ),
    (Spring(damping: 0, initialVelocity: 1), 1.1, 0.8955752813568909, -9.995476367519041),
    (
      Spring(mass: 3, stiffness: 20, damping: 200, allowsOverdamping: true), 5,
      0.39301221313120616, 0.06079010102802711
    ),
  ]

  @Test("Value and velocity solve the equation of motion", arguments: integrated)
  func motion(spring: Spring?, at time: Double, value: Double, velocity: Double) throws {
    let spring = try #require(spring)
    #expect(abs(spring.value(at: time) - value) < 1e-9)
    #expect(abs(spring.velocity(at: time) - velocity) < 1e-8)
  }

  static func random(_ source: inout RandomSource) -> Spring {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &source) }
    return Spring(
      mass: number(0.1...5), stiffness: number(1...500), damping: number(0...80),
      initialVelocity: number(-10...10), allowsOverdamping: .random(using: &source)) ?? .default
  }

  @Test("At the release the value is 0 and moves at the initial velocity")
  func release() {
    var source = RandomSource(seed: 60)
    for _ in 0..<2000 {
      let spring = Self.random(&source)
      #expect([-1, -0.0, 0].map(spring.value(at:)) == [0, 0, 0])
      #expect(spring.velocity(at: 0) == spring.initialVelocity)
      #expect(abs(spring.value(at: 1e-9) - 1e-9 * spring.initialVelocity) < 1e-13)
    }
  }

  @Test("Velocity is the slope of the value")
  func velocityIsSlope() {
    var source = RandomSource(seed: 61)
    for _ in 0..<5000 {
      let spring = Self.random(&source)
      let time = Double.random(in: 0.01...3, using: &source)
      let quotient = (spring.value(at: time + 1e-6) - spring.value(at: time - 1e-6)) / 2e-6
      #expect(abs(spring.velocity(at: time) - quotient) < 1e-4, "\(spring) at \(time)")
    }
  }

  @Test("Passing the critical ratio changes nothing abruptly", arguments: [0, 5, -5.0, 12])
  func continuity(velocity: Double) throws {
    let critical = try spring(1, 100, 20, velocity, overdamped: true)
    for exponent in 3...15 {
      for sign in [1.0, -1] {
        let distance = sign * 20 * (0..<exponent).reduce(1.0) { product, _ in product / 10 }
        let near = try spring(1, 100, 20 + distance, velocity, overdamped: true)
        for time in [0.01, 0.1, 0.5, 2, 10] {
          let error = abs(near.value(at: time) - critical.value(at: time))
          #expect(error < abs(distance) + 1e-14, "\(distance) at \(time)")
        }
      }
    }
  }

  @Test("Without leave, damping beyond the critical acts as the critical")
  func limitedDamping() throws {
    let limited = try spring(1, 100, 30, 0)
    #expect(limited.dampingRatio == 1 && limited.damping == 30)
    #expect(limited.value(at: 0.2) == (try spring(1, 100, 20, 0)).value(at: 0.2))
    #expect(try spring(1, 100, 30, 0, overdamped: true).dampingRatio == 1.5)
  }

  @Test("From the settling duration on, an underdamped spring released at rest stays within 0.1 %")
  func stays() {
    var source = RandomSource(seed: 62)
    for _ in 0..<1000 {
      let spring = Self.random(&source)
      guard spring.dampingRatio < 1, spring.dampingRatio > 0.001 else { continue }
      for factor in stride(from: 1, through: 3, by: 0.1) {
        #expect(abs(spring.value(at: factor * spring.settlingDuration) - 1) < 0.001 + 1e-12)
      }
    }
  }

  @Test("Undamped springs swing for ever and stay finite")
  func undamped() throws {
    let spring = try spring(1, 100, 0, 0)
    for time in [0.1, 1e3, 1e15, 1e300, .greatestFiniteMagnitude] {
      #expect((0...2).contains(spring.value(at: time)))
      #expect(abs(spring.velocity(at: time)) <= 10)
    }
  }

  @Test(
    "Slow springs have a settling duration too, where they come to rest",
    arguments: [
      (1, 1e-6, 0.002), (1, 1e-12, 2e-6), (1, 1, 1e6), (5, 0.001, 100),
    ] as [(Double, Double, Double)])
  func slow(m: Double, k: Double, c: Double) throws {
    let spring = try spring(m, k, c, 0, overdamped: true)
    #expect(spring.settlingDuration.isFinite && spring.settlingDuration > 1000)
    #expect(abs(spring.value(at: spring.settlingDuration) - 0.999) < 1e-9)
  }

  @Test("No valid spring gives NaN")
  func noNaN() {
    var source = RandomSource(seed: 63)
    let numbers = [
      1e-300, .leastNonzeroMagnitude, 1e-12, 1, 1e12, 1e150, 1e300, .greatestFiniteMagnitude,
    ]
    func pick() -> Double { numbers.randomElement(using: &source) ?? 1 }
    var accepted = 0
    for _ in 0..<3000 {
      guard
        let spring = Spring(
          mass: pick(), stiffness: pick(), damping: Bool.random(using: &source) ? pick() : 0,
          initialVelocity: Bool.random(using: &source) ? pick() : 0,
          allowsOverdamping: .random(using: &source))
      else { continue }
      accepted += 1
      #expect(spring.settlingDuration.isFinite && spring.settlingDuration >= 0)
      for time in [0, .leastNonzeroMagnitude, 1e-9, 1, 1e9, 1e300, .greatestFiniteMagnitude] {
        #expect(!spring.value(at: time).isNaN, "\(spring) at \(time)")
        #expect(!spring.velocity(at: time).isNaN, "\(spring) at \(time)")
      }
    }
    #expect(accepted > 300)
  }
}

@Suite("Springs: their parameters")
struct SpringParameterTests {
  @Test("The defaults are Core Animation's")
  func defaults() throws {
    let spring = try #require(Spring())
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10)
    #expect(spring.initialVelocity == 0 && !spring.allowsOverdamping)
    #expect(spring == .default)
  }

  static let invalid: [(Double, Double, Double, Double)] = [
    (0, 100, 10, 0), (-1, 100, 10, 0), (1, 0, 10, 0), (1, -1, 10, 0), (1, 100, -1, 0),
    (.nan, 100, 10, 0), (1, .infinity, 10, 0), (1, 100, .nan, 0), (1, 100, .infinity, 0),
    (1, 100, 10, .nan), (1, 100, 10, .infinity), (.leastNonzeroMagnitude, 1e300, 1, 0),
    (1e300, .leastNonzeroMagnitude, 1, 0),
  ]

  @Test("What cannot swing is refused", arguments: invalid)
  func refuses(m: Double, k: Double, c: Double, v: Double) {
    #expect(Spring(mass: m, stiffness: k, damping: c, initialVelocity: v) == nil)
  }

  // Section 6: (0.5, 0.3) is (1, 157.91, 17.59); (1, 100, 10) is about (0.628, 0.5).
  @Test("Perceptual duration and bounce convert both ways")
  func perceptual() throws {
    let spring = try #require(Spring(perceptualDuration: 0.5, bounce: 0.3))
    #expect(spring.mass == 1 && spring.allowsOverdamping)
    #expect(abs(spring.stiffness - 157.91367) < 1e-5)
    #expect(abs(spring.damping - 17.592919) < 1e-6)
    #expect(abs(Spring.default.perceptualDuration - 0.6283185) < 1e-7)
    #expect(Spring.default.bounce == 0.5)
  }

  @Test("The conversion is its own inverse", arguments: [-0.9, -0.5, 0, 0.25, 0.7, 1])
  func inverse(bounce: Double) throws {
    for duration in [0.01, 0.35, 1, 7.3, 100] {
      let spring = try #require(Spring(perceptualDuration: duration, bounce: bounce))
      #expect(abs(spring.perceptualDuration - duration) < 1e-12 * duration)
      #expect(abs(spring.bounce - bounce) < 1e-12)
    }
  }

  @Test("No bounce is exactly critical, whatever the duration rounds to")
  func exactlyCritical() {
    for step in 1...1000 {
      let spring = Spring(perceptualDuration: Double(step) / 100, bounce: 0)
      #expect(spring?.dampingRatio == 1)
    }
  }

  @Test("The critical damping of any mass and stiffness is exactly critical")
  func criticalDamping() {
    var source = RandomSource(seed: 64)
    for _ in 0..<1000 {
      let mass = Double.random(in: 0.1...9, using: &source)
      let stiffness = Double.random(in: 1...900, using: &source)
      let damping = 2 * (mass * stiffness).squareRoot()
      let spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
      #expect(spring?.dampingRatio == 1)
    }
    #expect(Spring(damping: 1e-16).map { $0.dampingRatio > 0 } == true)
  }

  @Test(
    "Values outside the perceptual ranges are refused",
    arguments: [(0, 0), (-1, 0), (1, -1), (1, 1.01), (.nan, 0), (1, .nan), (.infinity, 0)])
  func refusesPerceptual(duration: Double, bounce: Double) {
    #expect(Spring(perceptualDuration: duration, bounce: bounce) == nil)
  }
}
