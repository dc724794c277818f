public import RostrumBase
public import RostrumCanvas
import RostrumGeometry
public import RostrumLayerTree
import Synchronization

/// The pictures and typefaces that a scene names, each loaded once and shared by all renderers.
public final class SceneAssets: Sendable {
  let pictures: PictureStore
  package let fonts: FontBook
  /// By how much the type of wrapped texts is made smaller.
  let shrinking = ShrunkTexts()
  let digests = AssetDigests()

  /// The numbers of pixels of the pictures whose sizes were read.
  private let areas = Mutex<[FilePath: Int]>([:])
  private let limits: PNG.Limits
  private let videos: (any VideoFrameSource)?

  /// This many pixels (128 MiB) are always allowed: the size of a large photograph.
  private static let leastMaximum = 1 << 25

  /// Without a source of videos their frames cannot be drawn. Several scenes may share their fonts
  /// and decoded pictures. A picture may have as many pixels as a frame may, and all together twice
  /// as many.
  public init(
    videos: (any VideoFrameSource)? = nil, fonts: FontBook = FontBook(),
    decodedPictures: DecodedPictures? = nil, maximumPixels: Int = PNG.Limits().maximumPixels
  ) {
    (self.videos, self.fonts) = (videos, fonts)
    pictures = PictureStore(decoded: decodedPictures)
    limits = PNG.Limits(maximumPixels: max(maximumPixels, Self.leastMaximum))
  }

  /// Loads every picture that the scene can ever show, so that none is missing in the middle of a
  /// render.
  public func load(for scene: Scene) throws(PictureError) {
    for image in scene.images where image.frame == nil { _ = try load(image.path) }
  }

  /// The size in pixels of the picture in a PNG, JPEG or WebP file. With `decoding`, the picture is
  /// decoded and kept: any error is found before the first frame. Without, the file is checked for
  /// damage, but no memory is allocated for the pixels.
  public func imageSize(
    atPath path: String, decoding: Bool = true
  ) throws(PictureError) -> (width: Int, height: Int) {
    if decoding {
      let bitmap = try load(path)
      return (bitmap.width, bitmap.height)
    }
    let size = try PictureFile.checkedSize(ofFile: path, limits: limits)
    try count(path, size.width * size.height)
    return size
  }

  /// Whether a picture is no file.
  public static func isInMemory(_ image: ImageReference) -> Bool {
    image.path.hasBeginning(memoryPrefix)
  }

  /// No file has such a path.
  private static let memoryPrefix = "\0memory/"

  /// The bytes of a picture that is no file, as they were given; `nil` for a file.
  public func contents(of image: ImageReference) -> [UInt8]? { pictures.contents(image.path) }

  /// A picture that is no file: PNG, JPEG, WebP or SVG. Equal bytes are one picture.
  public func image(in bytes: [UInt8]) throws(PictureError) -> ImageReference {
    if PictureFile.isSVG(bytes) { return try drawing(ofSVG: bytes) }
    return try image(in: bytes) { () throws(PictureError) in
      try PictureFile.decode(bytes, limits: limits)
    }
  }

  /// An SVG from memory, which is rendered for each size.
  public func drawing(ofSVG bytes: [UInt8]) throws(PictureError) -> ImageReference {
    let svg = try SVGPicture(bytes, limits: limits)
    let image = try image(in: bytes) { () throws(PictureError) in
      try svg.bitmap(width: svg.width, height: svg.height)
    }
    pictures.add(svg, image.path)
    return image
  }

  private func image(
    in bytes: [UInt8], _ decode: () throws(PictureError) -> Bitmap
  ) throws(PictureError) -> ImageReference {
    var digester = Digester()
    bytes.withUnsafeBytes { digester.combine($0) }
    let content = digester.digest
    let path = "\(Self.memoryPrefix)\(content)"
    let bitmap = try pictures.load(path, content: content) { () throws(PictureError) in
      let bitmap = try decode()
      try count(path, bitmap.width * bitmap.height)
      return bitmap
    }
    pictures.add(contents: bytes, path)
    return ImageReference(path: path, width: bitmap.width, height: bitmap.height)
  }

