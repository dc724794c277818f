/// Frames in one second as a fraction, so that 24000/1001 is exact.
public struct FrameRate: Sendable, Hashable, CustomStringConvertible {
  public let numerator: Int
  public let denominator: Int

  /// Nil unless both numbers are positive.
  public init?(numerator: Int, denominator: Int = 1) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
