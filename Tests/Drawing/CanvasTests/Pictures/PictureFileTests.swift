import Foundation
import TestSupport
import Testing

@testable import RostrumCanvas

/// The pictures of `Tests/Fixtures/Pictures` were made by Pillow; the expected colours are from CSS
/// Color 4 and IEC 61966-2-1.
@Suite("Picture files")
struct PictureFileTests {
  static let folder =
    repository.path + "/Tests/Fixtures/Pictures/"

  static func picture(_ name: String) throws -> Bitmap {
    try PictureFile.decode(contentsOfFile: folder + name)
  }

  static func isClose(_ pixel: UInt32, _ expected: UInt32, by tolerance: Int = 3) -> Bool {
    [0, 8, 16, 24].allSatisfy {
      abs(Int(pixel >> $0 & 255) - Int(expected >> $0 & 255)) <= tolerance
    }
  }

  @Test("The picture is upright, however its rows lie", arguments: 1...8)
  func orientation(number: Int) throws {
    let picture = try Self.picture("orientation-\(number).jpg")
    #expect(picture.width == 32 && picture.height == 16)
    for (x, y, expected) in Self.quarters {
      #expect(Self.isClose(picture[x, y], expected), "\(x) \(y) \(picture[x, y])")
    }
  }

  @Test("A PNG's Exif block turns it too")
  func turnedPNG() throws {
    let picture = try Self.picture("turned.png")
    #expect(picture.width == 8 && picture.height == 4)
    #expect(picture[0, 0] == 0xFF00_00FF && picture[7, 3] == 0xFFFF_0000)
  }

  @Test(
    "Colours become sRGB",
    arguments: [
      ("p3.jpg", 0xFFFF_0000), ("p3.png", 0xFF00_FF00), ("p3-16.png", 0x8080_0000),
      ("places-p3.png", 0xFF00_FF00), ("grey-linear.jpg", 0xFF80_8080),
      ("grey-linear.png", 0xFF80_8080), ("gamma-linear.png", 0xFF80_BCFF),
      ("p3.webp", 0xFFFF_0000), ("green-linear.png", 0xFF37_BCFF),
    ] as [(String, UInt32)])
  func profiles(name: String, expected: UInt32) throws {
    let pixel = try Self.picture(name)[1, 1]
    // The curve of the P3 profile is 2.2, which is a little off sRGB's near black.
    let tolerance = name.contains("p3") ? 14 : 2
    #expect(Self.isClose(pixel, expected, by: tolerance), "\(String(pixel, radix: 16))")
  }

  @Test(
    "What means sRGB, or nothing, stays as it is to the last bit",
    arguments: [
      ("gamma-srgb.png", 0xFF37_80FF), ("gamma-overruled.png", 0xFF37_80FF),
      ("profile-broken.jpg", 0xFF09_63C7),
    ] as [(String, UInt32)])
  func unchanged(name: String, expected: UInt32) throws {
    let tolerance = name.hasSuffix(".jpg") ? 1 : 0
    #expect(Self.isClose(try Self.picture(name)[1, 1], expected, by: tolerance))
  }

  /// Red, green / blue, white.
  private static let quarters: [(Int, Int, UInt32)] = [
    (3, 2, 0xFFFF_0000), (28, 2, 0xFF00_FF00), (3, 13, 0xFF00_00FF), (28, 13, 0xFFFF_FFFF),
  ]

  @Test("WebP files are read: lossy and lossless, with alpha, lying on their side")
  func webP() throws {
    for (name, tolerance) in [("lossy.webp", 8), ("orientation-6.webp", 0)] {
      let picture = try Self.picture(name)
      #expect((picture.width, picture.height) == (32, 16))
      for (x, y, expected) in Self.quarters {
        #expect(Self.isClose(picture[x, y], expected, by: tolerance), "\(name) \(x) \(y)")
      }
    }
    let alpha = try Self.picture("alpha.webp")
    #expect((alpha[1, 1], alpha[12, 1]) == (0xFFFF_0000, 0x8000_0080))
  }

