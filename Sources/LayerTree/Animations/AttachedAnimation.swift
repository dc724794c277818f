/// An animation as it hangs on a layer.
public struct AttachedAnimation: Identifiable, Sendable {
  /// The name under which it was added; `nil` for one without a name.
  public let key: String?
  public let animation: any Animation
  /// Where the scene file declares it, for explanations.
  public let place: SourcePlace?
  private let identity = Identity()
  /// Whether it moves the layer's clock and nothing else, and whether it writes to a property of the clock at all.
  let isOfClock: Bool
  let writesClock: Bool

  public init(_ animation: any Animation, key: String? = nil, place: SourcePlace? = nil) {
    self.animation = animation
    self.key = key
    self.place = place
    let ofClock = animation.keyPaths.map(\.isOfClock)
    writesClock = ofClock.contains(true)
    isOfClock = writesClock && !ofClock.contains(false)
  }

  /// The same for copies of one value: what an epoch takes over from the one before. Others may be
  /// equal all the same.
  public var id: ObjectIdentifier { ObjectIdentifier(identity) }

  /// True for copies of one value.
  public func isCopy(of other: AttachedAnimation) -> Bool { id == other.id }

  private final class Identity: Sendable {}
}

/// A line of the scene file, counted from 1.
public struct SourcePlace: Hashable, Sendable {
  public let line: Int

  public init(line: Int) { self.line = line }
}
