public import LayerTree
import Source

/// Answers a Lottie's questions about pictures.
public protocol LottiePictureSource: Sendable {
  /// The picture in a PNG, JPEG or WebP file that the Lottie contains, by bytes; `nil` for no
  /// picture.
  func image(in bytes: [UInt8]) -> ImageReference?

  /// The picture in a file beside the Lottie; `nil` when there is none that may be read.
  func image(atPath path: String) -> ImageReference?
}

/// Finds the pictures of a file.
protocol LottiePictures {
  /// `nil` after reporting why there is none.
  func image(_ picture: LottiePicture, _ context: LottieContext) -> ImageReference?
}

/// Finds the pictures of a Lottie, each once.
final class PictureAssets: LottiePictures {
  private let source: any LottiePictureSource
  /// The archive that the Lottie is in.
  private let archive: LottieArchive?
  private var known: [Int: ImageReference] = [:]

  init(_ source: any LottiePictureSource, _ archive: LottieArchive?) {
    (self.source, self.archive) = (source, archive)
  }

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
      if let bytes = archive?.picture(picture.path) { return source.image(in: bytes) }
      // An archive has no folder whose files it might name.
      return archive == nil ? source.image(atPath: picture.folder + picture.path) : nil
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
