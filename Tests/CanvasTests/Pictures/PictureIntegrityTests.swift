import Foundation
import Geometry
import TestSupport
import Testing

@testable import Canvas

@Suite("Pictures that are not decoded")
struct PictureIntegrityTests {
  private static let folder = PictureFileTests.folder
  private static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []

  @Test("have the size that decoding finds, upright", arguments: names)
  func sizes(_ name: String) throws {
    guard let decoded = try? PictureFile.decode(contentsOfFile: Self.folder + name) else { return }
    let size = try PictureFile.checkedSize(ofFile: Self.folder + name)
    #expect(size == (decoded.width, decoded.height))
    #expect(try PictureFile.size(ofFile: Self.folder + name) == size)
  }

  @Test(
    "are cut off, wherever the file ends",
    arguments: ["p3.png", "turned.png", "grey.jpg", "progressive.jpg", "orientation-6.jpg"])
  func truncation(_ name: String) throws {
    let whole = try Data(contentsOf: URL(filePath: Self.folder + name))
    let folder = try TemporaryFolder()
    for count in stride(from: 20, to: whole.count - 1, by: max(1, whole.count / 60)) {
      try whole.prefix(count).write(to: URL(filePath: folder.path("part")))
      #expect(throws: PictureError.self, "\(count) of \(whole.count) bytes") {
        try PictureFile.checkedSize(ofFile: folder.path("part"))
      }
    }
  }

  @Test("have checksums, each of which counts")
  func checksums() throws {
    let whole = try Data(contentsOf: URL(filePath: Self.folder + "p3.png"))
    let folder = try TemporaryFolder()
    for place in stride(from: 33, to: whole.count - 12, by: max(1, whole.count / 40)) {
      var bytes = whole
      bytes[place] ^= 0x10
      try bytes.write(to: URL(filePath: folder.path("part")))
      #expect(throws: PictureError.self, "byte \(place)") {
        try PictureFile.checkedSize(ofFile: folder.path("part"))
      }
    }
  }

  @Test("are refused for their size before anything else is done")
  func limits() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("bomb.png")
    try PictureBomb.png(width: 3000, height: 2000).write(to: URL(filePath: path))
    let size = try PictureFile.checkedSize(ofFile: path)
    #expect(size == (3000, 2000))
    let picture = try PictureFile.decode(contentsOfFile: path)
    #expect((picture.width, picture.height) == (3000, 2000) && picture[2999, 1999] == 0xFF00_0000)
    let limits = PNG.Limits(maximumPixels: 5_999_999)
    let error = PictureError.tooLarge(width: 3000, height: 2000, limits: limits)
    #expect(throws: error) { try PictureFile.checkedSize(ofFile: path, limits: limits) }
    #expect(throws: error) { try PictureFile.size(ofFile: path, limits: limits) }
    #expect(throws: error) { try PictureFile.decode(contentsOfFile: path, limits: limits) }
  }
}

@Suite("Memory that there is not")
struct OutOfMemoryTests {
  /// Four exbibytes: more than any machine can address.
  private let side = 1 << 30

  @Test("is an error for every picture and buffer")
  func pictures() {
    #expect(throws: OutOfMemory.self) { try Bitmap(width: side, height: side) }
    #expect(throws: OutOfMemory(bytes: 1 << 62)) { try Buffer<UInt32>(count: 1 << 60) }
    #expect(throws: OutOfMemory.self) { try Buffer<SIMD4<UInt32>>(count: .max) }
    let frame = PixelRect(x: 0, y: 0, width: side, height: side)
    #expect(throws: OutOfMemory.self) { try Picture(frame: frame) }
    #expect(throws: OutOfMemory.self) { try PicturePool().picture(frame: frame, clearing: .empty) }
    #expect(throws: PNGError.outOfMemory) {
      try BandedPNGEncoder(width: side, height: side, pixels: .rgba)
    }
    #expect("\(OutOfMemory(bytes: 3 << 20))" == "the system gives no memory for 3 MiB more")
  }

  @Test("is what a drawing reports in the end, once")
  func drawing() throws {
    let bitmap = try Bitmap(width: 4, height: 4)
    let drawing = Drawing(on: bitmap)
    drawing.fail(OutOfMemory(bytes: 1))
    drawing.fail(OutOfMemory(bytes: 2 << 20))
    let error = #expect(throws: DrawingError.self) { try drawing.finish() }
    #expect(error?.isShortage == true)
    #expect(error?.description.hasSuffix("no memory for 1 MiB more") == true)
  }

  @Test("of a drawing inside another is what the outer one reports")
  func inner() throws {
    let outer = Drawing(on: try Bitmap(width: 4, height: 4))
    let inner = Drawing(on: try Bitmap(width: 4, height: 4))
    inner.fail(OutOfMemory(bytes: 1))
    inner.finish(into: outer)
    #expect(throws: DrawingError.self) { try outer.finish() }
  }
}
