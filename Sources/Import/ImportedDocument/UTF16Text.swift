/// XML in the two encodings that every reader of it knows (W3C XML 1.0, section 4.3.3).
package enum UTF16Text {
  /// The text in UTF-8; `nil` for bytes that are neither UTF-8 nor UTF-16 with a byte order mark.
  package static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    let isBig = bytes.starts(with: [0xFE, 0xFF])
    guard isBig || bytes.starts(with: [0xFF, 0xFE]) else {
      return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    guard var text = String(validating: units, as: UTF16.self) else { return nil }
    // The declaration says what the bytes were.
    if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>"),
      let name = text[..<end.lowerBound].firstRange(of: "encoding")
    {
      text.removeSubrange(name.lowerBound..<end.lowerBound)
    }
    return Array(text.utf8)
  }
}
