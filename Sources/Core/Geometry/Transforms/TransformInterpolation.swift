import RealModule

extension Transform3D {
  /// The matrix `progress` of the way to `other`; `progress` is not limited to 0...1.
  ///
  /// As Core Animation does it: two 2-D maps by the decomposition of W3C CSS Transforms 1 (a turn
  /// by exactly half a circle goes backwards), any other pair by "unmatrix" of Graphics Gems II
  /// with the rotation along the shorter arc. When an end is singular, element by element. The ends
  /// themselves come back unchanged, so a full turn (equal ends) does not move.
  public func interpolated(to other: Transform3D, progress: Double) -> Transform3D {
    if progress == 0 || self == other { return self }
    if progress == 1 { return other }
    let mix =
      isAffine && other.isAffine
      ? interpolatedInPlane(to: other, progress: progress)
      : interpolatedInSpace(to: other, progress: progress)
    if let mix, mix.isFinite { return mix }
    return interpolatedByElement(to: other, progress: progress)
  }

  private func interpolatedInPlane(to other: Transform3D, progress: Double) -> Transform3D? {
    guard let from = PlanarDecomposition(planarPart), let to = PlanarDecomposition(other.planarPart)
    else { return nil }
    return Transform3D(from.interpolated(to: to, progress: progress).recomposed)
  }

  private func interpolatedInSpace(to other: Transform3D, progress: Double) -> Transform3D? {
    guard let from = SpatialDecomposition(self), let to = SpatialDecomposition(other) else {
      return nil
    }
    return from.interpolated(to: to, progress: progress).recomposed
  }

  /// Each element on its own straight line. The two weights keep the difference of two huge
  /// elements from overflowing.
  func interpolatedByElement(to other: Transform3D, progress: Double) -> Transform3D {
    func mix(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
      a * (1 - progress) + b * progress
    }
    return Transform3D(
      rows: mix(row1, other.row1), mix(row2, other.row2),
      mix(row3, other.row3), mix(row4, other.row4))
  }
}

/// A 2-D map taken apart as W3C CSS Transforms 1 does ("Decomposing a 2D matrix"): scale · rotation
/// by `angle` · remainder, then the translation, in the order that acts on a point.
struct PlanarDecomposition: Sendable {
  var scaleX: Double
  var scaleY: Double
  /// In radians.
  var angle: Double
  /// The rest that neither scale nor rotation explains (a shear); its own translation is zero.
  var remainder: AffineTransform
  var translation: Point

  /// The parts of `map`; `nil` when it flattens the plane or its numbers are out of range.
  init?(_ map: AffineTransform) {
    let determinant = map.determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    translation = Point(x: map.tx, y: map.ty)
    scaleX = Point(x: map.a, y: map.b).length
    scaleY = Point(x: map.c, y: map.d).length
    if determinant < 0 {
      if map.a < map.d { scaleX.negate() } else { scaleY.negate() }
    }
    let (a, b, c, d) = (map.a / scaleX, map.b / scaleX, map.c / scaleY, map.d / scaleY)
    angle = .atan2(y: b, x: a)
    // The normalised first row is (cos, sin) of the angle: turning back by it needs no
    // trigonometry.
    remainder = AffineTransform(
      a: a * a - b * c, b: a * b - b * d, c: b * a + a * c, d: b * b + a * d, tx: 0, ty: 0)
  }

  /// The parts put together again.
  var recomposed: AffineTransform {
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    var map = AffineTransform(
      a: scaleX * cosine, b: scaleX * sine, c: scaleY * -sine, d: scaleY * cosine, tx: 0, ty: 0)
    map = map.concatenating(remainder)
    (map.tx, map.ty) = (translation.x, translation.y)
    return map
  }

  /// Part by part, the shorter way round.
  func interpolated(to other: PlanarDecomposition, progress: Double) -> PlanarDecomposition {
    var (from, to) = (self, other)
    from.alignFlip(with: to)
    PlanarDecomposition.takeShorterWay(&from.angle, &to.angle)
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    from.scaleX = mix(from.scaleX, to.scaleX)
    from.scaleY = mix(from.scaleY, to.scaleY)
    from.angle = mix(from.angle, to.angle)
    from.translation = from.translation.interpolated(to: to.translation, progress: progress)
    let (r, s) = (from.remainder, to.remainder)
    from.remainder = AffineTransform(
      a: mix(r.a, s.a), b: mix(r.b, s.b), c: mix(r.c, s.c), d: mix(r.d, s.d), tx: 0, ty: 0)
    return from
  }

