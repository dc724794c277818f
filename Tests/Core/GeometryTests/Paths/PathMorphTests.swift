import RostrumGeometry
import Testing

@Suite("Paths that move towards each other")
struct PathMorphTests {
  private func curve(_ a: Point, _ b: Point) -> Path {
    Path([.move(Point(x: 20, y: 100)), .cubic(a, b, Point(x: 180, y: 100)), .close])
  }

  @Test("Handles turn and change their length: from up 80 to right 80, half way 56.57 each way")
  func handles() throws {
    let from = curve(Point(x: 20, y: 20), Point(x: 180, y: 20))
    let to = curve(Point(x: 100, y: 100), Point(x: 100, y: 100))
    let middle = try #require(from.interpolated(to: to, progress: 0.5))
    let part = 80 * 0.5.squareRoot()
    guard case .cubic(let a, let b, let end) = middle.elements[1] else {
      Issue.record("no curve")
      return
    }
    #expect(a.distance(to: Point(x: 20 + part, y: 100 - part)) < 1e-9)
    #expect(b.distance(to: Point(x: 180 - part, y: 100 - part)) < 1e-9)
    #expect(end == Point(x: 180, y: 100))
    let straight = from.interpolated(to: to, progress: 0.5, morph: .points)
    #expect(straight == curve(Point(x: 60, y: 60), Point(x: 140, y: 60)))
    #expect(from.interpolated(to: to, progress: 0) == from)
  }

  @Test("A line is a curve with its control points at its ends; a close is no segment")
  func lines() throws {
    let line = Path([.move(Point(x: 0, y: 0)), .line(Point(x: 8, y: 0))])
    let curve = Path([
      .move(Point(x: 0, y: 0)), .cubic(Point(x: 0, y: 4), Point(x: 8, y: 4), Point(x: 8, y: 0)),
      .close,
    ])
    let expected = Path([
      .move(Point(x: 0, y: 0)), .cubic(Point(x: 0, y: 2), Point(x: 8, y: 2), Point(x: 8, y: 0)),
    ])
    #expect(line.interpolated(to: curve, progress: 0.5) == expected)
    let longer = Path(line.elements + [.line(Point(x: 8, y: 8))])
    #expect(line.interpolated(to: longer, progress: 0.5) == nil)
  }

  @Test("A part of a curve ends at its share of the parameter, or of its length")
  func cuts() throws {
    let path = Path([
      .move(.zero), .cubic(.zero, .zero, Point(x: 16, y: 0)), .line(Point(x: 32, y: 0)),
    ])
    // Half of the curve's length of 16 is a quarter of the whole; (1/2)^3 of 16 is 2.
    let cut = try #require(path.trimmed(from: 0, to: 0.25, cutting: .parameter).boundingBox?.maxX)
    #expect(abs(cut - 2) < 1e-9)
    let even = try #require(path.trimmed(from: 0, to: 0.25).boundingBox?.maxX)
    #expect(abs(even - 8) < 1e-5)
    #expect(path.trimmed(from: 0.5, to: 0.5 + 1e-8).isEmpty)
  }
}
