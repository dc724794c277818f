/// How values between key frames come about. Source of the words: Apple's `CAAnimation.h`.
public enum CalculationMode: String, CaseIterable, Hashable, Sendable {
  /// Straight from one value to the next.
  case linear
  /// Each value holds until the next one's time.
  case discrete
  /// Straight, and everywhere at the same speed: key times and the segments' timing functions are ignored.
  case paced
  /// On a smooth curve through the values.
  case cubic
  /// On the smooth curve, and everywhere at the same speed.
  case cubicPaced

  /// Whether key times follow from the way instead of being given. Such modes know no timing functions either.
  public var isPaced: Bool { self == .paced || self == .cubicPaced }

  /// Whether values lie on a curve that tension, continuity and bias shape.
  public var isCubic: Bool { self == .cubic || self == .cubicPaced }

  /// Whether segments are eased one by one.
  public var usesTimingFunctions: Bool { self == .linear || self == .cubic }
}

/// Whether what moves along a path turns with it. Source of the words: Apple's `CAAnimation.h`.
public enum RotationMode: String, CaseIterable, Hashable, Sendable {
  /// The x axis points the way that the path goes.
  case auto
  /// The x axis points back.
  case autoReverse
}

/// A place between two key frames.
public struct KeyframeSegment: Hashable, Sendable {
  /// Counted from 0.
  public let index: Int
  /// How far from the frame at its start to the one at its end; it can overshoot 0...1 as the animation's progress can.
  public let progress: Double
  /// The same after the segment's own timing function; 0 in discrete mode, where the start holds.
  public let easedProgress: Double
}
