extension LayerClass {
  /// Source: Apple's `CATransformLayer.h`.
  public static let transform = LayerClass(
    name: "transform", coreAnimationName: "CATransformLayer",
    summary: "A space for its sublayers, which keep their depth; it draws nothing itself.",
    ownProperties: [])

  /// What a transform layer takes notice of; all other properties need a plane to draw in.
  public static let spatialProperties: [Property] = [
    .bounds, .position, .zPosition, .anchorPoint, .anchorPointZ, .transform, .sublayerTransform,
    .geometryFlipped, .hidden, .opacity,
  ]
}
