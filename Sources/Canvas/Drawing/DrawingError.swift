/// Cairo refused to draw; nothing on the bitmap can be trusted.
public struct DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Cairo's own words, such as "out of memory".
  public let reason: String
  /// Whether the system gave no memory.
  public let isShortage: Bool

  public var description: String { "drawing failed: \(reason)" }
}
