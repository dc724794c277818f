import Foundation
import RostrumGeometry
import Testing

@testable import RostrumCanvas

@Suite("Sprites")
struct SpriteTests {
  private static let size = 60

  /// Opaque colours that differ from pixel to pixel; in the first row, half of the light comes
  /// through.
  private func image() throws -> Bitmap {
    let image = try Bitmap(width: 16, height: 16)
    for y in 0..<16 {
      for x in 0..<16 {
        image[x, y] = y == 0 ? 0x8040_4040 : 0xFF00_0000 | UInt32(x * 16 << 16 | y * 15)
      }
    }
    return image
  }

  private func sprite(
    _ image: Bitmap, at middle: Point, scale: Double, rotation: Double = 0, alpha: Double = 1
  ) -> Sprite {
    let place = AffineTransform.translation(x: -0.5, y: -0.5)
      .concatenating(.scale(x: 16 * scale, y: 16 * scale))
      .concatenating(.rotation(rotation))
      .concatenating(.translation(x: middle.x, y: middle.y))
    return Sprite(
      image: image, source: Rect(x: 0, y: 0, width: 16, height: 16), placement: place,
      color: Color(red: 1, green: 1, blue: 1, alpha: alpha))
  }

  private func drawn(_ groups: [[Sprite]], additive: Bool = false) throws -> Bitmap {
    try picture(width: Self.size, height: Self.size) { drawing in
      for sprites in groups { drawing.draw(sprites, additive: additive) }
    }
  }

  /// The same in the plainest way: every pixel of the canvas, in numbers of twice the length.
  private func expected(_ sprites: [Sprite], additive: Bool) throws -> [SIMD4<Double>] {
    func parts(_ pixel: UInt32) -> SIMD4<Double> {
      SIMD4(
        Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255),
        Double(pixel >> 24))
    }
    var canvas = [SIMD4<Double>](repeating: .zero, count: Self.size * Self.size)
    for sprite in sprites {
      let toUnit = try #require(sprite.placement.inverted)
      for index in canvas.indices {
        let place = Point(
          x: Double(index % Self.size) + 0.5, y: Double(index / Self.size) + 0.5)
        let unit = toUnit.apply(to: place)
        let (x, y) = (unit.x * 16 - 0.5, unit.y * 16 - 0.5)
        func pixel(_ x: Double, _ y: Double) -> SIMD4<Double> {
          (0..<16).contains(x) && (0..<16).contains(y)
            ? parts(sprite.image[Int(x), Int(y)]) : .zero
        }
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let upper = pixel(left, top) * (left + 1 - x) + pixel(left + 1, top) * (x - left)
        let lower = pixel(left, top + 1) * (left + 1 - x) + pixel(left + 1, top + 1) * (x - left)
        let color = (upper * (top + 1 - y) + lower * (y - top)) * sprite.color.alpha
        let kept = additive ? canvas[index] : canvas[index] * (1 - color.w / 255)
        canvas[index] = (color + kept).rounded(.toNearestOrAwayFromZero)
          .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
      }
    }
    return canvas
  }

  @Test(
    "Colours lie between the image's pixels, over what is there or added to it",
    arguments: [0.3, 1, 7, 900], [false, true])
  func colors(scale: Double, additive: Bool) throws {
    let image = try image()
    let sprites = (0..<5).map { index in
      let turn = Double(index)
      return sprite(
        image, at: Point(x: 24 + 3 * turn, y: 33 - 4 * turn), scale: scale, rotation: turn,
        alpha: 0.2 + 0.15 * turn)
    }
    let bitmap = try drawn([sprites], additive: additive)
    for (index, parts) in try expected(sprites, additive: additive).enumerated() {
      let pixel = bitmap[index % Self.size, index / Self.size]
      for (shift, part) in [(0, parts.x), (8, parts.y), (16, parts.z), (24, parts.w)] {
        #expect(abs(Double(pixel >> UInt32(shift) & 255) - part) <= 1, "pixel \(index)")
      }
    }
  }

  @Test("One that hides all others leaves no trace of them", arguments: [4.0, 40, 4000])
  func hidden(scale: Double) throws {
    let image = try image()
    let middle = Point(x: 30, y: 30)
    let below = sprite(image, at: middle, scale: 5)
    let opaque = sprite(image, at: middle, scale: scale, rotation: 0.4)
    let above = sprite(image, at: Point(x: 10, y: 12), scale: 0.5, alpha: 0.5)
    let together = try drawn([[below, opaque, above]])
    #expect(try together.hasSamePixels(as: drawn([[below], [opaque], [above]])))
    #expect(try together.hasSamePixels(as: drawn([[opaque], [above]])) == (scale > 4))
  }

  @Test("What is clear somewhere hides nothing")
  func showing() throws {
    let image = try image()
    let middle = Point(x: 30, y: 30)
    let below = sprite(image, at: middle, scale: 3)
    // The first is translucent, the half-clear row of the second crosses the canvas, and the last
    // ends within it.
    for above in [
      sprite(image, at: middle, scale: 90, alpha: 0.99),
      sprite(image, at: Point(x: 30, y: 330), scale: 40),
      sprite(image, at: Point(x: -500, y: 30), scale: 64),
    ] {
      let together = try drawn([[below, above]])
      #expect(try together.hasSamePixels(as: drawn([[below], [above]])))
      #expect(try !together.hasSamePixels(as: drawn([[above]])))
    }
  }

  @Test("A hundred thousand that cover everything take no time", .timeLimit(.minutes(20)))
  func many() throws {
    let one = sprite(try image(), at: Point(x: 250, y: 250), scale: 900)
    let bitmap = try picture(width: 500, height: 500) {
      $0.draw([Sprite](repeating: one, count: 100_000))
    }
    #expect(bitmap[0, 0] >> 24 == 255)
  }
}
