import RostrumBase
import RostrumCanvas
import RostrumLayerTree
import Synchronization

/// Loaded pictures, by the digests of their files: where a file lies makes no difference, so copies
/// of a file are one picture in memory. A picture keeps its reduced copies itself.
final class PictureStore: Sendable {
  private struct State {
    /// The digest of each file when it was loaded, by its path.
    var files: [FilePath: Digest] = [:]
    /// The other two by the digests of files.
    var bitmaps: [Digest: Bitmap] = [:]
    var pixelDigests: [Digest: Digest] = [:]
    /// The bytes of pictures that are no files, by their paths.
    var contents: [FilePath: [UInt8]] = [:]
    /// By the digests of files too.
    var svgs: [Digest: SVGPicture] = [:]
    /// SVGs at the sizes that were drawn last, the latest at the end.
    var drawn: [(key: DrawnSVG, bitmap: Bitmap)] = []
  }

  private struct DrawnSVG: Hashable {
    let file: Digest
    let width: Int
    let height: Int
  }

  /// For all SVGs at all sizes together: 64 MiB.
  private static let maximumDrawnPixels = 1 << 24

  private let state = Mutex(State())
  private let decoded: DecodedPictures?

  init(decoded: DecodedPictures?) { self.decoded = decoded }

  /// The picture in a file that was loaded; `nil` for any other.
  func bitmap(_ path: String) -> Bitmap? {
    state.withLock { state in state.files[FilePath(path)].flatMap { state.bitmaps[$0] } }
  }

  /// The picture in a file, decoded unless a picture with the same content is known. A path keeps
  /// the content of its first load. `content` is the digest of a picture that is not a file.
  func load(
    _ path: String, content: Digest? = nil, decode: () throws(PictureError) -> Bitmap
  ) throws(PictureError) -> Bitmap {
    let file = content ?? Digest.ofFile(path)?.digest ?? .unlike()
    let known = state.withLock { $0.bitmaps[file] } ?? decoded?.bitmap(file)
    let bitmap = if let known { known } else { try decode() }
    if known == nil { decoded?.add(bitmap, file) }
    return keep(bitmap, file, path)
  }

  /// A picture that another scene has loaded from a file in that state, with the digest of the
  /// file; `nil` when none has.
  func shared(as state: FileState) -> (bitmap: Bitmap, file: Digest)? {
    guard let decoded, let file = decoded.digest(of: state), let bitmap = decoded.bitmap(file)
    else { return nil }
    return (bitmap, file)
  }

  /// Lets other scenes have a loaded picture that is no SVG as long as its file is in that state.
  func share(_ path: String, as state: FileState) {
    guard let file = self.state.withLock({ $0.files[FilePath(path)] }) else { return }
    decoded?.add(digest: file, of: state)
  }

  /// Takes a picture, of a file with that digest, for that of the path.
  func keep(_ bitmap: Bitmap, _ file: Digest, _ path: String) -> Bitmap {
    state.withLock { state in
      let kept = state.bitmaps[file] ?? bitmap
      (state.files[FilePath(path)], state.bitmaps[file]) = (file, kept)
      return kept
    }
  }

  /// Remembers that a loaded picture is an SVG.
  func add(_ svg: SVGPicture, _ path: String) {
    state.withLock { state in
      guard let file = state.files[FilePath(path)] else { return }
      state.svgs[file] = svg
      // At another size other pixels may be equal.
      state.pixelDigests[file] = file
    }
  }

  /// Remembers the bytes of a picture that is no file.
  func add(contents: [UInt8], _ path: String) {
    state.withLock { $0.contents[FilePath(path)] = contents }
  }

  func contents(_ path: String) -> [UInt8]? { state.withLock { $0.contents[FilePath(path)] } }

  func isSVG(_ path: String) -> Bool {
    state.withLock { state in state.files[FilePath(path)].map { state.svgs[$0] != nil } ?? false }
  }

  /// An SVG rendered at `width` by `height` pixels.
  func bitmap(_ path: String, width: Int, height: Int) throws(PictureError) -> Bitmap? {
    let (key, svg, known) = state.withLock { state -> (DrawnSVG?, SVGPicture?, Bitmap?) in
      guard let file = state.files[FilePath(path)] else { return (nil, nil, nil) }
      let key = DrawnSVG(file: file, width: width, height: height)
      guard let index = state.drawn.firstIndex(where: { $0.key == key }) else {
        return (key, state.svgs[file], nil)
      }
      let known = state.drawn.remove(at: index)
      state.drawn.append(known)
      return (key, nil, known.bitmap)
    }
    if let known { return known }
    guard let key, let svg else { return nil }
    let bitmap = try svg.bitmap(width: width, height: height)
    state.withLock { state in
      state.drawn.append((key, bitmap))
      var pixels = state.drawn.reduce(0) { $0 + $1.bitmap.width * $1.bitmap.height }
      while pixels > Self.maximumDrawnPixels, state.drawn.count > 1 {
        let oldest = state.drawn.removeFirst().bitmap
        pixels -= oldest.width * oldest.height
      }
    }
    return bitmap
  }

