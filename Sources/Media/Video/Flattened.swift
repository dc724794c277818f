import Canvas

/// Two rows at a time of a picture laid over an opaque background.
final class Flattened {
  private let frame: Bitmap
  private let background: VideoSettings.Background
  /// Room for two rows; nil where the pixels already are what is wanted.
  private let scratch: UnsafeMutablePointer<UInt32>?

  /// Premultiplied colours are the picture over black, so black needs no work.
  init(_ frame: Bitmap, over background: VideoSettings.Background) {
    self.frame = frame
    self.background = background
    scratch = background == .black ? nil : .allocate(capacity: frame.width * 2)
  }

  deinit { scratch?.deallocate() }

  /// Valid until the next call.
  func rows(_ first: Int, _ second: Int) -> (UnsafePointer<UInt32>, UnsafePointer<UInt32>) {
    (row(first, slot: 0), row(second, slot: 1))
  }

  private func row(_ y: Int, slot: Int) -> UnsafePointer<UInt32> {
    let pixels = frame.row(y).assumingMemoryBound(to: UInt32.self)
    guard let source = pixels.baseAddress else { preconditionFailure("a bitmap has pixels") }
    guard let scratch else { return UnsafePointer(source) }
    let target = scratch + slot * frame.width
    for x in 0..<frame.width { target[x] = background.under(source[x]) }
    return UnsafePointer(target)
  }
}

extension VideoSettings.Background {
  /// A premultiplied 0xAARRGGBB pixel over this colour.
  @inline(__always)
  func under(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha < 255 else { return pixel }
    let rest = 255 - alpha
    func over(_ color: UInt8, _ shift: UInt32) -> UInt32 {
      // Divided by 255 and rounded to nearest.
      let product = UInt32(color) &* rest &+ 128
      let behind = (product &+ (product >> 8)) >> 8
      return min(255, (pixel >> shift & 255) &+ behind) << shift
    }
    return 0xFF00_0000 | over(red, 16) | over(green, 8) | over(blue, 0)
  }
}
