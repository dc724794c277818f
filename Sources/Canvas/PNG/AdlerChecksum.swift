import CDeflate

/// Adler-32, the checksum of zlib's streams (RFC 1950, section 8), of one part of a stream: parts can be joined without their bytes.
struct AdlerChecksum: Equatable {
  private static let modulus: UInt64 = 65521

  private(set) var value: UInt32
  /// How many bytes have been summed.
  private(set) var count: Int

  /// Of nothing.
  init() { (value, count) = (1, 0) }

  init(of bytes: UnsafeRawBufferPointer) {
    let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    value = cdeflate_adler32(1, start, bytes.count)
    count = bytes.count
  }

  /// The checksum of these bytes and then `next`'s.
  ///
  /// The low half is 1 plus the sum of the bytes; the high half sums the low half after each byte. Each of `next`'s low halves
  /// grows by what this low half has beyond its 1.
  mutating func append(_ next: AdlerChecksum) {
    let modulus = Self.modulus
    let (low, high) = (UInt64(value & 0xFFFF), UInt64(value >> 16))
    let (nextLow, nextHigh) = (UInt64(next.value & 0xFFFF), UInt64(next.value >> 16))
    let excess = low + modulus - 1
    let sum = (excess + nextLow) % modulus
    let sums = (high + nextHigh + excess % modulus * (UInt64(next.count) % modulus)) % modulus
    value = UInt32(sums << 16 | sum)
    count += next.count
  }
}
