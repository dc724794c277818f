import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@Suite("Additive, cumulative and missing ends (sections 3.3, 3.4 and 4)")
struct SumTests {
  private func half(
    _ path: String, _ ends: AnimationEnds, model: Value, additive: Bool = false,
    cumulative: Bool = false, timing: MediaTiming = oneSecond, at time: Double = 0.5
  ) -> Value {
    let path = keyPath(path)
    var values = LayerValues()
    path.set(model, in: &values)
    let animation = BasicAnimation(
      keyPath: path, ends: ends, timing: timing, isAdditive: additive, isCumulative: cumulative)
    return value(of: path, model: values, after: animation, at: time)
  }

  static let kinds: [(String, Value, Value, Value, Value)] = [
    ("position.x", .number(1), .number(2), .number(4), .number(4)),
    (
      "position", .point(Point(x: 1, y: 2)), .point(Point(x: 2, y: 0)), .point(Point(x: 4, y: 8)),
      .point(Point(x: 4, y: 6))
    ),
    (
      "bounds.size", .size(Size(width: 1, height: 2)), .size(Size(width: 2, height: 0)),
      .size(Size(width: 4, height: 8)), .size(Size(width: 4, height: 6))
    ),
    (
      "bounds", .rect(Rect(x: 1, y: 2, width: 3, height: 4)),
      .rect(Rect(x: 0, y: 0, width: 2, height: 2)), .rect(Rect(x: 2, y: 2, width: 4, height: 8)),
      .rect(Rect(x: 2, y: 3, width: 6, height: 9))
    ),
    // Sums of colours may leave 0...1: they are clamped when pixels are made.
    (
      "backgroundColor", .color(Color(red: 1, green: 0.5, blue: 0)),
      .color(Color(red: 1, green: 0, blue: 0, alpha: 0)),
      .color(Color(red: 1, green: 0.5, blue: 0, alpha: 0)),
      .color(Color(red: 2, green: 0.75, blue: 0))
    ),
  ]

  @Test("Additive: component by component (Semantics, Additive animations)", arguments: kinds)
  func additive(_ path: String, _ model: Value, _ from: Value, _ to: Value, _ expected: Value) {
    #expect(half(path, AnimationEnds(from: from, to: to), model: model, additive: true) == expected)
  }

