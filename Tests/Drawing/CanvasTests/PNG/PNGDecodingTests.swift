import Testing

@testable import RostrumCanvas

@Suite("Reading PNG")
struct PNGDecodingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var png: HandMadePNG
    /// Premultiplied 0xAARRGGBB, row by row.
    var pixels: [UInt32]
  }

  static let cases: [Case] = [
    Case(
      testDescription: "grey of 1 bit",
      png: HandMadePNG(width: 3, height: 1, bitDepth: 1, colorType: 0, rows: [0, 0b1010_0000]),
      pixels: [0xFFFF_FFFF, 0xFF00_0000, 0xFFFF_FFFF]),
    Case(
      testDescription: "grey of 4 bits with one transparent grey",
      png: HandMadePNG(
        width: 2, height: 1, bitDepth: 4, colorType: 0, transparency: [0, 0xF], rows: [0, 0x8F]),
      pixels: [0xFF88_8888, 0]),
    Case(
      testDescription: "grey of 16 bits rounds to nearest",
      png: HandMadePNG(
        width: 3, height: 1, bitDepth: 16, colorType: 0,
        rows: [0] + deepSamples([0x807F, 0x8100, 0xFFFF])),
      pixels: [0xFF80_8080, 0xFF80_8080, 0xFFFF_FFFF]),
    Case(
      testDescription: "grey and alpha",
      png: HandMadePNG(width: 2, height: 1, bitDepth: 8, colorType: 4, rows: [0, 200, 128, 9, 0]),
      pixels: [0x8064_6464, 0]),
    Case(
      testDescription: "RGB",
      png: HandMadePNG(
        width: 1, height: 2, bitDepth: 8, colorType: 2, rows: [0, 1, 2, 3, 0, 255, 0, 128]),
      pixels: [0xFF01_0203, 0xFFFF_0080]),
    Case(
      testDescription: "RGB with one transparent colour",
      png: HandMadePNG(
        width: 2, height: 1, bitDepth: 8, colorType: 2, transparency: [0, 1, 0, 2, 0, 3],
        rows: [0, 1, 2, 3, 4, 5, 6]),
      pixels: [0, 0xFF04_0506]),
    Case(
      testDescription: "palette of 2 bits with alpha",
      png: HandMadePNG(
        width: 3, height: 1, bitDepth: 2, colorType: 3,
        palette: [255, 0, 0, 0, 255, 0, 0, 0, 255], transparency: [255, 128, 0],
        rows: [0, 0b0001_1000]),
      pixels: [0xFFFF_0000, 0x8000_8000, 0]),
    Case(
      testDescription: "palette of 8 bits",
      png: HandMadePNG(
        width: 1, height: 1, bitDepth: 8, colorType: 3, palette: [0, 189, 242], rows: [0, 0]),
      pixels: [0xFF00_BDF2]),
    Case(
      testDescription: "RGBA of 8 bits, rounded to nearest",
      png: HandMadePNG(
        width: 2, height: 1, bitDepth: 8, colorType: 6, rows: [0, 255, 100, 1, 127, 1, 2, 3, 255]),
      pixels: [0x7F7F_3200, 0xFF01_0203]),
    Case(
      testDescription: "RGBA of 16 bits, rounded once",
      png: HandMadePNG(
        width: 2, height: 1, bitDepth: 16, colorType: 6,
        rows: [0] + deepSamples([0xFFFF, 0x8000, 0, 0x8000, 0xFFFF, 0xFFFF, 0xFFFF, 0])),
      pixels: [0x8080_4000, 0]),
    Case(
      testDescription: "a row predicted from the one to the left",
      png: HandMadePNG(width: 3, height: 1, bitDepth: 8, colorType: 0, rows: [1, 10, 5, 5]),
      pixels: [0xFF0A_0A0A, 0xFF0F_0F0F, 0xFF14_1414]),
    Case(
      testDescription: "interlaced",
      // Of a 3x3 picture Adam7's passes hold: 1 the pixel (0, 0); 2, 3 and 4 nothing but (2, 0) in
      // pass 4 and (0, 2), (2, 2) in pass 5; 6 the pixels (1, y) of even rows; 7 the odd row.
      png: HandMadePNG(
        width: 3, height: 3, bitDepth: 8, colorType: 0, isInterlaced: true,
        rows: [0, 1] + [0, 3] + [0, 7, 9] + [0, 2] + [0, 8] + [0, 4, 5, 6]),
      pixels: (1...9).map { 0xFF00_0000 | UInt32($0) * 0x01_0101 }),
  ]

  @Test("Every colour type and depth becomes premultiplied pixels", arguments: cases)
  func colorTypes(_ example: Case) throws {
    let bitmap = try PNG.decode(example.png.bytes)
    #expect(bitmap.width == example.png.width)
    #expect(bitmap.height == example.png.height)
    let pixels = (0..<bitmap.height).flatMap { y in (0..<bitmap.width).map { bitmap[$0, y] } }
    #expect(pixels.map { String($0, radix: 16) } == example.pixels.map { String($0, radix: 16) })
  }

  @Test("A file cut off anywhere is an error", arguments: cases)
  func truncation(_ example: Case) {
    let bytes = example.png.bytes
    for count in 0..<bytes.count {
      #expect(throws: PNGError.self) { try PNG.decode(Array(bytes[..<count])) }
    }
  }

  @Test("A file with any bit of its data flipped is an error", arguments: cases)
  func damage(_ example: Case) {
    let bytes = example.png.bytes
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 0x10
      #expect(throws: PNGError.self, "byte \(position)") { try PNG.decode(damaged) }
    }
  }

  @Test("Bytes that are no PNG are an error which says so")
  func nonsense() {
    #expect(throws: PNGError.truncated) { try PNG.decode([]) }
    #expect(throws: PNGError.invalid("Not a PNG file")) {
      try PNG.decode([UInt8](repeating: 7, count: 100))
    }
  }

  @Test("A size above the limits is refused before anything is allocated")
  func limits() {
    let huge = HandMadePNG(
      width: 2_000_000_000, height: 2_000_000_000, bitDepth: 16, colorType: 6, rows: [0])
    #expect(throws: PNGError.tooLarge(width: 2_000_000_000, height: 2_000_000_000)) {
      try PNG.decode(huge.bytes)
    }
    let small = Self.cases[11].png.bytes
    for limits in [
      PNG.Limits(maximumWidth: 2), PNG.Limits(maximumHeight: 2), PNG.Limits(maximumPixels: 8),
    ] {
      #expect(throws: PNGError.tooLarge(width: 3, height: 3)) {
        try PNG.decode(small, limits: limits)
      }
    }
    #expect(throws: Never.self) {
      try PNG.decode(
        small, limits: PNG.Limits(maximumWidth: 3, maximumHeight: 3, maximumPixels: 9))
    }
  }

  @Test("A damaged colour profile in a good picture does not matter")
  func unusedChunks() throws {
    var bytes = Self.cases[4].png.bytes
    bytes.insert(contentsOf: HandMadePNG.chunk("iCCP", [1, 2, 3]), at: 33)
    #expect(try PNG.decode(bytes)[0, 0] == 0xFF01_0203)
  }
}
