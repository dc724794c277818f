public import Foundation

/// A small PNG file of a very large picture: one bit a pixel, all of them black.
///
/// Put together byte by byte (PNG specification, third edition; RFC 1950 and 1951), so that no code
/// under test takes part.
public struct PictureBomb {
  private var bits: [UInt8] = []
  private var free = 0

  /// The file of a picture of `width` by `height` pixels: about one byte for each five thousand.
  public static func png(width: Int, height: Int) -> Data {
    var bomb = PictureBomb()
    bomb.compressZeros((1 + (width + 7) / 8) * height)
    let size = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
    return Data(
      [137, 80, 78, 71, 13, 10, 26, 10] + chunk("IHDR", size + [1, 0, 0, 0, 0])
        + chunk("IDAT", bomb.bits) + chunk("IEND", []))
  }

  /// A zlib stream of one block with fixed codes: a zero, then copies of the byte before.
  private mutating func compressZeros(_ count: Int) {
    bits = [0x78, 0x01]
    append(0b1, 1)
    append(0b01, 2)
    appendCode(0b0011_0000, 8)
    var rest = count - 1
    while rest >= 258 {
      appendCode(0b1100_0101, 8)
      appendCode(0, 5)
      rest -= 258
    }
    for _ in 0..<rest { appendCode(0b0011_0000, 8) }
    appendCode(0, 7)
    bits += Self.bigEndian(UInt32(count % 65521) << 16 | 1)
  }

  /// Numbers go in from their lowest bit.
  private mutating func append(_ number: UInt32, _ count: Int) {
    for index in 0..<count { append(bit: number >> UInt32(index) & 1) }
  }

  /// Codes go in from their highest bit.
  private mutating func appendCode(_ code: UInt32, _ count: Int) {
    for index in (0..<count).reversed() { append(bit: code >> UInt32(index) & 1) }
  }

  private mutating func append(bit: UInt32) {
    if free == 0 {
      bits.append(0)
      free = 8
    }
    bits[bits.count - 1] |= UInt8(bit) << UInt8(8 - free)
    free -= 1
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc32(body))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func crc32(_ data: [UInt8]) -> UInt32 {
    var crc: UInt32 = ~0
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