  /// One end mirrored in x and the other in y differ by half a turn only, not by a mirror.
  private mutating func alignFlip(with other: PlanarDecomposition) {
    let crossed = scaleX < 0 && other.scaleY < 0 || scaleY < 0 && other.scaleX < 0
    guard crossed else { return }
    scaleX.negate()
    scaleY.negate()
    angle += angle < 0 ? .pi : -.pi
  }

  /// Angle 0 counts as a full turn, then a difference above half a turn goes the other way round.
  private static func takeShorterWay(_ from: inout Double, _ to: inout Double) {
    // Two zeros would become two full turns: the same rotation, but not the exact identity.
    if from == 0 && to == 0 { return }
    if from == 0 { from = 2 * .pi }
    if to == 0 { to = 2 * .pi }
    guard abs(from - to) > .pi else { return }
    if from > to { from -= 2 * .pi } else { to -= 2 * .pi }
  }
}

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

/// A rotation in space as four numbers of length 1.
struct Quaternion: Hashable, Sendable {
  var x: Double
  var y: Double
  var z: Double
  var w: Double

  init(x: Double, y: Double, z: Double, w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// The rotation whose three rows (for row vectors) these are; they must be orthonormal.
  ///
  /// Formula: Shepperd 1978, which divides by the largest of the four numbers.
  init(rows a: Vector3, _ b: Vector3, _ c: Vector3) {
    let trace = a.x + b.y + c.z
    if trace > max(a.x, b.y, c.z) {
      self.init(x: b.z - c.y, y: c.x - a.z, z: a.y - b.x, w: 1 + trace)
    } else if a.x >= b.y && a.x >= c.z {
      self.init(x: 1 + a.x - b.y - c.z, y: a.y + b.x, z: c.x + a.z, w: b.z - c.y)
    } else if b.y >= c.z {
      self.init(x: a.y + b.x, y: 1 + b.y - a.x - c.z, z: b.z + c.y, w: c.x - a.z)
    } else {
      self.init(x: c.x + a.z, y: b.z + c.y, z: 1 + c.z - a.x - b.y, w: a.y - b.x)
    }
    self = normalized
  }

  var normalized: Quaternion { self * (1 / dot(self).squareRoot()) }

  static func * (q: Quaternion, k: Double) -> Quaternion {
    Quaternion(x: q.x * k, y: q.y * k, z: q.z * k, w: q.w * k)
  }

  static func + (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z, w: a.w + b.w)
  }

  func dot(_ other: Quaternion) -> Double {
    x * other.x + y * other.y + z * other.z + w * other.w
  }

  /// The rotation `progress` of the way to `other` at a constant rate, along the shorter arc.
  ///
  /// Formula: slerp, Shoemake 1985; close to parallel it is a normalised straight line.
  func interpolated(to other: Quaternion, progress: Double) -> Quaternion {
    let cosine = dot(other)
    let target = cosine < 0 ? other * -1 : other
    let angle = Double.acos(min(abs(cosine), 1))
    guard angle > 1e-6 else {
      return (self * (1 - progress) + target * progress).normalized
    }
    let scale = 1 / Double.sin(angle)
    let blend =
      self * (.sin((1 - progress) * angle) * scale) + target * (.sin(progress * angle) * scale)
    return blend.normalized
  }

  /// The three rows of the rotation, for row vectors.
  var rows: (Vector3, Vector3, Vector3) {
    (
      Vector3(x: 1 - 2 * (y * y + z * z), y: 2 * (x * y + w * z), z: 2 * (x * z - w * y)),
      Vector3(x: 2 * (x * y - w * z), y: 1 - 2 * (x * x + z * z), z: 2 * (y * z + w * x)),
      Vector3(x: 2 * (x * z + w * y), y: 2 * (y * z - w * x), z: 1 - 2 * (x * x + y * y))
    )
  }
}
