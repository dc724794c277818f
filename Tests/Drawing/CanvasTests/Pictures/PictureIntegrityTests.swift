import Foundation
import RostrumGeometry
import TestSupport
import Testing

@testable import RostrumCanvas

@Suite("Pictures that are not decoded")
struct PictureIntegrityTests {
  private static let folder = PictureFileTests.folder
  private static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []

  @Test(
    "Pictures that are not decoded have the size that decoding finds, upright", arguments: names)
  func sizes(_ name: String) throws {
    guard let decoded = try? PictureFile.decode(contentsOfFile: Self.folder + name) else { return }
    let size = try PictureFile.checkedSize(ofFile: Self.folder + name)
    #expect(size == (decoded.width, decoded.height))
    #expect(try PictureFile.size(ofFile: Self.folder + name) == size)
  }

  @Test(
    "Pictures that are not decoded are cut off, wherever the file ends",
    arguments: [
      "p3.png", "turned.png", "grey.jpg", "progressive.jpg", "orientation-6.jpg", "p3.webp",
    ])
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

  @Test("Pictures that are not decoded have checksums, each of which counts")
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

  @Test("Pictures that are not decoded are refused for their size before anything else is done")
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

  @Test("A lack of memory is an error for every picture and buffer")
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

  @Test("A lack of memory is an error of the verb that needs it, in words")
  func drawing() throws {
    let error = DrawingError(OutOfMemory(bytes: 2 << 20))
    #expect(error.isShortage)
    #expect("\(error)" == "drawing failed: the system gives no memory for 2 MiB more")
  }

  @Test(
    "An error in a group, of memory or another, ends the drawing there and leaves it fit for more")
  func inner() throws {
    struct Stop: Error {}
    let bitmap = try Bitmap(width: 20, height: 20)
    let drawing = Drawing(on: bitmap)
    let all = Path(rect: Rect(x: 0, y: 0, width: 20, height: 20))
    let shape = Path(points: [(1, 1), (19, 4), (7, 18)])
    let region = DamageRegion(PixelRect(x: 0, y: 0, width: 20, height: 15))
    #expect(throws: Stop.self) {
      try drawing.redraw(region) {
        try drawing.clip(to: shape) {
          try drawing.group(opacity: 0.5) {
            try drawing.mix(0.5, bounds: Rect(x: 0, y: 0, width: 20, height: 20)) {
              try drawing.clipOverBackdrop(to: shape) {
                try drawing.fill(all, with: .white)
                throw Stop()
              }
            } to: {
            }
          }
        }
      }
    }
    #expect(bitmap[8, 8] == 0)
    try drawing.fill(all, with: .black)
    try drawing.finish()
    #expect((0..<20).allSatisfy { y in (0..<20).allSatisfy { bitmap[$0, y] == 0xFF00_0000 } })
  }

  @Test("A lack of memory in a picture's own drawing passes through it")
  func picture() throws {
    struct Stop: Error {}
    let picture = try Picture(frame: PixelRect(x: 0, y: 0, width: 40_000, height: 1))
    // Cairo supports no picture of that width, and reports it when the drawing is finished.
    #expect(throws: DrawingError.self) { try picture.draw { $0.paint(.black) } }
    #expect(throws: Stop.self) {
      try picture.draw {
        $0.paint(.black)
        throw Stop()
      }
    }
  }
}
