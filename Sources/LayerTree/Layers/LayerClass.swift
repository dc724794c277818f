/// One row of the table of layer classes: what a scene file may write after `class:`.
///
/// A new class is one file here with its properties and its row, one painter in `Rendering`, and its line in `all`.
public struct LayerClass: Sendable {
  /// As in a scene file: `CAShapeLayer` is `shape`.
  public let name: String
  /// Core Animation's own name.
  public let coreAnimationName: String
  /// One line for the documentation.
  public let summary: String
  /// The properties that this class adds to those of the plain layer.
  public let ownProperties: [Property]
  /// Where the class differs from the defaults of the plain layer.
  public let defaults: [(property: Property, value: Value)]
  /// True when a layer changes with time though nothing animates it.
  let changesWithoutAnimation: Bool
  /// Makes of the animated values what the class shows at a moment; `nil` for nothing more.
  let completion: (@Sendable (inout LayerValues, LayerMoment) -> Void)?

  init(
    name: String, coreAnimationName: String, summary: String, ownProperties: [Property],
    defaults: [(Property, Value)] = [], changesWithoutAnimation: Bool = false,
    completion: (@Sendable (inout LayerValues, LayerMoment) -> Void)? = nil
  ) {
    self.name = name
    self.coreAnimationName = coreAnimationName
    self.summary = summary
    self.ownProperties = ownProperties
    self.defaults = defaults.map { (property: $0.0, value: $0.1) }
    self.changesWithoutAnimation = changesWithoutAnimation
    self.completion = completion
  }

  /// In the order of the documentation.
  public static let all: [LayerClass] = [
    .plain, .shape, .text, .gradient, .replicator, .emitter, .transform, .scroll, .tiled, .video,
    .scene,
  ]

  /// What a layer of the class has before the scene gives it values.
  public var initialValues: LayerValues {
    var values = LayerValues()
    for (property, value) in defaults { values[property] = value }
    return values
  }

  public static func named(_ name: String) -> LayerClass? { all.first { $0.name == name } }

  /// Every property of the class, those of the plain layer first.
  public var properties: [Property] {
    name == LayerClass.plain.name
      ? ownProperties : LayerClass.plain.ownProperties + ownProperties
  }

  /// The property of that name, or `nil` when the class has none.
  public func property(named name: String) -> Property? {
    properties.first { $0.name == name }
  }

  /// Every key path of such a layer: each property, each component of it, and its clock.
  public var keyPaths: [AnimationKeyPath] {
    (properties + Self.clockProperties).flatMap { property in
      [AnimationKeyPath(property)]
        + ValueComponent.components(of: property.type).map { AnimationKeyPath(property, $0) }
    }
  }

  /// Those that an animation may name.
  public var animatableKeyPaths: [AnimationKeyPath] {
    keyPaths.filter(\.property.isAnimatable)
  }
}

extension LayerClass: Hashable {
  public static func == (a: LayerClass, b: LayerClass) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
