package import RostrumGeometry
package import RostrumLayerTree

/// Gives the files of other formats their pictures and letters.
package protocol ImportResources: Sendable {
  /// The picture in a file that the file contains, by its bytes: PNG, JPEG, WebP, AVIF, GIF or SVG;
  /// `nil` for none.
  func image(in bytes: [UInt8]) -> ImageReference?

  /// The picture in a file beside the file; `nil` when there is none that may be read.
  func image(atPath path: String) -> ImageReference?

  /// A whole SVG as a picture that another program draws, at any size; `nil` where none can. Throws
  /// nothing: what it cannot read is no picture.
  func drawing(ofSVG bytes: [UInt8]) -> ImageReference?

  /// The outlines of one line of text.
  func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem>
}

extension ImportResources {
  package func drawing(ofSVG bytes: [UInt8]) -> ImageReference? { nil }
}

/// A typeface and its size.
package struct ImportFont: Hashable, Sendable {
  /// The names of families, the preferred one first.
  package var families: [String]
  /// In points.
  package var size: Double
  /// As in CSS: 100 (thin) to 1000.
  package var weight = 400
  package var isItalic = false
  /// The places on the axes of a variable font, by the axes' tags.
  package var variations: [String: Double] = [:]
  /// Whether a family with the same widths may replace a missing one.
  package var takesTwins = false

  init(families: [String], size: Double, weight: Int = 400, isItalic: Bool = false) {
    (self.families, self.size, self.weight) = (families, size, weight)
    self.isItalic = isItalic
  }
}

/// A line of text that was set.
package struct ImportLine: Hashable, Sendable {
  /// From the origin of the first letter on the baseline.
  package let outline: Path
  /// From there to the end of the last letter's advance.
  package let width: Double

  /// How far the font reaches above the baseline.
  package let ascent: Double
  /// How far it reaches below.
  package let descent: Double
  /// The family that replaces the one that was asked for.
  package let twin: String?

  package init(
    outline: Path, width: Double, ascent: Double = 0, descent: Double = 0, twin: String? = nil
  ) {
    (self.outline, self.width, self.twin) = (outline, width, twin)
    (self.ascent, self.descent) = (ascent, descent)
  }
}

/// Why a line of text cannot be set.
package struct ImportTextProblem: Error, Hashable, Sendable {
  package let message: String
  package let hint: String?

  package init(message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }
}

/// Base 64 (RFC 4648), and the URLs that hold it.
enum Base64 {
  /// The bytes of a `data:` URL (RFC 2397), in base 64 or with percent signs; `nil` for any other.
  static func content(ofDataURL url: String) -> [UInt8]? {
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
  static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
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
