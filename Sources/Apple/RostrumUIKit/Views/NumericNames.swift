public import Foundation

/// A number with a name, of which others are so much more or less.
public protocol _UIKitNumericRawRepresentable: RawRepresentable where RawValue: Numeric {
  init(rawValue: RawValue)
}

extension _UIKitNumericRawRepresentable {
  public static func + (lhs: Self, rhs: RawValue) -> Self { Self(rawValue: lhs.rawValue + rhs) }
  public static func + (lhs: RawValue, rhs: Self) -> Self { rhs + lhs }
  public static func - (lhs: Self, rhs: RawValue) -> Self { Self(rawValue: lhs.rawValue - rhs) }
  public static func += (lhs: inout Self, rhs: RawValue) { lhs = lhs + rhs }
  public static func -= (lhs: inout Self, rhs: RawValue) { lhs = lhs - rhs }
}

extension UILayoutPriority: _UIKitNumericRawRepresentable {}
extension UIWindow.Level: _UIKitNumericRawRepresentable {}
extension UIFont.Weight: _UIKitNumericRawRepresentable {}
