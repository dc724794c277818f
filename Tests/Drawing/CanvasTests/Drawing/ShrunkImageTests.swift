import RostrumGeometry
import Testing

@testable import RostrumCanvas

@Suite struct ShrunkImageTests {
  private static let area = PixelRect(x: -3, y: 2, width: 60, height: 40)

  @Test(
    "A shrunk image has the pixels of Cairo's filter, also beyond its edges",
    arguments: [
      AffineTransform(a: 1.5, b: 0, c: 0, d: 1.5, tx: 0.25, ty: -3),
      AffineTransform(a: 1.4, b: 0, c: 0, d: 0.5, tx: 0, ty: 10),
      AffineTransform(a: -2, b: 0, c: 0, d: 4, tx: 90, ty: 0),
      AffineTransform(a: 1.25, b: 1, c: -1, d: 1.25, tx: 30, ty: -20),
      AffineTransform(a: 15.5, b: 0, c: 0, d: 31, tx: -40, ty: 0),
      AffineTransform(a: 0.75, b: 3, c: 2, d: 0.125, tx: 0, ty: 1.5),
    ])
  func bits(_ map: AffineTransform) throws {
    let bitmap = try Bitmap(width: 97, height: 61)
    var seed: UInt32 = 1
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        let alpha = seed >> 24
        let channel = (seed >> 8 & 0xFF) * alpha / 255
        bitmap[x, y] = alpha << 24 | channel << 16 | (channel / 2) << 8 | channel
      }
    }
    let whole = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    let image = try AffineImage(bitmap, part: whole, toImage: map, filter: .linear, repeats: true)
    let drawn = try Bitmap(width: Self.area.width, height: Self.area.height)
    let drawing = Drawing(on: drawn, originX: Self.area.x, originY: Self.area.y)
    drawing.replace(Self.area, of: Self.area, by: image)
    try drawing.finish()
    let shrunk = try #require(try image.shrunk(in: Self.area, of: Self.area))
    for y in 0..<drawn.height {
      #expect((0..<drawn.width).allSatisfy { drawn[$0, y] == shrunk[$0, y] }, "row \(y)")
    }
  }

  @Test("An image that is not shrunk by a quarter is Cairo's to draw")
  func enlarged() throws {
    let bitmap = try Bitmap(width: 9, height: 9)
    let whole = PixelRect(x: 0, y: 0, width: 9, height: 9)
    let map = AffineTransform.scale(x: 1.3, y: 0.5)
    let image = try AffineImage(bitmap, part: whole, toImage: map, filter: .linear, repeats: true)
    #expect(try image.shrunk(in: Self.area, of: Self.area) == nil)
  }
}
