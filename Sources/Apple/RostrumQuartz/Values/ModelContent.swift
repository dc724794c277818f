public import Foundation
import RostrumGeometry
public import RostrumLayerTree

/// A type of Core Animation's whose values the model has too.
public protocol _ModelContent {
  /// `value` is of the type's own kind.
  init(_model value: Value)
  var _model: Value { get }
}

extension Bool: _ModelContent {
  public init(_model value: Value) { self = value.boolean }
  public var _model: Value { .boolean(self) }
}

extension CGFloat: _ModelContent {
  public init(_model value: Value) { self = value.number }
  public var _model: Value { .number(Double(self)) }
}

extension Double: _ModelContent {
  public init(_model value: Value) { self = value.number }
  public var _model: Value { .number(self) }
}

extension Float: _ModelContent {
  public init(_model value: Value) { self.init(value.number) }
  public var _model: Value { .number(shortest) }
}

/// A count: it is not negative.
extension Int: _ModelContent {
  public init(_model value: Value) { self.init(value.number) }
  public var _model: Value { .number(Double(Swift.max(self, 0))) }
}

extension UInt32: _ModelContent {
  public init(_model value: Value) { self.init(value.number) }
  public var _model: Value { .number(Double(self)) }
}

extension CGPoint: _ModelContent {
  public init(_model value: Value) { self = value.point.cgPoint }
  public var _model: Value { .point(Point(self)) }
}

extension CGSize: _ModelContent {
  public init(_model value: Value) { self = value.size.cgSize }
  public var _model: Value { .size(Size(self)) }
}

extension CGRect: _ModelContent {
  public init(_model value: Value) { self = value.rect.cgRect }
  public var _model: Value { .rect(Rect(self)) }
}

extension CATransform3D: _ModelContent {
  public init(_model value: Value) { self.init(value.transform) }
  public var _model: Value { .transform(model) }
}

extension CGColor: _ModelContent {
  public convenience init(_model value: Value) { self.init(value.color ?? .clear) }
  public var _model: Value { .color(model) }
}

/// Numbers; none of them is none.
extension Array: _ModelContent where Element == NSNumber {
  public init(_model value: Value) { self = value.numbers.map { NSNumber(value: $0) } }
  public var _model: Value { isEmpty ? .none : .numbers(map(\.doubleValue)) }
}

extension Optional: _ModelContent where Wrapped: _ModelContent {
  public init(_model value: Value) {
    if case .none = value { self = nil } else { self = Wrapped(_model: value) }
  }
  public var _model: Value { map(\._model) ?? Value.none }
}

extension CAWord {
  public init(_model value: Value) { self.init(rawValue: value.text) }
  public var _model: Value { .text(rawValue) }
}

/// A set that the model has as words.
public protocol _WordMask: OptionSet, _ModelContent {
  /// In the model's order.
  static var _names: [(Element, String)] { get }
}

extension _WordMask {
  public init(_model value: Value) { self.init(value.words) }
  public var _model: Value { .words(words) }

  var words: [String] { Self._names.filter { contains($0.0) }.map(\.1) }

  init(_ words: [String]) {
    self = Self._names.filter { words.contains($0.1) }.reduce(into: []) { $0.insert($1.0) }
  }
}

extension CACornerMask: _WordMask {
  public static let _names: [(CACornerMask, String)] = [
    (.layerMinXMinYCorner, "minXMinY"), (.layerMaxXMinYCorner, "maxXMinY"),
    (.layerMinXMaxYCorner, "minXMaxY"), (.layerMaxXMaxYCorner, "maxXMaxY"),
  ]
}

extension CAEdgeAntialiasingMask: _WordMask {
  public static let _names: [(CAEdgeAntialiasingMask, String)] = [
    (.layerLeftEdge, "minX"), (.layerRightEdge, "maxX"), (.layerBottomEdge, "minY"),
    (.layerTopEdge, "maxY"),
  ]
}
