import Foundation
import RostrumGeometry
import Testing

@Suite("Offsets of paths")
struct PathOffsetTests {
  private static let square = Path.rect(Rect(x: -5, y: -5, width: 10, height: 10))
  private static let far = Path.rect(Rect(x: 100, y: 0, width: 10, height: 10))
  /// With a hole that winds the other way.
  private static let frame = Path(
    Path.rect(Rect(x: -10, y: -10, width: 20, height: 20)).elements + [
      .move(Point(x: -5, y: -5)), .line(Point(x: -5, y: 5)), .line(Point(x: 5, y: 5)),
      .line(Point(x: 5, y: -5)), .close,
    ])
  private static let lShape = Path([
    .move(Point(x: 0, y: 0)), .line(Point(x: 20, y: 0)), .line(Point(x: 20, y: 10)),
    .line(Point(x: 10, y: 10)), .line(Point(x: 10, y: 20)), .line(Point(x: 0, y: 20)), .close,
  ])
  private static let stroke = Path([.move(.zero), .line(Point(x: 10, y: 0))])

  /// Areas by Steiner's formula: area + perimeter · d + what the joins add.
  @Test(
    "Offsets of paths have the areas of the formula",
    arguments: [
      (square, 2, .miter, 196), (square, 2, .bevel, 100 + 80 + 4 * 2),
      (square, 2, .round, 100 + 80 + .pi * 4), (square, -2, .miter, 36), (square, -2, .round, 36),
      (square, -6, .miter, 0), (square, 0, .miter, 100),
      (Path.circle(center: .zero, radius: 10), 5, .miter, .pi * 225),
      (Path.circle(center: .zero, radius: 10), -5, .miter, .pi * 25),
      (frame, 2, .miter, 24 * 24 - 6 * 6), (frame, -2, .miter, 16 * 16 - 14 * 14),
      // The inner corner makes none, the five outer ones a square each.
      (lShape, 1, .miter, 300 + 80 + 5 - 1), (lShape, -1, .miter, 18 * 8 + 8 * 10),
      (stroke, 1, .miter, 20), (stroke, -1, .round, 20),
      (Path(square.elements + far.elements), 1, .miter, 288),
    ] as [(Path, Double, StrokeStyle.LineJoin, Double)])
  func areas(_ path: Path, _ distance: Double, _ join: StrokeStyle.LineJoin, _ area: Double) {
    let result = path.offset(by: distance, join: join)
    // Lines in the place of a circle of radius 10 may take 0.02 of a point along 31 points.
    #expect(abs(result.area - area) <= 0.008 * area + 0.01, "\(result.area)")
  }

  @Test("Offsets of paths are the same for either direction of a path")
  func direction() {
    let turned = Path([
      .move(Point(x: -5, y: -5)), .line(Point(x: -5, y: 5)), .line(Point(x: 5, y: 5)),
      .line(Point(x: 5, y: -5)), .close,
    ])
    #expect(turned.offset(by: 2).boundingBox == Self.square.offset(by: 2).boundingBox)
  }

  @Test(
    "Beyond a miter's limit are bevels", arguments: [(1.42, 196.0), (1.41, 188), (1, 188)])
  func limits(_ limit: Double, _ area: Double) {
    #expect(abs(Self.square.offset(by: 2, miterLimit: limit).area - area) < 0.01)
  }

  @Test(
    "Offsets of paths of no size, of points and of numbers that are none change nothing or are empty"
  )
  func odd() {
    #expect(Self.square.offset(by: .nan) == Self.square)
    #expect(Self.square.offset(by: .infinity) == Self.square)
    #expect(Path().offset(by: 1).isEmpty)
    #expect(Path([.move(.zero), .close]).offset(by: 1).isEmpty)
    #expect(Path([.move(.zero), .line(.zero)]).offset(by: 1).isEmpty)
  }
}

extension Path {
  /// The area that the lines enclose, holes taken away.
  fileprivate var area: Double {
    let sum = subpaths.reduce(0.0) { sum, subpath in
      subpath.segments.reduce(sum) { $0 + ($1.start.x * $1.end.y - $1.end.x * $1.start.y) / 2 }
    }
    return abs(sum)
  }
}
