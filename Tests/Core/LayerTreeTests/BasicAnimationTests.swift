import RostrumGeometry
import RostrumLayerTree
import Testing
import RostrumTiming

@Suite("Basic animations (section 4)")
struct BasicAnimationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let from: Double?
    let to: Double?
    let by: Double?
    let half: Double
    var testDescription: String { "\(from ?? .nan) \(to ?? .nan) \(by ?? .nan)" }
  }

  /// Measured midpoints for opacity with an underlying value of 0.5.
  static let combinations: [Case] = [
    Case(from: 0.2, to: 0.8, by: nil, half: 0.5),
    Case(from: 0.2, to: 0.8, by: 9, half: 0.5),
    Case(from: 0.2, to: nil, by: 0.3, half: 0.35),
    Case(from: nil, to: 0.9, by: 0.3, half: 0.75),
    Case(from: 0.2, to: nil, by: nil, half: 0.35),
    Case(from: nil, to: 0.8, by: nil, half: 0.65),
    Case(from: nil, to: nil, by: 0.3, half: 0.65),
    Case(from: nil, to: nil, by: nil, half: 0.5),
  ]

  @Test("The seven combinations of from, to and by, half way", arguments: combinations)
  func combination(_ one: Case) {
    let ends = AnimationEnds(
      from: one.from.map(Value.number), to: one.to.map(Value.number),
      by: one.by.map(Value.number))
    let animation = BasicAnimation(keyPath: keyPath("opacity"), ends: ends, timing: oneSecond)
    #expect(abs(opacity([animation], at: 0.5) - one.half) < 1e-12)
  }

  /// Semantics, Local time: opacity from 0 to 1 in one second, model 0.5.
  static let times = [0, 0.2, 0.5, 0.9, 1, 1.2, 1.5, 1.9, 2.1, 2.5, 3, 4.5]
  static let golden: [(String, MediaTiming, [Double])] = [
    (
      "autoreverses", MediaTiming(duration: 1, autoreverses: true),
      [0, 0.2, 0.5, 0.9, 1, 0.8, 0.5, 0.1, 0.5, 0.5, 0.5, 0.5]
    ),
    (
      "repeatCount 2.5", MediaTiming(duration: 1, repeatCount: 2.5),
      [0, 0.2, 0.5, 0.9, 0, 0.2, 0.5, 0.9, 0.1, 0.5, 0.5, 0.5]
    ),
    (
      "timeOffset .3", MediaTiming(duration: 1, timeOffset: 0.3),
      [0.3, 0.5, 0.8, 0.2, 0.3, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    ),
    (
      "speed -1", MediaTiming(duration: 1, speed: -1),
      [0, 0.8, 0.5, 0.1, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    ),
  ]

  @Test("The measured table holds through a layer (Semantics, Local time)", arguments: golden)
  func goldenTable(_ name: String, _ timing: MediaTiming, _ expected: [Double]) {
    let animation = BasicAnimation(
      keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(0), to: .number(1)),
      timing: timing)
    for (time, value) in zip(Self.times, expected) {
      #expect(abs(opacity([animation], at: time) - value) < 1e-9, "\(name) at \(time)")
    }
  }

  @Test(
    "A later animation works on what an earlier one made; additive ones stack (Semantics, Order of animations)"
  )
  func order() {
    let first = BasicAnimation(
      keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(0), to: .number(1)),
      timing: oneSecond)
    let second = BasicAnimation(
      keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(0.25), to: .number(0.25)),
      timing: oneSecond, isAdditive: true)
    #expect(abs(opacity([first, second], at: 0.5) - 0.75) < 1e-12)
    #expect(abs(opacity([second, first], at: 0.5) - 0.5) < 1e-12)
  }

  @Test(
    "From 10 to 20, one and a half cycles make 35, but nothing accumulates where one plays back",
    arguments: [(false, 1.5, 35), (true, 2.5, 15)] as [(Bool, Double, Double)])
  func cumulative(autoreverses: Bool, time: Double, expected: Double) {
    // Semantics, Cumulative animations.
    let path = keyPath("position.x")
    let animation = BasicAnimation(
      keyPath: path, ends: AnimationEnds(from: .number(10), to: .number(20)),
      timing: MediaTiming(duration: 1, repeatCount: 3, autoreverses: autoreverses),
      isCumulative: true)
    #expect(abs(value(of: path, after: animation, at: time).number - expected) < 1e-9)
  }

  @Test(
    "An additive transform acts first, in the layer's own space (Semantics, Additive animations)")
  func additiveTransform() {
    var model = LayerValues()
    model[.transform] = .scale(x: 2, y: 2, z: 1)
    let path = keyPath("transform")
    let animation = BasicAnimation(
      keyPath: path,
      ends: AnimationEnds(
        from: .transform(.identity), to: .transform(.translation(x: 10, y: 0))),
      timing: oneSecond, isAdditive: true)
    let result = value(of: path, model: model, after: animation, at: 0.5).transform
    #expect(abs(result.m41 - 10) < 1e-9)
  }

  @Test("A component key path leaves the other components alone")
  func component() {
    var model = LayerValues()
    model[.position] = Point(x: 3, y: 4)
    let animation = BasicAnimation(
      keyPath: keyPath("position.y"), ends: AnimationEnds(to: .number(8)), timing: oneSecond)
    let result = value(of: keyPath("position"), model: model, after: animation, at: 0.5)
    #expect(result == .point(Point(x: 3, y: 6)))
  }

  @Test(
    "Scale 2, then rotation.z .5, compose through the components (Semantics, Components of transforms)"
  )
  func componentsCompose() {
    let scale = BasicAnimation(
      keyPath: keyPath("transform.scale"), ends: AnimationEnds(from: .number(2), to: .number(2)),
      timing: oneSecond)
    let turn = BasicAnimation(
      keyPath: keyPath("transform.rotation.z"),
      ends: AnimationEnds(from: .number(0.5), to: .number(0.5)), timing: oneSecond)
    var values = LayerValues()
    scale.apply(to: &values, at: 0)
    turn.apply(to: &values, at: 0)
    let matrix = values[.transform]
    #expect(abs(matrix.m11 - 1.7551651) < 1e-7)
    #expect(abs(matrix.m12 - 0.9588511) < 1e-7)
  }
}
