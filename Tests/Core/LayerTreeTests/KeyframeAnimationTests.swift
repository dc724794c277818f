import RostrumGeometry
import RostrumLayerTree
import Testing
import RostrumTiming

@Suite("Keyframe animations (section 5)")
struct KeyframeAnimationTests {
  static let times = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99]
  static let keyTimes = [0, 0.1, 0.6, 1]
  static let golden: [(CalculationMode, [Double]?, [Double])] = [
    (.linear, nil, [0, 0.15, 0.3, 0.6, 0.9, 0.9, 0.75, 0.6, 0.52, 0.58, 0.64, 0.694]),
    (.linear, keyTimes, [0, 0.5, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.55, 0.6, 0.65, 0.695]),
    (.discrete, nil, [0, 0, 0, 0, 1, 1, 0.5, 0.5, 0.5, 0.7, 0.7, 0.7]),
    (.discrete, keyTimes, [0, 0, 1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5]),
    (.paced, nil, [0, 0.085, 0.17, 0.34, 0.51, 0.68, 0.85, 0.98, 0.81, 0.64, 0.53, 0.683]),
    // Key times: paced ignores key times.
    (.paced, keyTimes, [0, 0.085, 0.17, 0.34, 0.51, 0.68, 0.85, 0.98, 0.81, 0.64, 0.53, 0.683]),
    (
      .cubic, nil,
      [
        0, 0.164344, 0.34725, 0.708, 0.96075, 0.9848, 0.8, 0.5792, 0.49165, 0.5296, 0.61795,
        0.693695,
      ]
    ),
    (
      .cubic, keyTimes,
      [
        0, 0.614583, 1, 1.006667, 0.9, 0.74, 0.586667, 0.5, 0.503125, 0.558333, 0.634375,
        0.694797,
      ]
    ),
  ]

  @Test("The measured values (Semantics, Values of key frames)", arguments: golden)
  func measured(_ mode: CalculationMode, _ keyTimes: [Double]?, _ expected: [Double]) {
    let animation = KeyframeAnimation(
      keyPath: keyPath("opacity"), values: [0, 1, 0.5, 0.7].map(Value.number), keyTimes: keyTimes,
      calculationMode: mode, timing: oneSecond)
    for (time, value) in zip(Self.times, expected) {
      // The published values of the cubic modes have six digits.
      let tolerance = mode == .cubic ? 6e-7 : 1e-9
      #expect(abs(opacity([animation], at: time) - value) < tolerance, "at \(time)")
    }
  }

  @Test(
    "With as many key times as values, the last discrete value never shows (Semantics, Key times)")
  func lastDiscreteValue() {
    let values = [0, 1, 0.5, 0.7].map(Value.number)
    for (keyTimes, expected) in [(Self.keyTimes, 0.5), (Self.keyTimes.dropLast() + [0.8, 1], 0.7)] {
      let animation = KeyframeAnimation(
        keyPath: keyPath("opacity"), values: values, keyTimes: Array(keyTimes),
        calculationMode: .discrete, timing: oneSecond)
      #expect(opacity([animation], at: 1) == expected)
    }
  }

  @Test("Next to none a colour shows none in linear mode, and itself in discrete mode (section 9)")
  func noColor() {
    let path = keyPath("backgroundColor")
    for (mode, expected) in [(CalculationMode.linear, Value.none), (.discrete, .color(.black))] {
      let animation = KeyframeAnimation(
        keyPath: path, values: [.color(.black), .none], calculationMode: mode, timing: oneSecond)
      #expect(value(of: path, after: animation, at: 0) == expected)
      #expect(value(of: path, after: animation, at: 0.25) == expected)
      #expect(value(of: path, after: animation, at: 1) == Value.none)
    }
  }

  @Test("A progress is told as a segment, before and after its timing function")
  func segments() {
    let animation = KeyframeAnimation(
      keyPath: keyPath("opacity"), values: [0, 1, 2].map(Value.number), keyTimes: [0, 0.2, 1],
      timingFunctions: [.bezier(.easeIn), .bezier(.easeOut)], timing: oneSecond)
    let segment = animation.segment(at: 0.6)
    #expect(segment.index == 1)
    #expect(abs(segment.progress - 0.5) < 1e-12)
    #expect(abs(segment.easedProgress - CubicBezier.easeOut.value(at: 0.5)) < 1e-9)
  }

  @Test("The bouncing ball of listing 10.6 is where its key frames say, eased in between")
  func ball() {
    let heights: [Double] = [32, 268, 140, 268, 220, 268, 250, 268]
    let functions: [CubicBezier] = [
      .easeIn, .easeOut, .easeIn, .easeOut, .easeIn, .easeOut, .easeIn,
    ]
    let keyTimes = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1]
    let animation = KeyframeAnimation(
      keyPath: keyPath("position"), values: heights.map { .point(Point(x: 150, y: $0)) },
      keyTimes: keyTimes, timingFunctions: functions.map(TimingFunction.bezier), timing: oneSecond)
    for (time, height) in zip(keyTimes, heights) {
      let position = value(of: keyPath("position"), after: animation, at: time).point
      #expect(abs(position.y - height) < 1e-9, "at \(time)")
    }
    // easeIn at one half is 0.3153568 (section 2, measured in single precision).
    let falling = value(of: keyPath("position"), after: animation, at: 0.15).point
    #expect(abs(falling.y - (32 + 236 * 0.3153568)) < 1e-3)
  }

  @Test(
    "The animation's own timing function comes before the segment's (Semantics, Functions of segments)"
  )
  func composedFunctions() {
    let animation = KeyframeAnimation(
      keyPath: keyPath("opacity"), values: [0, 1, 2].map(Value.number),
      timingFunctions: [.bezier(.easeIn), .bezier(.easeIn)], timing: oneSecond,
      timingFunction: .bezier(.easeOut))
    let eased = CubicBezier.easeOut.value(at: 0.25)
    let expected = 1 + CubicBezier.easeIn.value(at: eased * 2 - 1)
    #expect(eased * 2 > 0.5)
    let result =
      eased < 0.5 ? CubicBezier.easeIn.value(at: eased * 2) : expected
    #expect(abs(opacity([animation], at: 0.25) - result) < 1e-9)
  }

  @Test("Values without anything in between hold until their segment ends (section 9)")
  func nonInterpolable() {
    let animation = KeyframeAnimation(
      keyPath: keyPath("hidden"), values: [.boolean(false), .boolean(true), .boolean(false)],
      timing: oneSecond)
    let path = keyPath("hidden")
    #expect(value(of: path, after: animation, at: 0.49) == .boolean(false))
    #expect(value(of: path, after: animation, at: 0.5) == .boolean(true))
    #expect(value(of: path, after: animation, at: 0.99) == .boolean(true))
    #expect(value(of: path, after: animation, at: 1) == .boolean(false))
  }
}
