import CDeflate

/// The pieces of a PNG file (PNG specification, sections 5 and 11).
enum PNGChunk {
  /// Length, type, data and checksum.
  static func bytes(_ type: StaticString, _ data: UnsafeRawBufferPointer) -> [UInt8] {
    var chunk: [UInt8] = []
    chunk.reserveCapacity(data.count + 12)
    chunk += bigEndian(UInt32(data.count))
    chunk += UnsafeBufferPointer(start: type.utf8Start, count: 4)
    chunk += data
    let crc = chunk.withUnsafeBufferPointer {
      cdeflate_crc32(0, $0.baseAddress.map { $0 + 4 }, data.count + 4)
    }
    return chunk + bigEndian(crc)
  }

  static func bytes(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
    data.withUnsafeBytes { bytes(type, $0) }
  }

  /// All that comes before the pixels: signature, header, the mark of sRGB (perceptual intent), and
  /// the header of the zlib stream: deflate with a window of 32 KiB, fastest (RFC 1950, section
  /// 2.2).
  static func start(width: Int, height: Int, hasAlpha: Bool) -> [UInt8] {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let size = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
    // 8 bits a sample; colour type 2 or 6; deflate, adaptive filtering, no interlace.
    let header = size + [8, hasAlpha ? 6 : 2, 0, 0, 0]
    return signature + bytes("IHDR", header) + bytes("sRGB", [0]) + bytes("IDAT", [0x78, 0x01])
  }

  /// After the last row: an empty last block, the checksum of all rows, and the end of the file.
  static func end(_ checksum: UInt32) -> [UInt8] {
    bytes("IDAT", [0x03, 0x00] + bigEndian(checksum)) + bytes("IEND", [])
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
  }
}