  @Test("GIF and AVIF files are read: the first frame, alpha, turned and with a profile")
  func pixbuf() throws {
    for (name, tolerance) in [("frames.gif", 0), ("lossy.avif", 10), ("turned.avif", 10)] {
      let picture = try Self.picture(name)
      let size = try PictureFile.checkedSize(ofFile: Self.folder + name)
      #expect((picture.width, picture.height) == (32, 16) && size == (32, 16), "\(name)")
      for (x, y, expected) in Self.quarters {
        #expect(Self.isClose(picture[x, y], expected, by: tolerance), "\(name) \(x) \(y)")
      }
    }
    let clear = try Self.picture("clear.gif")
    #expect((clear[1, 1], clear[12, 1]) == (0xFFFF_0000, 0))
    let alpha = try Self.picture("alpha.avif")
    #expect(Self.isClose(alpha[1, 1], 0xFFFF_0000, by: 4))
    #expect(Self.isClose(alpha[12, 1], 0x8000_0080, by: 4))
    #expect(Self.isClose(try Self.picture("p3.avif")[1, 1], 0xFFFF_0000, by: 4))
  }

  @Test("Grey, progressive and CMYK files are read")
  func kinds() throws {
    let progressive = try Self.picture("progressive.jpg")
    #expect(Self.isClose(progressive[28, 2], 0xFF00_FF00))
    let grey = try Self.picture("grey.jpg")
    #expect(Self.isClose(grey[3, 2], 0xFF4C_4C4C) && Self.isClose(grey[28, 13], 0xFFFF_FFFF))
    let ink = try Self.picture("cmyk.jpg")
    #expect(Self.isClose(ink[3, 2], 0xFFFF_0000, by: 6), "\(String(ink[3, 2], radix: 16))")
    #expect(Self.isClose(ink[28, 13], 0xFFFF_FFFF, by: 6))
  }

  @Test(
    "A damaged file is an error or a picture, never a crash",
    arguments: [
      "orientation-6.jpg", "progressive.jpg", "cmyk.jpg", "p3.png", "p3.jpg", "turned.png",
      "lossy.webp", "p3.webp", "orientation-6.webp", "frames.gif", "alpha.avif",
    ])
  func damage(name: String) throws {
    let folder = try TemporaryFolder()
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: Self.folder + name)))
    func decode(_ bytes: [UInt8]) throws(PictureError) -> Bitmap {
      let path = folder.path("damaged")
      precondition(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
      return try PictureFile.decode(contentsOfFile: path)
    }
    for count in stride(from: 0, to: bytes.count - 2, by: 7) {
      #expect(throws: PictureError.self, "\(count) bytes") { try decode(Array(bytes[..<count])) }
    }
    var random = RandomSource(seed: 5)
    for _ in 0..<200 {
      var bytes = bytes
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(
        in: 1...255, using: &random)
      if let picture = try? decode(bytes) { #expect(picture.width * picture.height < 1 << 28) }
    }
  }

  @Test("A picture beyond the limits is refused before memory is taken")
  func tooLarge() throws {
    let folder = try TemporaryFolder()
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: Self.folder + "orientation-1.jpg")))
    let frame = try #require(
      bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0x4E, 0x20, 0x4E, 0x20])
    let path = folder.path("huge.jpg")
    try #require(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    let error = #expect(throws: PictureError.self) {
      try PictureFile.decode(contentsOfFile: path)
    }
    #expect(
      error?.description
        == "20000 x 20000 pixels are too many: the limit is 268435456 pixels, and 32767 x 32767")
  }

  @Test(
    "Files of other kinds are called by name",
    arguments: [
      ("BM............", "it is a BMP, neither a PNG, a JPEG, a WebP, an AVIF, a GIF nor an SVG"),
      ("RIFF1234WAVEfmt ", "it is neither a PNG, a JPEG, a WebP, an AVIF, a GIF nor an SVG"),
      ("hello", "it is neither a PNG, a JPEG, a WebP, an AVIF, a GIF nor an SVG"),
      ("", "it is neither a PNG, a JPEG, a WebP, an AVIF, a GIF nor an SVG"),
    ])
  func foreign(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "picture")
    let error = #expect(throws: PictureError.self) { try PictureFile.decode(contentsOfFile: file) }
    #expect(error?.description == message)
  }
}
