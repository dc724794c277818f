import RostrumGeometry
import TestSupport
import Testing

@Suite("Components of transforms")
struct TransformComponentTests {
  @Test("Semantics, Components of transforms: the key paths have Core Animation's names")
  func names() {
    let names = TransformComponent.allCases.map(\.rawValue)
    #expect(
      names == [
        "rotation", "rotation.x", "rotation.y", "rotation.z", "scale", "scale.x", "scale.y",
        "scale.z", "scale.xy", "translation.x", "translation.y", "translation.z",
      ])
  }

  @Test(
    "Semantics, Components of transforms: scale 2, then rotation.z 0.5, gives m11 1.7551651 and m12 0.9588511"
  )
  func goldenNumbers() {
    var matrix = Transform3D.identity
    matrix[.scale] = 2
    matrix[.rotationZ] = 0.5
    #expect(isClose(matrix.m11, 1.7551651, 5e-8))
    #expect(isClose(matrix.m12, 0.9588511, 5e-8))
    #expect(matrix.m33 == 2)
  }

  @Test("Semantics, Components of transforms: scale reads the mean of three, scale.xy of two")
  func means() {
    let matrix = Transform3D.scale(x: 1, y: 2, z: 6)
    #expect(matrix[.scale] == 3)
    #expect(matrix[.scaleXY] == 1.5)
    var written = matrix
    written[.scaleXY] = 5
    #expect(written == .scale(x: 5, y: 5, z: 6))
  }

  @Test("Semantics, Components of transforms: a mirroring matrix has a negative scale.y")
  func mirrored() {
    let components = Transform3D.scale(x: 2, y: -3, z: 4).components
    #expect(components.scale == Vector3(x: 2, y: -3, z: 4))
    let turned = Transform3D.scale(x: -1, y: 1).components
    #expect(turned.scale == Vector3(x: 1, y: -1, z: 1) && abs(turned.rotation.z) == .pi)
    var written = Transform3D.identity
    written[.scaleY] = -1
    written[.rotationZ] = .pi / 2
    // x goes down, y goes right.
    #expect(
      isClose(written, Transform3D(AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)), 1e-15))
    #expect(isClose(Transform3D(components), .scale(x: 2, y: -3, z: 4), 1e-15))
  }

  @Test("Semantics, Components of transforms: the order is scale, x, y, z, translation")
  func order() {
    let parts = TransformComponents(
      scale: Vector3(x: 2, y: 3, z: 4), rotation: Vector3(x: 0.1, y: 0.2, z: 0.3),
      translation: Vector3(x: 5, y: 6, z: 7))
    let product = Transform3D.scale(x: 2, y: 3, z: 4).concatenating(.rotationX(0.1))
      .concatenating(.rotationY(0.2)).concatenating(.rotationZ(0.3))
      .concatenating(.translation(x: 5, y: 6, z: 7))
    #expect(isClose(Transform3D(parts), product, 1e-15))
  }

  @Test(
    "Semantics, Components of transforms: at gimbal lock x is 0 and z takes the whole turn",
    arguments: [1.0, -1.0])
  func gimbalLock(side: Double) {
    let matrix = Transform3D.rotationX(0.3).concatenating(.rotationY(side * .pi / 2))
      .concatenating(.rotationZ(0.5))
    let rotation = matrix.components.rotation
    #expect(rotation.x == 0)
    let quarter: Double = side * .pi / 2
    #expect(isClose(rotation.y, quarter))
    let whole: Double = 0.5 - side * 0.3
    #expect(isClose(rotation.z, whole))
    #expect(isClose(Transform3D(matrix.components), matrix, 1e-15))
  }

  @Test("Parts come back from the matrix they make")
  func roundTrip() {
    var random = RandomSource(seed: 6)
    for _ in 0..<300 {
      let parts = TransformComponents(
        scale: Vector3(
          x: random.number(0.1...5),
          y: random.number(0.1...5) * (Bool.random(using: &random) ? 1 : -1),
          z: random.number(0.1...5)),
        rotation: Vector3(
          x: random.number(-3...3), y: random.number(-1.5...1.5), z: random.number(-3...3)),
        translation: random.vector())
      let back = Transform3D(parts).components
      #expect(isClose(back.scale, parts.scale))
      #expect(isClose(back.rotation, parts.rotation, 1e-7))
      #expect(back.translation == parts.translation)
    }
  }

  @Test("What is written is read again", arguments: TransformComponent.allCases)
  func readBack(component: TransformComponent) {
    var matrix = Transform3D(
      TransformComponents(
        scale: Vector3(x: 2, y: 3, z: 4), rotation: Vector3(x: 0.1, y: 0.2, z: 0.3),
        translation: Vector3(x: 5, y: 6, z: 7)))
    matrix[component] = 0.75
    #expect(isClose(matrix[component], 0.75))
  }

  @Test("Semantics, Components of transforms: translation is a size for x and y")
  func planarTranslation() {
    var matrix = Transform3D.translation(x: 1, y: 2, z: 3)
    #expect(matrix.planarTranslation == Size(width: 1, height: 2))
    matrix.planarTranslation = Size(width: 7, height: 8)
    #expect(matrix == .translation(x: 7, y: 8, z: 3))
  }

  @Test("A scale of 0 in one direction keeps the rotation")
  func oneZeroScale() {
    var matrix = Transform3D.rotationZ(0.5)
    matrix[.scaleX] = 0
    #expect(isClose(matrix[.rotation], 0.5))
    matrix[.scaleX] = 1
    #expect(isClose(matrix, .rotationZ(0.5), 1e-15))
  }

  @Test("Nothing is NaN, singular and huge matrices included")
  func alwaysNumbers() {
    var random = RandomSource(seed: 7)
    let special = [0.0, 0, 1, -1, 1e-200, 1e200, -1e200, 1e-308]
    for _ in 0..<1000 {
      let matrix = Transform3D(
        elements: (0..<16).map { _ in special.randomElement(using: &random) ?? 0 })
      for component in TransformComponent.allCases {
        var written = matrix
        written[component] = 0.5
        #expect(matrix[component].isFinite && written.isFinite)
      }
    }
  }
}
