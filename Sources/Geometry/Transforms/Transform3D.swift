import RealModule

/// A 4 by 4 matrix in Core Animation's layout (`CATransform3D`): points are row vectors, p' = p·M,
/// the translation stands in the fourth row, the perspective in the fourth column.
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

  /// What the matrix does to the z = 0 plane seen straight from the front: depth is dropped.
  /// Exact for every matrix without perspective; `nil` for one with it.
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
