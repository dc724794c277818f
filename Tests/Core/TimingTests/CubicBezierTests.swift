import TestSupport
import Testing
import RostrumTiming

/// Section 2: values measured on macOS, in single precision, and checked against GNUstep's tests.
@Suite("Cubic Beziers: Apple's values")
struct AppleTimingFunctionTests {
  static let xs = [0.1, 0.25, 0.5, 0.75, 0.9]
  static let measured: [(String, CubicBezier, [Double])] = [
    ("linear", .linear, xs),
    ("easeIn", .easeIn, [0.0170266, 0.0934647, 0.3153568, 0.6218605, 0.8394278]),
    ("easeOut", .easeOut, [0.1605722, 0.3781395, 0.6846432, 0.9065353, 0.9829734]),
    ("easeInEaseOut", .easeInEaseOut, [0.0197224, 0.1291619, 0.5, 0.8708381, 0.9802775]),
    ("default", .default, [0.094795, 0.4085106, 0.8024034, 0.9604591, 0.9943165]),
  ]

  @Test("The named curves have the measured values", arguments: measured)
  func named(name: String, curve: CubicBezier, expected: [Double]) {
    for (x, y) in zip(Self.xs, expected) {
      #expect(abs(curve.value(at: x) - y) < 2e-6, "\(name) at \(x)")
    }
  }

  /// Computed apart from this code, by halving in fifty digits. `clock` is the book's listing 10.5.
  static let exact: [(String, CubicBezier?, [Double])] = [
    (
      "easeIn", .easeIn,
      [
        0.01702660965156294, 0.09346465071882486, 0.3153568125725393, 0.6218618691748902,
        0.83942784576246653,
      ]
    ),
    (
      "easeOut", .easeOut,
      [
        0.16057215423753347, 0.3781381308251098, 0.6846431874274607, 0.90653534928117514,
        0.98297339034843706,
      ]
    ),
    (
      "easeInEaseOut", .easeInEaseOut,
      [0.0197224535483112, 0.12916193104731981, 0.5, 0.87083806895268019, 0.9802775464516888]
    ),
    (
      "default", .default,
      [
        0.09479630571604325, 0.40851059135539587, 0.80240338758485699, 0.96045897834897408,
        0.99431647748455637,
      ]
    ),
    (
      "clock", CubicBezier(x1: 1, y1: 0, x2: 0.75, y2: 1),
      [
        0.0035537994116934, 0.02477737607807723, 0.12575428113265276, 0.42504774505073334,
        0.90629788524105344,
      ]
    ),
  ]

  @Test("They are exact to fourteen digits", arguments: exact)
  func exactValues(name: String, curve: CubicBezier?, expected: [Double]) throws {
    let curve = try #require(curve)
    for (x, y) in zip(Self.xs, expected) {
      #expect(abs(curve.value(at: x) - y) < 1e-14, "\(name) at \(x)")
    }
  }

  static let atTwoThirds: [(CubicBezier?, Double)] = [
    (.default, 0.926527), (.easeInEaseOut, 0.772850), (.easeIn, 0.515911), (.easeOut, 0.846581),
    (CubicBezier(x1: 0.1, y1: 1, x2: 1, y2: 0.2), 0.589449),
  ]

  @Test("At 0.67 they have GNUstep's values", arguments: atTwoThirds)
  func gnustep(curve: CubicBezier?, expected: Double) throws {
    #expect(abs(try #require(curve).value(at: 0.67) - expected) < 1e-6)
  }

  static let controlPoints: [(CubicBezier, [Double])] = [
    (.linear, [0, 0, 1, 1]), (.easeIn, [0.42, 0, 1, 1]), (.easeOut, [0, 0, 0.58, 1]),
    (.easeInEaseOut, [0.42, 0, 0.58, 1]), (.default, [0.25, 0.1, 0.25, 1]),
  ]

  @Test("Control points are Apple's", arguments: controlPoints)
  func points(curve: CubicBezier, inner: [Double]) {
    let points = curve.controlPoints.flatMap { [$0.x, $0.y] }
    #expect(points == [0, 0] + inner + [1, 1])
  }
}

