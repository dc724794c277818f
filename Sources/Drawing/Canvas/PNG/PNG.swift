import RostrumCColor
import RostrumCPNG

/// Reads PNG files of any colour type and depth. Samples are taken as sRGB, and gamma and profiles
/// are ignored; `PictureFile` applies them.
public enum PNG {
  /// The largest picture a caller is ready to hold. Cairo's limit for a side is 32,767.
  public struct Limits: Sendable, Hashable {
    /// In pixels.
    public var maximumWidth: Int
    /// In pixels.
    public var maximumHeight: Int
    /// Width times height; a decoded pixel takes four bytes.
    public var maximumPixels: Int

    public init(
      maximumWidth: Int = 32_767, maximumHeight: Int = 32_767, maximumPixels: Int = 1 << 28
    ) {
      self.maximumWidth = maximumWidth
      self.maximumHeight = maximumHeight
      self.maximumPixels = maximumPixels
    }
  }

  /// The facts in the first chunks of a file: the picture's size, and whether it can be
  /// transparent.
  public struct Header: Sendable, Equatable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// There is an alpha channel or a transparent colour; the pixels may still all be opaque.
    public let hasAlpha: Bool
  }

  /// The picture in `bytes`, premultiplied, each channel rounded to nearest.
  public static func decode(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(PNGError) -> Bitmap {
    // A typed throw does not pass through the standard closure, hence the result.
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(PNGError) in try decode(PNGReader(bytes: bytes), limits) }
    }
    return try result.get()
  }

  /// The picture in `bytes` with 16 bits a channel, premultiplied.
  package static func decodeDeep(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(PNGError) -> DeepBitmap {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(PNGError) in try decodeDeep(PNGReader(bytes: bytes), limits, .stored) }
    }
    return try result.get()
  }

  /// The picture in the file at `path`.
  public static func decode(
    contentsOfFile path: String, limits: Limits = Limits()
  ) throws(PNGError) -> Bitmap {
    try withOpenFile(path) { descriptor throws(PNGError) in
      try decode(PNGReader(descriptor: descriptor, path: path), limits)
    }
  }

  /// Reads only the chunks before the pixels.
  public static func readHeader(ofFile path: String) throws(PNGError) -> Header {
    try withOpenFile(path) { descriptor throws(PNGError) in
      let header = try PNGReader(descriptor: descriptor, path: path).readHeader()
      return Header(
        width: Int(header.width), height: Int(header.height), hasAlpha: header.has_alpha != 0)
    }
  }

  private static func decode(
    _ reader: borrowing PNGReader, _ limits: Limits
  ) throws(PNGError) -> Bitmap {
    try decode(reader, try reader.readHeader(), .none, limits)
  }

  /// Upright, with the colours that the file means.
  static func decodeForScreen(
    _ reader: borrowing PNGReader, _ limits: Limits, _ colors: PictureColors = .screen
  ) throws(PNGError) -> Bitmap {
    let (header, color) = try reader.readHeaderAndColor()
    let conversion = ColorConversion.conversion(
      color, header.bit_depth == 16 ? CCOLOR_BGRA16 : CCOLOR_BGRA8, to: colors)
    let orientation = Orientation(exif: color.exif, count: color.exif_count)
    let stored = try decode(reader, header, conversion, limits)
    guard let upright = try? stored.upright(from: orientation) else { throw .outOfMemory }
    return upright
  }

  private static func decode(
    _ reader: borrowing PNGReader, _ header: cpng_header, _ conversion: ColorConversion,
    _ limits: Limits
  ) throws(PNGError) -> Bitmap {
    let bitmap = try bitmap(for: header, within: limits)
    if header.bit_depth == 16 {
      try readDeepPixels(reader, conversion, into: bitmap)
    } else {
      try reader.readPixels(into: start(of: bitmap), bytesPerRow: bitmap.bytesPerRow)
      conversion.convert(bitmap)
      if header.has_alpha != 0 { bitmap.premultiply() }
    }
    return bitmap
  }

  /// The same in 16 bits a channel.
  static func decodeDeep(
    _ reader: borrowing PNGReader, _ limits: Limits, _ colors: PictureColors
  ) throws(PNGError) -> DeepBitmap {
    let (header, color) = try reader.readHeaderAndColor()
    let (width, height) = (Int(header.width), Int(header.height))
    guard limits.allow(width: width, height: height) else {
      throw .tooLarge(width: width, height: height)
    }
    guard let deep = try? DeepBitmap(width: width, height: height) else { throw .outOfMemory }
    if header.bit_depth == 16 {
      try reader.readPixels(into: deep.samples.start, bytesPerRow: width * 8)
    } else {
      let bitmap = try bitmap(for: header, within: limits)
      try reader.readPixels(into: start(of: bitmap), bytesPerRow: bitmap.bytesPerRow)
      deep.fill(from: bitmap)
    }
    deep.finish(ColorConversion.conversion(color, CCOLOR_BGRA16, to: colors))
    let orientation = Orientation(exif: color.exif, count: color.exif_count)
    guard let upright = try? deep.upright(from: orientation) else { throw .outOfMemory }
    return upright
  }

  private static func bitmap(
    for header: cpng_header, within limits: Limits
  ) throws(PNGError) -> Bitmap {
    let (width, height) = (Int(header.width), Int(header.height))
    guard limits.allow(width: width, height: height) else {
      throw .tooLarge(width: width, height: height)
    }
    do throws(OutOfMemory) {
      return try Bitmap(width: width, height: height)
    } catch {
      throw .outOfMemory
    }
  }

  /// Sixteen bits are kept until the one rounding to eight.
  private static func readDeepPixels(
    _ reader: borrowing PNGReader, _ conversion: ColorConversion, into bitmap: Bitmap
  ) throws(PNGError) {
    let bytesPerRow = bitmap.width * 8
    guard let deep = try? Buffer<UInt64>(count: bitmap.width * bitmap.height) else {
      throw .outOfMemory
    }
    try reader.readPixels(into: deep.start, bytesPerRow: bytesPerRow)
    for y in 0..<bitmap.height {
      let row = UnsafeMutableRawPointer(deep.start) + y * bytesPerRow
      conversion.convert(
        UnsafeMutableRawBufferPointer(start: row, count: bytesPerRow), count: bitmap.width)
      premultiply(deep: row.assumingMemoryBound(to: SIMD4<UInt16>.self), into: bitmap.row(y))
    }
  }

  private static func start(of bitmap: Bitmap) throws(PNGError) -> UnsafeMutableRawPointer {
    guard let start = bitmap.bytes.baseAddress else { throw .outOfMemory }
    return start
  }
}
