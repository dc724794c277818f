/// 128 bits that stand for some content: the same in every process and on every machine, and different for different content, short of
/// somebody who looks for a collision.
public struct Digest: Hashable, Sendable {
  @usableFromInline let high: UInt64
  @usableFromInline let low: UInt64

  @inlinable
  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// What nothing else has: for content that cannot be read.
  public static func unlike() -> Digest {
    Digest(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
  }

  /// The sum of two digests, in which their order does not matter.
  @inlinable
  public static func + (a: Digest, b: Digest) -> Digest {
    let (low, carries) = a.low.addingReportingOverflow(b.low)
    return Digest(high: a.high &+ b.high &+ (carries ? 1 : 0), low: low)
  }

  /// Where a sum begins.
  public static let zero = Digest(high: 0, low: 0)
}

extension Digest: LosslessStringConvertible {
  /// 32 hexadecimal digits.
  public var description: String { Self.digits(high) + Self.digits(low) }

  /// Reads 32 lower-case hexadecimal digits.
  public init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 32, let high = Self.number(digits[..<16]),
      let low = Self.number(digits[16...])
    else { return nil }
    self.init(high: high, low: low)
  }

  private static func digits(_ number: UInt64) -> String {
    String(unsafeUninitializedCapacity: 16) { bytes in
      for index in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * UInt64(index))) & 15
        bytes[index] = digit < 10 ? 48 + digit : 87 + digit
      }
      return 16
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case 48...57: number = number << 4 | UInt64(digit - 48)
      case 97...102: number = number << 4 | UInt64(digit - 87)
      default: return nil
      }
    }
    return number
  }
}

/// As its digits.
extension Digest: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let digest = Digest(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no digest")
    }
    self = digest
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
