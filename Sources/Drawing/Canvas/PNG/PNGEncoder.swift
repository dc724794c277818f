import RostrumCPNG

/// Makes PNG files: straight alpha, with a mark of their colour space. Equal pixels and settings
/// give equal bytes.
public struct PNGEncoder: Sendable, Equatable {
  /// How each row is predicted before it is compressed (PNG specification, section 9).
  public enum Filter: Sendable, Equatable, CaseIterable {
    case none, sub, up, average, paeth
    /// libpng tries them all on each row.
    case adaptive
  }

  /// zlib's 0 (stored) to 9 (smallest); numbers outside are brought inside.
  public var compressionLevel: Int
  public var filter: Filter
  /// Without alpha for pictures known to be opaque; other pictures are then laid over black.
  public var pixels: StraightPixels

  /// The default is for speed: rendered frames are flat, so prediction gains little.
  public init(
    pixels: StraightPixels = .rgba, compressionLevel: Int = 1, filter: Filter = .none
  ) {
    self.pixels = pixels
    self.compressionLevel = compressionLevel
    self.filter = filter
  }

  /// The bytes of a PNG file with the pixels of `bitmap`.
  public func encode(_ bitmap: Bitmap) throws(PNGError) -> [UInt8] {
    let profile: [UInt8]?
    do throws(OutOfMemory) { profile = try pixels.colorSpace.profile() } catch {
      throw .outOfMemory
    }
    let writer = try PNGWriter()
    try writer.writeHeader(options(for: bitmap), profile)
    let bytesPerRow = bitmap.width * pixels.bytesPerPixel
    let band = max(1, min(bitmap.height, 65536 / bytesPerRow))
    guard let memory = try? Buffer<UInt8>(count: band * bytesPerRow) else { throw .outOfMemory }
    let rows = memory.bytes
    for first in stride(from: 0, to: bitmap.height, by: band) {
      let range = first..<min(first + band, bitmap.height)
      pixels.write(bitmap, rows: range, into: rows)
      try writer.writeRows(rows, bytesPerRow: bytesPerRow, count: range.count)
    }
    return try withExtendedLifetime(memory) { () throws(PNGError) in try writer.finished() }
  }

  private func options(for bitmap: Bitmap) -> cpng_options {
    cpng_options(
      width: UInt32(clamping: bitmap.width), height: UInt32(clamping: bitmap.height),
      bit_depth: Int32(pixels.bitDepth), has_alpha: pixels.hasAlpha ? 1 : 0,
      level: Int32(min(max(compressionLevel, 0), 9)),
      strategy: 0, filters: filter.bits,
      profile: nil, profile_count: 0)
  }
}

extension PNGEncoder.Filter {
  /// libpng's `PNG_FILTER_...` bits.
  fileprivate var bits: Int32 {
    switch self {
    case .none: 0x08
    case .sub: 0x10
    case .up: 0x20
    case .average: 0x40
    case .paeth: 0x80
    case .adaptive: 0xF8
    }
  }
}

/// One PNG being written: libpng's state, freed with the value.
struct PNGWriter: ~Copyable {
  private let writer: OpaquePointer

  init() throws(PNGError) {
    guard let writer = cpng_writer_create() else { throw .outOfMemory }
    self.writer = writer
  }

  deinit { cpng_writer_free(writer) }

  /// - Parameter profile: Display P3's; `nil` for sRGB.
  func writeHeader(_ options: cpng_options, _ profile: [UInt8]?) throws(PNGError) {
    let status = (profile ?? []).withUnsafeBufferPointer { bytes in
      var options = options
      options.profile = profile == nil ? nil : bytes.baseAddress
      options.profile_count = UInt32(bytes.count)
      return cpng_write_header(writer, &options)
    }
    try check(status)
  }

  func writeRows(
    _ rows: UnsafeMutableRawBufferPointer, bytesPerRow: Int, count: Int
  ) throws(PNGError) {
    let start = rows.baseAddress?.assumingMemoryBound(to: UInt8.self)
    try check(cpng_write_rows(writer, start, bytesPerRow, UInt32(count)))
  }

  /// Everything, after the last row.
  func finished() throws(PNGError) -> [UInt8] {
    try check(cpng_write_end(writer))
    var count = 0
    let bytes = cpng_writer_bytes(writer, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private func check(_ status: Int32) throws(PNGError) {
    switch Int(status) {
    case CPNG_OK: return
    case CPNG_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .invalid(String(cString: cpng_writer_message(writer)))
    }
  }
}
