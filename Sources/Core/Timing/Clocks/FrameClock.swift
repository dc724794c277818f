/// The frames that a film has, and the time of each.
///
/// Times are computed from the frame's index, never summed up, so that frame one million is as
/// exact as frame one.
public struct FrameClock: Hashable, Sendable {
  /// Frames per second.
  public let rate: FrameRate
  /// The film's length in seconds.
  public let duration: Double

  /// A film of `duration` seconds; one that is not above zero has a single frame.
  public init(rate: FrameRate, duration: Double) {
    self.rate = rate
    self.duration = duration
  }

  /// The number of frames, at least one: every frame that begins before the end. One second at 60
  /// frames per second has 60; rounding noise adds none.
  public var frameCount: Int {
    max(1, Int(saturating: frames(in: duration).rounded(.up)))
  }

  /// The time of a frame in seconds, rounded once.
  public func time(ofFrame frame: Int) -> Double {
    let (product, overflows) = frame.multipliedReportingOverflow(by: rate.denominator)
    guard !overflows else {
      return Double(frame) * Double(rate.denominator) / Double(rate.numerator)
    }
    return Double(product) / Double(rate.numerator)
  }

  /// The frame that shows at a time: the last one that has begun, limited to the film.
  public func frame(at time: Double) -> Int {
    min(max(0, Int(saturating: frames(in: time).rounded(.down))), frameCount - 1)
  }

  /// A time in frames, put on the nearest whole number where only rounding keeps it off.
  private func frames(in time: Double) -> Double {
    let time = time.clampedToFinite
    let frameDuration = Double(rate.denominator) / Double(rate.numerator)
    let tolerance = SnapTolerance.seconds(near: abs(time), period: frameDuration)
    let frames = time * Double(rate.numerator) / Double(rate.denominator)
    return frames.clampedToFinite.snappedToWhole(within: tolerance / frameDuration)
  }
}

/// Frames per second as an exact fraction in lowest terms, so that nothing is rounded.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
  /// Frames in `denominator` seconds, above zero.
  public let numerator: Int
  /// Seconds, above zero.
  public let denominator: Int

  /// The rate of a scene that names none: 60 frames per second.
  public static let standard = FrameRate(whole: 60)

  private init(whole: Int) { (numerator, denominator) = (whole, 1) }

  /// The rate `numerator / denominator`; `nil` unless both are above zero.
  public init?(numerator: Int, denominator: Int = 1) {
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The rounded names of the NTSC frame rates, multiples of 1000/1001 (SMPTE ST 170).
  private static let televisionRates = [
    "14.985": 15, "23.976": 24, "23.98": 24, "29.97": 30, "47.952": 48, "47.95": 48, "59.94": 60,
    "119.88": 120,
  ]

  /// Reads a whole number ("60"), a decimal ("12.5"), a fraction ("24000/1001") or a short name of
  /// television's ("29.97", which is 30000/1001), without spaces, signs or exponents; `nil` for any
  /// other text, zero, and numbers out of range.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let numerator = wholeNumber(parts[0]), let denominator = wholeNumber(parts[1]) else {
        return nil
      }
      self.init(numerator: numerator, denominator: denominator)
    } else if let frames = Self.televisionRates[text] {
      self.init(numerator: frames * 1000, denominator: 1001)
    } else {
      guard let fraction = decimalFraction(text) else { return nil }
      self.init(numerator: fraction.numerator, denominator: fraction.denominator)
    }
  }

  /// The rate as a number.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// "60" or "24000/1001"; reads back as the same rate.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

/// "29.97" as 2997 over 100.
private func decimalFraction(_ text: String) -> (numerator: Int, denominator: Int)? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count == 2 else { return wholeNumber(Substring(text)).map { ($0, 1) } }
  guard !parts[0].isEmpty, !parts[1].isEmpty, parts[1].utf8.count <= 18,
    let numerator = wholeNumber(parts[0] + parts[1])
  else { return nil }
  return (numerator, parts[1].utf8.reduce(1) { product, _ in product * 10 })
}

/// Digits only: `Int` alone would accept a sign.
private func wholeNumber(_ digits: Substring) -> Int? {
  digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    ? Int(digits) : nil
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
