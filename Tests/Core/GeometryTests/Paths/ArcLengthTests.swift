import RostrumGeometry
import RealModule
import TestSupport
import Testing

@Suite("Lengths along paths")
struct ArcLengthTests {
  /// The composite rule of Gauss and Legendre with 3 nodes on 4,000 pieces: other nodes, no
  /// adaptation.
  private func referenceLength(_ curve: CubicCurve) -> Double {
    let node = (3.0 / 5).squareRoot() / 2
    return (0..<4000).reduce(0) { sum, index in
      func speed(_ offset: Double) -> Double {
        curve.derivative(at: (Double(index) + 0.5 + offset) / 4000).length
      }
      let outer = speed(-node) + speed(node)
      return sum + (5 * outer + 8 * speed(0)) / 72_000
    }
  }

  @Test("A parabola from 0 to 1 has its length in closed form")
  func parabola() {
    let path = Path([
      .move(.zero),
      .cubic(Point(x: 1.0 / 3, y: 0), Point(x: 2.0 / 3, y: 1.0 / 3), Point(x: 1, y: 1)),
    ])
    let expected = 5.0.squareRoot() / 2 + Double.asinh(2) / 4
    #expect(isClose(path.length(), expected, 1e-6))
    #expect(isClose(path.length(accuracy: 1e-12), expected, 1e-12))
  }

  @Test("A curve with a cusp has the length 2√2 - 1", arguments: [1e-3, 1e-6, 1e-9])
  func cusp(accuracy: Double) {
    let curve = CubicCurve(
      start: .zero, control1: Point(x: 1, y: 1), control2: Point(x: 0, y: 1),
      end: Point(x: 1, y: 0))
    let length = PathSegment.cubic(curve).length(accuracy: accuracy)
    #expect(isClose(length, 2 * 2.0.squareRoot() - 1, accuracy))
  }

  @Test("A straight curve that turns back is as long as its way")
  func turningBack() {
    // x = 6t(1-t): out to 1.5 and back.
    let curve = CubicCurve(
      start: .zero, control1: Point(x: 2, y: 0), control2: Point(x: 2, y: 0), end: .zero)
    #expect(isClose(PathSegment.cubic(curve).length(), 3, 1e-6))
  }

  @Test("A circle of cubics is 2πr long to within 0.02 %")
  func circle() {
    let length = Path.circle(center: .zero, radius: 100).length()
    let expected: Double = 200 * .pi
    #expect(isClose(length, expected, expected * 2e-4))
  }

  @Test("Random curves: the error is below the accuracy", arguments: [1e-3, 1e-6, 1e-9])
  func randomCurves(accuracy: Double) {
    var random = RandomSource(seed: 13)
    for _ in 0..<40 {
      let curve = random.curve()
      let length = PathSegment.cubic(curve).length(accuracy: accuracy)
      #expect(isClose(length, referenceLength(curve), accuracy + 1e-9))
    }
  }

  @Test("An accuracy that cannot be reached still ends", arguments: [0, -1, Double.nan, 1e-300])
  func unreachableAccuracy(accuracy: Double) {
    let path = Path([
      .move(Point(x: 1e6, y: 1e6)),
      .cubic(Point(x: 1e6 + 1, y: 1e6 + 1), Point(x: 1e6, y: 1e6 + 1), Point(x: 1e6 + 1, y: 1e6)),
    ])
    #expect(isClose(path.length(accuracy: accuracy), 2 * 2.0.squareRoot() - 1, 1e-9))
    #expect(PathMeasure(path, accuracy: accuracy).point(atFraction: 0.3)?.isFinite == true)
  }

  @Test("Semantics, Values of key frames: a path of two lines at an even pace")
  func pacedLines() {
    let path = Path([.move(.zero), .line(Point(x: 10, y: 0)), .line(Point(x: 10, y: 90))])
    #expect(isClose(path.point(atFraction: 0.25), Point(x: 10, y: 15)))
    #expect(isClose(path.point(atFraction: 0.5), Point(x: 10, y: 40)))
    #expect(isClose(path.tangent(atFraction: 0.05), Point(x: 1, y: 0)))
    #expect(isClose(path.tangent(atFraction: 0.1), Point(x: 0, y: 1)), "the later one counts")
  }

