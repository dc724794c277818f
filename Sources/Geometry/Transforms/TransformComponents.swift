import RealModule

/// What a matrix is made of in the eyes of the key paths `transform.scale.x`, `.rotation.y` ...:
/// scale · rotation about x · about y · about z · translation, in the order that acts on a point.
///
/// A matrix has more freedom than that: they do not hold skew and perspective.
public struct TransformComponents: Hashable, Sendable {
  /// Factors; `x` alone carries the sign of a matrix that mirrors.
  public var scale: Vector3
  /// Angles about the three axes, in radians.
  public var rotation: Vector3
  /// In points.
  public var translation: Vector3

  public init(
    scale: Vector3 = Vector3(x: 1, y: 1, z: 1), rotation: Vector3 = .zero,
    translation: Vector3 = .zero
  ) {
    (self.scale, self.rotation, self.translation) = (scale, rotation, translation)
  }
}

extension Transform3D {
  /// The parts of the matrix. Scales are row lengths, angles are Euler angles of the rows scaled to
  /// length 1; with y at a quarter turn, x and z turn alike and x is taken as 0 (gimbal lock).
  /// A row of length 0 has no direction: it counts as perpendicular to the other two.
  public var components: TransformComponents {
    let rows = (
      Vector3(x: m11, y: m12, z: m13), Vector3(x: m21, y: m22, z: m23),
      Vector3(x: m31, y: m32, z: m33)
    )
    var scale = Vector3(x: rows.0.length, y: rows.1.length, z: rows.2.length)
    var unit = (rows.0.normalized, rows.1.normalized, rows.2.normalized)
    if unit.0.dot(unit.1.cross(unit.2)) < 0 {
      scale.x.negate()
      unit.0 = unit.0 * -1
    }
    if unit.0 == .zero { unit.0 = unit.1.cross(unit.2) }
    if unit.1 == .zero { unit.1 = unit.2.cross(unit.0) }
    if unit.2 == .zero { unit.2 = unit.0.cross(unit.1) }
    return TransformComponents(
      scale: scale, rotation: Transform3D.eulerAngles(unit.0, unit.1, unit.2),
      translation: Vector3(x: m41, y: m42, z: m43))
  }

  /// The angles about x, y and z whose rotations, in this order, have these rows.
  private static func eulerAngles(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> Vector3 {
    let cosine = Point(x: a.x, y: a.y).length
    // Instead of asin(-m13), which loses half of its digits near a quarter turn.
    let y = Double.atan2(y: -a.z, x: cosine)
    guard cosine > 1e-9 || a.z == 0 else {
      return Vector3(x: 0, y: y, z: .atan2(y: -b.x, x: b.y))
    }
    return Vector3(x: .atan2(y: b.z, x: c.z), y: y, z: .atan2(y: a.y, x: a.x))
  }

  /// The matrix made of these parts.
  public init(_ components: TransformComponents) {
    let rotation = Transform3D.rotationX(components.rotation.x)
      .concatenating(.rotationY(components.rotation.y))
      .concatenating(.rotationZ(components.rotation.z))
    let (scale, move) = (components.scale, components.translation)
    self.init(
      rows: rotation.row1 * scale.x, rotation.row2 * scale.y, rotation.row3 * scale.z,
      SIMD4(move.x, move.y, move.z, 1))
  }
}
