/// Frames per second as an exact fraction in lowest terms, so that 29.97 stays 2997/100.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
  /// Frames in `denominator` seconds, above zero.
  public let numerator: Int
  /// Seconds, above zero.
  public let denominator: Int

  /// What a scene has that names none: 60 frames per second.
  public static let standard = FrameRate(whole: 60)

  private init(whole: Int) { (numerator, denominator) = (whole, 1) }

  /// The rate `numerator / denominator`; `nil` unless both are above zero.
  public init?(numerator: Int, denominator: Int = 1) {
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Reads a whole number ("60"), a decimal ("29.97") or a fraction ("24000/1001"), without spaces,
  /// signs or exponents; `nil` for anything else, for zero, and for what does not fit.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let numerator = wholeNumber(parts[0]), let denominator = wholeNumber(parts[1]) else {
        return nil
      }
      self.init(numerator: numerator, denominator: denominator)
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
