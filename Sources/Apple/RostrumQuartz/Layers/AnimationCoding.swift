import Foundation
import RostrumLayerTree

/// The properties of animations by their keys, as key-value coding has them.
extension CAAnimation {
  private typealias Own<Content> = ReferenceWritableKeyPath<CAAnimation, Content>

  private static func double(_ key: String) -> Own<Double>? {
    switch key {
    case "beginTime": \.beginTime
    case "duration": \.duration
    case "timeOffset": \.timeOffset
    case "repeatDuration": \.repeatDuration
    default: nil
    }
  }

  private static func float(_ key: String) -> Own<Float>? {
    key == "speed" ? \.speed : key == "repeatCount" ? \.repeatCount : nil
  }

  private static func flag(_ key: String) -> Own<Bool>? {
    switch key {
    case "autoreverses": \.autoreverses
    case "removedOnCompletion", "isRemovedOnCompletion": \.isRemovedOnCompletion
    default: nil
    }
  }

  private static func end(_ key: String) -> ReferenceWritableKeyPath<CABasicAnimation, Any?>? {
    switch key {
    case "fromValue": \.fromValue
    case "toValue": \.toValue
    case "byValue": \.byValue
    default: nil
    }
  }

  /// `nil` for a key that is no property.
  func coded(_ key: String) -> Any? {
    if let path = Self.double(key) { return NSNumber(value: self[keyPath: path]) }
    if let path = Self.float(key) { return NSNumber(value: self[keyPath: path]) }
    if let path = Self.flag(key) { return NSNumber(value: self[keyPath: path]) }
    if let basic = self as? CABasicAnimation, let path = Self.end(key) {
      return basic[keyPath: path].map(Boxed.object)
    }
    switch key {
    case "fillMode": return fillMode.rawValue
    case "timingFunction": return timingFunction
    case "delegate": return delegate
    case "keyPath": return (self as? CAPropertyAnimation)?.keyPath
    case "values": return (self as? CAKeyframeAnimation)?.values
    case "path": return (self as? CAKeyframeAnimation)?.path
    case "animations": return (self as? CAAnimationGroup)?.animations
    default: return nil
    }
  }

  /// Whether the key is a property.
  func code(_ value: Any?, _ key: String) -> Bool {
    if let path = Self.double(key) {
      self[keyPath: path] = value.flatMap(Value.number) ?? 0
    } else if let path = Self.float(key) {
      self[keyPath: path] = Float(value.flatMap(Value.number) ?? 0)
    } else if let path = Self.flag(key) {
      self[keyPath: path] = value as? Bool ?? false
    } else if let basic = self as? CABasicAnimation, let path = Self.end(key) {
      basic[keyPath: path] = value
    } else if key == "fillMode" {
      fillMode = (value as? String).map(CAMediaTimingFillMode.init) ?? fillMode
    } else if key == "timingFunction" {
      timingFunction = value as? CAMediaTimingFunction
    } else if key == "delegate" {
      delegate = value as? any CAAnimationDelegate
    } else if key == "keyPath", let moved = self as? CAPropertyAnimation {
      moved.keyPath = value as? String
    } else if key == "values", let frames = self as? CAKeyframeAnimation {
      frames.values = value as? [Any]
    } else {
      return false
    }
    return true
  }
}
