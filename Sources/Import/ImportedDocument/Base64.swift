/// Base 64 (RFC 4648), and the URLs that hold it.
package enum Base64 {
  /// The bytes of a `data:` URL (RFC 2397), in base 64 or with percent signs; `nil` for any other.
  package static func content(ofDataURL url: String) -> [UInt8]? {
    guard let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let data = url.utf8[url.utf8.index(after: comma)...]
    let isBase64 = url[..<comma].lowercased().split(separator: ";").contains {
      $0.filter { !$0.isWhitespace } == "base64"
    }
    let bytes = unescaped(data)
    return isBase64 ? decoded(bytes) : bytes
  }

  private static func unescaped(_ data: Substring.UTF8View) -> [UInt8] {
    guard data.contains(UInt8(ascii: "%")) else { return Array(data) }
    let all = Array(data)
    var bytes: [UInt8] = []
    var index = 0
    while index < all.count {
      let pair =
        index + 2 < all.count ? String(decoding: all[index + 1...index + 2], as: UTF8.self) : ""
      if all[index] == UInt8(ascii: "%"), pair.allSatisfy(\.isHexDigit),
        let byte = UInt8(pair, radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(all[index])
        index += 1
      }
    }
    return bytes
  }

  /// The bytes that a text encodes; `nil` if it is no Base64. White space is skipped.
  package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for byte in text {
      let value: UInt8
      switch byte {
      case 0x41...0x5A: value = byte - 0x41
      case 0x61...0x7A: value = byte - 0x61 + 26
      case 0x30...0x39: value = byte - 0x30 + 52
      case 0x2B, 0x2D: value = 62
      case 0x2F, 0x5F: value = 63
      case 0x3D, 0x20, 0x09, 0x0A, 0x0D: continue
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
