public import RostrumGeometry

/// The properties that a replicator layer adds. Defaults: Apple's `CAReplicatorLayer.h`.
extension Property {
  public static let instanceCount = TypedProperty(
    "instanceCount", .number(.wholeNumber), default: 1,
    "How many copies of the sublayers there are; 0 shows none.")
  public static let preservesDepth = TypedProperty(
    "preservesDepth", .boolean, default: false, isAnimatable: false,
    "Whether the copies keep their depth instead of being flattened.")
  public static let instanceDelay = TypedProperty(
    "instanceDelay", .number(), default: 0,
    "Seconds by which each copy is behind the one before it.")
  public static let instanceTransform = TypedProperty(
    "instanceTransform", .transform, default: .identity,
    "Moves each copy from the one before, about the centre of the bounds.")
  public static let instanceColor = TypedProperty(
    "instanceColor", .color, default: .white, "Multiplies the colours of every copy.")
  public static let instanceRedOffset = offset("instanceRedOffset", "red")
  public static let instanceGreenOffset = offset("instanceGreenOffset", "green")
  public static let instanceBlueOffset = offset("instanceBlueOffset", "blue")
  public static let instanceAlphaOffset = offset("instanceAlphaOffset", "alpha")

  private static func offset(_ name: String, _ component: String) -> TypedProperty<Double> {
    TypedProperty(
      name, .number(), default: 0,
      "Added to the \(component) of instanceColor from each copy to the next.")
  }
}

extension Property {
  /// Multiplies the colours of a layer and everything in it, as one picture: what a replicator does
  /// to its copies. Scene files do not set it.
  public static let instanceTint = TypedProperty(
    "instanceTint", .color, default: nil, isAnimatable: false,
    "Multiplies the colours of a copy.")
}

extension LayerClass {
  public static let replicator = LayerClass(
    name: "replicator", coreAnimationName: "CAReplicatorLayer",
    summary: "Copies of its sublayers, each moved, delayed and coloured a little more.",
    ownProperties: [
      .instanceCount, .preservesDepth, .instanceDelay, .instanceTransform, .instanceColor,
      .instanceRedOffset, .instanceGreenOffset, .instanceBlueOffset, .instanceAlphaOffset,
    ])

  /// The most layers that all copies in a scene may come to; further copies are left out.
  public static let maximumReplicas = 100_000
}

/// The properties that a scroll layer adds. Defaults: Apple's `CAScrollLayer.h`.
extension Property {
  public static let scrollMode = TypedProperty(
    "scrollMode", .word, default: ScrollMode.both,
    isAnimatable: false,
    "In which directions the origin of the bounds may leave its first value: that is what scrolls.")
}

extension LayerClass {
  public static let scroll = LayerClass(
    name: "scroll", coreAnimationName: "CAScrollLayer",
    summary: "A window on its sublayers: the origin of its bounds is the point at the corner.",
    ownProperties: [.scrollMode],
    defaults: [(.masksToBounds, .boolean(true))],
    adjustment: { values, initial in
      let (mode, rest) = (values[.scrollMode], initial[.bounds].origin)
      guard mode != .both else { return }
      var bounds = values[.bounds]
      if mode != .horizontally { bounds.origin.x = rest.x }
      if mode != .vertically { bounds.origin.y = rest.y }
      values[.bounds] = bounds
    })
}

/// The directions in which a scroll layer scrolls.
public enum ScrollMode: String, PropertyWord {
  case none, vertically, horizontally, both
}

extension LayerClass {
  /// Source: Apple's `CATransformLayer.h`.
  public static let transform = LayerClass(
    name: "transform", coreAnimationName: "CATransformLayer",
    summary: "A space for its sublayers, which keep their depth; it draws nothing itself.",
    ownProperties: [])

  /// The properties that act on a transform layer; all other properties need a plane to draw in.
  public static let spatialProperties: [Property] = [
    .bounds, .position, .zPosition, .anchorPoint, .anchorPointZ, .transform, .sublayerTransform,
    .geometryFlipped, .hidden, .opacity,
  ]
}

/// Another scene as a layer. Loading a scene file turns it into an ordinary layer with the other
/// scene's layers inside, so the class occurs in scene files only.
extension LayerClass {
  public static let scene = LayerClass(
    name: "scene", coreAnimationName: "CALayer",
    summary: "Another scene file, as large as its canvas, in the layer's own time.",
    ownProperties: [])
}

/// Layers that follow each other. Loading a scene file turns it into an ordinary layer whose
/// sublayers come and go, so the class occurs in scene files only.
extension LayerClass {
  public static let sequence = LayerClass(
    name: "sequence", coreAnimationName: "CALayer",
    summary: "Sublayers that follow each other in time, with cuts or transitions between them.",
    ownProperties: [])
}

/// The scene that a layer shows, as the layer's scene file names it.
public struct SceneReference: Sendable {
  /// The absolute path of the scene's file.
  public let path: String
  /// The arguments that the layer gives to its parameters; the others have their defaults.
  public let parameters: [(name: String, value: ArgumentValue)]
  /// In seconds of the layer's time; infinite when it never ends.
  public let duration: Double
  /// Whether the scene is a part of the file that shows it, such as a composition of a Lottie. Its
  /// path is that file's, and after a # its name.
  public let isEmbedded: Bool
  /// The sounds of that scene itself, in the layer's time.
  public let audio: [AudioTrack]

  public init(
    path: String, parameters: [(name: String, value: ArgumentValue)] = [], duration: Double,
    isEmbedded: Bool = false, audio: [AudioTrack] = []
  ) {
    self.path = path
    self.parameters = parameters
    self.duration = duration
    self.isEmbedded = isEmbedded
    self.audio = audio
  }
}

/// The argument of a parameter: not read any further, since its meaning follows from where the
/// other scene uses it.
public indirect enum ArgumentValue: Hashable, Sendable {
  public struct Member: Hashable, Sendable {
    public let name: String
    public let value: ArgumentValue

    public init(name: String, value: ArgumentValue) { (self.name, self.value) = (name, value) }
  }

  /// A number, `true`, `false`, `none` or any other text without quotes.
  case plain(String)
  case text(String)
  /// An absolute path.
  case file(String)
  case list([ArgumentValue])
  case mapping([Member])
}
