import RostrumGeometry
import TestSupport
import Testing

@testable import RostrumCanvas

@Suite("Drawing a part of a picture again")
struct RedrawTests {
  private let size = Size(width: 190, height: 140)

  private func blank() throws -> Bitmap {
    try Bitmap(width: Int(size.width), height: Int(size.height))
  }

  private var all: DamageRegion {
    DamageRegion(PixelRect(x: 0, y: 0, width: Int(size.width), height: Int(size.height)))
  }

  private func damage(_ random: inout RandomSource) -> DamageRegion {
    var region = DamageRegion()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      region.insert(
        PixelRect(
          x: .random(in: -10...170, using: &random), y: .random(in: -10...130, using: &random),
          width: .random(in: 1...90, using: &random), height: .random(in: 1...60, using: &random)))
    }
    return region
  }

  @Test(
    "Drawing a part of a picture again gives the bytes of the whole drawing inside, and leaves the outside alone"
  )
  func sameBytes() throws {
    for seed in 0..<150 as Range<UInt64> {
      var random = RandomSource(seed: seed &+ 5000)
      let scene = RandomScene(seed: seed, size: size)
      let whole = try blank()
      let drawing = Drawing(on: whole)
      try scene.draw(on: drawing)
      try drawing.finish()

      let part = try blank()
      for y in 0..<part.height { for x in 0..<part.width { part[x, y] = 0xFF12_3456 } }
      let region = damage(&random)
      let redrawing = Drawing(on: part)
      try redrawing.redraw(region) { try scene.draw(on: redrawing) }
      try redrawing.finish()

      let differing = (0..<part.height).reduce(0) { sum, y in
        sum
          + (0..<part.width).count { x in
            let isDrawn = region.rects.contains { $0.contains(x: x, y: y) }
            return part[x, y] != (isDrawn ? whole[x, y] : 0xFF12_3456)
          }
      }
      #expect(differing == 0, "seed \(seed), \(region.rects)")
    }
  }

  @Test(
    "A bitmap gets the bytes that a larger one has there, wherever it lies", arguments: 0..<200)
  func window(_ seed: UInt64) throws {
    let scene = RandomScene(seed: seed, size: size)
    let whole = try blank()
    let drawing = Drawing(on: whole)
    try scene.draw(on: drawing)
    try drawing.finish()
    var random = RandomSource(seed: seed &+ 9000)
    for _ in 0..<3 {
      let (left, top) = (
        Int.random(in: 0...150, using: &random), Int.random(in: 0...110, using: &random)
      )
      let part = try Bitmap(
        width: .random(in: 1...whole.width - left, using: &random),
        height: .random(in: 1...whole.height - top, using: &random))
      let small = Drawing(on: part, originX: left, originY: top)
      try scene.draw(on: small)
      try small.finish()
      let differing = (0..<part.height).reduce(0) { sum, y in
        sum + (0..<part.width).count { part[$0, y] != whole[left + $0, top + y] }
      }
      #expect(differing == 0, "\(part.width)x\(part.height) at (\(left), \(top))")
    }
  }

  @Test("Drawing a part of a picture again works for one scene after another on the same drawing")
  func again() throws {
    let bitmap = try blank()
    let drawing = Drawing(on: bitmap)
    for seed in 0..<20 as Range<UInt64> {
      let scene = RandomScene(seed: seed, size: size)
      try drawing.redraw(all) { try scene.draw(on: drawing) }
      try drawing.finish()
      let fresh = try blank()
      let other = Drawing(on: fresh)
      try scene.draw(on: other)
      try other.finish()
      #expect(bitmap.hasSamePixels(as: fresh))
    }
  }

  @Test("Drawing a part of a picture again fills with the background first", arguments: [1.0, 0.4])
  func background(_ alpha: Double) throws {
    let color = Color(red: 0.2, green: 0.5, blue: 0.9, alpha: alpha)
    for region in [all, DamageRegion(PixelRect(x: 20, y: 30, width: 70, height: 50))] {
      let (bitmap, painted) = try (blank(), blank())
      bitmap[25, 35] = 0xFF12_3456
      let drawing = Drawing(on: bitmap)
      try drawing.redraw(region, over: color) {}
      try drawing.finish()
      let other = Drawing(on: painted)
      try other.redraw(region) { other.paint(color) }
      try other.finish()
      #expect(bitmap.hasSamePixels(as: painted))
    }
  }

  @Test("Drawing a part of a picture again leaves out what lies elsewhere")
  func culls() throws {
    let bitmap = try blank()
    let drawing = Drawing(on: bitmap)
    try drawing.redraw(DamageRegion(PixelRect(x: 10, y: 10, width: 20, height: 20))) {
      var runs = 0
      try drawing.group(opacity: 1, bounds: Rect(x: 60, y: 60, width: 9, height: 9)) { runs += 1 }
      #expect(runs == 0)
    }
    try drawing.finish()
  }
}
