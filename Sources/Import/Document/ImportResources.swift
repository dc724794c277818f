public import Geometry
public import LayerTree

/// Gives the files of other formats their pictures and letters.
public protocol ImportResources: Sendable {
  /// The picture in a file that the file contains, by its bytes: PNG, JPEG, WebP, AVIF, GIF or SVG;
  /// `nil` for none.
  func image(in bytes: [UInt8]) -> ImageReference?

  /// The picture in a file beside the file; `nil` when there is none that may be read.
  func image(atPath path: String) -> ImageReference?

  /// The outlines of one line of text.
  func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem>
}

/// A typeface and its size.
public struct ImportFont: Hashable, Sendable {
  /// The names of families, the preferred one first.
  public var families: [String]
  /// In points.
  public var size: Double
  /// As in CSS: 100 (thin) to 1000.
  public var weight = 400
  public var isItalic = false

  init(families: [String], size: Double, weight: Int = 400, isItalic: Bool = false) {
    (self.families, self.size, self.weight) = (families, size, weight)
    self.isItalic = isItalic
  }
}

/// A line of text that was set.
public struct ImportLine: Hashable, Sendable {
  /// From the origin of the first letter on the baseline.
  public let outline: Path
  /// From there to the end of the last letter's advance.
  public let width: Double

  public init(outline: Path, width: Double) { (self.outline, self.width) = (outline, width) }
}

/// Why a line of text cannot be set.
public struct ImportTextProblem: Error, Hashable, Sendable {
  public let message: String
  public let hint: String?

  public init(message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }
}

/// Base 64 (RFC 4648).
enum Base64 {
  /// The bytes of a `data:` URL in base 64; `nil` for any other.
  static func content(ofDataURL url: String) -> [UInt8]? {
    guard let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    return decoded(url.utf8[url.utf8.index(after: comma)...])
  }

  /// The bytes that a text stands for; `nil` for what is none. Blanks are left out.
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
      case 0x3D, 0x20, 0x0A, 0x0D: continue
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