  /// The digest of a loaded picture's pixels, not of its file, since only the pixels affect a
  /// frame. `nil` when it was not loaded.
  func pixelDigest(_ path: String) -> Digest? {
    let (file, known) = state.withLock { state in
      let file = state.files[FilePath(path)]
      return (file, file.flatMap { state.pixelDigests[$0] })
    }
    if let known { return known }
    guard let file, let bitmap = state.withLock({ $0.bitmaps[file] }) else { return nil }
    let digest = decoded?.pixelDigest(file) ?? bitmap.digest
    decoded?.add(pixelDigest: digest, file)
    state.withLock { $0.pixelDigests[file] = digest }
    return digest
  }
}

/// Pictures that were decoded for one scene and may be shown by the next, by the digests of their
/// files. They share a limited number of pixels: the least recently used one is evicted first.
public final class DecodedPictures: Sendable {
  private struct Entry {
    let bitmap: Bitmap
    var pixelDigest: Digest?
    var lastUse: Int
  }

  private struct State {
    var entries: [Digest: Entry] = [:]
    /// The digests of files whose content is known.
    var digests: [FileState: Digest] = [:]
    var clock = 0
    var pixels = 0

    mutating func use(_ file: Digest) -> Entry? {
      clock += 1
      entries[file]?.lastUse = clock
      return entries[file]
    }

    mutating func removeOldest() {
      guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      pixels -= oldest.value.bitmap.width * oldest.value.bitmap.height
      entries[oldest.key] = nil
    }
  }

  private let maximumPixels: Int
  private let state = Mutex(State())

  /// - Parameter maximumPixels: Of all pictures together; 128 MiB unless given.
  public init(maximumPixels: Int = 1 << 25) { self.maximumPixels = maximumPixels }

  func bitmap(_ file: Digest) -> Bitmap? { state.withLock { $0.use(file)?.bitmap } }

  func digest(of state: FileState) -> Digest? { self.state.withLock { $0.digests[state] } }

  func add(digest: Digest, of state: FileState) {
    self.state.withLock { $0.digests[state] = digest }
  }

  func pixelDigest(_ file: Digest) -> Digest? { state.withLock { $0.use(file)?.pixelDigest } }

  func add(_ bitmap: Bitmap, _ file: Digest) {
    let pixels = bitmap.width * bitmap.height
    guard pixels <= maximumPixels else { return }
    state.withLock { state in
      guard state.use(file) == nil else { return }
      state.entries[file] = Entry(bitmap: bitmap, lastUse: state.clock)
      state.pixels += pixels
      while state.pixels > maximumPixels { state.removeOldest() }
    }
  }

  /// Remembers the digest of a picture's pixels, where the picture is there.
  func add(pixelDigest: Digest, _ file: Digest) {
    state.withLock { $0.entries[file]?.pixelDigest = pixelDigest }
  }
}

/// Digests of the contents of videos and fonts, computed when they are first shown. The path does
/// not matter.
final class AssetDigests: Sendable {
  private let videos = Mutex<[FilePath: Digest]>([:])
  private let fonts = Mutex<[FontReference: Digest]>([:])
  /// The digests of fonts' files, which all scenes share.
  private static let fontFiles = Mutex<[FileState: Digest]>([:])

  /// The digest of the whole video file. A second caller waits for the first.
  func video(_ path: String) -> Digest {
    let key = FilePath(path)
    return videos.withLock { videos in
      if let known = videos[key] { return known }
      let digest = Digest.ofFile(path)?.digest ?? .unlike()
      videos[key] = digest
      return digest
    }
  }

  /// The digest of the font's file with the requested weight and slant.
  func font(_ font: FontReference, of book: FontBook) -> Digest {
    fonts.withLock { fonts in
      if let known = fonts[font] { return known }
      var digester = Digester()
      digester.combine(font.weight)
      digester.combine(font.isItalic ? 1 : 0)
      let file = book.file(of: FontDescription(font))
      digester.combine(file.flatMap(Self.digest(ofFontFile:)) ?? .unlike())
      fonts[font] = digester.digest
      return digester.digest
    }
  }

  private static func digest(ofFontFile path: String) -> Digest? {
    let state = FileState(path)
    if let state, let known = fontFiles.withLock({ $0[state] }) { return known }
    let digest = Digest.ofFile(path)?.digest
    if let state, FileState(path) == state { fontFiles.withLock { $0[state] = digest } }
    return digest
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
    guard !font.fallbacks.isEmpty else { return digests.font(font, of: fonts) }
    var digester = Digester(seed: 2)
    for font in font.withFallbacks { digester.combine(digests.font(font, of: fonts)) }
    return digester.digest
  }
}
