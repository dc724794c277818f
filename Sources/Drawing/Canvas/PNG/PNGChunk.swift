import RostrumBase
import RostrumCDeflate

/// The pieces of a PNG file (PNG specification, sections 5 and 11).
package enum PNGChunk {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Length, type, data and checksum.
  static func bytes(_ type: String, _ data: UnsafeRawBufferPointer) -> [UInt8] {
    var chunk: [UInt8] = []
    chunk.reserveCapacity(data.count + 12)
    chunk += data.count.bytes(4, .bigEndian)
    chunk += type.utf8
    chunk += data
    let crc = chunk.withUnsafeBufferPointer {
      cdeflate_crc32(0, $0.baseAddress.map { $0 + 4 }, data.count + 4)
    }
    return chunk + crc.bytes(4, .bigEndian)
  }

  package static func bytes(_ type: String, _ data: [UInt8]) -> [UInt8] {
    data.withUnsafeBytes { bytes(type, $0) }
  }

  /// Everything before the pixels: signature, header, colour space, and the header of the zlib
  /// stream: deflate with a window of 32 KiB, fastest (RFC 1950, section 2.2).
  static func start(width: Int, height: Int, pixels: StraightPixels) throws(OutOfMemory) -> [UInt8]
  {
    let size = width.bytes(4, .bigEndian) + height.bytes(4, .bigEndian)
    // Bits a sample; colour type 2 or 6; deflate, adaptive filtering, no interlace.
    let header = size + [UInt8(pixels.bitDepth), pixels.hasAlpha ? 6 : 2, 0, 0, 0]
    return try signature + bytes("IHDR", header) + colors(pixels.colorSpace)
      + bytes("IDAT", [0x78, 0x01])
  }

  /// The sRGB chunk (perceptual intent); or the numbers of ITU-T H.273 for a space, and its profile
  /// for readers older than PNG's third edition.
  private static func colors(_ space: ColorSpace) throws(OutOfMemory) -> [UInt8] {
    guard let profile = try space.profile() else { return bytes("sRGB", [0]) }
    // P3's primaries (12), sRGB's curve (13), no matrix, full range.
    return bytes("cICP", [12, 13, 0, 1]) + bytes("iCCP", named(profile))
  }

  /// The name of a profile, and the profile in a zlib stream of one stored block (RFC 1951, section
  /// 3.2.4).
  private static func named(_ profile: [UInt8]) -> [UInt8] {
    let count = UInt16(profile.count)
    let counts = [count, ~count].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let checksum = profile.withUnsafeBytes { AdlerChecksum(of: $0).value }
    return Array("Display P3".utf8) + [0, 0] + [0x78, 0x01, 0x01] + counts + profile
      + checksum.bytes(4, .bigEndian)
  }

  /// After the last row: an empty last block, the checksum of all rows, and the end of the file.
  static func end(_ checksum: UInt32) -> [UInt8] {
    bytes("IDAT", [0x03, 0x00] + checksum.bytes(4, .bigEndian)) + bytes("IEND", [])
  }
}
