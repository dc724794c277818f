import RostrumGeometry
import TestSupport
import Testing

@testable import RostrumCanvas

@Suite("Filling what lies between two outlines")
struct RingTests {
  private static let side = 72

  private func levels(_ draw: (Drawing) throws -> Void) throws -> [[Double]] {
    let bitmap = try picture(width: Self.side, height: Self.side, draw)
    return (0..<Self.side).map { y in (0..<Self.side).map { Double(bitmap[$0, y] >> 24) } }
  }

  /// A rectangle whose corners are quarters of ellipses, or none, for which the area that it covers
  /// of a pixel can be worked out without a path.
  struct Shape: Sendable, CustomTestStringConvertible {
    let rect: Rect
    let radii: Size
    let corners: Set<Corner>

    init(_ rect: Rect, radii: Size, corners: Set<Corner> = Set(Corner.allCases)) {
      (self.rect, self.corners) = (rect, corners)
      self.radii = Size(
        width: min(max(radii.width, 0), rect.width / 2),
        height: min(max(radii.height, 0), rect.height / 2))
    }

    var testDescription: String { "\(rect) \(radii)" }

    func inset(by width: Double) -> Shape {
      Shape(
        rect.insetBy(dx: width, dy: width),
        radii: Size(width: radii.width - width, height: radii.height - width), corners: corners)
    }

    var path: Path {
      guard radii.width > 0, radii.height > 0 else { return .rect(rect) }
      guard radii.width != radii.height else {
        return .roundedRect(rect, radius: radii.width, corners: corners)
      }
      return .ellipse(in: rect)
    }

    /// Where a line of that height enters and leaves the shape.
    func span(at y: Double) -> (Double, Double) {
      guard y > rect.minY, y < rect.maxY else { return (0, 0) }
      let isTop = y < rect.center.y
      let depth = isTop ? y - rect.minY : rect.maxY - y
      let part = radii.height > 0 ? max(1 - depth / radii.height, 0) : 0
      let indent = radii.width * (1 - (1 - part * part).squareRoot())
      func cut(_ top: Corner, _ bottom: Corner) -> Double {
        corners.contains(isTop ? top : bottom) ? indent : 0
      }
      return (
        rect.minX + cut(.minXMinY, .minXMaxY), rect.maxX - cut(.maxXMinY, .maxXMaxY)
      )
    }
  }

  /// The coverage of pixels by a shape in levels of 255, from the lengths of many lines in each.
  private func covered(_ shape: Shape) -> [[Double]] {
    let lines = 256
    return (0..<Self.side).map { y in
      var row = [Double](repeating: 0, count: Self.side)
      for line in 0..<lines {
        let (start, end) = shape.span(at: Double(y) + (Double(line) + 0.5) / Double(lines))
        guard end > start else { continue }
        for x in Int(start.rounded(.down))...Int(end.rounded(.down)) {
          row[x] += max(min(end, Double(x + 1)) - max(start, Double(x)), 0)
        }
      }
      return row.map { $0 * 255 / Double(lines) }
    }
  }

  private func difference(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
    zip(a, b).map { zip($0, $1).map { $0 - $1 } }
  }

  private func largest(_ rows: [[Double]]) -> Double {
    rows.joined().reduce(0) { max($0, abs($1)) }
  }

  private static let box = Rect(x: 6.3, y: 9.7, width: 52.25, height: 41.6)

  private static let shapes: [Shape] =
    [0, 1.5, 6, 13.3, 20.8].map { Shape(box, radii: Size(width: $0, height: $0)) }
    + [
      Shape(
        box, radii: Size(width: 16, height: 16), corners: [.maxXMinY, .minXMaxY]),
      Shape(box, radii: Size(width: 9, height: 9), corners: [.minXMinY]),
      Shape(
        Rect(x: 12, y: 4, width: 40, height: 60), radii: Size(width: 20, height: 20)),
      Shape(box, radii: Size(width: box.width / 2, height: box.height / 2)),
    ]

  /// In levels. Cairo samples fifteen lines in each pixel, and its chords may be a twentieth of a
  /// pixel off.
  private static let bound = 30.0

  @Test(
    "A ring is as opaque as the area that it covers, at both edges", arguments: shapes,
    [0.1, 0.35, 1, 2.7, 8, 14.2, 19.9])
  func coverage(_ shape: Shape, _ width: Double) throws {
    let hole = shape.inset(by: width)
    let expected = difference(covered(shape), covered(hole))
    let ring = try levels { try $0.fill(shape.path, outside: hole.path, with: .white) }
    #expect(largest(difference(ring, expected)) <= Self.bound)
  }

  @Test(
    "So is one that a clip of its outer shape cuts, and what it lies over shows beside it",
    arguments: shapes, [0.1, 0.35, 2.7, 14.2])
  func clipped(_ shape: Shape, _ width: Double) throws {
    let hole = shape.inset(by: width)
    let white = Color(red: 1, green: 1, blue: 1, alpha: 1)
    let bitmap = try picture(width: Self.side, height: Self.side) { drawing in
      try drawing.clip(to: shape.path) {
        drawing.paint(.black)
        try drawing.fill(shape.path, outside: hole.path, with: white)
      }
    }
    let ring = (0..<Self.side).map { y in (0..<Self.side).map { Double(bitmap[$0, y] & 255) } }
    let whole = (0..<Self.side).map { y in (0..<Self.side).map { Double(bitmap[$0, y] >> 24) } }
    let outer = covered(shape)
    #expect(largest(difference(ring, difference(outer, covered(hole)))) <= Self.bound)
    #expect(largest(difference(whole, outer)) <= Self.bound)
  }
}