@Suite("Cubic Beziers: the solver")
struct CubicBezierTests {
  static func random(_ source: inout RandomSource, ys: ClosedRange<Double>) -> CubicBezier {
    // Every other control point lies on an edge, where curves get steep or flat.
    func x() -> Double {
      Bool.random(using: &source)
        ? .random(in: 0...1, using: &source) : [0, 1, 1e-9, 0.5].randomElement(using: &source) ?? 0
    }
    func y() -> Double { .random(in: ys, using: &source) }
    return CubicBezier(x1: x(), y1: y(), x2: x(), y2: y()) ?? .linear
  }

  static let invalid: [[Double]] = [
    [-0.1, 0, 1, 1], [1.1, 0, 1, 1], [0, 0, -1e-9, 1], [0, 0, 1.000001, 1], [.nan, 0, 1, 1],
    [0, .nan, 1, 1], [0, 0, .nan, 1], [0, 0, 1, .nan], [0, .infinity, 1, 1], [0, 0, 1, -.infinity],
    [0, 1.7e308, 1, -1.7e308],
  ]

  @Test("Control points that make no function are refused", arguments: invalid)
  func refuses(c: [Double]) {
    #expect(CubicBezier(x1: c[0], y1: c[1], x2: c[2], y2: c[3]) == nil)
  }

  @Test("Y may leave 0...1, and the curve overshoots")
  func overshoot() throws {
    let curve = try #require(CubicBezier(x1: 0.3, y1: -1, x2: 0.7, y2: 2))
    #expect(curve.value(at: 0.2) < 0)
    #expect(curve.value(at: 0.8) > 1)
  }

  @Test("Outside 0...1 and at its ends the value is exactly 0 or 1")
  func clamped() throws {
    var source = RandomSource(seed: 40)
    for _ in 0..<1000 {
      let curve = Self.random(&source, ys: -3...3)
      #expect([-.infinity, -1, 0, -0.0].map(curve.value(at:)) == [0, 0, 0, 0])
      #expect([1, 1.5, .infinity].map(curve.value(at:)) == [1, 1, 1])
    }
  }

  @Test("Linear returns x itself, as does every curve along the diagonal")
  func linear() throws {
    let diagonal = try #require(CubicBezier(x1: 0.9, y1: 0.9, x2: 0.2, y2: 0.2))
    var source = RandomSource(seed: 41)
    for _ in 0..<2000 {
      let x = Double.random(in: 0...1, using: &source)
      #expect(CubicBezier.linear.value(at: x) == x)
      #expect(diagonal.value(at: x) == x)
    }
  }

  // x has slope 0 at the middle, where Newton's method divides 0 by 0.
  @Test("The steepest curve passes through its middle", arguments: [0, 0.25, 1, 2.0])
  func steepest(y: Double) throws {
    let curve = try #require(CubicBezier(x1: 1, y1: y, x2: 0, y2: y))
    #expect(curve.value(at: 0.5) == 0.75 * y + 0.125)
    for distance in [1e-9, 1e-6, 1e-3, 0.1] {
      // The cubic has a closed solution here: x - 1/2 = 4 (s - 1/2)^3, with s - 1/2 = h below.
      let h = (distance / 4).cubeRoot
      for (x, s) in [(0.5 - distance, 0.5 - h), (0.5 + distance, 0.5 + h)] {
        let expected = 3 * s * (1 - s) * y + s * s * s
        #expect(abs(curve.value(at: x) - expected) < 1e-8, "\(distance)")
      }
    }
  }

  @Test("Solving for x and going there gives x: within 1e-12 for 20000 curves")
  func inverse() {
    var source = RandomSource(seed: 42)
    for _ in 0..<20_000 {
      // With y equal to the parameter, the value at x is the parameter at x.
      let shape = Self.random(&source, ys: 0...1)
      guard let curve = CubicBezier(x1: shape.x1, y1: 1 / 3.0, x2: shape.x2, y2: 2 / 3.0) else {
        continue
      }
      let x = Double.random(in: 0...1, using: &source)
      let reached = curve.point(atParameter: curve.value(at: x)).x
      #expect(abs(reached - x) < 1e-12, "\(curve) at \(x)")
    }
  }

