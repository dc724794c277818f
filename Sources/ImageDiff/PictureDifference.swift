import Canvas
public import Geometry

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a comparison found. Every number is there whether the pictures are the same or not.
public struct PictureDifference: Sendable {
  /// What the numbers mean under the tolerance.
  public enum Verdict: String, Sendable {
    case same, different
    /// One is wider or higher; the numbers are those of the part that both have.
    case sizesDiffer
  }

  /// Pixels that hang together, also by their corners.
  public struct Region: Sendable, Equatable {
    public let bounds: PixelRect
    /// How many pixels differ.
    public let pixels: Int
  }

  /// In pixels, from (0, 0).
  public let expectedSize: PixelRect
  /// In pixels, from (0, 0).
  public let actualSize: PixelRect
  public let tolerance: Tolerance
  /// How many pixels both pictures have and none of the ignored rectangles.
  public let comparedPixels: Int
  public let ignoredPixels: Int
  /// Pixels over the threshold that antialiasing does not explain.
  public private(set) var differentPixels = 0
  /// Pixels over the threshold that are antialiased otherwise.
  public private(set) var forgivenPixels = 0
  /// Pixels that differ by no more than the threshold.
  public private(set) var toleratedPixels = 0
  /// The largest distance of two pixels, 0 to 1, on the scale of `Tolerance.threshold`.
  public private(set) var largestDistance = 0.0
  /// Where that is: its column and row. `nil` for equal pictures.
  public private(set) var largestDistanceAt: (x: Int, y: Int)?
  /// The mean squared error of the three colour channels, 0 to 65,025.
  public private(set) var meanSquaredError = 0.0
  /// The largest first; of many, `maximumRegions`.
  public private(set) var regions: [Region] = []
  /// All of them.
  public private(set) var regionCount = 0
  /// What became of each pixel; `nil` for equal pictures.
  public var map: DifferenceMap?

  public static let maximumRegions = 64

  init(expected: Bitmap, actual: Bitmap, tolerance: Tolerance, ignoredPixels: Int) {
    expectedSize = PixelRect(x: 0, y: 0, width: expected.width, height: expected.height)
    actualSize = PixelRect(x: 0, y: 0, width: actual.width, height: actual.height)
    self.tolerance = tolerance
    self.ignoredPixels = ignoredPixels
    comparedPixels = expectedSize.intersection(actualSize).area - ignoredPixels
  }

  mutating func add(_ tally: Tally, _ map: DifferenceMap) {
    differentPixels = tally.different
    forgivenPixels = tally.forgiven
    toleratedPixels = tally.tolerated
    largestDistance = ColorDistance.threshold(squared: tally.largest)
    if tally.largest > 0 { largestDistanceAt = (tally.largestX, tally.largestY) }
    meanSquaredError = tally.squaredError / Double(max(comparedPixels, 1) * 3)
    (regionCount, regions) = RegionFinder(map).regions(Self.maximumRegions)
    self.map = map
  }

  /// True when all compared pixels are equal, bit by bit.
  public var isIdentical: Bool {
    expectedSize == actualSize && differentPixels + forgivenPixels + toleratedPixels == 0
  }

  /// How many pixels may differ.
  public var allowedPixels: Int { tolerance.allowance(of: comparedPixels) }

  public var largestRegion: Region? { regions.first }

  /// The share of the compared pixels that differ, 0 to 1.
  public var differentShare: Double { Double(differentPixels) / Double(max(comparedPixels, 1)) }

  /// The peak signal-to-noise ratio in decibels: 10 log10(255² / mean squared error); infinite for equal pictures.
  public var peakSignalToNoise: Double {
    meanSquaredError > 0 ? 10 * log10(65_025 / meanSquaredError) : .infinity
  }

  public var verdict: Verdict {
    guard expectedSize == actualSize else { return .sizesDiffer }
    let isRegionTooLarge = tolerance.maximumRegion.map { (largestRegion?.pixels ?? 0) > $0 }
    return differentPixels > allowedPixels || isRegionTooLarge == true ? .different : .same
  }
}
