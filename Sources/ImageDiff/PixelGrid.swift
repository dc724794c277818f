import Canvas

/// A bitmap's pixels for tight loops. The bitmap must outlive it and must not change.
struct PixelGrid: @unchecked Sendable {
  let start: UnsafePointer<UInt32>
  /// The distance of two rows, in pixels.
  let stride: Int
  let width: Int
  let height: Int

  /// `nil` for a bitmap without memory, which there is none of.
  init?(_ bitmap: Bitmap) {
    guard let address = bitmap.bytes.baseAddress else { return nil }
    start = UnsafePointer(address.assumingMemoryBound(to: UInt32.self))
    stride = bitmap.bytesPerRow / 4
    width = bitmap.width
    height = bitmap.height
  }

  @inline(__always)
  func row(_ y: Int) -> UnsafePointer<UInt32> { start + y * stride }
}
