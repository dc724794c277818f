import RostrumCanvas
import RostrumGeometry
import TestSupport
import Testing

@Suite("PNG files in bands")
struct BandedPNGEncoderTests {
  /// Rows of a few colours, as in rendered frames, and noise.
  private static func picture(
    _ width: Int, _ height: Int, seed: UInt64, alpha: ClosedRange<UInt32> = 255...255
  ) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height)
    var random = RandomSource(seed: seed)
    for y in 0..<height { fill(y, of: bitmap, alpha, &random) }
    return bitmap
  }

  private static func fill(
    _ y: Int, of bitmap: Bitmap, _ alpha: ClosedRange<UInt32>, _ random: inout RandomSource
  ) {
    let isNoise = Bool.random(using: &random)
    let color = UInt32.random(in: 0...255, using: &random)
    for x in 0..<bitmap.width {
      let opacity = UInt32.random(in: alpha, using: &random)
      let value = min(opacity, isNoise ? UInt32.random(in: 0...255, using: &random) : color)
      bitmap.row(y).storeBytes(
        of: opacity << 24 | value << 16 | value / 2 << 8 | value / 3, toByteOffset: x * 4,
        as: UInt32.self)
    }
  }

  private static func pixels(_ bitmap: Bitmap) -> [UInt8] {
    (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
  }

  static let sizes = [(1, 1), (1, 40), (7, 15), (7, 16), (7, 17), (64, 33), (300, 200), (9000, 3)]

  @Test("The tool libpng reads back the picture", arguments: sizes, [StraightPixels.rgb, .rgba])
  func roundTrip(_ size: (Int, Int), _ pixels: StraightPixels) throws {
    let picture = try Self.picture(size.0, size.1, seed: 1)
    let encoder = try BandedPNGEncoder(width: size.0, height: size.1, pixels: pixels)
    let file = encoder.encode(picture) { Array($0) }
    #expect(Self.pixels(try PNG.decode(file)) == Self.pixels(picture))
  }

  @Test("The pixels are those that libpng's own encoder writes, translucent ones too")
  func sameAsPlain() throws {
    let picture = try Self.picture(50, 70, seed: 2, alpha: 0...255)
    let file = try Self.fresh(picture, .rgba)
    let plain = try PNGEncoder(pixels: .rgba).encode(picture)
    #expect(Self.pixels(try PNG.decode(file)) == Self.pixels(try PNG.decode(plain)))
  }

  @Test("A file follows from its pixels, whatever was encoded before", arguments: 0..<20)
  func incremental(_ seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let (width, height) = (
      Int.random(in: 1...90, using: &random), Int.random(in: 1...90, using: &random)
    )
    let picture = try Self.picture(width, height, seed: seed)
    let encoder = try BandedPNGEncoder(width: width, height: height, pixels: .rgb)
    _ = encoder.encode(picture) { $0.count }
    for _ in 0..<10 {
      var changes = DamageRegion()
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        changes.insert(Self.change(picture, &random))
      }
      let file = encoder.encode(picture, changes: changes) { Array($0) }
      #expect(try file == Self.fresh(picture, .rgb))
    }
  }

  /// Other pixels in some columns of some rows; now and then the same ones.
  private static func change(_ bitmap: Bitmap, _ random: inout RandomSource) -> PixelRect {
    let rect = PixelRect(
      x: Int.random(in: 0..<bitmap.width, using: &random),
      y: Int.random(in: 0..<bitmap.height, using: &random),
      width: Int.random(in: 1...bitmap.width, using: &random),
      height: Int.random(in: 1...bitmap.height, using: &random)
    ).intersection(PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height))
    guard UInt32.random(in: 0..<4, using: &random) > 0 else { return rect }
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        bitmap[x, y] = 0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random)
      }
    }
    return rect
  }

  @Test("A band without changes is not looked at")
  func reuse() throws {
    let picture = try Self.picture(20, 64, seed: 3)
    let encoder = try BandedPNGEncoder(width: 20, height: 64, pixels: .rgb)
    let before = encoder.encode(picture) { Array($0) }
    func rows(_ rows: Range<Int>) -> DamageRegion {
      DamageRegion(PixelRect(x: 0, y: rows.lowerBound, width: 20, height: rows.count))
    }
    var random = RandomSource(seed: 4)
    Self.fill(40, of: picture, 255...255, &random)
    #expect(encoder.encode(picture, changes: DamageRegion()) { Array($0) } == before)
    #expect(encoder.encode(picture, changes: rows(0..<16)) { Array($0) } == before)
    #expect(encoder.encode(picture, changes: rows(40..<41)) { Array($0) } != before)
  }

  private static func fresh(_ picture: Bitmap, _ pixels: StraightPixels) throws -> [UInt8] {
    try BandedPNGEncoder(width: picture.width, height: picture.height, pixels: pixels)
      .encode(picture) { Array($0) }
  }
}
