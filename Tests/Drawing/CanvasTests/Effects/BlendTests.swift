import Foundation
import RostrumGeometry
import Testing

@testable import RostrumCanvas

@Suite("Compositing operations")
struct BlendTests {
  /// The result of a picture of one pixel over another.
  private static func result(
    _ operation: CompositingOperation, _ s: SIMD4<Float>, _ d: SIMD4<Float>
  ) throws -> SIMD4<Float> {
    let frame = PixelRect(x: 0, y: 0, width: 1, height: 1)
    let (picture, shape) = (try Picture(frame: frame), try Picture(frame: frame))
    picture.pixels.address(0, 0).pointee = s.pixel
    shape.pixels.address(0, 0).pointee = 0xFF00_0000
    let bitmap = try Bitmap(width: 1, height: 1)
    bitmap[0, 0] = d.pixel
    let drawing = Drawing(on: bitmap)
    drawing.composite(
      picture, operation, shape: operation.actsWhereTransparent ? shape : nil, in: frame)
    try drawing.finish()
    return SIMD4(pixel: bitmap[0, 0])
  }

  /// The greatest difference from rounding to bytes before and after.
  private static let step: Float = 0.012

  /// Blue, green, red, alpha; premultiplied.
  private static func pixel(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float)
    -> SIMD4<Float>
  {
    SIMD4(blue * alpha, green * alpha, red * alpha, alpha)
  }

  /// One channel of opaque colours: source, backdrop, result. Worked out by hand from the W3C's
  /// formulas.
  private static let separable: [(CompositingOperation, Float, Float, Float)] = [
    (.normalBlendMode, 0.2, 0.6, 0.2), (.multiplyBlendMode, 0.5, 0.6, 0.3),
    (.screenBlendMode, 0.5, 0.6, 0.8), (.overlayBlendMode, 0.5, 0.4, 0.4),
    (.overlayBlendMode, 0.2, 0.8, 0.68), (.darkenBlendMode, 0.2, 0.6, 0.2),
    (.lightenBlendMode, 0.2, 0.6, 0.6), (.colorDodgeBlendMode, 0.5, 0.3, 0.6),
    (.colorDodgeBlendMode, 1, 0, 0), (.colorDodgeBlendMode, 1, 0.1, 1),
    (.colorBurnBlendMode, 0.5, 0.7, 0.4), (.colorBurnBlendMode, 0, 1, 1),
    (.colorBurnBlendMode, 0, 0.9, 0), (.hardLightBlendMode, 0.25, 0.6, 0.3),
    (.hardLightBlendMode, 0.75, 0.6, 0.8), (.softLightBlendMode, 0.25, 0.4, 0.28),
    (.softLightBlendMode, 0.75, 0.16, 0.279168), (.softLightBlendMode, 1, 0.49, 0.7),
    (.differenceBlendMode, 0.2, 0.9, 0.7), (.exclusionBlendMode, 0.5, 0.3, 0.5),
    (.plusL, 0.7, 0.6, 1), (.plusL, 0.1, 0.6, 0.7), (.plusD, 0.7, 0.6, 0.3),
    (.plusD, 0.1, 0.6, 0), (.multiply, 0.5, 0.6, 0.3), (.multiplyColor, 0.5, 0.6, 0.3),
  ]

  @Test("Channels of opaque colours are mixed by the published formulas", arguments: separable)
  func channels(_ row: (CompositingOperation, Float, Float, Float)) throws {
    let (operation, s, d, expected) = row
    let found = try Self.result(
      operation, Self.pixel(s, s, s, 1), Self.pixel(d, d, d, 1))
    #expect(
      abs(found.x - expected) < Self.step && abs(found.z - expected) < Self.step, "\(found)")
    #expect(found.w == 1)
  }

  /// The shares of source and backdrop for alphas 0.5 and 0.8. Source: Porter and Duff's table.
  private static let porterDuff: [(CompositingOperation, Float, Float)] = [
    (.clear, 0, 0), (.copy, 1, 0), (.sourceOver, 1, 0.5), (.destOver, 0.2, 1),
    (.sourceIn, 0.8, 0), (.destIn, 0, 0.5), (.sourceOut, 0.2, 0), (.destOut, 0, 0.5),
    (.sourceAtop, 0.8, 0.5), (.destAtop, 0.2, 0.5), (.xor, 0.2, 0.5),
  ]

  @Test("Porter and Duff's operations take their shares of both", arguments: porterDuff)
  func shares(_ row: (CompositingOperation, Float, Float)) throws {
    let (s, d) = (Self.pixel(1, 0.2, 0, 0.5), Self.pixel(0, 0.5, 1, 0.8))
    let expected = s * row.1 + d * row.2
    let found = try Self.result(row.0, s, d)
    for i in 0..<4 { #expect(abs(found[i] - expected[i]) < Self.step, "\(row.0) \(found)") }
  }

  @Test("Hue, saturation, colour and luminosity have the parts that their names say")
  func parts() throws {
    let (s, d) = (Self.pixel(0.9, 0.1, 0.2, 1), Self.pixel(0.3, 0.3, 0.7, 1))
    func luminosity(_ p: SIMD4<Float>) -> Float { 0.3 * p.z + 0.59 * p.y + 0.11 * p.x }
    func saturation(_ p: SIMD4<Float>) -> Float { max(p.x, p.y, p.z) - min(p.x, p.y, p.z) }
    let hue = try Self.result(.hueBlendMode, s, d)
    #expect(abs(luminosity(hue) - luminosity(d)) < Self.step)
    #expect(abs(saturation(hue) - saturation(d)) < Self.step)
    #expect(hue.z > hue.x && hue.x > hue.y)
    let color = try Self.result(.colorBlendMode, s, d)
    #expect(abs(luminosity(color) - luminosity(d)) < Self.step)
    let light = try Self.result(.luminosityBlendMode, s, d)
    #expect(abs(luminosity(light) - luminosity(s)) < Self.step)
    #expect(light.x > light.y && abs(light.y - light.z) < Self.step)
    let saturated = try Self.result(.saturationBlendMode, s, d)
    #expect(abs(luminosity(saturated) - luminosity(d)) < Self.step)
    #expect(saturated.x > saturated.y)
  }

  @Test("Over nothing, and of nothing, every blend mode leaves the other alone")
  func alone() throws {
    let p = Self.pixel(0.9, 0.5, 0.1, 0.6)
    for operation in CompositingOperation.allCases where "\(operation)".hasSuffix("BlendMode") {
      #expect(try Self.result(operation, p, .zero).pixel == p.pixel)
      #expect(try Self.result(operation, .zero, p).pixel == p.pixel)
    }
  }

  @Test(
    "What acts where the picture is transparent is known to",
    arguments: CompositingOperation.allCases)
  func transparent(_ operation: CompositingOperation) throws {
    let p = Self.pixel(0.9, 0.5, 0.1, 0.6)
    let changes = try Self.result(operation, .zero, p).pixel != p.pixel
    #expect(changes == operation.actsWhereTransparent)
  }

  @Test(
    "No operation gives a colour above its alpha, or outside of 0...1",
    arguments: CompositingOperation.allCases)
  func valid(_ operation: CompositingOperation) throws {
    let parts: [Float] = [0, 0.3, 1]
    for alpha in parts {
      for red in parts {
        for other in parts {
          let p = try Self.result(
            operation, Self.pixel(red, 0.4, other, alpha), Self.pixel(other, red, 0.8, red)
          ).pixel
          let bytes = [p & 255, p >> 8 & 255, p >> 16 & 255]
          #expect(bytes.allSatisfy { $0 <= p >> 24 })
        }
      }
    }
  }
}

