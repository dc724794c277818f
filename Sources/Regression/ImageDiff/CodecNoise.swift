import RostrumBase
public import RostrumCanvas

/// Limits for the changes of a lossy encoder. Encoders change every pixel a little, and pixels at
/// edges more, so a comparison of single pixels is useless; these bounds are on averages.
public struct CodecNoise: Sendable, Equatable {
  /// The least signal-to-noise ratio of a picture, in decibels.
  public var minimumSignalToNoise: Double
  /// The least structural similarity of a picture, -1 to 1.
  public var minimumSimilarity: Double
  /// The least signal-to-noise ratio of any 8 x 8 pixels, in decibels: a local change would
  /// disappear in the average of a large picture.
  public static let minimumLocalSignalToNoise = 16.0

  public init(minimumSignalToNoise: Double = 35, minimumSimilarity: Double = 0.95) {
    self.minimumSignalToNoise = minimumSignalToNoise
    self.minimumSimilarity = minimumSimilarity
  }
}

/// The similarity of two pictures of one size, over all windows of 8 x 8 pixels at multiples of 4.
public struct WindowStatistics: Sendable, Equatable {
  /// The mean structural similarity of the windows and of red, green and blue, -1 to 1.
  ///
  /// Source: Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment: from error visibility
  /// to structural similarity" (2004), with the windows of ffmpeg's filter `ssim`.
  public let similarity: Double
  /// The least signal-to-noise ratio of a window, in decibels, with the window's place.
  public let worst: (signalToNoise: Double, x: Int, y: Int)

  public static func == (a: Self, b: Self) -> Bool {
    a.similarity == b.similarity && a.worst == b.worst
  }

  /// `nil` for pictures of different sizes, and for those smaller than a window.
  public init?(_ expected: Bitmap, _ actual: Bitmap) {
    guard expected.width == actual.width, expected.height == actual.height,
      expected.width >= 8, expected.height >= 8,
      let old = PixelGrid(expected), let new = PixelGrid(actual)
    else { return nil }
    let (columns, rows) = (old.width / 4, old.height / 4)
    var above: [BlockSums] = []
    var (sum, largest, place) = (0.0, Float(0), (x: 0, y: 0))
    for row in 0..<rows {
      let blocks = (0..<columns).map { BlockSums(old, new, x: 4 * $0, y: 4 * row) }
      if row > 0 {
        for column in 1..<columns {
          let window = above[column - 1] + above[column] + blocks[column - 1] + blocks[column]
          sum += Double(window.similarity)
          if window.squaredError > largest {
            (largest, place) = (window.squaredError, (4 * column - 4, 4 * row - 4))
          }
        }
      }
      above = blocks
    }
    similarity = sum / Double((columns - 1) * (rows - 1))
    let ratio = largest > 0 ? 10 * log10(65_025 / Double(largest)) : .infinity
    worst = (ratio, place.x, place.y)
  }
}

/// Sums over a block of 4 x 4 pixels, or of a window of four blocks: blue, green and red.
private struct BlockSums {
  private var old = SIMD4<Float>()
  private var new = SIMD4<Float>()
  /// The squares of both.
  private var squares = SIMD4<Float>()
  private var products = SIMD4<Float>()

  init(_ expected: PixelGrid, _ actual: PixelGrid, x: Int, y: Int) {
    for row in y..<y + 4 {
      for column in x..<x + 4 {
        let a = Self.channels(expected.row(row)[column])
        let b = Self.channels(actual.row(row)[column])
        old += a
        new += b
        squares += a * a + b * b
        products += a * b
      }
    }
  }

  private static func channels(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4<Float>(unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
  }

  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.old += b.old
    sum.new += b.new
    sum.squares += b.squares
    sum.products += b.products
    return sum
  }

  /// The structural similarity of a window, over the three colours.
  var similarity: Float {
    let pixels: Float = 64
    let (c1, c2): (Float, Float) = (0.01 * 0.01 * 65_025 * 64, 0.03 * 0.03 * 65_025 * 64 * 63)
    let variances = squares * pixels - old * old - new * new
    let covariance = products * pixels - old * new
    let likeness: SIMD4<Float> = (2 * old * new + c1) * (2 * covariance + c2)
    let means: SIMD4<Float> = old * old + new * new + c1
    let ratio: SIMD4<Float> = likeness / (means * (variances + c2))
    return (ratio.x + ratio.y + ratio.z) / 3
  }

  /// The mean squared error of a window, over its pixels and the three colours.
  var squaredError: Float {
    let errors = squares - 2 * products
    return max(0, errors.x + errors.y + errors.z) / (64 * 3)
  }
}
