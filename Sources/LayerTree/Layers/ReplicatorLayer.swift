import Geometry

/// What a replicator layer adds. Defaults: Apple's `CAReplicatorLayer.h`.
extension Property {
  public static let instanceCount = Property(
    "instanceCount", .number(.wholeNumber), default: .number(1),
    "How many copies of the sublayers there are; 0 shows none.")
  public static let preservesDepth = Property(
    "preservesDepth", .boolean, default: .boolean(false), isAnimatable: false,
    "Whether the copies keep their depth instead of being flattened.")
  public static let instanceDelay = Property(
    "instanceDelay", .number(), default: .number(0),
    "Seconds by which each copy is behind the one before it.")
  public static let instanceTransform = Property(
    "instanceTransform", .transform, default: .transform(.identity),
    "What moves each copy from the one before it, about the centre of the bounds.")
  public static let instanceColor = Property(
    "instanceColor", .color, default: .color(.white), "Multiplies the colours of every copy.")
  public static let instanceRedOffset = offset("instanceRedOffset", "red")
  public static let instanceGreenOffset = offset("instanceGreenOffset", "green")
  public static let instanceBlueOffset = offset("instanceBlueOffset", "blue")
  public static let instanceAlphaOffset = offset("instanceAlphaOffset", "alpha")

  private static func offset(_ name: String, _ component: String) -> Property {
    Property(
      name, .number(), default: .number(0),
      "Added to the \(component) of instanceColor from each copy to the next.")
  }
}

extension Property {
  /// Multiplies the colours of a layer and everything in it, as one picture: what a replicator does to its copies. Scene files do not
  /// set it.
  public static let instanceTint = Property(
    "instanceTint", .color, default: .none, isAnimatable: false,
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
