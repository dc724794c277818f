/// How different two colours look: the difference of their brightness and colourfulness in YIQ,
/// weighted as in Kotsarenko and Ramos, "Measuring perceived color difference using YIQ NTSC
/// transmission color space in mobile applications" (2010). pixelmatch up to 7.1 and Playwright use
/// the same measure, so their thresholds can be compared with ours.
///
/// Alpha: what a viewer sees depends on what lies behind. The colours are laid over black and over
/// white, and the larger difference counts, so that a pixel that differs in alpha alone differs on
/// one of the two. Over black, a premultiplied colour is unchanged; over white, each channel gains
/// 255 - alpha. YIQ is linear and grey has no I and Q, so only the brightness has to be done twice.
enum ColorDistance {
  /// The largest value of `squared`: black against white has 32,857; the paper's constant bounds
  /// all pairs.
  static let largest: Float = 35_215

  /// Below or equal to this, two colours count as the same at a threshold of 0 to 1.
  static func limit(threshold: Double) -> Float {
    let threshold = Float(min(max(threshold, 0), 1))
    return largest * threshold * threshold
  }

  /// The threshold that a squared distance just reaches, 0 to 1.
  static func threshold(squared: Float) -> Double { Double((squared / largest).squareRoot()) }

  /// The squared distance of two premultiplied 0xAARRGGBB pixels, 0 to `largest`.
  @inline(__always)
  static func squared(_ a: UInt32, _ b: UInt32) -> Float {
    squared(
      blue: difference(a, b, shift: 0), green: difference(a, b, shift: 8),
      red: difference(a, b, shift: 16), alpha: difference(a, b, shift: 24))
  }

  /// The same of two pixels of 16 bits a channel: blue, green, red, alpha.
  @inline(__always)
  static func squared(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>) -> Float {
    let change = (SIMD4<Float>(a) - SIMD4<Float>(b)) / 257
    return squared(blue: change.x, green: change.y, red: change.z, alpha: change.w)
  }

  /// The squared distance of two pixels from the differences of their channels, in steps of 1/255.
  @inline(__always)
  private static func squared(blue: Float, green: Float, red: Float, alpha: Float) -> Float {
    let (y, i, q) = yiq(blue: blue, green: green, red: red)
    let overWhite = y - alpha
    return 0.5053 * max(y * y, overWhite * overWhite) + 0.299 * i * i + 0.1957 * q * q
  }

  /// Brightness and the two axes of colour in NTSC's space.
  @inline(__always)
  private static func yiq(blue: Float, green: Float, red: Float) -> (Float, Float, Float) {
    (
      0.298_895_31 * red + 0.586_622_47 * green + 0.114_482_23 * blue,
      0.595_977_99 * red - 0.274_176_10 * green - 0.321_801_89 * blue,
      0.211_470_17 * red - 0.522_617_11 * green + 0.311_146_94 * blue
    )
  }

  /// A premultiplied pixel as a vector. The squared length of the difference of two vectors is
  /// `squared` for pixels of the same alpha, else at least half of it and at most all.
  @inline(__always)
  static func vector(_ pixel: UInt32) -> SIMD4<Float> {
    let blue = Float(pixel & 255)
    let green = Float(pixel >> 8 & 255)
    let red = Float(pixel >> 16 & 255)
    let alpha = Float(pixel >> 24)
    let (y, i, q) = yiq(blue: blue, green: green, red: red)
    // Brightness halfway between black and white, and half of the way between both.
    return SIMD4(y - alpha / 2, alpha / 2, i, q) * weights
  }

  /// The square roots of the factors in `squared`.
  private static let weights = SIMD4<Float>(0.710_845, 0.710_845, 0.546_809, 0.442_380)

  /// The summed squares of the three channels' differences, over black or white, whichever is
  /// larger.
  @inline(__always)
  static func squaredError(_ a: UInt32, _ b: UInt32) -> Float {
    squaredError(
      blue: difference(a, b, shift: 0), green: difference(a, b, shift: 8),
      red: difference(a, b, shift: 16), alpha: difference(a, b, shift: 24))
  }

  /// The same of two pixels of 16 bits a channel.
  @inline(__always)
  static func squaredError(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>) -> Float {
    let change = (SIMD4<Float>(a) - SIMD4<Float>(b)) / 257
    return squaredError(blue: change.x, green: change.y, red: change.z, alpha: change.w)
  }

  @inline(__always)
  private static func squaredError(blue: Float, green: Float, red: Float, alpha: Float) -> Float {
    let black = blue * blue + green * green + red * red
    let (b1, g1, r1) = (blue - alpha, green - alpha, red - alpha)
    return max(black, b1 * b1 + g1 * g1 + r1 * r1)
  }

  @inline(__always)
  private static func difference(_ a: UInt32, _ b: UInt32, shift: UInt32) -> Float {
    Float(Int32(truncatingIfNeeded: a >> shift & 255) - Int32(truncatingIfNeeded: b >> shift & 255))
  }
}
