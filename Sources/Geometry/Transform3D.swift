import RealModule

/// A 4 by 4 matrix in Core Animation's layout (`CATransform3D`): points are row vectors, p' = p·M,
/// the translation stands in the fourth row, the perspective in the fourth column.
public struct Transform3D: Hashable, Sendable {
  public var m11 = 1.0
  public var m12 = 0.0
  public var m13 = 0.0
  public var m14 = 0.0
  public var m21 = 0.0
  public var m22 = 1.0
  public var m23 = 0.0
  public var m24 = 0.0
  public var m31 = 0.0
  public var m32 = 0.0
  public var m33 = 1.0
  public var m34 = 0.0
  public var m41 = 0.0
  public var m42 = 0.0
  public var m43 = 0.0
  public var m44 = 1.0

  public init() {}

  public static let identity = Transform3D()

  public init(_ affine: AffineTransform) {
    (m11, m12, m21, m22, m41, m42) = (affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty)
  }

  /// The sixteen elements, row by row.
  public var elements: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  /// From sixteen elements, row by row. Any other count is a programming error.
  public init(elements e: [Double]) {
    precondition(e.count == 16, "a Transform3D has sixteen elements")
    (m11, m12, m13, m14) = (e[0], e[1], e[2], e[3])
    (m21, m22, m23, m24) = (e[4], e[5], e[6], e[7])
    (m31, m32, m33, m34) = (e[8], e[9], e[10], e[11])
    (m41, m42, m43, m44) = (e[12], e[13], e[14], e[15])
  }

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

  /// The map that applies this one first, then `next` (`CATransform3DConcat`).
  public func concatenating(_ next: Transform3D) -> Transform3D {
    let a = elements
    let b = next.elements
    var product = [Double](repeating: 0, count: 16)
    for row in 0..<4 {
      for column in 0..<4 {
        for k in 0..<4 { product[row * 4 + column] += a[row * 4 + k] * b[k * 4 + column] }
      }
    }
    return Transform3D(elements: product)
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
    hasPerspective ? nil : AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }
}
