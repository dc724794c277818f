import RostrumCDeflate
public import RostrumGeometry

/// Encodes a sequence of PNG files of one size, recompressing only changed parts.
///
/// A picture's rows are compressed in bands, each independently and as a chunk of its own, with its
/// checksum. A band without changes keeps its bytes, so a picture that differs little from the one
/// before costs little. The file depends on the pixels only, not on the pictures encoded before.
///
/// One thread uses an encoder at a time. Memory: the picture's straight pixels, or a band of them
/// where there is one picture only; the compressed file twice, and one compressed band.
public final class BandedPNGEncoder: @unchecked Sendable {
  /// Rows a band: few enough that a small change costs little, many enough that repetition is
  /// found.
  static let rowsPerBand = 16

  private let whole: PixelRect
  private let isForOne: Bool
  private let deflate: OpaquePointer
  private let room: Buffer<UInt8>
  private let start: [UInt8]
  private var rows: PNGRows
  private var bands: [Band]
  private var file: [UInt8] = []

  /// The rows of some lines of the picture.
  private struct Band {
    /// A whole IDAT chunk; empty before the first picture.
    var chunk: [UInt8] = []
    var checksum = AdlerChecksum()
  }

  /// For pictures of `width` by `height` pixels: any number of them, or `onlyOne`. Throws
  /// `.outOfMemory`.
  public init(
    width: Int, height: Int, pixels: StraightPixels, onlyOne: Bool = false
  ) throws(PNGError) {
    isForOne = onlyOne
    do throws(OutOfMemory) {
      rows = try PNGRows(
        width: width, height: height, pixels: pixels, rowsPerBand: Self.rowsPerBand,
        bandsKept: onlyOne ? 1 : .max)
      room = try Buffer(count: cdeflate_bound(rows.largestBand))
      start = try PNGChunk.start(width: width, height: height, pixels: pixels)
    } catch {
      throw .outOfMemory
    }
    guard let deflate = cdeflate_create() else { throw .outOfMemory }
    self.deflate = deflate
    whole = PixelRect(x: 0, y: 0, width: width, height: height)
    bands = Array(repeating: Band(), count: rows.hasChanged.count)
  }

  deinit { cdeflate_free(deflate) }

  private var compressed: UnsafeMutableRawBufferPointer { room.bytes }

  /// Lends the bytes of a PNG file with the pixels of `bitmap`.
  ///
  /// - Parameter changes: where the picture may differ from the one that was encoded last; `nil`
  ///   for everywhere.
  /// - Precondition: the bitmap has this encoder's size, and is the first if it is the only one.
  public func encode<Result, Failure: Error>(
    _ bitmap: Bitmap, changes: DamageRegion? = nil,
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(
      bitmap.width == whole.width && bitmap.height == whole.height, "one size for all pictures")
    let isFirst = file.isEmpty
    precondition(isFirst || !isForOne, "the rows of the picture before are gone")
    let changed = (isFirst ? nil : changes?.clipped(to: whole).rects) ?? [whole]
    // Band after band: a band's bytes are near while they are made, summed and compressed.
    for index in bands.indices {
      let band = PixelRect(
        x: 0, y: index * Self.rowsPerBand, width: whole.width, height: Self.rowsPerBand)
      for rect in changed { rows.update(rect.intersection(band), from: bitmap) }
      if rows.hasChanged[index] { encodeBand(index) }
    }
    joinBands()
    // A typed throw does not pass through the standard closure, hence the result.
    let file = file
    let result = file.withUnsafeBytes { bytes in
      Swift.Result { () throws(Failure) in try body(bytes) }
    }
    return try result.get()
  }

  private func encodeBand(_ index: Int) {
    let bytes = rows.band(index)
    let count = cdeflate_compress(
      deflate, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count,
      compressed.assumingMemoryBound(to: UInt8.self).baseAddress, compressed.count)
    precondition(count > 0, "the bound holds")
    let data = UnsafeRawBufferPointer(rebasing: compressed[..<count])
    bands[index] = Band(chunk: PNGChunk.bytes("IDAT", data), checksum: rows.settle(index))
  }

  /// The file: the chunks before the pixels, every band, and the end of the stream.
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
