import Canvas
import Geometry
import Testing

@Suite("Drawing images")
struct ImageTests {
  /// `count` by `count` pixels of a checkerboard, black and white.
  private func board(_ count: Int) throws -> Bitmap {
    let image = try Bitmap(width: count, height: count)
    for y in 0..<count {
      for x in 0..<count { image[x, y] = (x + y).isMultiple(of: 2) ? 0xFFFF_FFFF : 0xFF00_0000 }
    }
    return image
  }

  private func drawn(_ width: Int, _ height: Int, _ draw: (Drawing) throws -> Void) throws -> Bitmap
  {
    let bitmap = try Bitmap(width: width, height: height)
    let drawing = Drawing(on: bitmap)
    try draw(drawing)
    try drawing.finish()
    return bitmap
  }

  @Test("pixel for pixel it is a copy", arguments: ImageFilter.allCases)
  func copy(filter: ImageFilter) throws {
    let image = try board(9)
    let bitmap = try drawn(9, 9) {
      try $0.draw(image, in: Rect(x: 0, y: 0, width: 9, height: 9), filter: filter)
    }
    #expect(bitmap.hasSamePixels(as: image))
  }

  @Test("nearest makes squares", arguments: [2, 3, 7, 100])
  func nearest(scale: Int) throws {
    let image = try board(5)
    let side = 5 * scale
    let bitmap = try drawn(side, side) {
      try $0.draw(
        image, in: Rect(x: 0, y: 0, width: Double(side), height: Double(side)), filter: .nearest)
    }
    for y in 0..<side {
      for x in 0..<side { #expect(bitmap[x, y] == image[x / scale, y / scale]) }
    }
  }

  @Test(
    "a shrunk checkerboard is grey, wherever it lies", arguments: [2.0, 4, 15], [0.0, 3000, 30_000])
  func shrunk(factor: Double, left: Double) throws {
    let image = try board(240)
    let side = 240 / factor
    let bitmap = try drawn(Int(left + side), Int(side)) {
      try $0.draw(image, in: Rect(x: left, y: 0, width: side, height: side))
    }
    for y in 1..<Int(side) - 1 {
      for x in Int(left) + 1..<Int(left + side) - 1 {
        let pixel = bitmap[x, y]
        #expect((100...155).contains(pixel & 255) && pixel >> 24 == 255, "\(x) \(y) \(pixel & 255)")
      }
    }
  }

  @Test("borders do not fade, and neighbours of the part do not bleed in")
  func borders() throws {
    let image = try Bitmap(width: 4, height: 4)
    for y in 0..<4 { for x in 0..<4 { image[x, y] = x < 2 ? 0xFF00_0000 : 0xFFFF_FFFF } }
    let bitmap = try drawn(40, 40) {
      try $0.draw(
        image, from: Rect(x: 0, y: 0, width: 2, height: 4),
        in: Rect(x: 0, y: 0, width: 40, height: 40))
    }
    for y in 0..<40 { for x in 0..<40 { #expect(bitmap[x, y] == 0xFF00_0000) } }
  }

  @Test("a part beyond the image repeats the edge")
  func beyond() throws {
    let image = try Bitmap(width: 2, height: 2)
    for x in 0..<2 { for y in 0..<2 { image[x, y] = x == 0 ? 0xFFFF_0000 : 0xFF00_00FF } }
    let bitmap = try drawn(8, 8) {
      try $0.draw(
        image, from: Rect(x: -2, y: -2, width: 4, height: 4),
        in: Rect(x: 0, y: 0, width: 8, height: 8), filter: .nearest)
    }
    #expect(bitmap[0, 0] == 0xFFFF_0000)
    #expect(bitmap[7, 7] == 0xFF00_00FF)
  }

  @Test(
    "a part far beyond the image, or far larger or smaller, repeats the edge as well",
    arguments: [
      Rect(x: 0, y: 400_000, width: 10, height: 40), Rect(x: -5e8, y: 0, width: 3, height: 1e-7),
      Rect(x: 0, y: -120_000, width: 40, height: 120_000),
      Rect(x: 50, y: 0, width: 1e-200, height: 9),
      Rect(x: -4e8, y: -4e8, width: 4e8, height: 4e8),
    ], ImageFilter.allCases)
  func farPart(part: Rect, filter: ImageFilter) throws {
    let image = try Bitmap(width: 40, height: 40)
    for y in 0..<40 { for x in 0..<40 { image[x, y] = 0xFF20_4060 } }
    let bitmap = try drawn(16, 16) {
      try $0.draw(image, from: part, in: Rect(x: 0, y: 0, width: 16, height: 16), filter: filter)
    }
    for y in 0..<16 { for x in 0..<16 { #expect(bitmap[x, y] == 0xFF20_4060) } }
  }

  @Test(
    "an image far larger than the picture stays in place", arguments: [1e3, 1e4])
  func farAway(reach: Double) throws {
    let image = try board(2)
    let bitmap = try drawn(20, 20) {
      try $0.draw(
        image, in: Rect(x: 10 - reach, y: -reach, width: 2 * reach, height: 2 * reach),
        filter: .nearest)
    }
    #expect(bitmap[2, 5] == 0xFF00_0000)
    #expect(bitmap[17, 5] == 0xFFFF_FFFF)
  }

  @Test("many threads may draw one bitmap at a time")
  func threads() async throws {
    let image = try board(64)
    let size = Rect(x: 0, y: 0, width: 50, height: 50)
    let expected = try drawn(50, 50) { try $0.draw(image, in: size) }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          (0..<20).allSatisfy { _ in
            let bitmap = try? drawn(50, 50) { try $0.draw(image, in: size) }
            return bitmap?.hasSamePixels(as: expected) == true
          }
        }
      }
      for await same in group { #expect(same) }
    }
  }
}
