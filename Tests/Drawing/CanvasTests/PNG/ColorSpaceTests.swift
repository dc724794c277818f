import RostrumGeometry
import TestSupport
import Testing

@testable import RostrumCanvas

@Suite("Files in Display P3 and in 16 bits")
struct ColorSpaceTests {
  struct Golden: Sendable, CustomTestStringConvertible {
    var pixel: UInt32
    var numbers: [Double]
    var testDescription: String { String(pixel, radix: 16) }
  }

  /// The numbers of `color(display-p3 ...)` for colours of sRGB, by colorjs.io 0.5.
  static let goldens = [
    Golden(pixel: 0xFFFF_0000, numbers: [0.917488, 0.200287, 0.138561]),
    Golden(pixel: 0xFF00_FF00, numbers: [0.458402, 0.985265, 0.298295]),
    Golden(pixel: 0xFF00_00FF, numbers: [0, 0, 0.959588]),
    Golden(pixel: 0xFFFF_FFFF, numbers: [1, 1, 1]),
    Golden(pixel: 0xFF80_8080, numbers: [0.501961, 0.501961, 0.501961]),
    Golden(pixel: 0xFF00_0000, numbers: [0, 0, 0]),
  ]

  @Test("Colours have the numbers of the space, in both depths", arguments: goldens)
  func numbers(_ golden: Golden) throws {
    let bitmap = try Bitmap(width: 1, height: 1)
    bitmap[0, 0] = golden.pixel
    let bytes = samples(bitmap, StraightPixels(hasAlpha: false, colorSpace: .displayP3))
    let deep = samples(
      bitmap, StraightPixels(hasAlpha: false, bitDepth: 16, colorSpace: .displayP3))
    for channel in 0..<3 {
      #expect(Double(bytes[channel]) == (golden.numbers[channel] * 255).rounded())
      let number = Int(deep[2 * channel]) << 8 | Int(deep[2 * channel + 1])
      #expect(abs(Double(number) / 65535 - golden.numbers[channel]) < 1e-5)
    }
    #expect(ColorSpace.displayP3.opaque(golden.pixel) >> 24 == 255)
    #expect(UInt8(ColorSpace.displayP3.opaque(golden.pixel) >> 16 & 255) == bytes[0])
  }

  private func samples(_ bitmap: Bitmap, _ pixels: StraightPixels) -> [UInt8] {
    var bytes = [UInt8](repeating: 7, count: bitmap.width * bitmap.height * pixels.bytesPerPixel)
    bytes.withUnsafeMutableBytes { pixels.write(bitmap, rows: 0..<bitmap.height, into: $0) }
    return bytes
  }

  /// Little CMS takes the colours back by the file's profile.
  @Test("A reader that heeds profiles sees the colours that were drawn", arguments: [true, false])
  func readBack(hasAlpha: Bool) throws {
    let bitmap = try PNGEncodingTests.bitmap(width: 64, height: 40, seed: 3)
    if !hasAlpha { flatten(bitmap) }
    let pixels = StraightPixels(hasAlpha: hasAlpha, bitDepth: 16, colorSpace: .displayP3)
    for file in try files(bitmap, pixels) {
      let worst = worstDifference(try PictureFile.decode(file), bitmap)
      #expect(worst <= 1, "off by \(worst)")
    }
  }

  /// At the edge of sRGB a step of P3 is several of sRGB: the steps that count are the file's.
  @Test("8 bits of the space come back to within a step")
  func readBackBytes() throws {
    let bitmap = try PNGEncodingTests.bitmap(width: 64, height: 40, seed: 4)
    flatten(bitmap)
    for file in try files(bitmap, StraightPixels(hasAlpha: false, colorSpace: .displayP3)) {
      let worst = worstDifference(try PictureFile.decode(file), bitmap) {
        ColorSpace.displayP3.opaque($0)
      }
      #expect(worst <= 1, "off by \(worst)")
    }
  }

  private func worstDifference(
    _ a: Bitmap, _ b: Bitmap, _ numbers: (UInt32) -> UInt32 = { $0 }
  ) -> Int {
    var worst = 0
    for y in 0..<a.height {
      for x in 0..<a.width {
        worst = max(worst, difference(numbers(a[x, y]), numbers(b[x, y])))
      }
    }
    return worst
  }

