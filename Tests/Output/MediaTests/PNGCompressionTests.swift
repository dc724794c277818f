import RostrumCanvas
import RostrumMedia
import Testing

@Suite("Compression of PNG files")
struct PNGCompressionTests {
  /// A gradient, which only filters make small, above flat rows, which they make no smaller.
  private static func picture(flatRows: Int) throws -> Bitmap {
    let bitmap = try Bitmap(width: 90, height: 60)
    for y in 0..<60 {
      for x in 0..<90 {
        let value = UInt32(y < flatRows ? 7 : (x * 2 + y * 3) & 255)
        bitmap.row(y).storeBytes(
          of: 0xFF00_0000 | value << 16 | value << 8 | 255 - value, toByteOffset: x * 4,
          as: UInt32.self)
      }
    }
    return bitmap
  }

  private static func pixels(_ bitmap: Bitmap) -> [UInt8] {
    (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
  }

  @Test(
    "Best is no larger than zlib's level 9, with adaptive filters or without any",
    arguments: [0, 30, 60])
  func best(_ flatRows: Int) throws {
    let picture = try Self.picture(flatRows: flatRows)
    let best = try PNGCompression.best.encode(picture, .rgb)
    for filter in [PNGEncoder.Filter.adaptive, .none] {
      let other = try PNGEncoder(pixels: .rgb, compressionLevel: 9, filter: filter).encode(picture)
      #expect(best.count <= other.count)
    }
  }

  @Test(
    "The pixels are the same at every compression",
    arguments: [.fast, .best, .level(0), .level(5), .level(9)] as [PNGCompression])
  func pixels(_ compression: PNGCompression) throws {
    let picture = try Self.picture(flatRows: 20)
    let file = try compression.encode(picture, .rgb)
    #expect(Self.pixels(try PNG.decode(file)) == Self.pixels(picture))
  }

  @Test("Level 0 stores, higher levels are smaller")
  func levels() throws {
    let picture = try Self.picture(flatRows: 30)
    let sizes = try [0, 1, 9].map { try PNGCompression.level($0).encode(picture, .rgb).count }
    #expect(sizes[0] > 90 * 60 * 3)
    #expect(sizes[1] < sizes[0] && sizes[2] <= sizes[1])
  }
}
