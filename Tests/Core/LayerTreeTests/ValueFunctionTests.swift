import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@Suite("Value functions (Semantics, Value functions)")
struct ValueFunctionTests {
  private func matrix(
    _ function: ValueFunction, _ ends: AnimationEnds, model: Transform3D = .identity,
    isAdditive: Bool = false, isCumulative: Bool = false,
    timing: MediaTiming = oneSecond, at time: Double = 0.5
  ) -> Transform3D {
    var values = LayerValues()
    values[.transform] = model
    let path = keyPath("transform")
    let animation = BasicAnimation(
      keyPath: path, ends: ends, timing: timing, isAdditive: isAdditive,
      isCumulative: isCumulative, valueFunction: function)
    return value(of: path, model: values, after: animation, at: time).transform
  }

  private func isClose(_ a: Transform3D, _ b: Transform3D) -> Bool {
    zip(a.elements, b.elements).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  static let functions: [(ValueFunction, Value, Transform3D)] = [
    (.rotateX, .number(0.5), .rotationX(0.5)), (.rotateY, .number(0.5), .rotationY(0.5)),
    (.rotateZ, .number(0.5), .rotationZ(0.5)), (.scaleX, .number(3), .scale(x: 3, y: 1)),
    (.scaleY, .number(3), .scale(x: 1, y: 3)), (.scaleZ, .number(3), .scale(x: 1, y: 1, z: 3)),
    (.scale, .numbers([2, 3, 4]), .scale(x: 2, y: 3, z: 4)),
    (.translateX, .number(3), .translation(x: 3, y: 0)),
    (.translateY, .number(3), .translation(x: 0, y: 3)),
    (.translateZ, .number(3), .translation(x: 0, y: 0, z: 3)),
    (.translate, .numbers([2, 3, 4]), .translation(x: 2, y: 3, z: 4)),
  ]

  @Test("Each makes its matrix, and its identity argument makes the identity", arguments: functions)
  func matrices(_ function: ValueFunction, _ argument: Value, _ expected: Transform3D) {
    #expect(function.transform(of: argument) == expected)
    #expect(function.transform(of: function.identityArgument) == .identity)
  }

  @Test("The table is complete")
  func complete() {
    #expect(Set(Self.functions.map(\.0)) == Set(ValueFunction.allCases))
  }

  @Test("Numbers interpolate, so it turns beyond half a circle; it replaces the whole transform")
  func turns() {
    let ends = AnimationEnds(from: .number(0), to: .number(6))
    #expect(isClose(matrix(.rotateZ, ends, model: .scale(x: 2, y: 2)), .rotationZ(3)))
    #expect(isClose(matrix(.rotateZ, ends, at: 0.9), .rotationZ(5.4)))
  }

  @Test("A missing end is the identity argument: scale to 3, 4, 5 is 2, 2.5, 3 half way")
  func missingEnd() {
    let ends = AnimationEnds(to: .numbers([3, 4, 5]))
    #expect(isClose(matrix(.scale, ends), .scale(x: 2, y: 2.5, z: 3)))
    let additive = matrix(.scale, ends, model: .scale(x: 10, y: 10), isAdditive: true)
    #expect(isClose(additive, .scale(x: 20, y: 25, z: 3)))
    #expect(isClose(matrix(.translateX, AnimationEnds(by: .number(8))), .translation(x: 4, y: 0)))
  }

  @Test("Additive concatenates: the function's matrix acts first")
  func additive() {
    let ends = AnimationEnds(from: .number(0), to: .number(10))
    let result = matrix(.translateX, ends, model: .scale(x: 2, y: 2), isAdditive: true)
    #expect(abs(result.m41 - 10) < 1e-12)
    #expect(result.m11 == 2)
  }

  @Test("Cumulative adds up the numbers: the only way for a transform")
  func cumulative() {
    let ends = AnimationEnds(from: .number(0), to: .number(1))
    let timing = MediaTiming(duration: 1, repeatCount: 4)
    let turned = matrix(.rotateZ, ends, isCumulative: true, timing: timing, at: 2.5)
    #expect(isClose(turned, .rotationZ(2.5)))

    let path = keyPath("transform")
    let plain = BasicAnimation(
      keyPath: path,
      ends: AnimationEnds(from: .transform(.identity), to: .transform(.rotationZ(1))),
      timing: timing, isCumulative: true)
    #expect(isClose(value(of: path, after: plain, at: 2.5).transform, .rotationZ(0.5)))
  }

  @Test("Springs and key frames take them too, on the sublayers' transform as well")
  func otherAnimations() throws {
    let path = keyPath("sublayerTransform")
    let frames = KeyframeAnimation(
      keyPath: path, values: [0, 4, 6].map(Value.number), calculationMode: .paced,
      valueFunction: .rotateZ, timing: oneSecond)
    #expect(isClose(value(of: path, after: frames, at: 0.5).transform, .rotationZ(3)))
    let spring = SpringAnimation(
      BasicAnimation(
        keyPath: path, ends: AnimationEnds(from: .number(0), to: .number(100)), timing: oneSecond,
        valueFunction: .translateX), spring: try #require(Spring()))
    #expect(abs(value(of: path, after: spring, at: 0.05).transform.m41 - 10.44055) < 1e-5)
  }
}
