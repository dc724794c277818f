/// A 4 by 4 matrix taken apart by "unmatrix" (Thomas, Graphics Gems II, 1991; also W3C CSS
/// Transforms 2): scale · skew · rotation · translation · perspective, in the order that acts on a
/// point.
struct SpatialDecomposition: Sendable {
  var scale: Vector3
  /// The skews in xy, xz and yz, in this order.
  var skew: Vector3
  var rotation: Quaternion
  var translation: Vector3
  /// The fourth column.
  var perspective: SIMD4<Double>

  /// The parts of `matrix`; `nil` when it is singular, its `m44` is zero, or its numbers are out of
  /// range. A matrix is taken up to a positive factor, since points are divided by it anyway.
  init?(_ matrix: Transform3D) {
    guard matrix.m44 != 0 else { return nil }
    let matrix = matrix.divided(by: abs(matrix.m44))
    guard let perspective = SpatialDecomposition.perspective(of: matrix) else { return nil }
    var rows = (
      Vector3(x: matrix.m11, y: matrix.m12, z: matrix.m13),
      Vector3(x: matrix.m21, y: matrix.m22, z: matrix.m23),
      Vector3(x: matrix.m31, y: matrix.m32, z: matrix.m33)
    )
    (scale, skew) = SpatialDecomposition.orthonormalize(&rows)
    guard scale.isFinite, skew.isFinite, scale.x != 0, scale.y != 0, scale.z != 0 else {
      return nil
    }
    if rows.0.dot(rows.1.cross(rows.2)) < 0 {
      scale = scale * -1
      rows = (rows.0 * -1, rows.1 * -1, rows.2 * -1)
    }
    rotation = Quaternion(rows: rows.0, rows.1, rows.2)
    translation = Vector3(x: matrix.m41, y: matrix.m42, z: matrix.m43)
    self.perspective = perspective
  }

  /// The fourth column that remains when the affine part is divided out.
  private static func perspective(of matrix: Transform3D) -> SIMD4<Double>? {
    var affine = matrix
    (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
    guard let inverse = affine.inverted else { return nil }
    let column = SIMD4(matrix.m14, matrix.m24, matrix.m34, matrix.m44)
    return inverse.transposed.applied(to: column)
  }

  /// Makes the rows perpendicular and of length 1 (Gram and Schmidt); returns what that took away.
  private static func orthonormalize(
    _ rows: inout (Vector3, Vector3, Vector3)
  ) -> (scale: Vector3, skew: Vector3) {
    var scale = Vector3.zero
    var skew = Vector3.zero
    scale.x = rows.0.length
    rows.0 = rows.0.normalized
    skew.x = rows.0.dot(rows.1)
    rows.1 = rows.1 - rows.0 * skew.x
    scale.y = rows.1.length
    rows.1 = rows.1.normalized
    skew.y = rows.0.dot(rows.2)
    rows.2 = rows.2 - rows.0 * skew.y
    skew.z = rows.1.dot(rows.2)
    rows.2 = rows.2 - rows.1 * skew.z
    scale.z = rows.2.length
    rows.2 = rows.2.normalized
    return (scale, Vector3(x: skew.x / scale.y, y: skew.y / scale.z, z: skew.z / scale.z))
  }

  /// The parts put together again.
  var recomposed: Transform3D {
    let (a, b, c) = rotation.rows
    let row1 = a * scale.x
    let row2 = (b + a * skew.x) * scale.y
    let row3 = (c + a * skew.y + b * skew.z) * scale.z
    let affine = Transform3D(
      rows: SIMD4(row1.x, row1.y, row1.z, 0), SIMD4(row2.x, row2.y, row2.z, 0),
      SIMD4(row3.x, row3.y, row3.z, 0), SIMD4(translation.x, translation.y, translation.z, 1))
    guard perspective != SIMD4(0, 0, 0, 1) else { return affine }
    var projection = Transform3D.identity
    (projection.m14, projection.m24) = (perspective.x, perspective.y)
    (projection.m34, projection.m44) = (perspective.z, perspective.w)
    return affine.concatenating(projection)
  }

  /// Part by part; the rotation along the shorter arc.
  func interpolated(to other: SpatialDecomposition, progress: Double) -> SpatialDecomposition {
    var parts = self
    parts.scale = scale.interpolated(to: other.scale, progress: progress)
    parts.skew = skew.interpolated(to: other.skew, progress: progress)
    parts.rotation = rotation.interpolated(to: other.rotation, progress: progress)
    parts.translation = translation.interpolated(to: other.translation, progress: progress)
    parts.perspective = perspective + (other.perspective - perspective) * progress
    return parts
  }
}
