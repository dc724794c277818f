import Canvas
import Geometry
import TestSupport
import Testing

@Suite("Pictures with transparent parts")
struct TransparencyTests {
  /// Opaque islands, and single pixels, in nothing.
  private func islands(_ random: inout RandomSource, width: Int, height: Int) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let (x, y) = (
        Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
      )
      let side = Int.random(in: 1...40, using: &random)
      for y in y..<min(y + side, height) {
        for x in x..<min(x + side, width) {
          bitmap[x, y] = 0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random)
        }
      }
    }
    return bitmap
  }

  private func drawn(_ image: Bitmap, in frame: Rect, on below: UInt32) throws -> Bitmap {
    let bitmap = try Bitmap(width: 400, height: 60)
    for y in 0..<bitmap.height { for x in 0..<bitmap.width { bitmap[x, y] = below } }
    let drawing = Drawing(on: bitmap)
    try drawing.draw(
      image, from: Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height)),
      in: frame)
    try drawing.finish()
    return bitmap
  }

  @Test("are drawn like the first time when it is known where these are", arguments: 0..<60)
  func same(seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    let (width, height) = (
      Int.random(in: 1...900, using: &random), Int.random(in: 1...50, using: &random)
    )
    let image = try islands(&random, width: width, height: height)
    let frame = Rect(
      x: Double.random(in: -80...40, using: &random), y: Double.random(in: -9...9, using: &random),
      width: Double(width) * Double.random(in: 0.1...1.7, using: &random),
      height: Double(height) * Double.random(in: 0.3...1.7, using: &random))
    let first = try drawn(image, in: frame, on: 0x8040_2010)
    for _ in 0..<2 {
      #expect(try drawn(image, in: frame, on: 0x8040_2010).hasSamePixels(as: first))
    }
  }
}