  @Test("Semantics, Values of key frames: a Bezier curve by parameter and at an even pace")
  func pacedCurve() {
    let curve = CubicCurve(
      start: .zero, control1: Point(x: 0, y: 100), control2: Point(x: 100, y: 100),
      end: Point(x: 100, y: 0))
    let path = Path([.move(.zero), PathSegment.cubic(curve).pathElement])
    #expect(curve.point(at: 0.25) == Point(x: 15.625, y: 56.25))
    #expect(isClose(path.point(atFraction: 0.25), Point(x: 10.648, y: 48.460), 0.15))
  }

  @Test("Equal steps of the fraction are equal steps of the length")
  func evenPace() throws {
    var random = RandomSource(seed: 14)
    for _ in 0..<20 {
      let curve = random.curve()
      let path = Path([.move(curve.start), PathSegment.cubic(curve).pathElement])
      let measure = PathMeasure(path, accuracy: 1e-9)
      for fraction in [0.1, 0.25, 0.5, 0.77] {
        let part = measure.trimmed(from: 0, to: fraction)
        #expect(isClose(part.length(accuracy: 1e-9), fraction * measure.length, 1e-7))
        let end = try #require(part.segments.last?.end)
        #expect(isClose(measure.point(atFraction: fraction), end, 1e-7))
      }
    }
  }

  @Test("Fractions outside 0...1 mean the ends; NaN means the start")
  func limitedFractions() {
    let path = Path([.move(.zero), .line(Point(x: 10, y: 0))])
    #expect(path.point(atFraction: -1) == .zero)
    #expect(path.point(atFraction: .nan) == .zero)
    #expect(path.point(atFraction: 7) == Point(x: 10, y: 0))
  }

  @Test("Where a curve stops at an end, its tangent is the way it goes on")
  func stoppedTangent() {
    let curve = CubicCurve(
      start: .zero, control1: .zero, control2: Point(x: 0, y: 5), end: Point(x: 5, y: 5))
    #expect(curve.tangent(at: 0) == Point(x: 0, y: 1))
    #expect(curve.tangent(at: 1) == Point(x: 1, y: 0))
    let still = CubicCurve(start: .zero, control1: .zero, control2: .zero, end: .zero)
    #expect(still.tangent(at: 0.5) == nil)
    let cusp = CubicCurve(
      start: .zero, control1: Point(x: 2, y: 0), control2: Point(x: 2, y: 0), end: .zero)
    #expect(isClose(cusp.tangent(at: 0.5), Point(x: -1, y: 0)))
  }

  @Test("Paths without length have a point at most")
  func degenerate() {
    #expect(Path().point(atFraction: 0.5) == nil)
    let dot = Path([.move(Point(x: 1, y: 2)), .line(Point(x: 1, y: 2)), .close])
    #expect(dot.length() == 0)
    #expect(dot.point(atFraction: 0.5) == Point(x: 1, y: 2))
    #expect(dot.tangent(atFraction: 0.5) == nil)
    #expect(dot.trimmed(from: 0, to: 1) == dot)
  }

  @Test("Infinite, undefined and huge coordinates end")
  func notFinite() {
    for wild in [Double.infinity, .nan, 1e300, -1e308, Double.leastNonzeroMagnitude] {
      var path = Path([.move(.zero), .line(Point(x: 3, y: 4))])
      path.cubic(to: Point(x: 1, y: 1), control1: Point(x: wild, y: 0), control2: .zero)
      path.line(to: Point(x: wild, y: wild))
      let measure = PathMeasure(path)
      #expect(measure.length.isFinite)
      #expect(measure.trimmed(from: 0.2, to: 0.6).elements.count < 10)
      #expect(measure.point(atFraction: 0.5) != nil)
    }
  }
}

extension PathSegment {
  fileprivate var pathElement: Path.Element {
    switch self {
    case .line(_, let end): .line(end)
    case .cubic(let curve): .cubic(curve.control1, curve.control2, curve.end)
    }
  }
}
