import Canvas
public import Foundation
import LayerTree
import RostrumKit

/// A picture: a file, or pixels of a program's own.
public final class CGImage: Hashable, Sendable {
  /// How the model names the picture.
  let reference: ImageReference
  /// The bytes of a picture that is no file.
  let bytes: [UInt8]?

  init(_ reference: ImageReference, bytes: [UInt8]? = nil) {
    (self.reference, self.bytes) = (reference, bytes)
  }

  /// In pixels.
  public var width: Int { reference.width }
  /// In pixels.
  public var height: Int { reference.height }

  /// A PNG, JPEG, WebP, SVG or another picture that scene files take. Throws `PictureError`.
  public convenience init(contentsOfFile path: String) throws {
    let path = URL(filePath: path).standardizedFileURL.path
    let size = try SceneAssets().imageSize(atPath: path, decoding: false)
    self.init(ImageReference(path: path, width: size.width, height: size.height))
  }

  /// The bytes of a PNG, JPEG or WebP. Throws `PictureError`.
  public convenience init(data: Data) throws {
    let bytes = Array(data)
    self.init(try SceneAssets().image(in: bytes), bytes: bytes)
  }

  /// Pixels of four bytes: red, green, blue and alpha, by which the colours are not multiplied.
  /// From the top left, row by row. Throws for more pixels than memory holds.
  ///
  /// Precondition: there are `width * height * 4` bytes, and at least one pixel.
  public convenience init(width: Int, height: Int, rgba: [UInt8]) throws {
    precondition(width > 0 && height > 0 && rgba.count == width * height * 4, "four bytes a pixel")
    let bitmap = try Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let start = (y * width + x) * 4
        let (red, green) = (UInt32(rgba[start]), UInt32(rgba[start + 1]))
        let (blue, alpha) = (UInt32(rgba[start + 2]), UInt32(rgba[start + 3]))
        bitmap[x, y] = alpha << 24 | red << 16 | green << 8 | blue
      }
    }
    bitmap.premultiply()
    try self.init(data: Data(PNGEncoder().encode(bitmap)))
  }

  /// A picture that a data provider reads; `nil` for one that cannot be decoded.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>? = nil,
    shouldInterpolate: Bool = true, intent: CGColorRenderingIntent = .defaultIntent
  ) {
    guard decode == nil, let image = try? CGImage(data: source.bytes) else { return nil }
    self.init(image.reference, bytes: image.bytes)
  }

  public convenience init?(
    jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>? = nil,
    shouldInterpolate: Bool = true, intent: CGColorRenderingIntent = .defaultIntent
  ) {
    self.init(
      pngDataProviderSource: source, decode: decode, shouldInterpolate: shouldInterpolate,
      intent: intent)
  }

  public static func == (a: CGImage, b: CGImage) -> Bool { a.reference == b.reference }
  public func hash(into hasher: inout Hasher) { hasher.combine(reference) }
}

/// Bytes that a picture is made of.
public final class CGDataProvider: Sendable {
  let bytes: Data

  /// Apple's takes a `CFData`.
  public init?(data: Data) { bytes = data }

  /// `nil` for a file that cannot be read. Apple's takes a `CFURL`.
  public convenience init?(url: URL) {
    guard let data = try? Data(contentsOf: url) else { return nil }
    self.init(data: data)
  }
}

/// How colours of another space are taken over: offline as the pictures' own profiles say.
public enum CGColorRenderingIntent: Int32, Sendable {
  case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}