  private func flatten(_ bitmap: Bitmap) {
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width { bitmap[x, y] |= 0xFF00_0000 }
    }
  }

  /// By libpng and in bands.
  private func files(_ bitmap: Bitmap, _ pixels: StraightPixels) throws -> [[UInt8]] {
    let banded = try BandedPNGEncoder(
      width: bitmap.width, height: bitmap.height, pixels: pixels)
    return [try PNGEncoder(pixels: pixels).encode(bitmap), banded.encode(bitmap) { Array($0) }]
  }

  private func difference(_ a: UInt32, _ b: UInt32) -> Int {
    let differences = [UInt32(0), 8, 16, 24].map { (shift: UInt32) -> Int in
      abs(Int(a >> shift & 255) - Int(b >> shift & 255))
    }
    return differences.max() ?? 0
  }

  @Test("16 bits keep every premultiplied colour", arguments: [true, false])
  func exact(hasAlpha: Bool) throws {
    let bitmap = try PNGEncodingTests.bitmap(width: 101, height: 57, seed: 9)
    if !hasAlpha { flatten(bitmap) }
    for file in try files(bitmap, StraightPixels(hasAlpha: hasAlpha, bitDepth: 16)) {
      #expect(file[24...25] == [16, hasAlpha ? 6 : 2])
      #expect(try PNG.decode(file).hasSamePixels(as: bitmap))
    }
  }

  @Test("A file says its space, in the words of old and new readers")
  func chunks() throws {
    let bitmap = try PNGEncodingTests.bitmap(width: 5, height: 4, seed: 1)
    for file in try files(bitmap, StraightPixels(hasAlpha: true, colorSpace: .displayP3)) {
      let chunks = PNGEncodingTests.chunkNames(file)
      #expect(Set(chunks) == ["IHDR", "cICP", "iCCP", "IDAT", "IEND"])
      #expect(chunks.firstIndex(of: "iCCP")! < chunks.firstIndex(of: "IDAT")!)
      #expect(chunks.firstIndex(of: "cICP")! < chunks.firstIndex(of: "IDAT")!)
    }
    let pixels = StraightPixels(hasAlpha: true, colorSpace: .displayP3)
    #expect(try files(bitmap, pixels) == files(bitmap, pixels), "no time, no chance")
  }

  /// Code points, the numbers of a pixel, and its colour in sRGB.
  ///
  /// Display P3 by the matrices of SMPTE RP 432 and sRGB's curve; of PQ's and HLG's greys 203 cd/m2
  /// are a half of a screen's light.
  static let points: [([UInt8], [UInt16], UInt32)] = [
    ([12, 13, 0, 1], [200, 100, 50], 0xFFD7_5D1F), ([12, 13, 0, 1], [255, 255, 255], 0xFFFF_FFFF),
    ([9, 16, 0, 1], [148, 148, 148], 0xFFBC_BCBC), ([9, 18, 0, 1], [191, 191, 191], 0xFFBC_BCBC),
    ([1, 8, 0, 1], [128, 128, 128], 0xFFBC_BCBC), ([1, 13, 0, 1], [200, 100, 50], 0xFFC8_6432),
    ([1, 1, 0, 1], [200, 100, 50], 0xFFC8_6432),
    // No picture's: a matrix.
    ([12, 13, 9, 1], [200, 100, 50], 0xFFC8_6432),
  ]

  @Test("Code points count before profiles and curves", arguments: points, [8, 16] as [UInt8])
  func codePoints(_ row: ([UInt8], [UInt16], UInt32), _ depth: UInt8) throws {
    let (points, numbers, expected) = row
    let samples = depth == 8 ? numbers.map { UInt8($0) } : deepSamples(numbers.map { $0 * 257 })
    let png = HandMadePNG(width: 1, height: 1, bitDepth: depth, colorType: 2, rows: [0] + samples)
    var bytes = png.bytes
    // A gamma of 1, which would brighten it, counts where the points are none of a picture's.
    let gamma = points[2] == 0 ? HandMadePNG.chunk("gAMA", [0, 1, 0x86, 0xA0]) : []
    bytes.insert(contentsOf: gamma + HandMadePNG.chunk("cICP", points), at: 33)
    let found = try PictureFile.decode(bytes)[0, 0]
    #expect(difference(found, expected) <= 1, "\(String(found, radix: 16))")
  }

  @Test("A changed part of a deep picture is encoded as the whole picture is")
  func changes() throws {
    let bitmap = try PNGEncodingTests.bitmap(width: 40, height: 40, seed: 2)
    let pixels = StraightPixels(hasAlpha: true, bitDepth: 16, colorSpace: .displayP3)
    let encoder = try BandedPNGEncoder(width: 40, height: 40, pixels: pixels)
    _ = encoder.encode(bitmap) { Array($0) }
    bitmap[9, 20] = 0x8040_2010
    let changed = PixelRect(x: 9, y: 20, width: 1, height: 1)
    let part = encoder.encode(bitmap, changes: DamageRegion(changed)) { Array($0) }
    let whole = try BandedPNGEncoder(width: 40, height: 40, pixels: pixels)
    #expect(part == whole.encode(bitmap) { Array($0) })
  }
}
