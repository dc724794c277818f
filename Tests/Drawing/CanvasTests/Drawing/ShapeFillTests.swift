import RostrumGeometry
import TestSupport
import Testing

@testable import RostrumCanvas

@Suite("Filling the shapes of layers")
struct ShapeFillTests {
  private static let side = 96

  private func picture(_ draw: (Drawing) throws -> Void) throws -> Bitmap {
    try CanvasTests.picture(width: Self.side, height: Self.side, draw)
  }

  /// Some of each kind that layers have, turned and leaning.
  private func shape(_ random: inout RandomSource) -> Path {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let box = Rect(x: -20, y: -15, width: number(1...50), height: number(1...50))
    let path: Path =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: Path.rect(box)
      case 1: .ellipse(in: box)
      case 2: .roundedRect(box, radius: number(0...30))
      default: .roundedRect(box, radius: number(0...30), curve: .continuous)
      }
    let map = AffineTransform(
      a: number(-1.5...1.5), b: number(-1.5...1.5), c: number(-1.5...1.5), d: number(-1.5...1.5),
      tx: number(20...76), ty: number(20...76))
    return path.transformed(by: map)
  }

  @Test(
    "Whole pixels are the same of a rectangle and of a path, byte for byte")
  func wholePixels() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      func number() -> Double { .random(in: 0...1, using: &random) }
      let rect = Path.rect(Rect(x: 3, y: 5, width: 61, height: 40))
      // A second part makes it no rectangle.
      let general = Path(rect.elements + [.move(Point(x: 1, y: 1)), .close])
      let below = Color(red: number(), green: number(), blue: number(), alpha: number())
      let color = Color(
        red: number(), green: number(), blue: number(), alpha: seed % 2 == 0 ? 1 : number())
      func filled(_ path: Path) throws -> Bitmap {
        try picture {
          $0.paint(below)
          try $0.fill(path, with: color)
        }
      }
      #expect(try filled(rect).hasSamePixels(as: filled(general)), "\(color) over \(below)")
    }
  }

  @Test(
    "The edge is as opaque as the area that is covered")
  func areas() throws {
    // Cairo samples fifteen lines in each pixel: 17 levels.
    let bound = 17
    func levels(_ path: Path, _ pixels: [(Int, Int)]) throws -> [Int] {
      let bitmap = try picture { try $0.fill(path, with: .white) }
      return pixels.map { Int(bitmap[$0.0, $0.1] >> 24) }
    }
    // A pixel cut from corner to corner, then a slope of one pixel in four.
    let triangle = try levels(Path(points: [(10, 10), (11, 10), (10, 11)]), [(10, 10)])
    #expect(abs(triangle[0] - 128) <= bound)
    let wedge = try levels(
      Path(points: [(0, 1), (4, 0), (4, 1)]), [(0, 0), (1, 0), (2, 0), (3, 0)])
    for (found, area) in zip(wedge, [32, 96, 159, 223]) { #expect(abs(found - area) <= bound) }
    let sliver = try levels(.rect(Rect(x: 20.25, y: 7.5, width: 0.5, height: 0.25)), [(20, 7)])
    #expect(abs(sliver[0] - 32) <= 1)
  }

  @Test("All levels together are the area")
  func sums() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let radius = Double.random(in: 0.5...30, using: &random)
      let center = Point(x: .random(in: 40...50, using: &random), y: 45.3)
      let bitmap = try picture {
        try $0.fill(.circle(center: center, radius: radius), with: .white)
      }
      let sum = (0..<Self.side).reduce(0) { sum, y in
        sum + (0..<Self.side).reduce(0) { $0 + Int(bitmap[$1, y] >> 24) }
      }
      let area = Double.pi * radius * radius
      #expect(abs(Double(sum) / 255 - area) < 0.7 * radius + 0.05, "radius \(radius)")
    }
  }

  @Test(
    "Two shapes that share an edge cover together what lies around it")
  func sharedEdges() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      func number() -> Double { .random(in: 10...80, using: &random) }
      let (top, bottom) = (Point(x: number(), y: 5), Point(x: number(), y: 90))
      let left = Path(points: [(5, 5), (top.x, top.y), (bottom.x, bottom.y), (5, 90)])
      let right = Path(points: [(top.x, top.y), (90, 5), (90, 90), (bottom.x, bottom.y)])
      let (a, b) = (
        try picture { try $0.fill(left, with: .white) },
        try picture { try $0.fill(right, with: .white) }
      )
      var worst = 0
      for y in 5..<90 {
        for x in 5..<90 {
          worst = max(worst, abs(Int(a[x, y] >> 24) + Int(b[x, y] >> 24) - 255))
        }
      }
      #expect(worst <= 18, "seed \(seed)")
    }
  }

  @Test(
    "No shape is lost when it has a million points, or is a thousandth of its size")
  func extremes() throws {
    let points = (0..<1_000_000).map { index -> (x: Double, y: Double) in
      let turn = Double(index) / 1_000_000 * 2 * .pi
      let arm = AffineTransform.rotation(turn).apply(to: Point(x: 30, y: 0))
      return (48 + arm.x, 48 + arm.y)
    }
    let many = try picture { try $0.fill(Path(points: points), with: .white) }
    #expect(many[48, 48] == 0xFFFF_FFFF && many[20, 48] >> 24 > 200 && many[3, 3] == 0)
    let small = try picture { drawing in
      try drawing.withTransform(.scale(x: 1e-3, y: 1e-3)) {
        try drawing.fill(.circle(center: Point(x: 5e4, y: 5e4), radius: 2e4), with: .white)
        try drawing.fill(.rect(Rect(x: 500, y: 0, width: 100, height: 500)), with: .white)
      }
    }
    #expect(small[50, 50] == 0xFFFF_FFFF)
    #expect((10...16).contains(small[0, 0] >> 24))
  }

  @Test("Nothing is painted outside of a shape")
  func outside() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let path = shape(&random)
      let box = PixelRect(enclosing: try #require(path.controlBoundingBox))
      let bitmap = try picture { try $0.fill(path, with: .white) }
      let stray = (0..<Self.side).reduce(0) { sum, y in
        sum + (0..<Self.side).count { !box.contains(x: $0, y: y) && bitmap[$0, y] != 0 }
      }
      #expect(stray == 0, "seed \(seed)")
    }
  }

  @Test("Moving by whole pixels changes nothing")
  func moved() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let path = shape(&random)
      let here = try picture { try $0.fill(path, with: .white) }
      let there = try picture {
        try $0.fill(path.transformed(by: .translation(x: 7, y: -5)), with: .white)
      }
      let differing = (5..<Self.side).reduce(0) { sum, y in
        sum + (0..<Self.side - 7).count { here[$0, y] != there[$0 + 7, y - 5] }
      }
      #expect(differing == 0, "seed \(seed)")
    }
  }

  /// An area that lies completely inside, or outside, is found without searching for edges.
  @Test(
    "An area without an edge is the inside, or the outside, of any path",
    arguments: 0..<60 as Range<UInt64>, FillRule.allCases)
  func boxes(_ seed: UInt64, _ rule: FillRule) throws {
    var random = RandomSource(seed: seed)
    let path = Path((0..<3).flatMap { _ in shape(&random).elements })
    let outline = try #require(path.inPixels(.identity))
    let bitmap = try picture { try $0.fill(path, with: .white, rule: rule) }
    var (found, wrong) = (0, 0)
    for y in stride(from: 0, to: 96, by: 3) {
      for x in stride(from: 0, to: 96, by: 3) {
        let area = PixelRect(x: x, y: y, width: 3, height: 3)
        guard let boxes = outline.boxes(in: [area], rule) else { continue }
        found += 1
        let level: UInt32 = boxes.isEmpty ? 0 : 0xFFFF_FFFF
        if !boxes.isEmpty, boxes != [area.rect] { wrong += 1 }
        for j in y..<y + 3 { for i in x..<x + 3 where bitmap[i, j] != level { wrong += 1 } }
      }
    }
    #expect(found > 0 && wrong == 0)
  }
}
