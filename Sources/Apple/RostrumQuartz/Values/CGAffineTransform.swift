public import Foundation
import RostrumGeometry

/// The model's, as Foundation has one of that name too.
typealias FlatTransform = RostrumGeometry.AffineTransform

/// A flat transform: x' = a x + c y + tx, y' = b x + d y + ty.
public struct CGAffineTransform: Hashable, Sendable, Codable {
  public var a: CGFloat
  public var b: CGFloat
  public var c: CGFloat
  public var d: CGFloat
  public var tx: CGFloat
  public var ty: CGFloat

  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat)
  {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  public init() { self = .identity }

  public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.init(FlatTransform(a: 1, b: 0, c: 0, d: 1, tx: Double(tx), ty: Double(ty)))
  }

  public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(FlatTransform.scale(x: Double(sx), y: Double(sy)))
  }

  /// `angle` is in radians, from the x axis towards the y axis.
  public init(rotationAngle angle: CGFloat) { self.init(FlatTransform.rotation(Double(angle))) }

  init(_ transform: FlatTransform) {
    self.init(
      a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: transform.tx,
      ty: transform.ty)
  }

  var model: FlatTransform {
    FlatTransform(
      a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: Double(tx), ty: Double(ty))
  }

  public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  public var isIdentity: Bool { self == .identity }

  /// This transform first, then `t2`.
  public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(model.concatenating(t2.model))
  }

  /// A transform that does this before: `translatedBy(x:y:)` moves in the turned axes.
  public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: x, y: y).concatenating(self)
  }

  public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: x, y: y).concatenating(self)
  }

  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// The inverse, or the transform itself where it has none.
  public func inverted() -> CGAffineTransform { model.inverted.map(CGAffineTransform.init) ?? self }
}

extension CGPoint {
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    t.model.apply(to: Point(self)).cgPoint
  }
}

extension CGSize {
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

extension CGRect {
  /// The smallest upright rectangle around the transformed corners.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    t.model.boundingBox(of: Rect(self)).cgRect
  }
}

public func CGAffineTransformMake(
  _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
) -> CGAffineTransform { CGAffineTransform(a, b, c, d, tx, ty) }

public func CGAffineTransformMakeRotation(_ angle: CGFloat) -> CGAffineTransform {
  CGAffineTransform(rotationAngle: angle)
}

public func CGAffineTransformMakeScale(_ sx: CGFloat, _ sy: CGFloat) -> CGAffineTransform {
  CGAffineTransform(scaleX: sx, y: sy)
}

public func CGAffineTransformMakeTranslation(_ tx: CGFloat, _ ty: CGFloat) -> CGAffineTransform {
  CGAffineTransform(translationX: tx, y: ty)
}

extension NSValue {
  static let flatTransformType = "[6d]"

  public convenience init(cgAffineTransform t: CGAffineTransform) {
    self.init(bytes: [t.a, t.b, t.c, t.d, t.tx, t.ty], objCType: Self.flatTransformType)
  }

  /// The identity for a value that holds no flat transform.
  public var cgAffineTransformValue: CGAffineTransform {
    guard String(cString: objCType) == Self.flatTransformType else { return .identity }
    var numbers = [CGFloat](repeating: 0, count: 6)
    getValue(&numbers)
    return CGAffineTransform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }
}
