/// Conversions between straight and premultiplied alpha, each rounded to nearest: of all bytes the
/// result is the one closest to the exact value.

extension Bitmap {
  /// Takes the pixels as straight and premultiplies them in place.
  public func premultiply() {
    for y in 0..<height {
      for (x, pixel) in row(y).assumingMemoryBound(to: UInt32.self).enumerated() {
        let alpha = pixel >> 24
        guard alpha < 255 else { continue }
        row(y).storeBytes(of: premultiplied(pixel), toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }
}

/// A straight 0xAARRGGBB pixel, premultiplied.
func premultiplied(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  let blue = scaled(pixel & 255, by: alpha)
  let green = scaled(pixel >> 8 & 255, by: alpha)
  let red = scaled(pixel >> 16 & 255, by: alpha)
  return alpha << 24 | red << 16 | green << 8 | blue
}

/// `value * alpha / 255` to the nearest integer, for bytes; exact, by Blinn's "Three Wrongs Make a
/// Right" (1995).
private func scaled(_ value: UInt32, by alpha: UInt32) -> UInt32 {
  let product = value * alpha + 128
  return (product + (product >> 8)) >> 8
}

/// One row of straight 16-bit BGRA to premultiplied bytes.
func premultiply(deep: UnsafePointer<SIMD4<UInt16>>, into row: UnsafeMutableRawBufferPointer) {
  for x in 0..<row.count / 4 {
    let pixel = deep[x]
    let alpha = UInt64(pixel.w)
    let value = UInt32(rounded(alpha * 255, over: 65535))
    let channels = SIMD3(pixel.x, pixel.y, pixel.z)
    var result = value << 24
    for index in 0..<3 {
      let product = UInt64(channels[index]) * alpha * 255
      result |= UInt32(rounded(product, over: 65535 * 65535)) << (8 * UInt32(index))
    }
    row.storeBytes(of: result, toByteOffset: x * 4, as: UInt32.self)
  }
}

private func rounded(_ value: UInt64, over divisor: UInt64) -> UInt64 {
  (value + divisor / 2) / divisor
}

/// For each alpha above 0, 2^24 / alpha rounded up: `x * reciprocal >> 24` is exactly `x / alpha`
/// for every `x` up to 255.5 times alpha (the error, below x / 2^24, never reaches 1 / alpha).
private let reciprocals: [UInt32] = (0..<256).map { (alpha: UInt32) -> UInt32 in
  alpha == 0 ? 0 : (0x0100_0000 + alpha - 1) / alpha
}

/// Lends the table to a loop, without bounds checks inside.
func withReciprocals(_ body: (UnsafePointer<UInt32>) -> Void) {
  reciprocals.withUnsafeBufferPointer { table in
    guard let start = table.baseAddress else { return }
    body(start)
  }
}
