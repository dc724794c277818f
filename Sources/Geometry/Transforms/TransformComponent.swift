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
  /// Core Animation does: skew is lost. Perspective stays what it was, after all that the parts do.
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

  /// The fourth column of the perspective that comes after the rest of this matrix; `nil` when there is none, or the rest is singular.
  ///
  /// A matrix is its first three columns A, completed by (0, 0, 0, 1), times a perspective P that is the identity but for its fourth
  /// column p. So this matrix's fourth column is A·p.
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