  /// A loaded picture, or a frame of a video. Throws the errors of the source of videos.
  func bitmap(for image: ImageReference) throws -> Bitmap {
    if let frame = image.frame {
      guard let videos else { preconditionFailure("no source for the video \(image.path)") }
      return try videos.frame(frame, ofVideo: image.path)
    }
    return pictures.bitmap(image.path) ?? Self.notLoaded(image)
  }

  /// The bitmap for drawing an image at about `width` by `height` pixels: an SVG is rendered at
  /// that size, up to the limit for pictures; any other image is returned as it is. Throws the
  /// errors of rendering an SVG.
  func bitmap(for image: ImageReference, width: Double, height: Double) throws -> Bitmap {
    guard image.frame == nil, pictures.isSVG(image.path), width.isFinite, height.isFinite else {
      return try bitmap(for: image)
    }
    let most = 16_384.0
    let (wide, high) = (min(max(width, 1), most), min(max(height, 1), most))
    let excess = max(wide * high / Double(limits.maximumPixels), 1).squareRoot()
    do throws(PictureError) {
      let sharp = try pictures.bitmap(
        image.path, width: max(Int((wide / excess).rounded(.up)), 1),
        height: max(Int((high / excess).rounded(.up)), 1))
      if let sharp { return sharp }
    } catch {
      throw UndrawnPicture(path: image.path, error: error)
    }
    return try bitmap(for: image)
  }

  static func notLoaded<Value>(_ image: ImageReference) -> Value {
    preconditionFailure("the picture \(image.path) was not loaded before it was drawn")
  }

  private func load(_ path: String) throws(PictureError) -> Bitmap {
    if let bitmap = pictures.bitmap(path) { return bitmap }
    let state = FileState(path)
    if let state, let (bitmap, file) = pictures.shared(as: state),
      bitmap.width * bitmap.height <= limits.maximumPixels
    {
      try count(path, bitmap.width * bitmap.height)
      return pictures.keep(bitmap, file, path)
    }
    let svg = try PictureFile.svg(contentsOfFile: path, limits: limits)
    let size =
      if let svg { (width: svg.width, height: svg.height) } else {
        try PictureFile.size(ofFile: path, limits: limits)
      }
    try count(path, size.width * size.height)
    let bitmap = try pictures.load(path) { () throws(PictureError) in
      if let svg { return try svg.bitmap(width: svg.width, height: svg.height) }
      return try PictureFile.decode(contentsOfFile: path, limits: limits)
    }
    if let svg {
      pictures.add(svg, path)
    } else if let state, FileState(path) == state {
      pictures.share(path, as: state)
    }
    return bitmap
  }

  /// Throws when all pictures together have too many pixels, before the last one is decoded.
  private func count(_ path: String, _ pixels: Int) throws(PictureError) {
    let all = areas.withLock { areas in
      areas[FilePath(path)] = pixels
      return areas.values.reduce(0, +)
    }
    let limit = 2 * limits.maximumPixels
    guard all <= limit else { throw .tooMany(maximumPixels: limit) }
  }
}

/// A picture that was loaded, but cannot be drawn at the size that a frame shows it at.
public struct UndrawnPicture: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  public let path: String
  public let error: PictureError

  public var description: String {
    "cannot show '\(URL(filePath: path).lastPathComponent)': \(error.description)"
  }

  public var exitStatus: ExitStatus { error.exitStatus }
}

/// Decodes frames of videos, in any order. The rendering module has no decoder itself.
public protocol VideoFrameSource: Sendable {
  /// The frame with that number, from 0, of the video at `path`: always the same pixels, whatever
  /// frames were requested before.
  func frame(_ index: Int, ofVideo path: String) throws -> Bitmap
}
