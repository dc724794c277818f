import RostrumCanvas
import RostrumGeometry
@testable import RostrumImageDiff
import TestSupport
import Testing

@Suite("Comparing pictures")
struct PictureComparisonTests {
  private let white: UInt32 = 0xFFFF_FFFF
  private let black: UInt32 = 0xFF00_0000

  private func plain(_ width: Int = 40, _ height: Int = 30) -> Sketch {
    Sketch(width: width, height: height)
  }

  /// From Kotsarenko and Ramos' formula, worked out by hand over white and black.
  static let distances: [(UInt32, UInt32, Double)] = [
    (0xFFFF_FFFF, 0xFF00_0000, 32857.1325), (0xFFFF_FFFF, 0xFFFF_FFFF, 0),
    (0xFF80_8080, 0xFF81_8181, 0.5053), (0x0000_0000, 0xFF00_0000, 32857.1325),
    (0x0000_0000, 0xFFFF_FFFF, 32857.1325),
  ]

  @Test("The distance is the paper's", arguments: distances)
  func distance(_ a: UInt32, _ b: UInt32, _ expected: Double) {
    #expect(abs(Double(ColorDistance.squared(a, b)) - expected) < 0.01)
    #expect(ColorDistance.squared(a, b) == ColorDistance.squared(b, a))
  }

  /// The channels' squares, over black or over white.
  static let errors: [(UInt32, UInt32, Double)] = [
    (0xFF00_0000, 0xFF00_0000, 0), (0xFF00_0000, 0xFF10_0000, 256),
    (0xFF00_0000, 0xFF00_1000, 256), (0xFF00_0000, 0xFF00_0010, 256),
    (0xFF01_0203, 0xFF04_0608, 9 + 16 + 25), (0x0000_0000, 0xFF00_0000, 3 * 65_025),
    (0x0000_0000, 0xFFFF_FFFF, 3 * 65_025), (0x8080_8080, 0xFFFF_FFFF, 3 * 127 * 127),
  ]

  @Test("The squared error is that of red, green and blue", arguments: errors)
  func squaredError(_ a: UInt32, _ b: UInt32, _ expected: Double) {
    #expect(Double(ColorDistance.squaredError(a, b)) == expected)
    #expect(Double(ColorDistance.squaredError(b, a)) == expected)
  }

  @Test("Equal pictures are identical")
  func identical() throws {
    let difference = try PictureComparison().compare(plain().bitmap, plain().bitmap)
    #expect(difference.isIdentical && difference.verdict == .same)
    #expect(difference.comparedPixels == 1200)
    #expect(difference.peakSignalToNoise == .infinity)
    #expect(difference.map == nil && difference.regions.isEmpty)
  }

