import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@Suite("Cubic and paced key frames (Semantics, Cubic key frames)")
struct CubicKeyframeTests {
  private func number(
    _ values: [Double], _ mode: CalculationMode, shape: SplineShape = SplineShape(),
    keyTimes: [Double]? = nil, functions: [TimingFunction] = [], at time: Double
  ) -> Double {
    let path = keyPath("position.x")
    let animation = KeyframeAnimation(
      keyPath: path, values: values.map(Value.number), keyTimes: keyTimes,
      timingFunctions: functions, calculationMode: mode, shape: shape, timing: oneSecond)
    return value(of: path, after: animation, at: time).number
  }

  static let shapes: [([Double], SplineShape, Double, Double)] = [
    ([0, 10, 10], SplineShape(), 0.75, 10.625),
    ([0, 1, 4, 9], SplineShape(), 0.5, 2.25),
    ([0, 1, 4, 9], SplineShape(tensionValues: [0, 1, 1, 0]), 0.5, 2.5),
    ([0, 1, 4, 9], SplineShape(continuityValues: [0, 1, 0, 0]), 0.5, 2.125),
    ([0, 1, 4, 9], SplineShape(biasValues: [0, 0, 1, 0]), 0.5, 2.375),
  ]

  @Test("Tension, continuity and bias (Semantics, Values of key frames)", arguments: shapes)
  func shape(_ values: [Double], _ shape: SplineShape, _ time: Double, _ expected: Double) {
    #expect(abs(number(values, .cubic, shape: shape, at: time) - expected) < 1e-12)
  }

  @Test("Points on a cubic (Semantics, Values of key frames)")
  func points() {
    let path = keyPath("position")
    let points = [Point(x: 0, y: 0), Point(x: 30, y: 0), Point(x: 30, y: 10)]
    let animation = KeyframeAnimation(
      keyPath: path, values: points.map(Value.point), calculationMode: .cubic, timing: oneSecond)
    let result = value(of: path, after: animation, at: 0.25).point
    #expect(result.distance(to: Point(x: 16.875, y: -0.625)) < 1e-12)
  }

  @Test("Two values are a straight line in every mode but the discrete one")
  func twoValues() {
    for mode in CalculationMode.allCases where mode != .discrete {
      #expect(abs(number([3, 7], mode, at: 0.25) - 4) < 1e-6, "\(mode)")
    }
  }

  @Test("The segment's timing function bends a cubic, and does nothing in paced modes")
  func functions() {
    let values = [0.0, 1, 4]
    let eased = CubicBezier.easeIn.value(at: 0.5)
    let functions = [TimingFunction.bezier(.easeIn), .bezier(.easeIn)]
    let bent = number(values, .cubic, functions: functions, at: 0.25)
    #expect(abs(bent - number(values, .cubic, at: eased / 2)) < 1e-12)
    for mode in [CalculationMode.paced, .cubicPaced] {
      let plain = number(values, mode, at: 0.25)
      #expect(number(values, mode, functions: functions, at: 0.25) == plain)
      #expect(number(values, mode, keyTimes: [0, 0.9, 1], at: 0.25) == plain)
    }
  }

