/// How different two colours look: the difference of their brightness and colourfulness in YIQ,
/// weighted as in Kotsarenko and Ramos, "Measuring perceived color difference using YIQ NTSC
/// transmission color space in mobile applications" (2010). pixelmatch and odiff use the same
/// measure, so their thresholds can be compared with ours.
///
/// Alpha: what a viewer sees depends on what lies behind. The colours are laid over black and over
/// white, and the larger difference counts, so that a pixel that differs in alpha alone differs on
/// one of the two. Over black, a premultiplied colour is what it is; over white, each channel gains
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
    let blue = difference(a, b, shift: 0)
    let green = difference(a, b, shift: 8)
    let red = difference(a, b, shift: 16)
    let alpha = difference(a, b, shift: 24)
    let y = 0.298_895_31 * red + 0.586_622_47 * green + 0.114_482_23 * blue
    let i = 0.595_977_99 * red - 0.274_176_10 * green - 0.321_801_89 * blue
    let q = 0.211_470_17 * red - 0.522_617_11 * green + 0.311_146_94 * blue
    let overWhite = y - alpha
    return 0.5053 * max(y * y, overWhite * overWhite) + 0.299 * i * i + 0.1957 * q * q
  }

  /// The summed squares of the three channels' differences, over black or white, whichever is
  /// larger.
  @inline(__always)
  static func squaredError(_ a: UInt32, _ b: UInt32) -> Float {
    let blue = difference(a, b, shift: 0)
    let green = difference(a, b, shift: 8)
    let red = difference(a, b, shift: 16)
    let alpha = difference(a, b, shift: 24)
    let black = blue * blue + green * green + red * red
    let (b1, g1, r1) = (blue - alpha, green - alpha, red - alpha)
    return max(black, b1 * b1 + g1 * g1 + r1 * r1)
  }

  @inline(__always)
  private static func difference(_ a: UInt32, _ b: UInt32, shift: UInt32) -> Float {
    Float(Int32(truncatingIfNeeded: a >> shift & 255) - Int32(truncatingIfNeeded: b >> shift & 255))
  }
}

/// Tells whether two pixels differ only in how an edge was antialiased.
///
/// An antialiased pixel is a mixture of the colours beside it. So both pixels must lie within the
/// colours that surround the other one (an element that is gone leaves nothing to mix), at least
/// one must be a mixture in its own picture (hard edges are no antialiasing) or both nearly the
/// same shade (strokes of a pixel have no colour beyond their own to be mixed of), and the colour
/// that came or went in the 3 x 3 pixels around must be less than a row of an edge one pixel
/// further (an edge that moved by a pixel moves as much ink as that). At the border, the pixels
/// that exist are the surroundings.
///
/// pixelmatch asks instead whether the pixel has few equal neighbours and extremes with many
/// (Vyšniauskas 2009); that also forgives rings and lines of one pixel that are gone.
struct Antialiasing {
  let expected: PixelGrid
  let actual: PixelGrid
  /// The pixels that both pictures have.
  let width: Int
  let height: Int

  /// How much of a one-pixel move is forgiven, in quarters. A straight edge that is drawn half a
  /// pixel further moves 2; a diagonal one 3.
  private static let movedQuarters: Int16 = 3
  /// A sixth of the contrast around a pixel: how far a mixture may lie beyond its surroundings, and
  /// what is nearly the same shade.
  private static let slackDivisor: Int16 = 6

  /// A pixel and the range of the 3 x 3 pixels around it, four channels each.
  private struct Surroundings {
    var least = SIMD4<Int16>(repeating: 255)
    var most = SIMD4<Int16>(repeating: 0)
    var sum = SIMD4<Int16>(repeating: 0)
    var center = SIMD4<Int16>(repeating: 0)

    var contrast: SIMD4<Int16> { most &- least }

    func holds(_ value: SIMD4<Int16>) -> Bool {
      let slack = contrast / Antialiasing.slackDivisor
      return all(value .>= least &- slack) && all(value .<= most &+ slack)
    }

    func isNearlySame(as other: Surroundings) -> Bool {
      let change = pointwiseMax(center, other.center) &- pointwiseMin(center, other.center)
      let least = pointwiseMin(contrast, other.contrast)
      return all(change .<= least / Antialiasing.slackDivisor)
    }

    /// True when some channel lies clearly between its neighbours'.
    var isMixture: Bool {
      any((center .> least &+ 1) .& (center .< most &- 1))
    }
  }

  /// True when the two pixels at (`x`, `y`) differ only in how an edge was antialiased.
  func isCause(x: Int, y: Int) -> Bool {
    let columns = max(0, x - 1)...min(width - 1, x + 1)
    let rows = max(0, y - 1)...min(height - 1, y + 1)
    let old = surroundings(expected, x, y, columns, rows)
    let new = surroundings(actual, x, y, columns, rows)
    guard new.holds(old.center), old.holds(new.center),
      old.isMixture || new.isMixture || old.isNearlySame(as: new)
    else { return false }
    let most = pointwiseMax(old.most, new.most)
    let contrast = most &- pointwiseMin(old.least, new.least)
    let edge = contrast &* Int16(min(columns.count, rows.count)) &* Self.movedQuarters
    let moved = old.sum &- new.sum
    return all(pointwiseMax(moved, 0 &- moved) &* 4 .<= edge)
  }

  private func surroundings(
    _ grid: PixelGrid, _ x: Int, _ y: Int, _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>
  ) -> Surroundings {
    var result = Surroundings()
    for row in rows {
      for column in columns {
        let pixel = channels(grid.row(row)[column])
        result.least = pointwiseMin(result.least, pixel)
        result.most = pointwiseMax(result.most, pixel)
        result.sum &+= pixel
      }
    }
    result.center = channels(grid.row(y)[x])
    return result
  }

  @inline(__always)
  private func channels(_ pixel: UInt32) -> SIMD4<Int16> {
    SIMD4<Int16>(truncatingIfNeeded: unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
  }
}
