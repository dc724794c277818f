import RostrumGeometry
import TestSupport
import Testing

@Suite("Transform3D")
struct Transform3DTests {
  @Test("Section 10: rotation about z has cos, sin, -sin, cos in its upper left corner")
  func rotationLayout() {
    let expected = [0.8775825618903728, 0.479425538604203, -0.479425538604203, 0.8775825618903728]
    #expect(zip(planarElements(.rotationZ(0.5)), expected).allSatisfy { isClose($0, $1, 1e-15) })
    #expect(Transform3D.rotationX(0.5).m23 > 0 && Transform3D.rotationX(0.5).m32 < 0)
  }

  @Test("Section 10: the product applies the left matrix first")
  func productOrder() {
    let product = Transform3D.translation(x: 10, y: 0).concatenating(.scale(x: 2, y: 3))
    #expect(product.m41 == 20)
    let reverse = Transform3D.scale(x: 2, y: 3).concatenating(.translation(x: 10, y: 0))
    #expect(reverse.m41 == 10)
  }

  @Test(
    "Semantics, Additive animations: an additive translation by 5 under a scale of 2 moves by 10")
  func additiveTranslation() {
    let current = Transform3D.scale(x: 2, y: 2, z: 1)
    #expect(Transform3D.translation(x: 5, y: 0).concatenating(current).m41 == 10)
  }

  @Test(
    "Section 10: a sublayer transform acts about the parent's anchor point",
    arguments: [
      (Transform3D.scale(x: 2, y: 2), Point(x: 60, y: -38)),
      (Transform3D.translation(x: 10, y: 20), Point(x: 90, y: 51)),
    ])
  func sublayerTransform(transform: Transform3D, expected: Point) {
    let map = Transform3D.translation(x: -25, y: -25)
      .concatenating(.translation(x: 5, y: 6)).concatenating(.translation(x: 100, y: 50))
      .concatenating(.translation(x: -100, y: -100)).concatenating(transform)
      .concatenating(.translation(x: 100, y: 100))
    #expect(map.flattened?.apply(to: .zero) == expected)
  }

  @Test("Section 10: the frame is the box of the transformed bounds")
  func frame() {
    let map = AffineTransform.translation(x: -5, y: -5).concatenating(.scale(x: 2, y: 3))
      .concatenating(.translation(x: 60, y: 45))
    let frame = map.boundingBox(of: Rect(x: 5, y: 5, width: 200, height: 100))
    #expect(frame == Rect(x: 60, y: 45, width: 400, height: 300))
  }

  @Test("Section 10: a rotation about an axis without length is the identity")
  func zeroAxis() {
    #expect(Transform3D.rotation(1, about: .zero) == .identity)
  }

  @Test("A rotation about a coordinate axis of any length is the rotation about that axis")
  func coordinateAxes() {
    #expect(isClose(.rotation(0.7, about: Vector3(x: 3, y: 0, z: 0)), .rotationX(0.7), 1e-15))
    #expect(isClose(.rotation(0.7, about: Vector3(x: 0, y: 1e-300, z: 0)), .rotationY(0.7), 1e-15))
    #expect(isClose(.rotation(0.7, about: Vector3(x: 0, y: 0, z: 1e300)), .rotationZ(0.7), 1e-15))
  }

  @Test("A third of a turn about the diagonal sends x to y, y to z and z to x")
  func diagonalAxis() {
    let turn = Transform3D.rotation(2 * .pi / 3, about: Vector3(x: 1, y: 1, z: 1))
    let expected = Transform3D(elements: [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1])
    #expect(isClose(turn, expected, 1e-15))
  }

  @Test("Elements keep their order on the way in and out")
  func elementOrder() {
    let numbers = (1...16).map(Double.init)
    let matrix = Transform3D(elements: numbers)
    #expect(matrix.elements == numbers)
    #expect([matrix.m12, matrix.m21, matrix.m34, matrix.m43] == [2, 5, 12, 15])
  }

  @Test("The determinant of a known matrix")
  func determinant() {
    let matrix = Transform3D(elements: [4, 3, 2, 2, 0, 1, -3, 3, 0, -1, 3, 3, 0, 3, 1, 1])
    #expect(matrix.determinant == -240)
    #expect(Transform3D.scale(x: 2, y: -3, z: 4).determinant == -24)
  }

  @Test("A matrix times its inverse is the identity, and determinants multiply")
  func inverse() throws {
    var random = RandomSource(seed: 1)
    for _ in 0..<200 {
      let (a, b) = (random.matrix(), random.matrix())
      let inverse = try #require(a.inverted)
      let size = a.elements.map(abs).reduce(0, +) * inverse.elements.map(abs).reduce(0, +)
      #expect(isClose(a.concatenating(inverse), .identity, 1e-14 * size))
      let product = a.concatenating(b).determinant
      #expect(isClose(product, a.determinant * b.determinant, 1e-9 * max(1, abs(product)) + 1e-6))
    }
  }

  @Test("A product agrees with the sum over rows and columns")
  func productBySum() {
    var random = RandomSource(seed: 2)
    for _ in 0..<50 {
      let (a, b) = (random.matrix(), random.matrix())
      let product = a.concatenating(b).elements
      for (row, column) in (0..<16).map({ ($0 / 4, $0 % 4) }) {
        let sum = (0..<4).map { a.elements[row * 4 + $0] * b.elements[$0 * 4 + column] }
        #expect(isClose(product[row * 4 + column], sum.reduce(0, +), 1e-12))
      }
    }
  }

  @Test(
    "A matrix that flattens has no inverse",
    arguments: [
      Transform3D.scale(x: 0, y: 1), .scale(x: 1, y: 1, z: 0),
      Transform3D(elements: (1...16).map(Double.init)),
      Transform3D(elements: Array(repeating: 0, count: 16)),
    ])
  func singular(matrix: Transform3D) {
    #expect(matrix.inverted == nil)
  }
}
