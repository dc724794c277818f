import TestSupport
import Testing

@testable import RostrumCanvas

@Suite("Writing PNG")
struct PNGEncodingTests {
  /// Random premultiplied pixels: about a third opaque, some transparent.
  static func bitmap(width: Int, height: Int, seed: UInt64) throws -> Bitmap {
    var random = RandomSource(seed: seed)
    let bitmap = try Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let alpha = [0, 255, UInt32.random(in: 0...255, using: &random)][
          Int.random(in: 0...2, using: &random)]
        let colors = (0..<3).map { _ in UInt32.random(in: 0...alpha, using: &random) }
        bitmap[x, y] = alpha << 24 | colors[0] << 16 | colors[1] << 8 | colors[2]
      }
    }
    return bitmap
  }

  @Test("What was written is read back", arguments: [(1, 1), (3, 2), (101, 57), (64, 300)])
  func roundTrip(width: Int, height: Int) throws {
    let bitmap = try Self.bitmap(width: width, height: height, seed: UInt64(width))
    let decoded = try PNG.decode(PNGEncoder().encode(bitmap))
    #expect(decoded.width == width && decoded.height == height)
    // Premultiplied -> straight -> premultiplied loses nothing: each step rounds to nearest.
    #expect(decoded.hasSamePixels(as: bitmap))
  }

  @Test("Every level and filter gives the same picture", arguments: PNGEncoder.Filter.allCases)
  func settings(_ filter: PNGEncoder.Filter) throws {
    let bitmap = try Self.bitmap(width: 33, height: 21, seed: 5)
    for level in [-4, 0, 1, 6, 9, 100] {
      let encoder = PNGEncoder(compressionLevel: level, filter: filter)
      #expect(try PNG.decode(encoder.encode(bitmap)).hasSamePixels(as: bitmap))
    }
  }

  @Test("Without alpha the file holds the picture over black", arguments: [1, 3, 4, 5, 97])
  func opaque(width: Int) throws {
    let bitmap = try Self.bitmap(width: width, height: 9, seed: 8)
    let bytes = try PNGEncoder(pixels: .rgb).encode(bitmap)
    #expect(bytes[24...25] == [8, 2])
    let decoded = try PNG.decode(bytes)
    for y in 0..<9 {
      for x in 0..<width { #expect(decoded[x, y] == bitmap[x, y] | 0xFF00_0000) }
    }
  }

  @Test("The same pixels give the same bytes, with an sRGB chunk and no time")
  func determinism() throws {
    let first = try PNGEncoder().encode(Self.bitmap(width: 40, height: 30, seed: 1))
    let second = try PNGEncoder().encode(Self.bitmap(width: 40, height: 30, seed: 1))
    #expect(first == second)
    #expect(Self.chunkNames(first) == ["IHDR", "sRGB", "IDAT", "IEND"])
  }

  @Test("A transparent picture stays transparent")
  func transparent() throws {
    let bitmap = try Bitmap(width: 5, height: 5)
    #expect(try PNG.decode(PNGEncoder().encode(bitmap)).hasSamePixels(as: bitmap))
    #expect(!bitmap.isOpaque)
  }

  @Test("Colours divided by alpha are the nearest bytes, for every colour and alpha")
  func straightColors() throws {
    for alpha in 1...255 {
      // Green from nothing to alpha, and red above alpha, which no drawing gives.
      let count = alpha + 2
      let bitmap = try Bitmap(width: count, height: 1)
      for color in 0...alpha { bitmap[color, 0] = UInt32(alpha) << 24 | UInt32(color) << 8 }
      bitmap[count - 1, 0] = UInt32(alpha) << 24 | 255 << 16
      let bytes = straightBytes(bitmap)
      for color in 0...alpha {
        let exact = UInt8((Double(color) * 255 / Double(alpha)).rounded())
        #expect(bytes[color * 4..<color * 4 + 4].elementsEqual([0, exact, 0, UInt8(alpha)]))
      }
      #expect(bytes.suffix(4).elementsEqual([255, 0, 0, UInt8(alpha)]))
    }
    let clear = try Bitmap(width: 3, height: 1)
    (clear[0, 0], clear[1, 0]) = (0xFF12_3456, 0x0012_3456)
    #expect(straightBytes(clear) == [0x12, 0x34, 0x56, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  private func straightBytes(_ bitmap: Bitmap) -> [UInt8] {
    var bytes = [UInt8](repeating: 1, count: bitmap.width * bitmap.height * 4)
    bytes.withUnsafeMutableBytes {
      StraightPixels.rgba.write(bitmap, rows: 0..<bitmap.height, into: $0)
    }
    return bytes
  }

  @Test("Colours multiplied by alpha are the nearest bytes, for every colour and alpha")
  func premultipliedColors() {
    for alpha in UInt32(0)...255 {
      for color in UInt32(0)...255 {
        let exact = UInt32((Double(color) * Double(alpha) / 255).rounded())
        #expect(premultiplied(alpha << 24 | color << 16) == alpha << 24 | exact << 16)
      }
    }
  }

  static func chunkNames(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var position = 8
    while position + 8 <= bytes.count {
      let count = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: bytes[position + 4..<position + 8], as: UTF8.self))
      position += 12 + count
    }
    return names
  }
}
