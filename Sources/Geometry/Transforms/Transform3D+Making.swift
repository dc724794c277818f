import RealModule

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

  /// What an eye at `distance` in front of the plane z = 0 sees: things behind the plane are smaller, those in front of it larger
  /// (`m34` = -1/distance).
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

  /// The rotation by `angle` radians about the z axis: clockwise on screen, since y grows downwards.
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