  @Test("The word cubicPaced walks the cubic's curve at a constant speed")
  func constantSpeed() {
    let path = keyPath("position")
    let points = [(0, 0), (100, 20), (120, 200), (40, 90)].map { Point(x: $0.0, y: $0.1) }
    let animation = KeyframeAnimation(
      keyPath: path, values: points.map(Value.point), calculationMode: .cubicPaced,
      timing: oneSecond)
    let places = (0...2000).map {
      value(of: path, after: animation, at: Double($0) / 2000).point
    }
    let steps = zip(places, places.dropFirst()).map { $0.distance(to: $1) }
    let mean = steps.reduce(0, +) / 2000
    for step in steps { #expect(abs(step - mean) < 2e-3 * mean) }
    #expect(places.first == points.first)
    #expect(places.last == points.last)
    for point in points {
      #expect(places.contains { $0.distance(to: point) < mean })
    }
  }

  @Test("A number that turns back keeps its speed on the cubic too")
  func turningBack() {
    let places = (0...4000).map { number([0, 10, 0], .cubicPaced, at: Double($0) / 4000) }
    let steps = zip(places, places.dropFirst()).map { abs($0 - $1) }
    let largest = steps.max() ?? 0
    // Only the step over the turning point is shorter.
    #expect(steps.count { $0 < 0.999 * largest } <= 1)
  }

  @Test("Rectangles, colours and transforms pace by all their components, lists and paths evenly")
  func distances() {
    let bounds = KeyframeAnimation(
      keyPath: keyPath("bounds"),
      values: [
        Rect(x: 0, y: 0, width: 0, height: 0), Rect(x: 3, y: 0, width: 4, height: 0),
        Rect(x: 3, y: 12, width: 4, height: 9),
      ].map(Value.rect),
      calculationMode: .paced)
    #expect(bounds.keyTimes == [0, 0.25, 1])
    let colors = KeyframeAnimation(
      keyPath: keyPath("backgroundColor"),
      values: [Color.black, Color(red: 1, green: 0, blue: 0), .white].map(Value.color),
      calculationMode: .paced)
    #expect(abs(colors.keyTimes[1] - 1 / (1 + 2.0.squareRoot())) < 1e-12)
    let transforms = KeyframeAnimation(
      keyPath: keyPath("transform"),
      values: [
        .transform(.identity), .transform(.translation(x: 3, y: 4)),
        .transform(.translation(x: 3, y: 4, z: 15)),
      ], calculationMode: .paced)
    #expect(transforms.keyTimes == [0, 0.25, 1])
    let scales = KeyframeAnimation(
      keyPath: keyPath("transform"),
      values: [.numbers([1, 1, 1]), .numbers([9, 9, 9]), .numbers([9, 9, 8])],
      calculationMode: .paced, valueFunction: .scale)
    #expect(scales.keyTimes == [0, 0.5, 1])
    let path = Value.path(Path([.move(.zero), .line(Point(x: 1, y: 0))]))
    let paths = KeyframeAnimation(
      keyPath: keyPath("path", of: .shape), values: [path, path, path], calculationMode: .paced)
    #expect(paths.keyTimes == [0, 0.5, 1])
  }

  @Test("Without any distance paced steps are even")
  func noDistance() {
    let animation = KeyframeAnimation(
      keyPath: keyPath("opacity"), values: [1, 1, 1].map(Value.number), calculationMode: .paced)
    #expect(animation.keyTimes == [0, 0.5, 1])
  }

  @Test("Transforms lie on the cubic element by element, paths point by point")
  func structured() {
    let path = keyPath("transform")
    let moves = [0.0, 1, 4, 9].map { Value.transform(.translation(x: $0, y: 0)) }
    let animation = KeyframeAnimation(
      keyPath: path, values: moves, calculationMode: .cubic, timing: oneSecond)
    #expect(abs(value(of: path, after: animation, at: 0.5).transform.m41 - 2.25) < 1e-12)

    let outline = keyPath("path", of: .shape)
    let lines = [0.0, 1, 4, 9].map {
      Value.path(Path([.move(.zero), .line(Point(x: $0, y: 2)), .close]))
    }
    let shapes = KeyframeAnimation(
      keyPath: outline, values: lines, calculationMode: .cubic, timing: oneSecond)
    let points = value(of: outline, after: shapes, at: 0.5).path?.segments.map(\.end) ?? []
    #expect(points.count == 2)
    #expect(points.first.map { abs($0.x - 2.25) < 1e-12 } == true)
    // A component that is equal in every value stays exactly the same.
    #expect(points.first?.y == 2)
    #expect(points.last == .zero)
  }

  @Test("Key times and values that differ in number are cut to the shorter list")
  func commonPrefix() {
    #expect(number([0, 1, 5, 9], .linear, keyTimes: [0, 1], at: 0.5) == 0.5)
    #expect(number([0, 1], .linear, keyTimes: [0, 0.5, 1], at: 0.25) == 0.5)
    #expect(number([0, 1], .linear, keyTimes: [0, 0.5, 1], at: 0.75) == 1)
  }

  @Test(
    "A single value holds, but in discrete mode it does nothing",
    arguments: CalculationMode.allCases)
  func singleValue(_ mode: CalculationMode) {
    let expected = mode == .discrete ? 0.0 : 7
    for time in [0, 0.5, 1] { #expect(number([7], mode, at: time) == expected) }
  }

  @Test("Before the first key time the first value holds, after the last one the last")
  func partialKeyTimes() {
    for (time, expected) in [(0.1, 2.0), (0.2, 2), (0.5, 4), (0.8, 6), (0.9, 6)] {
      #expect(abs((number([2, 6], .linear, keyTimes: [0.2, 0.8], at: time)) - expected) < 1e-12)
    }
    // From -0.5 to 1.5: a tenth is 0.3 of the way.
    for (time, expected) in [(0.1, 30.0), (0.5, 50), (0.9, 70)] {
      #expect(
        abs((number([0, 100], .linear, keyTimes: [-0.5, 1.5], at: time)) - expected) < 1e-12)
    }
  }

  @Test("Every mode passes through its values, and is finite everywhere, for generated key frames")
  func generated() {
    var random = RandomSource(seed: 41)
    for _ in 0..<1500 {
      let count = Int.random(in: 2...6, using: &random)
      let values = (0..<count).map { _ in
        Bool.random(using: &random) ? 1 : Double.random(in: -1e7...1e7, using: &random)
      }
      let cuts = (0..<(count - 2)).map { _ in Double.random(in: 0...1, using: &random) }
      let keyTimes = Bool.random(using: &random) ? nil : [0] + cuts.sorted() + [1]
      func list() -> [Double] { values.map { _ in .random(in: -2...2, using: &random) } }
      let shape = SplineShape(
        tensionValues: list(), continuityValues: list(), biasValues: list())
      let mode = CalculationMode.allCases.randomElement(using: &random) ?? .linear
      let animation = KeyframeAnimation(
        keyPath: keyPath("position.x"), values: values.map(Value.number), keyTimes: keyTimes,
        calculationMode: mode, shape: shape, timing: oneSecond)
      let progress = Double.random(in: -0.5...1.5, using: &random)
      let middle = animation.value(at: progress, underlying: .number(0))?.number
      #expect(middle?.isFinite == true, "\(mode) \(values) at \(progress)")
      guard mode != .discrete else { continue }
      for (time, expected) in zip(animation.keyTimes, values) {
        guard animation.keyTimes.count(where: { abs($0 - time) < 1e-9 }) == 1 else { continue }
        let found = animation.value(at: time, underlying: .number(0))?.number ?? .nan
        #expect(abs(found - expected) <= 0.1, "\(mode) \(values) at \(time)")
      }
    }
  }
}