@Suite("Pictures laid over what is there")
struct LaidPictureTests {
  @Test(
    "Pictures laid over what is there lie where they are, as opaque as asked for, in the part that was asked for",
    arguments: [(1.0, 255), (0.5, 128), (2, 255), (0.999, 255), (0, 0), (-1, 0)])
  func opacity(_ opacity: Double, _ alpha: Int) throws {
    let picture = try Picture(frame: PixelRect(x: 1, y: 1, width: 2, height: 2))
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      picture.pixels.address(1 + x, 1 + y).pointee = 0xFFFF_FFFF
    }
    let bitmap = try Bitmap(width: 4, height: 4)
    let drawing = Drawing(on: bitmap)
    drawing.draw(picture, opacity: opacity, in: PixelRect(x: 0, y: 0, width: 2, height: 4))
    try drawing.finish()
    for y in 0..<4 {
      for x in 0..<4 {
        let expected = x == 1 && (1...2).contains(y) ? alpha : 0
        #expect(abs(Int(bitmap[x, y] >> 24) - expected) <= 1, "\(x), \(y)")
      }
    }
  }
}

@Suite("Colour filters")
struct ColorFilterTests {
  private func filtered(_ pixel: UInt32, _ matrix: ColorMatrix) throws -> UInt32 {
    let picture = try Picture(frame: PixelRect(x: 0, y: 0, width: 1, height: 1))
    picture.pixels.address(0, 0).pointee = pixel
    picture.apply(matrix, in: picture.frame)
    return picture.pixels.address(0, 0).pointee
  }

  private static let rows: [(UInt32, ColorMatrix, UInt32)] = [
    (0xFF20_40A0, .identity, 0xFF20_40A0), (0xFF20_40A0, .inversion, 0xFFDF_BF5F),
    (0x8000_0000, .inversion, 0x8080_8080), (0, .inversion, 0),
    (0xFF80_8080, .contrast(5), 0xFF82_8282), (0xFF40_C080, .contrast(0), 0xFF80_8080),
    (0xFF20_40A0, .brightness(0.2), 0xFF53_73D3), (0xFF20_40A0, .brightness(-1), 0xFF00_0000),
    // 0.213 R + 0.715 G + 0.072 B = 6.8 + 45.8 + 11.5 = 64.1
    (0xFF20_40A0, .saturation(0), 0xFF40_4040),
    // Filter Effects: hue-rotate(180deg) of red.
    (0xFFFF_0000, .hueRotation(.pi), 0xFF00_6D6D),
    (0xFF20_40A0, .hueRotation(0), 0xFF20_40A0),
    // 0.2126 255 = 54.2 of a white
    (0xFFFF_0000, .monochrome(.white, amount: 1), 0xFF36_3636),
    (0xFF20_40A0, .monochrome(.white, amount: 0), 0xFF20_40A0),
  ]

  @Test("Pixels become what the formulas say", arguments: rows)
  func pixels(_ row: (UInt32, ColorMatrix, UInt32)) throws {
    let found = try filtered(row.0, row.1)
    for shift: UInt32 in [0, 8, 16, 24] {
      let difference = Int(found >> shift & 255) - Int(row.2 >> shift & 255)
      #expect(abs(difference) <= 1, "\(String(found, radix: 16))")
    }
  }

  @Test("Hue-rotation by a full turn, and inverting twice, change nothing")
  func inverses() throws {
    #expect(try filtered(0xFF20_40A0, .hueRotation(2 * .pi)) == 0xFF20_40A0)
    #expect(try filtered(filtered(0xFF20_40A0, .inversion), .inversion) == 0xFF20_40A0)
  }
}
