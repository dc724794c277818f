import RostrumBase
import RostrumCanvas
import Foundation
import TestSupport
import Testing

@testable import RostrumRendering

@Suite("Pictures that scenes share")
struct DecodedPicturesTests {
  private func write(_ color: UInt32, to file: URL) throws {
    let bitmap = try Bitmap(width: 4, height: 3)
    for y in 0..<3 { for x in 0..<4 { bitmap[x, y] = color } }
    try Data(PNGEncoder(pixels: .rgb, compressionLevel: 1).encode(bitmap)).write(to: file)
  }

  /// The picture that a scene of its own loads, and its digest.
  private func loaded(_ file: URL, _ shared: DecodedPictures?) throws -> (Bitmap, Digest) {
    let assets = SceneAssets(decodedPictures: shared)
    _ = try assets.imageSize(atPath: file.path)
    let bitmap = try #require(assets.pictures.bitmap(file.path))
    return (bitmap, try #require(assets.pictures.pixelDigest(file.path)))
  }

  @Test("Two scenes show one picture in memory, with the digest that each would find")
  func areShared() throws {
    let folder = try TemporaryFolder()
    let (file, copy) = (URL(filePath: folder.path("a.png")), URL(filePath: folder.path("b.png")))
    try write(0xFF12_3456, to: file)
    try FileManager.default.copyItem(at: file, to: copy)
    let shared = DecodedPictures()
    let (first, digest) = try loaded(file, shared)
    #expect(try loaded(file, shared).0 === first)
    #expect(try loaded(copy, shared).0 === first)
    #expect(try loaded(file, shared).1 == digest)
    let (alone, itsDigest) = try loaded(file, nil)
    #expect(alone !== first)
    #expect(itsDigest == digest)
  }

  @Test("A file that has changed is another picture")
  func followContents() throws {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path("a.png"))
    let shared = DecodedPictures()
    try write(0xFF12_3456, to: file)
    let before = try loaded(file, shared)
    try write(0xFF65_4321, to: file)
    let after = try loaded(file, shared)
    #expect(after.0[0, 0] == 0xFF65_4321)
    #expect(before.1 != after.1)
  }

  @Test("The one that was not asked for for longest goes first")
  func areLimited() throws {
    let folder = try TemporaryFolder()
    let files = (0..<3).map { URL(filePath: folder.path("\($0).png")) }
    for (index, file) in files.enumerated() { try write(0xFF00_0000 + UInt32(index), to: file) }
    // Two of twelve pixels each.
    let shared = DecodedPictures(maximumPixels: 24)
    let first = try files.map { try loaded($0, shared).0 }
    #expect(try loaded(files[2], shared).0 === first[2])
    #expect(try loaded(files[1], shared).0 === first[1])
    #expect(try loaded(files[0], shared).0 !== first[0])
    #expect(try loaded(files[2], shared).0 !== first[2])
    let none = DecodedPictures(maximumPixels: 11)
    #expect(try loaded(files[0], none).0 !== loaded(files[0], none).0)
  }
}
