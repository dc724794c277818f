import RostrumCanvas
import RostrumGeometry
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

  @Test("Pixel for pixel it is a copy", arguments: ImageFilter.allCases)
  func copy(filter: ImageFilter) throws {
    let image = try board(9)
    let bitmap = try picture(width: 9, height: 9) {
      try $0.draw(image, in: Rect(x: 0, y: 0, width: 9, height: 9), filter: filter)
    }
    #expect(bitmap.hasSamePixels(as: image))
  }

  @Test("Nearest makes squares", arguments: [2, 3, 7, 100])
  func nearest(scale: Int) throws {
    let image = try board(5)
    let side = 5 * scale
    let bitmap = try picture(width: side, height: side) {
      try $0.draw(
        image, in: Rect(x: 0, y: 0, width: Double(side), height: Double(side)), filter: .nearest)
    }
    for y in 0..<side {
      for x in 0..<side { #expect(bitmap[x, y] == image[x / scale, y / scale]) }
    }
  }

  @Test(
    "A shrunk checkerboard is grey, wherever it lies", arguments: [2.0, 4, 15], [0.0, 3000, 30_000])
  func shrunk(factor: Double, left: Double) throws {
    let image = try board(240)
    let side = 240 / factor
    let bitmap = try picture(width: Int(left + side), height: Int(side)) {
      try $0.draw(image, in: Rect(x: left, y: 0, width: side, height: side))
    }
    for y in 1..<Int(side) - 1 {
      for x in Int(left) + 1..<Int(left + side) - 1 {
        let pixel = bitmap[x, y]
        #expect((100...155).contains(pixel & 255) && pixel >> 24 == 255, "\(x) \(y) \(pixel & 255)")
      }
    }
  }

  /// The numbers are from Cairo 1.16 with its filter GOOD, which drew pictures before.
  @Test(
    "A scaled picture is at least as close to 8 x 8 samples of each pixel as Cairo's",
    arguments: [
      (0.35, 2.829), (0.7, 7.621), (1, 4.309), (1.1, 14.27), (1.25, 17.25), (1.3, 18.85),
      (1.5, 4.076),
      (2, 1.424), (2.7, 2.713), (4.2, 1.240), (7, 0.606),
    ])
  func quality(shrinking: Double, most: Double) throws {
    let image = try noise(width: 200, height: 160)
    let (width, height) = (24, 20)
    let (left, top) = (11.3, 7.7)
    let bitmap = try picture(width: width, height: height) {
      try $0.draw(
        image,
        in: Rect(
          x: -left / shrinking, y: -top / shrinking, width: 200 / shrinking,
          height: 160 / shrinking))
    }
    // Where the picture ends, there is nothing to compare.
    let columns = 0..<min(width, Int((200 - left) / shrinking) - 2)
    let rows = 0..<min(height, Int((160 - top) / shrinking) - 2)
    var (sum, count) = (0.0, 0.0)
    for y in rows {
      for x in columns {
        var wanted = 0.0
        for i in 0..<64 {
          let (dx, dy) = ((Double(i % 8) + 0.5) / 8, (Double(i / 8) + 0.5) / 8)
          wanted += sample(
            image, left + (Double(x) + dx) * shrinking, top + (Double(y) + dy) * shrinking)
        }
        let error = Double(bitmap[x, y] & 255) - wanted / 64
        (sum, count) = (sum + error * error, count + 1)
      }
    }
    // At its own size and at whole fractions of it, chance decides about a thirtieth.
    #expect((sum / count).squareRoot() <= most * 1.03)
  }

  /// Opaque grey, each pixel by itself.
  private func noise(width: Int, height: Int) throws -> Bitmap {
    let image = try Bitmap(width: width, height: height)
    var state: UInt32 = 1
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 1_664_525 &+ 1_013_904_223
        image[x, y] = 0xFF00_0000 | (state >> 24) &* 0x01_0101
      }
    }
    return image
  }

  /// The grey of an image between the centres of its pixels.
  private func sample(_ image: Bitmap, _ x: Double, _ y: Double) -> Double {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (fx, fy) = (x - 0.5 - left, y - 0.5 - top)
    func level(_ x: Double, _ y: Double) -> Double {
      let (column, row) = (
        max(0, min(Int(x), image.width - 1)), max(0, min(Int(y), image.height - 1))
      )
      return Double(image[column, row] & 255)
    }
    return (level(left, top) * (1 - fx) + level(left + 1, top) * fx) * (1 - fy)
      + (level(left, top + 1) * (1 - fx) + level(left + 1, top + 1) * fx) * fy
  }

  @Test("A faded picture is the same by itself and in a group", arguments: [0.0, 0.3, 0.5, 0.999])
  func faded(opacity: Double) throws {
    let image = try noise(width: 40, height: 40)
    let place = Rect(x: -7.3, y: -9.1, width: 90, height: 70)
    let placement = ImagePlacement(
      [image], from: Rect(x: 0, y: 0, width: 40, height: 40), in: place,
      columns: ImageAxis([.init(place: place.minX, pixel: 0), .init(place: place.maxX, pixel: 40)]),
      rows: ImageAxis([.init(place: place.minY, pixel: 0), .init(place: place.maxY, pixel: 40)]))
    let paper = Color(red: 0.2, green: 0.7, blue: 0.4, alpha: 0.6)
    let alone = try picture(width: 60, height: 50) {
      $0.paint(paper)
      try $0.draw(placement, opacity: opacity)
    }
    let grouped = try picture(width: 60, height: 50) { drawing in
      drawing.paint(paper)
      try drawing.group(opacity: opacity) { try drawing.draw(placement) }
    }
    #expect(alone.hasSamePixels(as: grouped))
  }

  @Test("Borders do not fade, and neighbours of the part do not bleed in")
  func borders() throws {
    let image = try Bitmap(width: 4, height: 4)
    for y in 0..<4 { for x in 0..<4 { image[x, y] = x < 2 ? 0xFF00_0000 : 0xFFFF_FFFF } }
    let bitmap = try picture(width: 40, height: 40) {
      try $0.draw(
        image, from: Rect(x: 0, y: 0, width: 2, height: 4),
        in: Rect(x: 0, y: 0, width: 40, height: 40))
    }
    for y in 0..<40 { for x in 0..<40 { #expect(bitmap[x, y] == 0xFF00_0000) } }
  }

  @Test("A part beyond the image repeats the edge")
  func beyond() throws {
    let image = try Bitmap(width: 2, height: 2)
    for x in 0..<2 { for y in 0..<2 { image[x, y] = x == 0 ? 0xFFFF_0000 : 0xFF00_00FF } }
    let bitmap = try picture(width: 8, height: 8) {
      try $0.draw(
        image, from: Rect(x: -2, y: -2, width: 4, height: 4),
        in: Rect(x: 0, y: 0, width: 8, height: 8), filter: .nearest)
    }
    expectPixels(bitmap, (0, 0, 0xFFFF_0000), (7, 7, 0xFF00_00FF))
  }

  @Test(
    "A part far beyond the image, or far larger or smaller, repeats the edge as well",
    arguments: [
      Rect(x: 0, y: 400_000, width: 10, height: 40), Rect(x: -5e8, y: 0, width: 3, height: 1e-7),
      Rect(x: 0, y: -120_000, width: 40, height: 120_000),
      Rect(x: 50, y: 0, width: 1e-200, height: 9),
      Rect(x: -4e8, y: -4e8, width: 4e8, height: 4e8),
    ], ImageFilter.allCases)
  func farPart(part: Rect, filter: ImageFilter) throws {
    let image = try Bitmap(width: 40, height: 40)
    for y in 0..<40 { for x in 0..<40 { image[x, y] = 0xFF20_4060 } }
    let bitmap = try picture(width: 16, height: 16) {
      try $0.draw(image, from: part, in: Rect(x: 0, y: 0, width: 16, height: 16), filter: filter)
    }
    for y in 0..<16 { for x in 0..<16 { #expect(bitmap[x, y] == 0xFF20_4060) } }
  }

  @Test(
    "An image far larger than the picture stays in place", arguments: [1e3, 1e4])
  func farAway(reach: Double) throws {
    let image = try board(2)
    let bitmap = try picture(width: 20, height: 20) {
      try $0.draw(
        image, in: Rect(x: 10 - reach, y: -reach, width: 2 * reach, height: 2 * reach),
        filter: .nearest)
    }
    expectPixels(bitmap, (2, 5, 0xFF00_0000), (17, 5, 0xFFFF_FFFF))
  }

  @Test("Many threads may draw one bitmap at a time")
  func threads() async throws {
    let image = try board(64)
    let size = Rect(x: 0, y: 0, width: 50, height: 50)
    let expected = try picture(width: 50, height: 50) { try $0.draw(image, in: size) }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          (0..<20).allSatisfy { _ in
            let bitmap = try? picture(width: 50, height: 50) { try $0.draw(image, in: size) }
            return bitmap?.hasSamePixels(as: expected) == true
          }
        }
      }
      for await same in group { #expect(same) }
    }
  }
}
