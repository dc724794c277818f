import Base
import Canvas
import LayerTree
import Synchronization

/// Loaded pictures, by the digests of their files: where a file lies makes no difference, so copies
/// of a file are one picture in memory. A picture keeps its reduced copies itself.
final class PictureStore: Sendable {
  private struct State {
    /// The digest of each file when it was loaded, by its path.
    var files: [String: Digest] = [:]
    /// The other two by the digests of files.
    var bitmaps: [Digest: Bitmap] = [:]
    var pixelDigests: [Digest: Digest] = [:]
  }

  private let state = Mutex(State())

  /// The picture in a file that was loaded; `nil` for any other.
  func bitmap(_ path: String) -> Bitmap? {
    state.withLock { state in state.files[path].flatMap { state.bitmaps[$0] } }
  }

  /// The picture in a file, which is decoded unless its content is known. A path stands for the
  /// content that it had first. `content` is the digest of what is no file.
  func load(
    _ path: String, content: Digest? = nil, decode: () throws(PictureError) -> Bitmap
  ) throws(PictureError) -> Bitmap {
    let file = content ?? Digest.ofFile(path)?.digest ?? .unlike()
    let known = state.withLock { $0.bitmaps[file] }
    let bitmap = if let known { known } else { try decode() }
    return state.withLock { state in
      let kept = state.bitmaps[file] ?? bitmap
      (state.files[path], state.bitmaps[file]) = (file, kept)
      return kept
    }
  }

  /// The digest of a loaded picture's pixels, not of its file: the pixels are what is drawn. `nil`
  /// when it was not loaded.
  func pixelDigest(_ path: String) -> Digest? {
    let (file, known) = state.withLock { state in
      let file = state.files[path]
      return (file, file.flatMap { state.pixelDigests[$0] })
    }
    if let known { return known }
    guard let file, let digest = state.withLock({ $0.bitmaps[file] })?.digest else { return nil }
    state.withLock { $0.pixelDigests[file] = digest }
    return digest
  }
}

/// The digests of what videos and fonts contain, worked out when they are first shown. Where a file
/// lies or what it is called makes no difference.
final class AssetDigests: Sendable {
  private let videos = Mutex<[String: Digest]>([:])
  private let fonts = Mutex<[FontReference: Digest]>([:])

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
      guard let digest = pictures.pixelDigest(image.path) else { return Self.notLoaded(image) }
      return digest
    }
    var digester = Digester(seed: 1)
    digester.combine(digests.video(image.path))
    digester.combine(frame)
    return digester.digest
  }

  func digest(of font: FontReference) -> Digest {
    guard !font.fallbacks.isEmpty else { return digests.font(font) }
    var digester = Digester(seed: 2)
    for font in font.withFallbacks { digester.combine(digests.font(font)) }
    return digester.digest
  }
}
