import RostrumGeometry
import TestSupport
import Testing

@Suite("Operations on paths")
struct PathOperationTests {
  /// The lines of a path, closed, with curves flattened.
  private static func lines(_ path: Path) -> [(Point, Point)] {
    path.subpaths.flatMap { subpath in
      var corners = [subpath.start]
      for segment in subpath.segments {
        if case .line(_, let end) = segment {
          corners.append(end)
        } else {
          corners += (1...100).map { segment.point(at: Double($0) / 100) }
        }
      }
      return Array(zip(corners, corners.dropFirst() + [corners[0]]))
    }
  }

  private static func winding(_ lines: [(Point, Point)], _ point: Point) -> Int {
    var number = 0
    for (a, b) in lines where (a.y <= point.y) != (b.y <= point.y) {
      let x = a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
      if x > point.x { number += b.y > a.y ? 1 : -1 }
    }
    return number
  }

  private static func isInside(_ operands: [Bool], _ operation: PathOperation) -> Bool {
    switch operation {
    case .union: operands[0] || operands.dropFirst().contains(true)
    case .intersection: !operands.contains(false)
    case .subtracting: operands[0] && !operands[1...].contains(true)
    case .symmetricDifference: operands.reduce(false) { $0 != $1 }
    }
  }

  /// The share of a grid's points at which the result is wrong, without points at the edges.
  private static func mistakes(_ operands: [Path], _ operation: PathOperation) -> Int {
    let result = lines(Path.combining(operands, by: operation))
    let operands = operands.map(lines)
    var count = 0
    for x in stride(from: -10.13, to: 110, by: 5.71) {
      for y in stride(from: -10.37, to: 110, by: 4.93) {
        let corners = [(0.0, 0.0), (0.05, 0), (-0.05, 0), (0, 0.05), (0, -0.05)].map {
          Point(x: x + $0.0, y: y + $0.1)
        }
        let insides = corners.map { point in
          operands.map { winding($0, point) != 0 }
        }
        guard insides.allSatisfy({ $0 == insides[0] }) else { continue }
        let expected = isInside(insides[0], operation)
        let number = winding(result, corners[0])
        // Both rules fill the same.
        if (number != 0) != expected || number.isMultiple(of: 2) == expected { count += 1 }
      }
    }
    return count
  }

  static let square = Path.rect(Rect(x: 10, y: 10, width: 60, height: 60))

  @Test(
    "Squares, circles, holes, and edges that lie on each other",
    arguments: PathOperation.allCases,
    [
      [square, .circle(center: Point(x: 70, y: 60), radius: 30)],
      // One inside the other, apart, and equal.
      [square, .rect(Rect(x: 20, y: 20, width: 10, height: 10))],
      [square, .rect(Rect(x: 80, y: 80, width: 10, height: 10))],
      [square, square],
      // Sides in common, wholly and in part.
      [square, .rect(Rect(x: 70, y: 10, width: 20, height: 60))],
      [square, .rect(Rect(x: 40, y: 30, width: 30, height: 60))],
      // Corners on sides.
      [
        square,
        Path([
          .move(Point(x: 40, y: 10)), .line(Point(x: 70, y: 40)), .line(Point(x: 40, y: 70)),
          .line(Point(x: 10, y: 40)), .close,
        ]),
      ],
      // The other way round, open, and crossing itself.
      [
        square,
        Path([.move(Point(x: 0, y: 0)), .line(Point(x: 50, y: 90)), .line(Point(x: 90, y: 30))]),
      ],
      [
        Path([
          .move(Point(x: 0, y: 0)), .line(Point(x: 90, y: 80)), .line(Point(x: 90, y: 0)),
          .line(Point(x: 0, y: 80)), .close,
        ]),
        .ellipse(in: Rect(x: 20, y: 5, width: 50, height: 70)),
      ],
      [
        square, .circle(center: Point(x: 70, y: 60), radius: 30),
        .circle(center: Point(x: 40, y: 40), radius: 25),
      ],
      [square, Path()],
    ])
  func cases(_ operation: PathOperation, _ operands: [Path]) {
    #expect(Self.mistakes(operands, operation) == 0)
  }

  @Test("Any polygons and curves", arguments: 0..<40)
  func generated(_ seed: Int) {
    var generator = RandomSource(seed: UInt64(seed))
    func point() -> Point {
      // Half of them on a coarse grid, where lines meet in all ways.
      let isCoarse = seed.isMultiple(of: 2)
      func coordinate() -> Double {
        let value = Double.random(in: 0...100, using: &generator)
        return isCoarse ? (value / 10).rounded() * 10 : value
      }
      return Point(x: coordinate(), y: coordinate())
    }
    let operands = (0..<Int.random(in: 2...3, using: &generator)).map { _ in
      var path = Path([.move(point())])
      for _ in 0..<Int.random(in: 2...6, using: &generator) {
        if Bool.random(using: &generator) {
          path.line(to: point())
        } else {
          path.cubic(to: point(), control1: point(), control2: point())
        }
      }
      path.close()
      return path
    }
    for operation in PathOperation.allCases {
      #expect(Self.mistakes(operands, operation) == 0, "\(operation) \(operands.map { $0.svg })")
    }
  }

  @Test("Nothing, one path, and numbers without sense")
  func degenerate() {
    #expect(Path.combining([], by: .union).isEmpty)
    #expect(Path.combining([Self.square], by: .subtracting) == Self.square)
    // A line has no area, however far it reaches.
    let line = Path.rect(Rect(x: 20, y: -5e8, width: 0, height: 1e9))
    for operation in PathOperation.allCases {
      _ = Path.combining([Self.square, line], by: operation)
    }
    #expect(
      Path.combining(
        [Self.square, Path.rect(Rect(x: 20, y: -50, width: 0, height: 200))], by: .union
      ).controlBoundingBox == Self.square.controlBoundingBox)
    #expect(Path.combining([Path(), Path()], by: .union).isEmpty)
    let endless = Path([.move(Point(x: 0, y: .infinity)), .line(Point(x: 1, y: 1))])
    #expect(Path.combining([Self.square, endless], by: .union).isEmpty)
    let dot = Path([.move(Point(x: 3, y: 3)), .close])
    #expect(Path.combining([dot, dot], by: .union).isEmpty)
  }
}
