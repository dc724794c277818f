/// A key of a layer's own that is drawn, in place of `@NSManaged`, which needs Objective-C:
/// `@LayerKey("progress") var progress: CGFloat = 0`. The class says `needsDisplay(forKey:)` of it,
/// and animations of the key path draw the layer for every frame.
@propertyWrapper
public struct LayerKey<Content>: DeclaredKey {
  let key: String
  private let initial: Content
  var anyInitial: Any { initial }

  public init(wrappedValue: Content, _ key: String) { (initial, self.key) = (wrappedValue, key) }

  /// Without a value of its own a number is 0, a structure empty, an object `nil` and a list empty,
  /// as for `@NSManaged`. Other types need a value.
  public init(_ key: String) {
    guard let initial = EmptyValues.value(of: Content.self) else {
      preconditionFailure("the key '\(key)' needs a value: there is no empty \(Content.self)")
    }
    (self.initial, self.key) = (initial, key)
  }

  @available(*, unavailable, message: "a property of a CALayer")
  public var wrappedValue: Content {
    get { initial }
    nonmutating set {}
  }

  public static subscript<Owner: CALayer>(
    _enclosingInstance layer: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Content>,
    storage storage: ReferenceWritableKeyPath<Owner, Self>
  ) -> Content {
    get {
      let wrapper = layer[keyPath: storage]
      return layer.value(forKey: wrapper.key) as? Content ?? wrapper.initial
    }
    set { layer.setValue(newValue, forKey: layer[keyPath: storage].key) }
  }
}

/// The values of properties that were not set.
private enum EmptyValues {
  nonisolated(unsafe) private static let all: [Any] = [
    CGFloat(0), Double(0), Float(0), Int(0), Int32(0), UInt(0), false, CGPoint.zero, CGSize.zero,
    CGRect.zero, CATransform3DIdentity, CGAffineTransform.identity, "", [CGFloat](), [CGColor](),
    [NSNumber](), [CGPoint](), [Any](),
  ]

  static func value<Content>(of type: Content.Type) -> Content? {
    if let none = (type as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Content {
      return none
    }
    return all.lazy.compactMap { Swift.type(of: $0) == type ? $0 as? Content : nil }.first
  }
}

/// A key of a layer that its class declares.
private protocol DeclaredKey {
  var key: String { get }
  var anyInitial: Any { get }
}

extension CALayer {
  /// The value that a key of the class has before it is set; `nil` for one that the class does not
  /// declare.
  func declaredValue(forKey key: String) -> Any? {
    sequence(first: Mirror(reflecting: self)) { $0.superclassMirror }
      .prefix { $0.subjectType != CALayer.self }
      .lazy.flatMap(\.children)
      .compactMap { $0.value as? any DeclaredKey }
      .first { $0.key == key }?.anyInitial
  }
}
