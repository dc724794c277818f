import LayerTree
import Source

/// Tells Lotties from other JSON without reading all of them.
enum LottieSniffer {
  /// Whether the outermost object has `layers` and two of the keys that only a Lottie has.
  static func isLottie(_ source: SourceText) -> Bool {
    source.bytes.withUnsafeBufferPointer { bytes in
      guard bytes.first(where: { !isBlank($0) }) == UInt8(ascii: "{") else { return false }
      let names = outermostNames(bytes)
      let typical = ["v", "fr", "ip", "op", "w", "h", "ddd", "assets"].count(where: names.contains)
      return names.contains("layers") && typical >= 3 && names.contains("op")
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private static func outermostNames(_ bytes: UnsafeBufferPointer<UInt8>) -> Set<String> {
    var names: Set<String> = []
    var (depth, index, isName) = (0, 0, false)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isName = depth == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): isName = depth == 1
      case UInt8(ascii: ":"): if depth == 1 { isName = false }
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1, isName, index <= bytes.count, index - start < 16, index >= start {
          names.insert(String(decoding: bytes[start..<index], as: UTF8.self))
        }
      default: break
      }
      index += 1
    }
    return names
  }
}

/// Finds the pictures of a Lottie, each once.
final class PictureAssets: LottiePictures {
  private let source: any LottiePictureSource
  private var known: [Int: ImageReference] = [:]

  init(_ source: any LottiePictureSource) { self.source = source }

  func image(_ picture: LottiePicture, _ context: LottieContext) -> ImageReference? {
    let place = picture.source.bytes.lowerBound
    if let image = known[place] { return image }
    guard let image = read(picture) else {
      let name = picture.isEmbedded ? "an embedded picture" : picture.path
      context.unsupported(.pictures, String(name.prefix(60)), at: picture.source)
      return nil
    }
    known[place] = image
    return image
  }

  private func read(_ picture: LottiePicture) -> ImageReference? {
    guard picture.isEmbedded else {
      return source.image(atPath: picture.folder + picture.path)
    }
    guard let comma = picture.path.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let content = picture.path.utf8[picture.path.utf8.index(after: comma)...]
    return Base64.decoded(content).flatMap(source.image(in:))
  }
}

/// Base 64 (RFC 4648).
enum Base64 {
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