  @Test("Counts, regions and the largest distance are what was painted")
  func counts() throws {
    let changed = plain().box(black, x: 3, y: 4, width: 5, height: 6)
      .box(black, x: 20, y: 10, width: 2, height: 2).setting(39, 29, 0xFF80_8080)
    let difference = try PictureComparison().compare(plain().bitmap, changed.bitmap)
    #expect(difference.differentPixels == 35)
    #expect(difference.regionCount == 3)
    #expect(
      difference.regions.map(\.bounds) == [
        PixelRect(x: 3, y: 4, width: 5, height: 6), PixelRect(x: 20, y: 10, width: 2, height: 2),
        PixelRect(x: 39, y: 29, width: 1, height: 1),
      ])
    #expect(difference.regions.map(\.pixels) == [30, 4, 1])
    let place = try #require(difference.largestDistanceAt)
    #expect(place == (3, 4))
    // 34 pixels differ by 255, and one by 127.
    let error: Double = (34.0 * 65025.0 + 16129.0) / 1200.0
    #expect(abs(difference.meanSquaredError - error) < 1e-6)
  }

  @Test("A region hangs together by its corners, and a U is one region")
  func shapes() throws {
    let diagonal = plain()
    for index in 0..<10 { diagonal.bitmap[5 + index, 5 + index] = black }
    let u = plain().box(black, x: 2, y: 2, width: 1, height: 9)
      .box(black, x: 8, y: 2, width: 1, height: 9).box(black, x: 2, y: 10, width: 7, height: 1)
    for sketch in [diagonal, u] {
      let difference = try PictureComparison(tolerance: .exact).compare(
        plain().bitmap, sketch.bitmap)
      #expect(difference.regionCount == 1)
      #expect(difference.largestRegion?.pixels == difference.differentPixels)
    }
  }

  static let bounded: [(Tolerance, PictureDifference.Verdict)] = [
    (Tolerance(), .different), (Tolerance(maximumPixels: 15), .different),
    (Tolerance(maximumPixels: 16), .same), (Tolerance(maximumShare: 0.0132), .different),
    (Tolerance(maximumShare: 0.0134), .same),
    (Tolerance(maximumPixels: 16, maximumRegion: 8), .different),
    (Tolerance(maximumPixels: 16, maximumRegion: 12), .same),
  ]

  @Test("Bounds are absolute, relative, and for a region", arguments: bounded)
  func bounds(_ tolerance: Tolerance, _ verdict: PictureDifference.Verdict) throws {
    let changed = plain().box(black, x: 3, y: 4, width: 4, height: 3)
      .box(black, x: 20, y: 10, width: 2, height: 2)
    let difference = try PictureComparison(tolerance: tolerance).compare(
      plain().bitmap, changed.bitmap)
    #expect(difference.differentPixels == 16)
    #expect(difference.verdict == verdict)
  }

  @Test("Ignored rectangles do not count, overlapping ones count once")
  func ignored() throws {
    let changed = plain().box(black, x: 3, y: 4, width: 5, height: 6)
      .box(black, x: 20, y: 10, width: 2, height: 2)
    let ignored = [
      PixelRect(x: 0, y: 0, width: 10, height: 20), PixelRect(x: 5, y: 5, width: 10, height: 5),
      PixelRect(x: 38, y: 0, width: 90, height: 90),
    ]
    let difference = try PictureComparison(ignoring: ignored).compare(
      plain().bitmap, changed.bitmap)
    #expect(difference.differentPixels == 4)
    #expect(difference.ignoredPixels == 200 + 25 + 60)
    #expect(difference.comparedPixels == 1200 - 285)
    #expect(difference.map?[4, 5] == .ignored)
    #expect(difference.map?[20, 10] == .different)
  }

  @Test(
    "Pictures of different sizes are compared where they overlap, and drawn on a canvas that holds both"
  )
  func sizes() throws {
    let (old, new) = (plain(40, 20), plain(30, 30).box(black, x: 0, y: 0, width: 1, height: 1))
    let difference = try PictureComparison().compare(old.bitmap, new.bitmap)
    #expect(difference.verdict == .sizesDiffer)
    #expect(difference.comparedPixels == 600)
    #expect(difference.differentPixels == 1)
    let picture = try difference.picture(over: old.bitmap)
    #expect(picture.width == 40 && picture.height == 30)
    #expect(picture[0, 0] == PictureDifference.MarkColor.different)
    #expect(picture[35, 5] == PictureDifference.MarkColor.onlyExpected)
    #expect(picture[5, 25] == PictureDifference.MarkColor.onlyActual)
    #expect(picture[35, 25] == PictureDifference.MarkColor.nothing)
    #expect(picture[10, 10] == 0xFFFE_FEFE)
  }

  /// One pixel among four columns of black, itself and white, and the same with another one: a
  /// mixture lies more than one step from both ends.
  static let mixtures: [(UInt32, UInt32, Bool)] = [
    (254, 0, false), (253, 0, true), (1, 255, false), (2, 255, true), (0, 255, false),
    (0, 254, false), (0, 253, true), (255, 1, false), (255, 2, true),
  ]

  @Test("A mixture is clearly none of the two colours that it lies between", arguments: mixtures)
  func mixture(_ old: UInt32, _ new: UInt32, _ isForgiven: Bool) throws {
    func sketch(_ level: UInt32) -> Sketch {
      let edge = Sketch(width: 3, height: 3).box(black, x: 0, y: 0, width: 1, height: 3)
      return edge.setting(1, 1, 0xFF00_0000 | level * 0x01_0101)
    }
    let difference = try PictureComparison().compare(sketch(old).bitmap, sketch(new).bitmap)
    #expect(difference.map?[1, 1] == (isForgiven ? .forgiven : .different))
  }

  @Test("What antialiasing explains is forgiven, counted, and can be held against it")
  func antialiasing() throws {
    let old = Sketch().disk(black, x: 32, y: 32, radius: 20)
    let new = Sketch(samples: 1).disk(black, x: 32, y: 32, radius: 20)
    let lenient = try PictureComparison().compare(old.bitmap, new.bitmap)
    #expect(lenient.verdict == .same && lenient.forgivenPixels > 50)
    let strict = try PictureComparison(tolerance: Tolerance(forgivesAntialiasing: false))
      .compare(old.bitmap, new.bitmap)
    #expect(strict.verdict == .different)
    #expect(strict.differentPixels == lenient.differentPixels + lenient.forgivenPixels)
  }
}

/// The fast comparison against the simple one, on random pictures.
@Suite("Comparing generated pictures")
struct GeneratedComparisonTests {
  @Test("The counts are those of a comparison pixel by pixel", arguments: 0..<40)
  func counts(_ seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    let (width, height) = (
      Int.random(in: 1...150, using: &random), Int.random(in: 1...150, using: &random)
    )
    let old = try Bitmap(width: width, height: height)
    let new = try Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        old[x, y] = 0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random)
        let isChanged = Int.random(in: 0..<10, using: &random) == 0
        new[x, y] =
          isChanged ? 0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random) : old[x, y]
      }
    }
    let tolerance = Tolerance(threshold: 0.2, forgivesAntialiasing: false)
    let difference = try PictureComparison(tolerance: tolerance).compare(old, new)
    let limit = ColorDistance.limit(threshold: 0.2)
    var (different, tolerated) = (0, 0)
    for y in 0..<height {
      for x in 0..<width where old[x, y] != new[x, y] {
        if ColorDistance.squared(old[x, y], new[x, y]) > limit {
          different += 1
        } else {
          tolerated += 1
        }
      }
    }
    #expect(difference.differentPixels == different)
    #expect(difference.toleratedPixels == tolerated)
    #expect(
      difference.regions.reduce(0) { $0 + $1.pixels } == different || difference.regionCount > 64)
  }
}
