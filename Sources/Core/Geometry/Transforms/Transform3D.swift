import RealModule

/// A 4 by 4 matrix in Core Animation's layout (`CATransform3D`): points are row vectors, p' = p·M,
/// the translation is the fourth row, the perspective the fourth column.
public struct Transform3D: Hashable, Sendable {
  var row1 = SIMD4<Double>(1, 0, 0, 0)
  var row2 = SIMD4<Double>(0, 1, 0, 0)
  var row3 = SIMD4<Double>(0, 0, 1, 0)
  var row4 = SIMD4<Double>(0, 0, 0, 1)

  public init() {}

  init(
    rows row1: SIMD4<Double>, _ row2: SIMD4<Double>, _ row3: SIMD4<Double>, _ row4: SIMD4<Double>
  ) {
    (self.row1, self.row2, self.row3, self.row4) = (row1, row2, row3, row4)
  }

  public static let identity = Transform3D()

  public init(_ affine: AffineTransform) {
    (m11, m12, m21, m22, m41, m42) = (affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty)
  }

  /// The map that applies this one first, then `next` (`CATransform3DConcat`).
  public func concatenating(_ next: Transform3D) -> Transform3D {
    Transform3D(
      rows: next.applied(to: row1), next.applied(to: row2),
      next.applied(to: row3), next.applied(to: row4))
  }

  /// The row vector times this matrix. Every lane adds in the order of the rows, so that the result
  /// is the same on every machine.
  func applied(to vector: SIMD4<Double>) -> SIMD4<Double> {
    var sum = row1 * vector.x
    sum += row2 * vector.y
    sum += row3 * vector.z
    sum += row4 * vector.w
    return sum
  }

  /// True when the matrix moves the z = 0 plane within itself (`CATransform3DIsAffine`).
  public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1
      && m34 == 0 && m43 == 0 && m44 == 1
  }

  /// True when a point's fourth coordinate can differ from 1, so that mapping needs a division.
  public var hasPerspective: Bool { m14 != 0 || m24 != 0 || m34 != 0 || m44 != 1 }

  /// The map of the z = 0 plane, seen straight from the front: depth is dropped. Exact for every
  /// matrix without perspective; `nil` for one with it.
  public var flattened: AffineTransform? {
    hasPerspective ? nil : planarPart
  }

  /// The six elements that act within the plane.
  var planarPart: AffineTransform {
    AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }

  public var isFinite: Bool {
    // Zero times a number is zero, except for infinity and NaN: four lanes are tested at once.
    var zeros = row1 * 0
    zeros += row2 * 0
    zeros += row3 * 0
    zeros += row4 * 0
    return zeros == .zero
  }
}

extension Transform3D {
  public var m11: Double {
    get { row1.x }
    set { row1.x = newValue }
  }
  public var m12: Double {
    get { row1.y }
    set { row1.y = newValue }
  }
  public var m13: Double {
    get { row1.z }
    set { row1.z = newValue }
  }
  public var m14: Double {
    get { row1.w }
    set { row1.w = newValue }
  }
  public var m21: Double {
    get { row2.x }
    set { row2.x = newValue }
  }
  public var m22: Double {
    get { row2.y }
    set { row2.y = newValue }
  }
  public var m23: Double {
    get { row2.z }
    set { row2.z = newValue }
  }
  public var m24: Double {
    get { row2.w }
    set { row2.w = newValue }
  }
  public var m31: Double {
    get { row3.x }
    set { row3.x = newValue }
  }
  public var m32: Double {
    get { row3.y }
    set { row3.y = newValue }
  }
  public var m33: Double {
    get { row3.z }
    set { row3.z = newValue }
  }
  public var m34: Double {
    get { row3.w }
    set { row3.w = newValue }
  }
  public var m41: Double {
    get { row4.x }
    set { row4.x = newValue }
  }
  public var m42: Double {
    get { row4.y }
    set { row4.y = newValue }
  }
  public var m43: Double {
    get { row4.z }
    set { row4.z = newValue }
  }
  public var m44: Double {
    get { row4.w }
    set { row4.w = newValue }
  }

  /// The sixteen elements, row by row.
  public var elements: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  /// From sixteen elements, row by row. Any other count is a programming error.
  public init(elements e: [Double]) {
    precondition(e.count == 16, "a Transform3D has sixteen elements")
    self.init(
      rows: SIMD4(e[0], e[1], e[2], e[3]), SIMD4(e[4], e[5], e[6], e[7]),
      SIMD4(e[8], e[9], e[10], e[11]), SIMD4(e[12], e[13], e[14], e[15]))
  }
}

extension Transform3D {
  public static func translation(x: Double, y: Double, z: Double = 0) -> Transform3D {
    var m = Transform3D()
    (m.m41, m.m42, m.m43) = (x, y, z)
    return m
  }

