import RostrumBase
import Synchronization

/// A picture in memory: 8 bits a channel, sRGB, in the byte order blue, green, red, alpha, with the
/// colours premultiplied by alpha. That is Cairo's `ARGB32` on a little-endian machine.
///
/// The first row is the top one. The memory belongs to the bitmap and starts out transparent.
/// A bitmap may move between threads; one thread at a time may write to it.
public final class Bitmap: @unchecked Sendable {
  /// In pixels, at least 1.
  public let width: Int
  /// In pixels, at least 1.
  public let height: Int
  /// The distance from the start of one row to the start of the next, a multiple of 64.
  public let bytesPerRow: Int
  /// `height` rows of `bytesPerRow` bytes, aligned to 64 bytes.
  public let bytes: UnsafeMutableRawBufferPointer
  /// See `half()`.
  let knownHalf = Mutex<Bitmap?>(nil)
  /// The memory as the system gave it, in which `bytes` lie.
  private let memory: UnsafeMutableRawPointer
  private static let alignment = 64

  /// A transparent picture of `width` by `height` pixels. Sizes below 1 are a programming error.
  public init(width: Int, height: Int) throws(OutOfMemory) {
    precondition(width > 0 && height > 0, "a bitmap has at least one pixel")
    self.width = width
    self.height = height
    bytesPerRow = (width * 4 + 63) & ~63
    // Aligned by hand, with one more row of memory for it, which is never too short: before version
    // 2.38, glibc does not reuse memory of its aligned allocations, and memory grew with every
    // picture.
    guard let memory = calloc(height + 1, bytesPerRow) else {
      throw OutOfMemory(bytes: bytesPerRow.multipliedReportingOverflow(by: height).partialValue)
    }
    self.memory = memory
    bytes = UnsafeMutableRawBufferPointer(
      start: memory.alignedUp(toMultipleOf: Self.alignment), count: bytesPerRow * height)
  }

  /// The same pixels in memory of its own.
  public convenience init(copying other: Bitmap) throws(OutOfMemory) {
    try self.init(width: other.width, height: other.height)
    bytes.copyMemory(from: UnsafeRawBufferPointer(other.bytes))
  }

  deinit { free(memory) }

  /// Makes every pixel transparent.
  public func clear() { bytes.initializeMemory(as: UInt8.self, repeating: 0) }

  /// The bytes of row `y`, without the padding at its end.
  public func row(_ y: Int) -> UnsafeMutableRawBufferPointer {
    precondition(0 <= y && y < height, "row \(y) of \(height)")
    return UnsafeMutableRawBufferPointer(
      rebasing: bytes[y * bytesPerRow..<y * bytesPerRow + width * 4])
  }

  /// The premultiplied pixel at (`x`, `y`) as 0xAARRGGBB.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { row(y).load(fromByteOffset: x * 4, as: UInt32.self) }
    set { row(y).storeBytes(of: newValue, toByteOffset: x * 4, as: UInt32.self) }
  }

  /// True when every pixel of `other` is the same.
  public func hasSamePixels(as other: Bitmap) -> Bool {
    width == other.width && height == other.height
      && (0..<height).allSatisfy {
        UnsafeRawBufferPointer(row($0)).hasSameBytes(as: UnsafeRawBufferPointer(other.row($0)))
      }
  }
}

extension UnsafeRawBufferPointer {
  /// memcmp(3).
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start, otherStart, count) == 0
  }
}
