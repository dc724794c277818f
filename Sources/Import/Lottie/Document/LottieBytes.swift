import RostrumBase
import RostrumCDeflate

/// The text of a Lottie in whatever encoding people have it: Telegram's stickers (`.tgs`) are
/// Lotties in gzip, and some programs write a byte order mark or UTF-16.
enum LottieBytes {
  /// As UTF-8 without a mark; `nil` for what cannot be decoded. Bytes without a mark are left as
  /// they are.
  static func text(_ bytes: [UInt8]) -> [UInt8]? {
    let plain = isCompressed(bytes) ? expanded(bytes) : bytes
    return plain.flatMap(decoded)
  }

  /// Whether the bytes begin as a gzip file does (RFC 1952, section 2.3.1).
  static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    // Without a mark, the zero of the first letter, which is below 256, gives the byte order.
    let start = Array(bytes.prefix(2))
    let (isLittle, skipped): (Bool, Int)
    switch (start.first, start.last) {
    case (0xFF, 0xFE): (isLittle, skipped) = (true, 2)
    case (0xFE, 0xFF): (isLittle, skipped) = (false, 2)
    case (0x7B, 0) where start.count == 2: (isLittle, skipped) = (true, 0)
    case (0, 0x7B): (isLittle, skipped) = (false, 0)
    default: return bytes
    }
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: skipped, to: bytes.count, by: 2).map { index in
      let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? b << 8 | a : a << 8 | b
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// The contents of a gzip file of one member (RFC 1952), of at most 64 MiB.
  private static func expanded(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 18, bytes[2] == 8, let start = contentStart(bytes) else { return nil }
    let end = bytes.count - 8
    let size = bytes.number(at: end + 4, count: 4)
    guard start < end, size <= ZIPArchive.maximumSize,
      let found = ZIPArchive.expanded(bytes[start..<end], size: size),
      Int(ZIPArchive.checksum(found)) == bytes.number(at: end, count: 4)
    else { return nil }
    return found
  }

  /// Where the deflated data begins, behind the header's optional fields.
  private static func contentStart(_ bytes: [UInt8]) -> Int? {
    let flags = bytes[3]
    var place = 10
    if flags & 4 != 0 { place += 2 + bytes.number(at: 10, count: 2) }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else { return nil }
      place = end + 1
    }
    if flags & 2 != 0 { place += 2 }
    return place < bytes.count ? place : nil
  }
}
