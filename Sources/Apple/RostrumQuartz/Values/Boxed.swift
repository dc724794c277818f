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

/// A structure that an `NSValue` can hold.
private protocol Structure {
  static var objCType: String { get }
  init(unboxing value: NSValue)
}

extension Structure {
  static func unboxed(_ value: NSValue) -> Self? {
    String(cString: value.objCType) == objCType ? Self(unboxing: value) : nil
  }
}

private func type(of value: NSValue) -> String { String(cString: value.objCType) }

extension CGPoint: Structure {
  fileprivate static var objCType: String { type(of: NSValue(point: .zero)) }
  fileprivate init(unboxing value: NSValue) { self = value.pointValue }
}

extension CGSize: Structure {
  fileprivate static var objCType: String { type(of: NSValue(size: .zero)) }
  fileprivate init(unboxing value: NSValue) { self = value.sizeValue }
}

extension CGRect: Structure {
  fileprivate static var objCType: String { type(of: NSValue(rect: .zero)) }
  fileprivate init(unboxing value: NSValue) { self = value.rectValue }
}

extension CATransform3D: Structure {
  fileprivate static var objCType: String { NSValue.transformType }
  fileprivate init(unboxing value: NSValue) { self = value.caTransform3DValue }
}

extension CGAffineTransform: Structure {
  fileprivate static var objCType: String { NSValue.flatTransformType }
  fileprivate init(unboxing value: NSValue) { self = value.cgAffineTransformValue }
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

extension CGPoint: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout CGPoint?) {
    result = unboxed(x)
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSValue, result: inout CGPoint?
  ) -> Bool {
    result = unboxed(x)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
    source.flatMap(unboxed) ?? CGPoint()
  }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout CGSize?) {
    result = unboxed(x)
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSValue, result: inout CGSize?
  ) -> Bool {
    result = unboxed(x)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize {
    source.flatMap(unboxed) ?? CGSize()
  }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout CGRect?) {
    result = unboxed(x)
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSValue, result: inout CGRect?
  ) -> Bool {
    result = unboxed(x)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect {
    source.flatMap(unboxed) ?? CGRect()
  }
}

extension CATransform3D: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout CATransform3D?) {
    result = unboxed(x)
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSValue, result: inout CATransform3D?
  ) -> Bool {
    result = unboxed(x)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CATransform3D {
    source.flatMap(unboxed) ?? CATransform3D()
  }
}

extension CGAffineTransform: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout CGAffineTransform?) {
    result = unboxed(x)
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSValue, result: inout CGAffineTransform?
  ) -> Bool {
    result = unboxed(x)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGAffineTransform {
    source.flatMap(unboxed) ?? CGAffineTransform()
  }
}
