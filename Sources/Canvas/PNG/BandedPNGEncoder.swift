import CDeflate

/// Makes PNG files of one size after each other, at the cost of what changed between them.
///
/// A picture's rows are compressed in bands, each of them without reference to the others and as a chunk of its own, with its checksum.
/// A band without changes keeps its bytes, so a picture that differs little from the one before costs little. The file follows from
/// the pixels alone: how many pictures came before, and which, makes no difference.
///
/// One thread uses an encoder at a time. Memory: the compressed file twice, and one band uncompressed.
public final class BandedPNGEncoder: @unchecked Sendable {
  /// Rows a band: few enough that a small change costs little, many enough that repetition is found.
  static let rowsPerBand = 16

  private let width: Int
  private let height: Int
  private let pixels: StraightPixels
  private let deflate: OpaquePointer
  private let band: UnsafeMutableRawBufferPointer
  private let compressed: UnsafeMutableRawBufferPointer
  private let start: [UInt8]
  private var bands: [Band]
  private var file: [UInt8] = []

  /// The rows of some lines of the picture.
  private struct Band {
    /// A whole IDAT chunk; empty before the first picture.
    var chunk: [UInt8] = []
    var checksum = AdlerChecksum()
  }

  /// For pictures of `width` by `height` pixels. Throws `.outOfMemory`.
  public init(width: Int, height: Int, pixels: StraightPixels) throws(PNGError) {
    guard let deflate = cdeflate_create() else { throw .outOfMemory }
    self.deflate = deflate
    (self.width, self.height, self.pixels) = (width, height, pixels)
    let rows = min(Self.rowsPerBand, height)
    let byteCount = rows * (1 + width * pixels.bytesPerPixel)
    band = .allocate(byteCount: byteCount, alignment: 16)
    compressed = .allocate(byteCount: cdeflate_bound(byteCount), alignment: 16)
    start = PNGChunk.start(width: width, height: height, hasAlpha: pixels == .rgba)
    let count = (height + Self.rowsPerBand - 1) / Self.rowsPerBand
    bands = Array(repeating: Band(), count: count)
  }

  deinit {
    cdeflate_free(deflate)
    band.deallocate()
    compressed.deallocate()
  }

  /// Lends the bytes of a PNG file with the pixels of `bitmap`.
  ///
  /// - Parameter changes: the rows that may differ from those of the picture that was encoded last; `nil` for all.
  /// - Precondition: the bitmap has this encoder's size.
  public func encode<Result, Failure: Error>(
    _ bitmap: Bitmap, changes: [Range<Int>]? = nil,
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(bitmap.width == width && bitmap.height == height, "one size for all pictures")
    for index in bands.indices where needsEncoding(index, changes) {
      bands[index] = encodedBand(bitmap, rows: rows(ofBand: index))
    }
    joinBands()
    // A typed throw does not pass through the standard closure, hence the result.
    let file = file
    let result = file.withUnsafeBytes { bytes in
      Swift.Result { () throws(Failure) in try body(bytes) }
    }
    return try result.get()
  }

  private func rows(ofBand index: Int) -> Range<Int> {
    let first = index * Self.rowsPerBand
    return first..<min(first + Self.rowsPerBand, height)
  }

  private func needsEncoding(_ index: Int, _ changes: [Range<Int>]?) -> Bool {
    guard let changes, !bands[index].chunk.isEmpty else { return true }
    let rows = rows(ofBand: index)
    return changes.contains { $0.overlaps(rows) }
  }

  private func encodedBand(_ bitmap: Bitmap, rows: Range<Int>) -> Band {
    let bytesPerRow = 1 + width * pixels.bytesPerPixel
    for (index, y) in rows.enumerated() {
      let line = UnsafeMutableRawBufferPointer(
        rebasing: band[index * bytesPerRow..<(index + 1) * bytesPerRow])
      // Filter type 0: rendered frames are flat, so prediction gains little, and costs the most of all steps.
      line[0] = 0
      pixels.write(
        bitmap, rows: y..<y + 1, into: UnsafeMutableRawBufferPointer(rebasing: line[1...]))
    }
    let bytes = UnsafeRawBufferPointer(rebasing: band[..<(rows.count * bytesPerRow)])
    let count = cdeflate_compress(
      deflate, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count,
      compressed.assumingMemoryBound(to: UInt8.self).baseAddress, compressed.count)
    precondition(count > 0, "the bound holds")
    let data = UnsafeRawBufferPointer(rebasing: compressed[..<count])
    return Band(chunk: PNGChunk.bytes("IDAT", data), checksum: AdlerChecksum(of: bytes))
  }

  /// The file: what comes before the pixels, every band, and what ends the stream.
  private func joinBands() {
    var checksum = AdlerChecksum()
    file.removeAll(keepingCapacity: true)
    file += start
    for band in bands {
      file += band.chunk
      checksum.append(band.checksum)
    }
    file += PNGChunk.end(checksum.value)
  }
}
