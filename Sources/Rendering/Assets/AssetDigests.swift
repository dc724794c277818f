import Base
import Canvas
import LayerTree
import Synchronization

/// The digests of what pictures, videos and fonts contain, worked out when they are first shown.
/// Where a file lies or what it is called makes no difference.
final class AssetDigests: Sendable {
  private let pictures = Mutex<[String: Digest]>([:])
  private let videos = Mutex<[String: Digest]>([:])
  private let fonts = Mutex<[FontReference: Digest]>([:])

  /// The digest of the picture's pixels, not of its file: the pixels are what is drawn.
  func picture(_ path: String, _ bitmap: () -> Bitmap) -> Digest {
    if let known = pictures.withLock({ $0[path] }) { return known }
    let digest = bitmap().digest
    pictures.withLock { $0[path] = digest }
    return digest
  }

  /// The digest of the whole video file. Whoever asks second waits.
  func video(_ path: String) -> Digest {
    videos.withLock { videos in
      if let known = videos[path] { return known }
      let digest = Digest.ofFile(path)?.digest ?? .unlike()
      videos[path] = digest
      return digest
    }
  }

  /// The digest of the font's file with the weight and slant that are asked of it.
  func font(_ font: FontReference) -> Digest {
    fonts.withLock { fonts in
      if let known = fonts[font] { return known }
      var digester = Digester()
      digester.combine(font.weight)
      digester.combine(font.isItalic ? 1 : 0)
      let file = FontBook.file(of: FontDescription(font))
      digester.combine(file.flatMap(Digest.ofFile)?.digest ?? .unlike())
      fonts[font] = digester.digest
      return digester.digest
    }
  }
}

extension Bitmap {
  /// The digest of the bitmap's size and every pixel.
  var digest: Digest {
    var digester = Digester()
    digester.combine(width)
    digester.combine(height)
    for y in 0..<height { digester.combine(UnsafeRawBufferPointer(row(y))) }
    return digester.digest
  }
}

extension SceneAssets {
  /// The digest of how a picture, or one frame of a video, looks.
  func digest(of image: ImageReference) -> Digest {
    guard let frame = image.frame else {
      return digests.picture(image.path) { bitmap(for: image) }
    }
    var digester = Digester(seed: 1)
    digester.combine(digests.video(image.path))
    digester.combine(frame)
    return digester.digest
  }

  func digest(of font: FontReference) -> Digest { digests.font(font) }
}
