/// PNG files put together byte by byte (PNG specification, third edition): the stored blocks of
/// deflate need no compressor, so no code under test takes part.
struct HandMadePNG {
  var width: Int
  var height: Int
  var bitDepth: UInt8
  /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
  var colorType: UInt8
  var isInterlaced = false
  var palette: [UInt8] = []
  var transparency: [UInt8] = []
  /// Every row with its filter byte in front; for an interlaced file, of every pass.
  var rows: [UInt8]

  var bytes: [UInt8] {
    var bytes: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]
    bytes += Self.chunk(
      "IHDR",
      Self.bigEndian(UInt32(width)) + Self.bigEndian(UInt32(height)) + [
        bitDepth, colorType, 0, 0, isInterlaced ? 1 : 0,
      ])
    if !palette.isEmpty { bytes += Self.chunk("PLTE", palette) }
    if !transparency.isEmpty { bytes += Self.chunk("tRNS", transparency) }
    bytes += Self.chunk("IDAT", Self.stored(rows))
    return bytes + Self.chunk("IEND", [])
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc32(body))
  }

  /// One stored block of a zlib stream.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    precondition(data.count < 65536)
    let count = UInt16(data.count)
    let header: [UInt8] = [0x78, 0x01, 1, UInt8(count & 255), UInt8(count >> 8)]
    return header + [UInt8(~count & 255), UInt8(~count >> 8)] + data + bigEndian(adler32(data))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func crc32(_ data: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = crc & 1 == 1
        crc >>= 1
        if isOdd { crc ^= 0xEDB8_8320 }
      }
    }
    return ~crc
  }

  private static func adler32(_ data: [UInt8]) -> UInt32 {
    let sums = data.reduce((UInt32(1), UInt32(0))) { sums, byte in
      let low = (sums.0 + UInt32(byte)) % 65521
      return (low, (sums.1 + low) % 65521)
    }
    return sums.1 << 16 | sums.0
  }
}

/// A file with 16-bit samples, in the order of the colour type.
func deepSamples(_ samples: [UInt16]) -> [UInt8] {
  samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
}
