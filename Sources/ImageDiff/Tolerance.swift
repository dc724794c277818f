/// How far two pictures may differ and still count as the same.
public struct Tolerance: Sendable, Equatable {
  /// The distance of two colours from which on their pixels differ, 0 (any difference counts) to 1 (black against white).
  /// See `ColorDistance`. 0.03 is about eight of 255 steps of grey: what can just be seen where two areas touch.
  public var threshold: Double
  /// How many pixels may differ.
  public var maximumPixels: Int
  /// The same as a share of all compared pixels, 0 to 1. The larger of both bounds holds.
  public var maximumShare: Double
  /// How many pixels may hang together in one difference; `nil` for any number. Finds one real change among noise.
  public var maximumRegion: Int?
  /// Whether pixels that are only antialiased otherwise are forgiven. They are counted in any case.
  public var forgivesAntialiasing: Bool

  /// What `rostrum verify` and `rostrum diff` use unless told otherwise.
  public static let standard = Tolerance()

  /// Every difference counts.
  public static let exact = Tolerance(threshold: 0, forgivesAntialiasing: false)

  public init(
    threshold: Double = 0.03, maximumPixels: Int = 0, maximumShare: Double = 0,
    maximumRegion: Int? = nil, forgivesAntialiasing: Bool = true
  ) {
    self.threshold = threshold
    self.maximumPixels = maximumPixels
    self.maximumShare = maximumShare
    self.maximumRegion = maximumRegion
    self.forgivesAntialiasing = forgivesAntialiasing
  }

  /// How many of `count` pixels may differ.
  public func allowance(of count: Int) -> Int {
    let share = Double(count) * min(max(maximumShare, 0), 1)
    return max(maximumPixels, share.isFinite ? Int(share) : 0)
  }
}
