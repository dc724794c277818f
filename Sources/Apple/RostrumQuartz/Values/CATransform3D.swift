public import Foundation
import RostrumGeometry

/// A transform in space. Points are row vectors: the translation is the fourth row.
public struct CATransform3D: Equatable, Sendable {
  public var m11: CGFloat = 0
  public var m12: CGFloat = 0
  public var m13: CGFloat = 0
  public var m14: CGFloat = 0
  public var m21: CGFloat = 0
  public var m22: CGFloat = 0
  public var m23: CGFloat = 0
  public var m24: CGFloat = 0
  public var m31: CGFloat = 0
  public var m32: CGFloat = 0
  public var m33: CGFloat = 0
  public var m34: CGFloat = 0
  public var m41: CGFloat = 0
  public var m42: CGFloat = 0
  public var m43: CGFloat = 0
  public var m44: CGFloat = 0

  public init() {}

  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat,
    m23: CGFloat, m24: CGFloat, m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
    m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }

  init(_ t: Transform3D) {
    self.init(
      m11: t.m11, m12: t.m12, m13: t.m13, m14: t.m14, m21: t.m21, m22: t.m22, m23: t.m23,
      m24: t.m24, m31: t.m31, m32: t.m32, m33: t.m33, m34: t.m34, m41: t.m41, m42: t.m42,
      m43: t.m43, m44: t.m44)
  }

  var model: Transform3D { Transform3D(elements: elements) }

  /// In the order of the rows.
  fileprivate var elements: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
      .map(Double.init)
  }
}

public let CATransform3DIdentity = CATransform3D(Transform3D.identity)

public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

public func CATransform3DMakeTranslation(
  _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  CATransform3D(Transform3D.translation(x: Double(tx), y: Double(ty), z: Double(tz)))
}

public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  CATransform3D(Transform3D.scale(x: Double(sx), y: Double(sy), z: Double(sz)))
}

/// The rotation by `angle` radians about the axis (x, y, z) of any length; an axis of length 0
/// gives the identity.
public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  // About an axis of the system the sines and cosines alone: no product that rounds.
  let model: Transform3D =
    switch (x, y, z) {
    case (0, 0, 1): .rotationZ(Double(angle))
    case (0, 1, 0): .rotationY(Double(angle))
    case (1, 0, 0): .rotationX(Double(angle))
    default: .rotation(Double(angle), about: Vector3(x: Double(x), y: Double(y), z: Double(z)))
    }
  return CATransform3D(model)
}

/// A transform that moves first, and then does what `t` does.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t) }

/// A transform that scales first, and then does what `t` does.
public func CATransform3DScale(
  _ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t) }

/// A transform that turns first, and then does what `t` does.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t) }

/// `a` first, then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  CATransform3D(a.model.concatenating(b.model))
}

/// The inverse, or `t` itself where it has none.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  CATransform3D(t.model.inverted ?? t.model)
}

public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D(Transform3D(m.model))
}

/// Whether a flat transform says the same.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool { t.model.isAffine }

/// The flat part of the transform; undefined for one that is not affine.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}

extension NSValue {
  /// Foundation for Linux keeps no structures of other modules, but lists of numbers.
  static let transformType = "[16d]"

  /// The transform, in the order of its rows.
  public convenience init(caTransform3D transform: CATransform3D) {
    self.init(bytes: transform.elements, objCType: Self.transformType)
  }

  /// The identity for a value that holds no transform.
  public var caTransform3DValue: CATransform3D {
    guard String(cString: objCType) == Self.transformType else { return CATransform3DIdentity }
    var elements = [Double](repeating: 0, count: 16)
    getValue(&elements)
    return CATransform3D(Transform3D(elements: elements))
  }
}
