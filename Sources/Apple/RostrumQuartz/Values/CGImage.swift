public import Foundation
import RostrumCanvas
import RostrumKit
import RostrumLayerTree
import RostrumRendering

/// A picture: a file, or pixels of a program's own.
public final class CGImage: Hashable, Sendable {
  /// How the model names the picture.
  let reference: ImageReference
  /// The bytes of a picture that is no file.
  let bytes: [UInt8]?

  init(_ reference: ImageReference, bytes: [UInt8]? = nil) {
    (self.reference, self.bytes) = (reference, bytes)
  }

  /// A copy of pixels; `nil` where there is no memory for it.
  convenience init?(_ bitmap: Bitmap) {
    guard let bytes = try? PNGEncoder().encode(bitmap) else { return nil }
    try? self.init(data: Data(bytes))
  }

  /// The pixels; `nil` for a file that cannot be read any more.
  var bitmap: Bitmap? {
    if let bytes { return try? PictureFile.decode(bytes) }
    return try? PictureFile.decode(contentsOfFile: reference.path)
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

  /// Pixels in Core Graphics' words: 8 bits for each of red, green, blue and alpha, in this order,
  /// alpha last or left out. `nil` for other pixels, and for too few bytes.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard width > 0, height > 0, bitsPerComponent == 8, bitsPerPixel == 32, decode == nil,
      space.numberOfComponents == 3, bytesPerRow >= width * 4,
      provider.bytes.count >= bytesPerRow * (height - 1) + width * 4,
      let alpha = CGImageAlphaInfo(rawValue: bitmapInfo.subtracting(.byteOrder32Big).rawValue),
      alpha != .none,
      alpha != .alphaOnly
    else { return nil }
    let bytes = Array(provider.bytes)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let start = y * bytesPerRow + x * 4
        pixels += alpha.straight(Array(bytes[start..<start + 4]))
      }
    }
    try? self.init(width: width, height: height, rgba: pixels)
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

  /// The part in a rectangle of pixels, from the top left; `nil` where there is none.
  public func cropping(to rect: CGRect) -> CGImage? {
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    let part = rect.integral.intersection(whole)
    guard !part.isEmpty, let bitmap,
      let copy = try? Bitmap(width: Int(part.width), height: Int(part.height))
    else { return nil }
    for y in 0..<copy.height {
      for x in 0..<copy.width { copy[x, y] = bitmap[Int(part.minX) + x, Int(part.minY) + y] }
    }
    return CGImage(copy)
  }

  // The pixels that `dataProvider` gives.
  public var bitsPerComponent: Int { 8 }
  public var bitsPerPixel: Int { 32 }
  public var bytesPerRow: Int { width * 4 }
  public var alphaInfo: CGImageAlphaInfo { .premultipliedLast }
  public var bitmapInfo: CGBitmapInfo { CGBitmapInfo(rawValue: alphaInfo.rawValue) }
  public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }

  /// The pixels from the top left, row by row: red, green, blue and alpha, by which the colours
  /// are multiplied. `nil` for a file that cannot be read any more.
  public var dataProvider: CGDataProvider? {
    guard let bitmap else { return nil }
    var data = Data(capacity: width * height * 4)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let pixel = bitmap[x, y]
        data.append(contentsOf: [16, 8, 0, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) })
      }
    }
    return CGDataProvider(data: data)
  }

  /// The colour of a pixel, from the top left; `nil` outside of the picture.
  public func color(atX x: Int, y: Int) -> CGColor? {
    guard let bitmap, (0..<bitmap.width).contains(x), (0..<bitmap.height).contains(y) else {
      return nil
    }
    let pixel = bitmap[x, y]
    let alpha = CGFloat(pixel >> 24) / 255
    func part(_ shift: UInt32) -> CGFloat {
      alpha > 0 ? min(CGFloat(pixel >> shift & 255) / 255 / alpha, 1) : 0
    }
    return CGColor(red: part(16), green: part(8), blue: part(0), alpha: alpha)
  }

  /// The bytes of a PNG file.
  public func pngData() -> Data? {
    guard let bitmap, let bytes = try? PNGEncoder().encode(bitmap) else { return nil }
    return Data(bytes)
  }

  public static func == (a: CGImage, b: CGImage) -> Bool { a.reference == b.reference }
  public func hash(into hasher: inout Hasher) { hasher.combine(reference) }
}

/// Bytes that a picture is made of.
public final class CGDataProvider: Sendable {
  let bytes: Data

  /// The bytes. Apple's is a `CFData`.
  public var data: Data? { bytes }

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

/// How pixels are laid out: where their alpha is, and whether their bytes are in reverse order.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let alphaInfoMask = Self(rawValue: 0x1F)
  public static let byteOrder32Little = Self(rawValue: 0x2000)
  public static let byteOrder32Big = Self(rawValue: 0x4000)
}

/// The meaning of the fourth byte of a pixel.
public enum CGImageAlphaInfo: UInt32, Sendable {
  // Other pixels than four bytes: not read.
  case none = 0
  case alphaOnly = 7
  // The byte before the colours.
  case premultipliedFirst = 2
  case first = 4
  case noneSkipFirst = 6
  /// Alpha, by which the colours are multiplied.
  case premultipliedLast = 1
  /// Alpha, by which they are not.
  case last = 3
  /// Nothing.
  case noneSkipLast = 5

  /// A pixel whose colours are not multiplied by alpha, to the nearest byte.
  fileprivate func straight(_ pixel: [UInt8]) -> [UInt8] {
    switch self {
    case .premultipliedFirst, .first, .noneSkipFirst:
      let last: Self =
        self == .first ? .last : self == .noneSkipFirst ? .noneSkipLast : .premultipliedLast
      return last.straight(Array(pixel.dropFirst()) + [pixel[0]])
    case .none, .alphaOnly, .last: return pixel
    case .noneSkipLast: return Array(pixel.prefix(3)) + [255]
    case .premultipliedLast:
      let alpha = Double(pixel[3])
      guard alpha > 0 else { return [0, 0, 0, 0] }
      let colors = pixel.prefix(3).map { UInt8(min((Double($0) * 255 / alpha).rounded(), 255)) }
      return colors + [pixel[3]]
    }
  }
}