  @Test("Very small x and x close to 1 are as exact", arguments: [1e-3, 1e-6, 1e-9, 1e-15, 1e-300])
  func ends(x: Double) throws {
    var source = RandomSource(seed: 43)
    for _ in 0..<2000 {
      let shape = Self.random(&source, ys: 0...1)
      let curve = try #require(CubicBezier(x1: shape.x1, y1: 1 / 3.0, x2: shape.x2, y2: 2 / 3.0))
      for target in [x, 1 - x] where target < 1 {
        let reached = curve.point(atParameter: curve.value(at: target)).x
        #expect(abs(reached - target) < 1e-12, "\(curve) at \(target)")
      }
    }
  }

  @Test("Where y stays in 0...1 in order, the value never falls and never leaves 0...1")
  func monotone() {
    var source = RandomSource(seed: 44)
    for _ in 0..<500 {
      let curve = Self.random(&source, ys: 0...1)
      var last = 0.0
      for step in 0...400 {
        let value = curve.value(at: Double(step) / 400)
        #expect(value >= last - 1e-12 && value <= 1 + 1e-12, "\(curve) at \(step)")
        last = value
      }
    }
  }

  @Test("Points run from (0, 0) to (1, 1) and lie on the curve")
  func pointsLieOnTheCurve() {
    var source = RandomSource(seed: 45)
    for _ in 0..<2000 {
      let curve = CubicBezier.easeInEaseOut
      let point = curve.point(atParameter: .random(in: 0...1, using: &source))
      #expect(abs(curve.value(at: point.x) - point.y) < 1e-12)
    }
    #expect(CubicBezier.easeIn.point(atParameter: -1) == (0, 0))
    #expect(CubicBezier.easeIn.point(atParameter: 2) == (1, 1))
  }

  static let endSlopes: [(CubicBezier, Double, Double)] = [
    (.linear, 1, 1), (.easeIn, 0, 1 / 0.58), (.easeOut, 1 / 0.58, 0), (.easeInEaseOut, 0, 0),
    (.default, 0.4, 0),
  ]

  @Test(
    "The slope at an end is that of the line to the nearest other control point",
    arguments: endSlopes)
  func slopesAtTheEnds(curve: CubicBezier, first: Double, last: Double) {
    #expect(abs(curve.slope(at: 0) - first) < 1e-12)
    #expect(abs(curve.slope(at: 1) - last) < 1e-12)
    #expect(curve.slope(at: -0.1) == 0 && curve.slope(at: 1.1) == 0)
  }

  @Test("Inside, the slope is the difference quotient")
  func slopes() {
    for curve in AppleTimingFunctionTests.controlPoints.map(\.0) {
      for x in stride(from: 0.05, to: 1, by: 0.05) {
        let quotient = (curve.value(at: x + 1e-6) - curve.value(at: x - 1e-6)) / 2e-6
        #expect(abs(curve.slope(at: x) - quotient) < 1e-6)
      }
    }
  }

  @Test("A vertical curve has an infinite slope, a cusp the slope of its diagonal; none is NaN")
  func degenerateSlopes() throws {
    let vertical = try #require(CubicBezier(x1: 1, y1: 0.5, x2: 0, y2: 0.5))
    #expect(vertical.slope(at: 0.5) == .infinity)
    let cusp = try #require(CubicBezier(x1: 1, y1: 1, x2: 0, y2: 0))
    #expect(cusp.slope(at: 0.5) == 1)
    let fromZero = try #require(CubicBezier(x1: 0, y1: 0, x2: 0, y2: 1))
    #expect(fromZero.slope(at: 0) == .infinity)
    var source = RandomSource(seed: 46)
    for _ in 0..<2000 {
      let curve = Self.random(&source, ys: -1...2)
      for x in [0, 1e-12, 0.5, 1 - 1e-12, 1] { #expect(!curve.slope(at: x).isNaN) }
    }
  }
}

extension Double {
  /// By halving, so that the test shares nothing with the solver; for numbers in 0...1.
  fileprivate var cubeRoot: Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if middle * middle * middle < self { low = middle } else { high = middle }
    }
    return high
  }
}
