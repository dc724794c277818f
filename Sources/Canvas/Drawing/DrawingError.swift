public import Base

/// Cairo refused to draw; nothing on the bitmap can be trusted.
public struct DrawingError: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  /// Cairo's own words, such as "out of memory".
  public let reason: String
  /// Whether the system gave no memory.
  public let isShortage: Bool

  public var description: String { "drawing failed: \(reason)" }

  public var exitStatus: ExitStatus { isShortage ? .shortage : .internalFailure }
}
