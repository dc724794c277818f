import CPNG

/// Reading PNG files of any colour type and depth. Samples are taken as sRGB, whatever the file says
/// about gamma or profiles.
public enum PNG {
  /// The largest picture a caller is ready to hold.
  public struct Limits: Sendable, Equatable {
    /// In pixels.
    public var maximumWidth: Int
    /// In pixels.
    public var maximumHeight: Int
    /// Width times height; a decoded pixel takes four bytes.
    public var maximumPixels: Int

    public init(
      maximumWidth: Int = 32_768, maximumHeight: Int = 32_768, maximumPixels: Int = 1 << 28
    ) {
      self.maximumWidth = maximumWidth
      self.maximumHeight = maximumHeight
      self.maximumPixels = maximumPixels
    }
  }

  /// What the first chunks of a file say.
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

  /// The picture in the file at `path`.
  public static func decode(
    contentsOfFile path: String, limits: Limits = Limits()
  ) throws(PNGError) -> Bitmap {
    try withOpenFile(path) { descriptor throws(PNGError) in
      try decode(PNGReader(descriptor: descriptor, path: path), limits)
    }
  }

  /// Reads only what comes before the pixels.
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
    let header = try reader.readHeader()
    let bitmap = try bitmap(for: header, within: limits)
    if header.bit_depth == 16 {
      try readDeepPixels(reader, into: bitmap)
    } else {
      try reader.readPixels(into: start(of: bitmap), bytesPerRow: bitmap.bytesPerRow)
      if header.has_alpha != 0 { bitmap.premultiply() }
    }
    return bitmap
  }

  private static func bitmap(
    for header: cpng_header, within limits: Limits
  ) throws(PNGError) -> Bitmap {
    let (width, height) = (Int(header.width), Int(header.height))
    let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
    guard width <= limits.maximumWidth, height <= limits.maximumHeight, !overflows,
      pixels <= limits.maximumPixels
    else { throw .tooLarge(width: width, height: height) }
    return Bitmap(width: width, height: height)
  }

  /// Sixteen bits are kept until the one rounding to eight.
  private static func readDeepPixels(
    _ reader: borrowing PNGReader, into bitmap: Bitmap
  ) throws(PNGError) {
    let bytesPerRow = bitmap.width * 8
    let deep = UnsafeMutableRawPointer.allocate(
      byteCount: bytesPerRow * bitmap.height, alignment: 8)
    defer { deep.deallocate() }
    try reader.readPixels(into: deep, bytesPerRow: bytesPerRow)
    for y in 0..<bitmap.height {
      premultiply(
        deep: deep.advanced(by: y * bytesPerRow).assumingMemoryBound(to: SIMD4<UInt16>.self),
        into: bitmap.row(y))
    }
  }

  private static func start(of bitmap: Bitmap) throws(PNGError) -> UnsafeMutableRawPointer {
    guard let start = bitmap.bytes.baseAddress else { throw .outOfMemory }
    return start
  }
}
