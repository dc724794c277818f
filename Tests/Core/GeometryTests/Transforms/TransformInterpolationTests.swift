import RostrumGeometry
import RealModule
import TestSupport
import Testing

@Suite("Interpolation of transforms")
struct TransformInterpolationTests {
  struct Check: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var from = Transform3D.identity
    let to: Transform3D
    let quarter: [Double]
    let half: [Double]
  }

  static let checks = [
    Check(
      testDescription: "scale(-1, 1)", to: .scale(x: -1, y: 1),
      quarter: [0.5, 0, 0, 1], half: [0, 0, 0, 1]),
    Check(
      testDescription: "rotation by pi", to: .rotationZ(.pi),
      quarter: [0.7071, -0.7071, 0.7071, 0.7071], half: [0, -1, 1, 0]),
    Check(
      testDescription: "scale(-1, -1)", to: .scale(x: -1, y: -1),
      quarter: [0.7071, -0.7071, 0.7071, 0.7071], half: [0, -1, 1, 0]),
    Check(
      testDescription: "shear m21 0.5",
      to: Transform3D(AffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0)),
      quarter: [1, 0, 0.1151, 1.0023], half: [1, 0, 0.2368, 1.0031]),
    Check(
      testDescription: "rotation 0.5 then scale(-1, 1)",
      to: Transform3D.rotationZ(0.5).concatenating(.scale(x: -1, y: 1)),
      quarter: [0.4961, -0.0623, 0.1247, 0.9922], half: [0, 0, 0.2474, 0.9689]),
    Check(
      testDescription: "scale(2, 1) then rotation 1.5",
      to: Transform3D.scale(x: 2, y: 1).concatenating(.rotationZ(1.5)),
      quarter: [1.1631, 0.4578, -0.3663, 0.9305], half: [1.0975, 1.0225, -0.6816, 0.7317]),
    Check(
      testDescription: "scale(-1, 1) to scale(1, -1)", from: .scale(x: -1, y: 1),
      to: .scale(x: 1, y: -1),
      quarter: [-0.7071, -0.7071, -0.7071, 0.7071], half: [0, -1, -1, 0]),
  ]

  @Test("Section 9: two maps of the plane meet the measured values", arguments: checks)
  func planar(check: Check) {
    let quarter = planarElements(check.from.interpolated(to: check.to, progress: 0.25))
    let half = planarElements(check.from.interpolated(to: check.to, progress: 0.5))
    for (number, expected) in zip(quarter + half, check.quarter + check.half) {
      #expect(isClose(number, expected, 5.1e-5))
    }
  }

  @Test("Section 9: a full turn does nothing")
  func fullTurn() {
    for progress in [0, 0.25, 0.5, 0.9, 1] {
      let turned = Transform3D.identity.interpolated(to: .rotationZ(2 * .pi), progress: progress)
      #expect(isClose(turned, .identity, 1e-15))
    }
  }

  @Test("Equal ends and both ends come back exactly")
  func exactEnds() {
    var random = RandomSource(seed: 3)
    for _ in 0..<50 {
      let (a, b) = (random.matrix(), random.matrix())
      #expect(a.interpolated(to: b, progress: 0) == a)
      #expect(a.interpolated(to: b, progress: 1) == b)
      #expect(a.interpolated(to: a, progress: 0.3) == a)
    }
  }

  @Test("Translations move on a straight line, beyond the ends as well")
  func translation() {
    let end = Transform3D.translation(x: 10, y: -20)
    #expect(isClose(Transform3D.identity.interpolated(to: end, progress: 0.25).m41, 2.5))
    #expect(isClose(Transform3D.identity.interpolated(to: end, progress: 1.5).m42, -30))
    let depth = Transform3D.translation(x: 0, y: 0, z: 8)
    #expect(isClose(Transform3D.identity.interpolated(to: depth, progress: 0.25).m43, 2))
  }

  @Test("Section 9: in space a rotation takes the shorter arc at a constant rate")
  func slerp() {
    let axis = Vector3(x: 1, y: 2, z: -1)
    let (from, to) = (
      Transform3D.rotation(0.2, about: axis), Transform3D.rotation(2.6, about: axis)
    )
    let middle = from.interpolated(to: to, progress: 0.25)
    #expect(isClose(middle, .rotation(0.8, about: axis), 1e-12))
    // From 0.2 to 5 the short way leads backwards, over zero.
    let far = from.interpolated(to: .rotation(5, about: axis), progress: 0.5)
    let halfway: Double = (0.2 + 5 - 2 * .pi) / 2
    #expect(isClose(far, .rotation(halfway, about: axis), 1e-12))
  }

  @Test("Section 9: of two arcs between rotations the shorter one is taken, whatever the axis")
  func shorterArc() {
    var random = RandomSource(seed: 20)
    for _ in 0..<300 {
      let axis = Vector3(x: random.number(), y: random.number(), z: random.number(0.1...1))
      // A shift of 0.1 keeps even a rotation about z out of the plane's own rules.
      let (start, way) = (random.number(-7...7), random.number(-3...3))
      let from = Transform3D.rotation(start, about: axis).concatenating(
        .translation(x: 0, y: 0, z: 0.1))
      let to = Transform3D.rotation(start + way, about: axis)
      let middle = from.interpolated(to: to, progress: 0.25)
      let expected = Transform3D.rotation(start + way / 4, about: axis)
        .concatenating(.translation(x: 0, y: 0, z: 0.075))
      #expect(isClose(middle, expected, 1e-7))
    }
  }

  @Test("Section 9: in space scale, rotation and translation each go their own way")
  func spatialParts() {
    func matrix(_ scale: Double, _ angle: Double, _ z: Double) -> Transform3D {
      Transform3D.scale(x: scale, y: 2 * scale, z: 3).concatenating(.rotationX(angle))
        .concatenating(.translation(x: z, y: 1, z: z))
    }
    let middle = matrix(1, 0.2, 5).interpolated(to: matrix(3, 1.0, 9), progress: 0.5)
    #expect(isClose(middle, matrix(2, 0.6, 7), 1e-12))
  }

  @Test("Section 9: perspective goes on a straight line when nothing else moves")
  func perspective() {
    var end = Transform3D.identity
    end.m34 = -1.0 / 500
    let middle = Transform3D.identity.interpolated(to: end, progress: 0.25)
    #expect(isClose(middle.m34, -1.0 / 2000, 1e-15))
    end.m34 = 0
    #expect(isClose(middle.interpolated(to: end, progress: 0.9999999), .identity, 1e-8))
  }

  @Test("Section 9: a singular end makes it go element by element")
  func singular() {
    let flat = Transform3D.scale(x: 0, y: 0)
    #expect(
      planarElements(Transform3D.identity.interpolated(to: flat, progress: 0.5)) == [
        0.5, 0, 0, 0.5,
      ])
    let flatInSpace = Transform3D.scale(x: 2, y: 4, z: 0)
    let middle = Transform3D.identity.interpolated(to: flatInSpace, progress: 0.5)
    #expect(middle == .scale(x: 1.5, y: 2.5, z: 0.5))
  }

  @Test("A decomposed matrix is the limit of its interpolation: near the ends nothing jumps")
  func continuity() {
    var random = RandomSource(seed: 4)
    for _ in 0..<100 {
      var (a, b) = (random.matrix(), random.matrix())
      (a.m44, b.m44) = (1, 1)
      if abs(a.determinant) < 1 || abs(b.determinant) < 1 { continue }
      #expect(isClose(a.interpolated(to: b, progress: 1e-12), a, 1e-6))
      #expect(isClose(a.interpolated(to: b, progress: 1 - 1e-12), b, 1e-6))
      let (p, q) = (random.planarMatrix(), random.planarMatrix())
      if abs(p.determinant) < 0.1 || abs(q.determinant) < 0.1 { continue }
      // A pair mirrored in different axes starts from another form of the same matrix.
      #expect(isClose(p.interpolated(to: q, progress: 1e-12), p, 1e-6))
      #expect(isClose(p.interpolated(to: q, progress: 1 - 1e-12), q, 1e-6))
    }
  }

  @Test("Nothing is NaN, whatever is singular, mirrored or huge")
  func alwaysNumbers() {
    var random = RandomSource(seed: 5)
    let special = [0.0, 0, 1, -1, 1e-200, 1e150, -1e150, 0.5, 1e-308]
    for _ in 0..<2000 {
      func matrix() -> Transform3D {
        Transform3D(elements: (0..<16).map { _ in special.randomElement(using: &random) ?? 0 })
      }
      let (a, b) = (matrix(), matrix())
      let mix = a.interpolated(to: b, progress: random.number(-0.5...1.5))
      #expect(mix.isFinite)
      #expect(a.inverted?.isFinite ?? true)
    }
  }
}

extension RandomSource {
  fileprivate mutating func planarMatrix() -> Transform3D {
    Transform3D(
      AffineTransform(
        a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number()))
  }
}
