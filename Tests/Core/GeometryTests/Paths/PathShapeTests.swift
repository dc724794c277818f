import RostrumGeometry
import RealModule
import TestSupport
import Testing

@Suite("Shapes and boxes of paths")
struct PathShapeTests {
  @Test("A circle of cubics leaves the true one by at most 0.0273 %, and outwards only")
  func circleError() {
    let circle = Path.circle(center: Point(x: 3, y: -4), radius: 10)
    let distances = circle.segments.flatMap { segment in
      (0...500).map { segment.point(at: Double($0) / 500).distance(to: Point(x: 3, y: -4)) }
    }
    #expect(distances.allSatisfy { $0 >= 10 * (1 - 1e-9) && $0 <= 10 * 1.000273 })
    #expect((distances.max() ?? 0) > 10 * 1.00027)
  }

  @Test("An ellipse touches its rectangle, and only its control points lie on the corners' side")
  func ellipseBox() {
    let rect = Rect(x: 10, y: 20, width: 60, height: 30)
    let path = Path.ellipse(in: rect)
    #expect(path.boundingBox == rect)
    #expect(path.elements.count == 6 && path.elements.last == .close)
    #expect(path.elements.first == .move(Point(x: 70, y: 35)))
  }

  @Test("A rounded rectangle fills its rectangle; the radius ends at half the short side")
  func roundedRect() {
    let rect = Rect(x: 0, y: 0, width: 40, height: 20)
    #expect(Path.roundedRect(rect, radius: 5).boundingBox == rect)
    #expect(Path.roundedRect(rect, radius: 50) == Path.roundedRect(rect, radius: 10))
    #expect(Path.roundedRect(rect, radius: 0) == .rect(rect))
    #expect(Path.roundedRect(rect, radius: -3) == .rect(rect))
    #expect(Path.roundedRect(rect, radius: .nan) == .rect(rect))
    let length = Path.roundedRect(rect, radius: 5).length()
    let corners: Double = 10 * .pi
    #expect(isClose(length, 80 + corners, corners * 0.0003))
  }

  @Test("A rectangle goes clockwise on screen from its first corner")
  func rect() {
    let path = Path.rect(Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(path.svg == "M1 2L4 2L4 6L1 6Z")
    #expect(path.length() == 14)
    #expect(path.segments.count == 4)
  }

  @Test("The box of an S curve is that of its extremes, not of its control points")
  func cubicBox() throws {
    // x is 3t, y = 3t(1-t)(1-2t): its extremes lie at t = 1/2 ± √3/6 and are ±√3/6.
    let path = Path([
      .move(.zero), .cubic(Point(x: 1, y: 1), Point(x: 2, y: -1), Point(x: 3, y: 0)),
    ])
    let box = try #require(path.boundingBox)
    let extreme = 3.0.squareRoot() / 6
    #expect(isClose(box.minY, -extreme) && isClose(box.maxY, extreme))
    #expect(box.minX == 0 && box.width == 3)
    #expect(path.controlBoundingBox == Rect(x: 0, y: -1, width: 3, height: 2))
  }

  @Test("Random paths: the box is tight around many points and inside the control box")
  func randomBoxes() throws {
    var random = RandomSource(seed: 11)
    for _ in 0..<100 {
      let path = random.path()
      let box = try #require(path.boundingBox)
      let points = path.segments.flatMap { segment in
        (0...400).map { segment.point(at: Double($0) / 400) }
      }
      let sampled = try #require(Rect(enclosing: points))
      let outer = try #require(path.controlBoundingBox)
      #expect(isClose(box.minX, sampled.minX, 1e-3) && isClose(box.maxX, sampled.maxX, 1e-3))
      #expect(isClose(box.minY, sampled.minY, 1e-3) && isClose(box.maxY, sampled.maxY, 1e-3))
      #expect(box.minX <= sampled.minX + 1e-12 && box.maxX >= sampled.maxX - 1e-12)
      #expect(outer.minY <= box.minY + 1e-12 && outer.maxY >= box.maxY - 1e-12)
    }
  }

  @Test("Paths without anything to draw have no box, or that of their moves")
  func emptyBoxes() {
    #expect(Path().boundingBox == nil)
    #expect(Path().controlBoundingBox == nil)
    #expect(Path([.close]).boundingBox == nil)
    let dot = Path([.move(Point(x: 1, y: 2))])
    #expect(dot.boundingBox == Rect(x: 1, y: 2, width: 0, height: 0))
  }

  @Test("Segments: each move starts anew, close adds its line, and drawing goes on from the start")
  func segments() {
    let (a, b, c) = (Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1))
    let path = Path([.move(a), .line(b), .line(c), .close, .line(c), .move(b), .line(c)])
    #expect(
      path.segments == [
        .line(from: a, to: b), .line(from: b, to: c), .line(from: c, to: a),
        .line(from: a, to: c), .line(from: b, to: c),
      ])
    #expect(path.subpaths.map(\.isClosed) == [true, false, false])
    let closedExactly = Path([.move(a), .line(b), .line(a), .close])
    #expect(closedExactly.segments.count == 2)
  }

  @Test("A line without a current point starts at its own end, a curve at its first control")
  func noCurrentPoint() {
    let (a, b, c) = (Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1))
    #expect(Path([.line(a), .line(b)]).segments.last == .line(from: a, to: b))
    #expect(Path([.cubic(a, b, c)]).segments.first?.start == a)
  }

  @Test("Subpaths give back the elements they came from")
  func subpathElements() {
    var random = RandomSource(seed: 12)
    for _ in 0..<100 {
      let path = random.path()
      #expect(Path(path.subpaths.flatMap(\.elements)) == path)
    }
  }

  @Test("Section 9: paths of the same kinds blend point by point, others at shares of their length")
  func interpolation() {
    let small = Path.rect(Rect(x: 0, y: 0, width: 2, height: 2))
    let large = Path.rect(Rect(x: 0, y: 0, width: 4, height: 8))
    let middle = Path.rect(Rect(x: 0, y: 0, width: 3, height: 5))
    #expect(small.interpolated(to: large, progress: 0.5) == middle)
    let ellipse = Path.ellipse(in: Rect(x: 0, y: 0, width: 4, height: 8))
    let mixed = small.interpolated(to: ellipse, progress: 0.5)?.boundingBox
    #expect(mixed.map { middle.boundingBox?.union($0) } == middle.boundingBox)
    #expect(small.interpolated(to: Path(), progress: 0.5) == nil)
    let beyond = Path.rect(Rect(x: 0, y: 0, width: 5, height: 11))
    #expect(small.interpolated(to: large, progress: 1.5) == beyond)
    #expect(ellipse.interpolated(to: .circle(center: .zero, radius: 2), progress: 0.5) != nil)
  }
}
