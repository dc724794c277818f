import RostrumGeometry
import TestSupport
import Testing

@Suite("Trimmed paths")
struct PathTrimmingTests {
  /// 10 to the right, then 30 down in a second subpath.
  private let twoLines = Path([
    .move(.zero), .line(Point(x: 10, y: 0)),
    .move(Point(x: 50, y: 0)), .line(Point(x: 50, y: 30)),
  ])

  @Test("Fractions run over all subpaths in order")
  func overSubpaths() {
    #expect(twoLines.trimmed(from: 0, to: 0.25).svg == "M0 0L10 0")
    #expect(twoLines.trimmed(from: 0.25, to: 1).svg == "M50 0L50 30")
    #expect(twoLines.trimmed(from: 0.125, to: 0.5).svg == "M5 0L10 0M50 0L50 10")
  }

  @Test("The range is limited to 0...1, and an end at or before the start leaves nothing")
  func limits() {
    #expect(twoLines.trimmed(from: -3, to: 5) == twoLines)
    #expect(twoLines.trimmed(from: -3, to: 0.25).svg == "M0 0L10 0")
    #expect(twoLines.trimmed(from: 0.5, to: 0.5).isEmpty)
    #expect(twoLines.trimmed(from: 0.7, to: 0.2).isEmpty)
    #expect(twoLines.trimmed(from: -2, to: -1).isEmpty)
    #expect(twoLines.trimmed(from: 1, to: 2).isEmpty)
    #expect(twoLines.trimmed(from: .nan, to: 0.5).isEmpty)
    #expect(twoLines.trimmed(from: 0, to: .nan).isEmpty)
  }

  @Test("A closed subpath stays closed while whole and is open once cut")
  func closedSubpaths() {
    let square = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(square.trimmed(from: 0, to: 1) == square)
    #expect(square.trimmed(from: 0, to: 0.5).svg == "M0 0L10 0L10 10")
    #expect(square.trimmed(from: 0.5, to: 1).svg == "M10 10L0 10L0 0")
    let two = Path(square.elements + Path.rect(Rect(x: 20, y: 0, width: 10, height: 10)).elements)
    #expect(two.trimmed(from: 0, to: 0.5) == square)
    #expect(two.trimmed(from: 0, to: 0.75).svg == "M0 0L10 0L10 10L0 10ZM20 0L30 0L30 10")
  }

  @Test("A dot stays while its place on the way is inside")
  func dots() {
    let dotted = Path(
      twoLines.elements.prefix(2) + [.move(Point(x: 7, y: 7)), .line(Point(x: 7, y: 7))]
        + twoLines.elements.suffix(2))
    #expect(dotted.trimmed(from: 0, to: 0.3).svg.contains("M7 7L7 7"))
    #expect(!dotted.trimmed(from: 0, to: 0.2).svg.contains("M7 7"))
  }

  @Test("Random paths: parts have their share of the length and lie on the path")
  func randomParts() {
    var random = RandomSource(seed: 15)
    for _ in 0..<60 {
      let path = random.path()
      let measure = PathMeasure(path, accuracy: 1e-8)
      let (a, b) = (random.number(0...1), random.number(0...1))
      let part = measure.trimmed(from: min(a, b), to: max(a, b))
      #expect(isClose(part.length(accuracy: 1e-8), abs(a - b) * measure.length, 1e-6))
      let rest =
        measure.trimmed(from: 0, to: min(a, b)).length()
        + measure.trimmed(from: max(a, b), to: 1).length()
      #expect(isClose(part.length() + rest, measure.length, 1e-4))
      #expect(
        isClose(part.segments.first?.start, measure.point(atFraction: min(a, b)) ?? .zero, 1e-6))
    }
  }
}
