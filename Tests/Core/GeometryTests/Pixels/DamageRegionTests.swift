import RostrumGeometry
import TestSupport
import Testing

@Suite("DamageRegion")
struct RegionTests {
  @Test("Random insertions: disjoint, at most 16, and all that was inserted is covered")
  func covering() {
    var random = RandomSource(seed: 9)
    for round in 0..<200 {
      var region = DamageRegion()
      var wanted = Set<Pixel>()
      // Small rectangles in many rounds, so that the limit of 16 is met too.
      let side = round.isMultiple(of: 2) ? 40 : 8
      for _ in 0..<30 {
        var rect = random.pixelRect(within: side)
        if side == 40 {
          rect = PixelRect(x: rect.x, y: rect.y, width: rect.width % 4, height: rect.height % 4)
        }
        region.insert(rect)
        wanted.formUnion(Pixel.all(in: rect))
        check(region, covers: wanted)
      }
    }
  }

  private func check(_ region: DamageRegion, covers wanted: Set<Pixel>) {
    let counted = region.rects.map(Pixel.all(in:))
    let covered = Set(counted.joined())
    #expect(region.rects.count <= DamageRegion.maximumRects)
    #expect(counted.map(\.count).reduce(0, +) == covered.count, "disjoint")
    #expect(wanted.isSubset(of: covered))
    #expect(region.area == covered.count)
    #expect(region.isEmpty == wanted.isEmpty)
    #expect(region.rects.allSatisfy { !$0.isEmpty && region.bounds.contains($0) })
  }

  @Test("Neighbours become one rectangle, distant ones stay apart")
  func merging() {
    var region = DamageRegion(PixelRect(x: 0, y: 0, width: 10, height: 10))
    region.insert(PixelRect(x: 10, y: 0, width: 10, height: 10))
    #expect(region.rects == [PixelRect(x: 0, y: 0, width: 20, height: 10)])
    region.insert(PixelRect(x: 100, y: 100, width: 5, height: 5))
    #expect(region.rects.count == 2 && region.area == 225)
    #expect(region.bounds == PixelRect(x: 0, y: 0, width: 105, height: 105))
  }

  @Test("A merge wastes at most a fifth of the box")
  func wasteLimit() {
    var region = DamageRegion(PixelRect(x: 0, y: 0, width: 4, height: 1))
    region.insert(PixelRect(x: 5, y: 0, width: 0, height: 1))
    region.insert(PixelRect(x: 6, y: 0, width: 4, height: 1))
    #expect(region.rects == [PixelRect(x: 0, y: 0, width: 10, height: 1)])
    var apart = DamageRegion(PixelRect(x: 0, y: 0, width: 4, height: 1))
    apart.insert(PixelRect(x: 7, y: 0, width: 4, height: 1))
    #expect(apart.area == 8)
  }

  @Test("A cross keeps its shape")
  func cross() {
    var region = DamageRegion(PixelRect(x: 0, y: 10, width: 30, height: 2))
    region.insert(PixelRect(x: 14, y: 0, width: 2, height: 30))
    #expect(region.area == 30 * 2 + 30 * 2 - 4)
  }

  @Test("Clipping keeps the pixels inside and no others")
  func clipping() {
    var random = RandomSource(seed: 10)
    for _ in 0..<100 {
      var region = DamageRegion()
      for _ in 0..<6 { region.insert(random.pixelRect(within: 20)) }
      let clip = random.pixelRect(within: 20)
      let clipped = Set(region.clipped(to: clip).rects.flatMap(Pixel.all(in:)))
      let expected = Set(region.rects.flatMap(Pixel.all(in:))).intersection(Pixel.all(in: clip))
      #expect(clipped == expected)
      #expect(region.intersects(clip) == !expected.isEmpty)
    }
  }

  @Test("Rectangles of any size neither overflow nor stop the program")
  func hugeRects() {
    var region = DamageRegion()
    for index in 0..<40 {
      region.insert(PixelRect(x: .min / (index + 5), y: index * 3, width: .max / 9, height: 1))
      region.insert(PixelRect(x: index * 3, y: .min / (index + 5), width: 1, height: .max / 9))
    }
    #expect(region.area > 0 && region.rects.count <= DamageRegion.maximumRects)
  }
}

private struct Pixel: Hashable {
  let x: Int
  let y: Int

  static func all(in rect: PixelRect) -> Set<Pixel> {
    var pixels = Set<Pixel>()
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { pixels.insert(Pixel(x: x, y: y)) }
    }
    return pixels
  }
}
