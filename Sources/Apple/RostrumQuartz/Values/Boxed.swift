public import Foundation

/// Values in the objects that key-value coding gives on a Mac.
///
/// Foundation for Linux bridges `NSNumber` to `Double`, `Float`, `Int` and `Bool`; the conformances
/// below add `CGFloat` and the structures, so that `as? CGFloat` and `as? CGPoint` find a value.
enum Boxed {
  /// A number or a structure in an object; anything else as it is.
  static func object(_ any: Any) -> Any {
    switch any {
    case let object as NSObject: object
    case let number as Bool: NSNumber(value: number)
    case let number as Double: NSNumber(value: number)
    case let number as CGFloat: NSNumber(value: Double(number))
    case let number as Float: NSNumber(value: number)
    case let number as Int: NSNumber(value: number)
    case let point as CGPoint: NSValue(point: point)
    case let size as CGSize: NSValue(size: size)
    case let rect as CGRect: NSValue(rect: rect)
    case let transform as CATransform3D: NSValue(caTransform3D: transform)
    case let transform as CGAffineTransform: NSValue(cgAffineTransform: transform)
    default: any
    }
  }
}

// MARK: Bridges

extension CGFloat: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout CGFloat?) {
    result = CGFloat(x.doubleValue)
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSNumber, result: inout CGFloat?
  ) -> Bool {
    result = CGFloat(x.doubleValue)
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    CGFloat(source?.doubleValue ?? 0)
  }
}

/// A structure that an `NSValue` holds.
public protocol _ValueStructure: _ObjectiveCBridgeable where _ObjectiveCType == NSValue {
  init()
  /// `value` holds one.
  init(_unboxing value: NSValue)
}

extension _ValueStructure {
  private static func unboxed(_ value: NSValue) -> Self? {
    let own = Self()._bridgeToObjectiveC().objCType
    return String(cString: value.objCType) == String(cString: own) ? Self(_unboxing: value) : nil
  }

  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout Self?) {
    result = unboxed(x)
  }

  public static func _conditionallyBridgeFromObjectiveC(_ x: NSValue, result: inout Self?) -> Bool {
    result = unboxed(x)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> Self {
    source.flatMap(unboxed) ?? Self()
  }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable, _ValueStructure {
  public init(_unboxing value: NSValue) { self = value.pointValue }
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }
}

extension CGSize: @retroactive _ObjectiveCBridgeable, _ValueStructure {
  public init(_unboxing value: NSValue) { self = value.sizeValue }
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }
}

extension CGRect: @retroactive _ObjectiveCBridgeable, _ValueStructure {
  public init(_unboxing value: NSValue) { self = value.rectValue }
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }
}

extension CATransform3D: _ValueStructure {
  public init(_unboxing value: NSValue) { self = value.caTransform3DValue }
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }
}

extension CGAffineTransform: _ValueStructure {
  public init(_unboxing value: NSValue) { self = value.cgAffineTransformValue }
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }
}
