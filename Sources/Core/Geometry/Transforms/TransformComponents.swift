import RealModule

/// The parts of a matrix that have the key paths `transform.scale.x`, `.rotation.y` ...: scale ·
/// rotation about x · about y · about z · translation, in the order that acts on a point.
///
/// A matrix has more freedom than that: they do not hold skew and perspective.
public struct TransformComponents: Hashable, Sendable {
  /// Factors; `y` alone carries the sign of a matrix that mirrors, as in Core Animation.
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
      scale.y.negate()
      unit.1 = unit.1 * -1
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

/// The numbers of a transform that have a key path of their own, by Core Animation's names for them
/// (`transform.rotation.z` is `rotation.z` here). `scale.xy` is not documented by Apple but occurs
/// in its files. The key path `translation` is not one number but two: `planarTranslation`.
public enum TransformComponent: String, CaseIterable, Sendable {
  /// The same as `rotationZ`.
  case rotation
  case rotationX = "rotation.x"
  case rotationY = "rotation.y"
  case rotationZ = "rotation.z"
  /// Reads the mean of the three scales, writes all three.
  case scale
  case scaleX = "scale.x"
  case scaleY = "scale.y"
  case scaleZ = "scale.z"
  /// Reads the mean of the x and y scales, writes both.
  case scaleXY = "scale.xy"
  case translationX = "translation.x"
  case translationY = "translation.y"
  case translationZ = "translation.z"
}

extension TransformComponents {
  /// One number of the parts: a factor, an angle in radians, or a distance in points.
  public subscript(component: TransformComponent) -> Double {
    get {
      switch component {
      case .rotation, .rotationZ: rotation.z
      case .rotationX: rotation.x
      case .rotationY: rotation.y
      case .scale: (scale.x + scale.y + scale.z) / 3
      case .scaleX: scale.x
      case .scaleY: scale.y
      case .scaleZ: scale.z
      case .scaleXY: (scale.x + scale.y) / 2
      case .translationX: translation.x
      case .translationY: translation.y
      case .translationZ: translation.z
      }
    }
    set { set(component, to: newValue) }
  }

  private mutating func set(_ component: TransformComponent, to value: Double) {
    switch component {
    case .rotation, .rotationZ: rotation.z = value
    case .rotationX: rotation.x = value
    case .rotationY: rotation.y = value
    case .scale: scale = Vector3(x: value, y: value, z: value)
    case .scaleX: scale.x = value
    case .scaleY: scale.y = value
    case .scaleZ: scale.z = value
    case .scaleXY: (scale.x, scale.y) = (value, value)
    case .translationX: translation.x = value
    case .translationY: translation.y = value
    case .translationZ: translation.z = value
    }
  }
}

extension Transform3D {
  /// One number of the matrix, by key path. Writing takes the matrix apart and composes it anew, as
  /// Core Animation does: skew is lost. Perspective is kept, after all that the parts do.
  public subscript(component: TransformComponent) -> Double {
    get { components[component] }
    set {
      var parts = components
      parts[component] = newValue
      self = Transform3D(parts).seen(through: perspective)
    }
  }

  /// The translation in x and y: what the key path `translation` reads and writes, with the same
  /// loss of skew as any component.
  public var planarTranslation: Size {
    get { Size(width: m41, height: m42) }
    set {
      var parts = components
      (parts.translation.x, parts.translation.y) = (newValue.width, newValue.height)
      self = Transform3D(parts).seen(through: perspective)
    }
  }

  /// The fourth column of the perspective that comes after the rest of this matrix; `nil` when
  /// there is none, or the rest is singular.
  ///
  /// A matrix is its first three columns A, completed by (0, 0, 0, 1), times a perspective P that
  /// is the identity but for its fourth column p. So this matrix's fourth column is A·p.
  private var perspective: SIMD4<Double>? {
    guard hasPerspective else { return nil }
    var rest = self
    (rest.m14, rest.m24, rest.m34, rest.m44) = (0, 0, 0, 1)
    return rest.inverted?.timesColumn(SIMD4(m14, m24, m34, m44))
  }

  private func seen(through perspective: SIMD4<Double>?) -> Transform3D {
    guard let perspective else { return self }
    var result = self
    let column = timesColumn(perspective)
    (result.m14, result.m24, result.m34, result.m44) = (column.x, column.y, column.z, column.w)
    return result.isFinite ? result : self
  }

  private func timesColumn(_ column: SIMD4<Double>) -> SIMD4<Double> {
    func product(_ row: SIMD4<Double>) -> Double {
      row.x * column.x + row.y * column.y + row.z * column.z + row.w * column.w
    }
    return SIMD4(product(row1), product(row2), product(row3), product(row4))
  }
}
