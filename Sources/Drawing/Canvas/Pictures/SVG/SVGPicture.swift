import RostrumBase
import Synchronization

/// An SVG, which can be drawn at any size. It is librsvg's to read and to draw, in a process of its
/// own where `PictureDecoder.program` names one. Nothing outside the file is read.
public final class SVGPicture: Sendable {
  /// In pixels, rounded up.
  public let width: Int
  public let height: Int
  private let content: Content

  private enum Content {
    case here(SVGDocument)
    case elsewhere(RemoteSVG, DecoderPool)
  }

  /// In bytes.
  static let maximumSize = 16 << 20

  /// The SVG in the file at `path`. Throws also when librsvg is not installed.
  public convenience init(contentsOfFile path: String, limits: PNG.Limits) throws(PictureError) {
    try self.init(try Self.contents(of: path), limits: limits)
  }

  /// The SVG with that text. Throws also when librsvg is not installed.
  public init(_ bytes: [UInt8], limits: PNG.Limits) throws(PictureError) {
    guard bytes.count <= Self.maximumSize else { throw .outOfMemory }
    let size: (width: Double, height: Double)
    if let pool = PictureDecoder.pool {
      let picture = RemoteSVG(bytes)
      size = try pool.size(of: picture)
      content = .elsewhere(picture, pool)
    } else {
      let document = try SVGDocument(bytes)
      size = document.size
      content = .here(document)
    }
    (width, height) = (Int(size.width.rounded(.up)), Int(size.height.rounded(.up)))
    try limits.ofDrawing.check(width: width, height: height)
  }

  /// The SVG rendered at a size in pixels, premultiplied: each side is scaled on its own.
  public func bitmap(width: Int, height: Int) throws(PictureError) -> Bitmap {
    switch content {
    case .here(let document): try document.bitmap(width: width, height: height)
    case .elsewhere(let picture, let pool):
      try pool.bitmap(of: picture, width: width, height: height)
    }
  }

  func bitmap() throws(PictureError) -> Bitmap { try bitmap(width: width, height: height) }

  private static func contents(of path: String) throws(PictureError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
    defer { close(descriptor) }
    return try PictureFile.bytes(descriptor, path, .svg, atMost: maximumSize)
  }
}

/// The text of an SVG, with its number in the decoders' caches.
final class RemoteSVG: Sendable {
  let number: UInt64
  let bytes: [UInt8]

  private static let last = Atomic<UInt64>(0)

  init(_ bytes: [UInt8]) {
    number = Self.last.add(1, ordering: .relaxed).newValue
    self.bytes = bytes
  }
}

extension PNG.Limits {
  /// The limits of an SVG at its own size: a file of a few hundred bytes can declare any size, so
  /// it may have an eighth of the pixels, but always as many as a photograph.
  var ofDrawing: PNG.Limits {
    PNG.Limits(
      maximumWidth: maximumWidth, maximumHeight: maximumHeight,
      maximumPixels: max(maximumPixels / 8, 1 << 25))
  }
}