  public static func scale(x: Double, y: Double, z: Double = 1) -> Transform3D {
    var m = Transform3D()
    (m.m11, m.m22, m.m33) = (x, y, z)
    return m
  }

  /// The view of an eye at `distance` points in front of the plane z = 0: things behind the plane
  /// are smaller, those in front of it larger (`m34` = -1/distance).
  public static func perspective(distance: Double) -> Transform3D {
    var m = Transform3D()
    m.m34 = -1 / distance
    return m
  }

  /// The rotation by `angle` radians about the x axis.
  public static func rotationX(_ angle: Double) -> Transform3D {
    var m = Transform3D()
    (m.m22, m.m23, m.m32, m.m33) = (.cos(angle), .sin(angle), -.sin(angle), .cos(angle))
    return m
  }

  /// The rotation by `angle` radians about the y axis.
  public static func rotationY(_ angle: Double) -> Transform3D {
    var m = Transform3D()
    (m.m11, m.m13, m.m31, m.m33) = (.cos(angle), -.sin(angle), .sin(angle), .cos(angle))
    return m
  }

  /// The rotation by `angle` radians about the z axis: clockwise on screen, since y grows
  /// downwards.
  public static func rotationZ(_ angle: Double) -> Transform3D {
    var m = Transform3D()
    (m.m11, m.m12, m.m21, m.m22) = (.cos(angle), .sin(angle), -.sin(angle), .cos(angle))
    return m
  }

  /// The rotation by `angle` radians about an axis of any length (`CATransform3DMakeRotation`).
  /// An axis of length zero gives the identity.
  ///
  /// Formula: Rodrigues' rotation formula, laid out for row vectors.
  public static func rotation(_ angle: Double, about axis: Vector3) -> Transform3D {
    let unit = axis.normalized
    guard unit != .zero else { return .identity }
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    let (s, t) = (unit * sine, unit * (1 - cosine))
    return Transform3D(
      rows: SIMD4(unit.x * t.x + cosine, unit.x * t.y + s.z, unit.x * t.z - s.y, 0),
      SIMD4(unit.y * t.x - s.z, unit.y * t.y + cosine, unit.y * t.z + s.x, 0),
      SIMD4(unit.z * t.x + s.y, unit.z * t.y - s.x, unit.z * t.z + cosine, 0),
      SIMD4(0, 0, 0, 1))
  }
}

extension Transform3D {
  /// The factor by which the matrix changes volumes; negative when it mirrors, 0 when it flattens.
  public var determinant: Double {
    let upper = Minors(row1, row2)
    let lower = Minors(row3, row4)
    return upper.determinant(with: lower)
  }

  /// The inverse map, or `nil` when there is none that finite numbers can express.
  ///
  /// Formula: the adjugate over the determinant, by Laplace expansion in 2 by 2 minors.
  public var inverted: Transform3D? {
    let upper = Minors(row1, row2)
    let lower = Minors(row3, row4)
    let determinant = upper.determinant(with: lower)
    guard determinant != 0, determinant.isFinite else { return nil }
    let columns = (
      lower.cofactors(of: row2), lower.cofactors(of: row1) * -1,
      upper.cofactors(of: row4), upper.cofactors(of: row3) * -1
    )
    let inverse = Transform3D(rows: columns.0, columns.1, columns.2, columns.3).transposed
      .divided(by: determinant)
    return inverse.isFinite ? inverse : nil
  }

  var transposed: Transform3D {
    Transform3D(
      rows: SIMD4(m11, m21, m31, m41), SIMD4(m12, m22, m32, m42),
      SIMD4(m13, m23, m33, m43), SIMD4(m14, m24, m34, m44))
  }

  func divided(by number: Double) -> Transform3D {
    Transform3D(rows: row1 / number, row2 / number, row3 / number, row4 / number)
  }
}

/// The six 2 by 2 determinants of two rows, named for the two columns they take.
private struct Minors {
  let xy, xz, xw, yz, yw, zw: Double

  init(_ a: SIMD4<Double>, _ b: SIMD4<Double>) {
    xy = a.x * b.y - a.y * b.x
    xz = a.x * b.z - a.z * b.x
    xw = a.x * b.w - a.w * b.x
    yz = a.y * b.z - a.z * b.y
    yw = a.y * b.w - a.w * b.y
    zw = a.z * b.w - a.w * b.z
  }

  func determinant(with other: Minors) -> Double {
    let outer = xy * other.zw + zw * other.xy
    let middle = xz * other.yw + yw * other.xz
    let inner = xw * other.yz + yz * other.xw
    return outer - middle + inner
  }

  /// The cofactors that a third row gives with these two.
  func cofactors(of row: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      row.y * zw - row.z * yw + row.w * yz,
      -(row.x * zw - row.z * xw + row.w * xz),
      row.x * yw - row.y * xw + row.w * xy,
      -(row.x * yz - row.y * xz + row.z * xy))
  }
}
