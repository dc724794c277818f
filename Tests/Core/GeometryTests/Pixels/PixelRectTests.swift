import RostrumGeometry
import TestSupport
import Testing

@Suite("PixelRect")
struct PixelRectTests {
  @Test("A rectangle in points is covered by whole pixels")
  func enclosing() {
    let rect = PixelRect(enclosing: Rect(x: -0.5, y: 1, width: 2, height: 2.25))
    #expect(rect == PixelRect(x: -1, y: 1, width: 3, height: 3))
    #expect(PixelRect(enclosing: rect.rect) == rect)
  }

  @Test("Huge, infinite and undefined rectangles neither stop the program nor overflow")
  func saturation() {
    let huge = PixelRect(enclosing: Rect(x: -1e300, y: 0, width: 2e300, height: 1))
    #expect(huge.maxX == 1 << 60 && huge.x == -(1 << 60) && huge.height == 1)
    let endless = PixelRect(enclosing: Rect(x: 3, y: 4, width: .infinity, height: .infinity))
    #expect(endless.x == 3 && endless.y == 4 && endless.area == .max)
    #expect(PixelRect(enclosing: Rect(x: .nan, y: 0, width: 1, height: 1)).isEmpty)
    #expect(PixelRect(enclosing: Rect(x: 0, y: 0, width: .nan, height: 1)).isEmpty)
    #expect(PixelRect(enclosing: Rect(x: -.infinity, y: 0, width: .infinity, height: 1)).isEmpty)
    let edges = PixelRect(x: .max, y: .min, width: .max, height: .max)
    #expect(edges.isEmpty)
    let wide = PixelRect(x: .min, y: .min, width: .max, height: .max)
    #expect(wide.union(endless).contains(endless) && wide.area == .max)
  }

  @Test("Rectangles without pixels are all the same one")
  func empty() {
    #expect(PixelRect(x: 5, y: 6, width: 0, height: 9) == .empty)
    #expect(PixelRect(x: 5, y: 6, width: -3, height: 9) == .empty)
    #expect(PixelRect(enclosing: Rect(x: 1, y: 1, width: 0, height: 5)) == .empty)
  }

  @Test("Union, intersection and containment agree pixel by pixel")
  func pixelByPixel() {
    var random = RandomSource(seed: 8)
    for _ in 0..<300 {
      let (a, b) = (random.pixelRect(within: 12), random.pixelRect(within: 12))
      let common = a.intersection(b)
      for (x, y) in (0..<196).map({ ($0 % 14, $0 / 14) }) {
        let (inA, inB) = (a.contains(x: x, y: y), b.contains(x: x, y: y))
        #expect(common.contains(x: x, y: y) == (inA && inB))
        if inA || inB { #expect(a.union(b).contains(x: x, y: y)) }
      }
      #expect(a.intersects(b) == (common.area > 0))
      #expect(a.contains(common) && a.union(b).contains(a))
    }
  }
}

extension RandomSource {
  mutating func pixelRect(within side: Int) -> PixelRect {
    let (x, y) = (Int.random(in: 0..<side, using: &self), Int.random(in: 0..<side, using: &self))
    return PixelRect(
      x: x, y: y, width: Int.random(in: 0...(side - x), using: &self),
      height: Int.random(in: 0...(side - y), using: &self))
  }
}
