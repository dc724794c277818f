import RostrumCDeflate

/// Adler-32, the checksum of zlib's streams (RFC 1950, section 8), of a part of a stream: checksums
/// can be joined without the bytes, and updated when some bytes are replaced.
///
/// The low half is 1 plus the sum of the bytes; the high half sums the low half after each byte, so
/// that a byte counts as many times as there are bytes from it to the end.
struct AdlerChecksum: Equatable {
  private static let modulus: UInt64 = 65521

  private(set) var value: UInt32
  /// How many bytes have been summed.
  private(set) var count: Int

  /// The checksum of no bytes, which is 1.
  init() { (value, count) = (1, 0) }

  init(of bytes: UnsafeRawBufferPointer) {
    value = Self.sums(of: bytes, from: 1)
    count = bytes.count
  }

  /// The checksum of these bytes followed by `next`'s: each of `next`'s low halves grows by this
  /// low half minus 1.
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

  /// Updates the checksum after some bytes were replaced by as many others, with `bytesAfter` bytes
  /// between them and the end.
  mutating func replace(
    _ old: UnsafeRawBufferPointer, with new: UnsafeRawBufferPointer, bytesAfter: Int
  ) {
    let modulus = Self.modulus
    let after = UInt64(bytesAfter) % modulus
    /// The amounts that the bytes add to the low half and to the high half, modulo 65521.
    func shares(_ bytes: UnsafeRawBufferPointer) -> (low: UInt64, high: UInt64) {
      let sums = Self.sums(of: bytes, from: 0)
      let low = UInt64(sums & 0xFFFF)
      return (low, (UInt64(sums >> 16) + after * low) % modulus)
    }
    let (out, into) = (shares(old), shares(new))
    let low = (UInt64(value & 0xFFFF) + modulus - out.low + into.low) % modulus
    let high = (UInt64(value >> 16) + modulus - out.high + into.high) % modulus
    value = UInt32(high << 16 | low)
  }

  private static func sums(of bytes: UnsafeRawBufferPointer, from start: UInt32) -> UInt32 {
    cdeflate_adler32(
      start, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
  }
}
