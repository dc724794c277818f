/// An animation as it hangs on a layer.
public struct AttachedAnimation: Sendable {
  /// The name under which it was added; `nil` for one without a name.
  public let key: String?
  public let animation: any Animation
  /// Where the scene file declares it, for explanations.
  public let place: SourcePlace?

  public init(_ animation: any Animation, key: String? = nil, place: SourcePlace? = nil) {
    self.animation = animation
    self.key = key
    self.place = place
  }
}

/// A line of the scene file, counted from 1.
public struct SourcePlace: Hashable, Sendable {
  public let line: Int

  public init(line: Int) { self.line = line }
}
