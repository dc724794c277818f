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
    guard case .cubic(let a, let b, let end) = Array(middle.elements)[1] else {
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
    #expect(line.interpolated(to: longer, progress: 0.5)?.svg == "M0 0L6 0L8 4")
    #expect(line.interpolated(to: Path(), progress: 0.5) == nil)
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

  @Test(
    "Outlines of any number of points and parts become each other, and are themselves at both ends",
    arguments: [
      ("M0 0H10V10H0Z", "M5 0L10 10H0Z"), ("M5 0L10 10H0Z", "M0 5C0 -5 10 -5 10 5C10 15 0 15 0 5Z"),
      ("M0 0H10V10H0Z", "M10 10H0V0H10V5Z"), ("M0 0H10V10H0Z", "M0 0V10H10V4V0Z"),
      ("M0 0H10V10H0Z", "M0 0H10V10H0ZM3 3V7H7V3Z"), ("M0 0H4V4ZM6 6H9V9Z", "M0 0H9V9L4 9Z"),
      ("M0 0L10 0", "M0 0L5 5L10 0"), ("M0 0L10 0", "M0 0H10V10H0Z"),
    ])
  func anyOutlines(_ one: String, _ other: String) throws {
    let (a, b) = (try Path(svg: one), try Path(svg: other))
    for (from, to) in [(a, b), (b, a)] {
      let first = try #require(from.interpolated(to: to, progress: 0))
      let last = try #require(from.interpolated(to: to, progress: 1))
      #expect(abs(first.length() - from.length()) < 1e-6)
      for point in from.segments.map(\.start) {
        #expect(first.segments.contains { $0.start.distance(to: point) < 1e-6 })
      }
      for point in to.segments.map(\.start) {
        #expect(last.segments.contains { $0.start.distance(to: point) < 1e-6 })
      }
      let middle = try #require(from.interpolated(to: to, progress: 0.5))
      let box = try #require(middle.boundingBox)
      #expect(Rect(x: -3, y: -4, width: 16, height: 18).intersection(box) == box)
    }
  }

  @Test(
    "A square becomes the same square begun elsewhere or drawn the other way, and nothing moves")
  func sameSquare() throws {
    let square = try Path(svg: "M0 0H10V10H0Z")
    for other in ["M10 10V5H10V0H0V10Z", "M0 10H5H10V0H0Z"] {
      let middle = try #require(square.interpolated(to: try Path(svg: other), progress: 0.5))
      #expect(
        middle.segments.allSatisfy { segment in
          [segment.start.x, segment.start.y].contains { abs($0) < 1e-6 || abs($0 - 10) < 1e-6 }
        })
      #expect(abs(middle.length() - 40) < 1e-6)
    }
  }
}