  @Test("The missing end of an additive animation adds nothing")
  func additiveWithOneEnd() {
    let model = Value.number(100)
    #expect(half("position.x", .init(to: .number(8)), model: model, additive: true) == .number(104))
    #expect(
      half("position.x", .init(from: .number(8)), model: model, additive: true) == .number(104))
    #expect(half("position.x", .init(by: .number(8)), model: model, additive: true) == .number(104))
    let scale = Transform3D.scale(x: 3, y: 3)
    let result = half(
      "transform", .init(to: .transform(scale)), model: .transform(.translation(x: 5, y: 0)),
      additive: true)
    #expect(result.transform.m41 == 5)
    #expect(abs(result.transform.m11 - 2) < 1e-12)
  }

  static let cycles: [(Double, Double, Double)] = [
    (10, 20, 35), (0, 10, 15), (20, 10, 25), (-10, 10, 10),
  ]

  @Test(
    "Cumulative adds the end of each completed cycle (Semantics, Cumulative animations)",
    arguments: cycles)
  func cumulative(_ from: Double, _ to: Double, _ expected: Double) {
    let timing = MediaTiming(duration: 1, repeatCount: 3)
    let ends = AnimationEnds(from: .number(from), to: .number(to))
    let result = half(
      "position.x", ends, model: .number(0), cumulative: true, timing: timing, at: 1.5)
    #expect(abs(result.number - expected) < 1e-9)
  }

  @Test("Key frames accumulate by their last value")
  func cumulativeKeyframes() {
    let path = keyPath("position.x")
    let animation = KeyframeAnimation(
      keyPath: path, values: [0, 10, 4].map(Value.number),
      timing: MediaTiming(duration: 1, repeatCount: 3), isCumulative: true)
    #expect(abs(value(of: path, after: animation, at: 2.25).number - 13) < 1e-9)
  }

  @Test("Colours and transforms do not accumulate (Semantics, Cumulative animations)")
  func notCumulative() {
    let timing = MediaTiming(duration: 1, repeatCount: 3)
    let gray = Color(red: 0.5, green: 0.5, blue: 0.5)
    let color = half(
      "backgroundColor", .init(from: .color(.black), to: .color(gray)), model: .color(.white),
      cumulative: true, timing: timing, at: 1.5)
    #expect(color == .color(Color(red: 0.25, green: 0.25, blue: 0.25)))
  }

  @Test(
    "By with transforms is concatenation: from + by is by, then from; to - by divides (section 4)")
  func transforms() {
    let (scale, move) = (Transform3D.scale(x: 2, y: 2), Transform3D.translation(x: 10, y: 0))
    let from = half(
      "transform", .init(from: .transform(scale), by: .transform(move)),
      model: .transform(.identity), at: 1)
    #expect(from == .transform(move.concatenating(scale)))
    let to = half(
      "transform", .init(to: .transform(scale), by: .transform(move)), model: .transform(.identity),
      at: 0
    ).transform
    #expect(abs(to.m41 + 10) < 1e-12)
    #expect(to.m11 == 2)
    let by = half(
      "transform", .init(by: .transform(move)), model: .transform(scale), at: 1)
    #expect(by == .transform(move.concatenating(scale)))
    let singular = half(
      "transform", .init(to: .transform(scale), by: .transform(.scale(x: 0, y: 0))),
      model: .transform(.identity), at: 0)
    #expect(singular.transform.isFinite)
  }

  @Test("Nothing is NaN: every key path, every combination of ends, sums, generated timings")
  func finite() {
    var random = RandomSource(seed: 77)
    let paths = LayerClass.shape.animatableKeyPaths.filter(\.type.isAdditive)
    for _ in 0..<6000 {
      guard let path = paths.randomElement(using: &random) else { return }
      let ends = AnimationEnds(
        from: Bool.random(using: &random) ? Self.generated(path.type, &random) : nil,
        to: Bool.random(using: &random) ? Self.generated(path.type, &random) : nil,
        by: Bool.random(using: &random) ? Self.generated(path.type, &random) : nil)
      let timing = MediaTiming(
        beginTime: .random(in: -10...10, using: &random),
        duration: .random(in: 1e-6...2, using: &random),
        speed: .random(in: -3...3, using: &random), timeOffset: .random(in: -2...2, using: &random),
        repeatCount: .random(in: 0...1e9, using: &random), fillMode: .both,
        isRemovedOnCompletion: false)
      let animation = BasicAnimation(
        keyPath: path, ends: ends, timing: timing, timingFunction: .easing(.elasticEaseInOut),
        isAdditive: .random(using: &random), isCumulative: .random(using: &random))
      let time = Double.random(in: -20...1e6, using: &random)
      let result = value(of: path, after: animation, at: time)
      #expect(Self.isFinite(result), "\(path.name) \(ends) \(timing) \(time)")
    }
  }

  private static func generated(_ type: ValueType, _ random: inout RandomSource) -> Value? {
    func number() -> Double {
      [-1e7, -1, 0, 0, 0.5, 1, 1e7].randomElement(using: &random) ?? 0
    }
    switch type {
    case .number, .angle: return .number(number())
    case .point: return .point(Point(x: number(), y: number()))
    case .size: return .size(Size(width: number(), height: number()))
    case .rect: return .rect(Rect(x: number(), y: number(), width: number(), height: number()))
    case .color: return .color(Color(red: number(), green: 0, blue: 1, alpha: number()))
    case .transform: return .transform(Transform3D(elements: (0..<16).map { _ in number() }))
    default: return nil
    }
  }

  private static func isFinite(_ value: Value) -> Bool {
    switch value {
    case .number(let a): a.isFinite
    case .point(let a): a.isFinite
    case .size(let a): a.width.isFinite && a.height.isFinite
    case .rect(let a): a.origin.isFinite && a.size.width.isFinite && a.size.height.isFinite
    case .color(let a): [a.red, a.green, a.blue, a.alpha].allSatisfy(\.isFinite)
    case .transform(let a): a.isFinite
    default: true
    }
  }
}
