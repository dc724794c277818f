/// Another scene as a layer. Loading a scene file turns it into an ordinary layer with the other scene's layers inside, so the class
/// occurs in scene files only.
extension LayerClass {
  public static let scene = LayerClass(
    name: "scene", coreAnimationName: "CALayer",
    summary: "Another scene file, as large as its canvas, in the layer's own time.",
    ownProperties: [])
}
