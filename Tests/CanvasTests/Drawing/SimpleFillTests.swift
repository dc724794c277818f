import Geometry
import TestSupport
import Testing

@testable import Canvas

@Suite("Filling simple outlines")
struct SimpleFillTests {
  private static let side = 96

  private func picture(_ draw: (Drawing) throws -> Void) throws -> Bitmap {
    let bitmap = try Bitmap(width: Self.side, height: Self.side)
    let drawing = Drawing(on: bitmap)
    try draw(drawing)
    try drawing.finish()
    return bitmap
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

  /// The same for Cairo: a second part makes it no simple outline.
  private func forCairo(_ path: Path) -> Path {
    Path(path.elements + [.move(Point(x: 1, y: 1)), .close])
  }

  private func largestDifference(_ a: Bitmap, _ b: Bitmap) -> Int {
    (0..<Self.side).reduce(0) { largest, y in
      zip(a.row(y), b.row(y)).reduce(largest) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
  }

  @Test("they look as Cairo draws them")
  func likeCairo() throws {
    var (simple, worst) = (0, 0)
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let path = shape(&random)
      simple += path.inPixels(.identity).flatMap(SimpleOutline.init) == nil ? 0 : 1
      let color = Color(red: 0.8, green: 0.3, blue: 0.1, alpha: .random(in: 0...1, using: &random))
      let ours = try picture { try $0.fill(path, with: color) }
      let cairos = try picture { try $0.fill(forCairo(path), with: color) }
      worst = max(worst, largestDifference(ours, cairos))
    }
    #expect(simple > 380)
    // Cairo looks at fifteen lines in each pixel, and its chords may be a tenth of a pixel off: 17
    // and 25 levels.
    #expect(worst <= 30)
  }

  @Test("whole pixels are those that Cairo gives, byte for byte")
  func wholePixels() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      func number() -> Double { .random(in: 0...1, using: &random) }
      let rect = Rect(x: 3, y: 5, width: 61, height: 40)
      let below = Color(red: number(), green: number(), blue: number(), alpha: number())
      let color = Color(red: number(), green: number(), blue: number(), alpha: number())
      let (ours, cairos) = (
        try picture {
          $0.paint(below)
          try $0.fill(.rect(rect), with: color)
        },
        try picture {
          $0.paint(below)
          try $0.fill(forCairo(.rect(rect)), with: color)
        }
      )
      #expect(ours.hasSamePixels(as: cairos), "\(color) over \(below)")
    }
  }

  @Test("the edge is as opaque as the area that is covered")
  func areas() throws {
    let white = Color.white
    // A pixel cut from corner to corner, then a slope of one pixel in four.
    let triangle = try picture {
      try $0.fill(Path(points: [(10, 10), (11, 10), (10, 11)]), with: white)
    }
    #expect(triangle[10, 10] == 0x8080_8080)
    let wedge = try picture { try $0.fill(Path(points: [(0, 1), (4, 0), (4, 1)]), with: white) }
    #expect((0..<4).map { wedge[$0, 0] >> 24 } == [32, 96, 159, 223])
    let sliver = try picture {
      try $0.fill(.rect(Rect(x: 20.25, y: 7.5, width: 0.5, height: 0.25)), with: white)
    }
    #expect(sliver[20, 7] >> 24 == 32)
  }

  @Test("all levels together are the area")
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
      #expect(abs(Double(sum) / 255 - area) < 0.08 * radius + 0.05, "radius \(radius)")
    }
  }

  @Test("moving by whole pixels changes nothing")
  func moved() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let path = shape(&random)
      let here = try picture { try $0.fill(path, with: .white) }
      let there = try picture {
        try $0.fill(path.transformed(by: .translation(x: 7, y: -5)), with: .white)
      }
      for y in 5..<Self.side {
        for x in 0..<Self.side - 7 { #expect(here[x, y] == there[x + 7, y - 5]) }
      }
    }
  }

  @Test("a row does not depend on those that were asked for before")
  func rowsAlone() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let path = try #require(shape(&random).inPixels(.identity))
      guard let outline = SimpleOutline(path) else { continue }
      let rows = levels(outline, 0..<outline.frame.height)
      for row in 0..<outline.frame.height {
        #expect(levels(outline, row..<row + 1) == [rows[row]], "seed \(seed), row \(row)")
      }
    }
  }

  private func levels(_ outline: SimpleOutline, _ rows: Range<Int>) -> [[UInt32]] {
    let cells = UnsafeMutablePointer<Int32>.allocate(
      capacity: CoverageAccumulator.cellCount(outline))
    cells.initialize(repeating: 0, count: CoverageAccumulator.cellCount(outline))
    defer { cells.deallocate() }
    return outline.sides.withUnsafeBufferPointer { sides in
      var coverage = CoverageAccumulator(outline, sides: sides, cells: cells)
      return rows.map { row in
        var levels = [UInt32](repeating: 0, count: outline.frame.width)
        coverage.visit(row: row) {
          levels[$0] = $1
        } run: {
          for pixel in $0 { levels[pixel] = $1 }
        }
        return levels
      }
    }
  }

  @Test("what may cross itself is left to Cairo", arguments: others)
  func left(path: Path) {
    #expect(SimpleOutline(path) == nil)
  }

  private static let others: [Path] = [
    Path(),
    Path(points: [(0, 0), (10, 10), (10, 0), (0, 10)]),
    // A star, and a circle that goes round twice.
    Path(points: [(50, 10), (70, 80), (10, 35), (90, 35), (30, 80)]),
    Path(
      Path.circle(center: Point(x: 9, y: 9), radius: 8).elements.filter { $0 != .close }
        + Path.circle(center: Point(x: 9, y: 9), radius: 8).elements.dropFirst()),
    Path(
      Path(points: [(0, 0), (5, 0), (5, 5)]).elements
        + Path(points: [(9, 9), (5, 9), (5, 5)]).elements),
    Path(rect: Rect(x: 0, y: 0, width: 1e6, height: 10)),
    Path(rect: Rect(x: 0, y: 3, width: 10, height: 0)),
  ]
}
