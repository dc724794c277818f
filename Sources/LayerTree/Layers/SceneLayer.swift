/// Another scene as a layer. Loading a scene file turns it into an ordinary layer with the other scene's layers inside, so the class
/// occurs in scene files only.
extension LayerClass {
  public static let scene = LayerClass(
    name: "scene", coreAnimationName: "CALayer",
    summary: "Another scene file, as large as its canvas, in the layer's own time.",
    ownProperties: [])
}

/// The scene that a layer shows, as the layer's scene file names it.
public struct SceneReference: Sendable {
  /// The scene file's absolute path.
  public let path: String
  /// What its parameters are given by the layer; the others have their defaults.
  public let parameters: [(name: String, value: ArgumentValue)]
  /// In seconds of the layer's time; infinite when it never ends.
  public let duration: Double

  public init(
    path: String, parameters: [(name: String, value: ArgumentValue)] = [], duration: Double
  ) {
    self.path = path
    self.parameters = parameters
    self.duration = duration
  }
}

/// What a parameter is given: not read any further, since what it means follows from where the other scene uses it.
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
