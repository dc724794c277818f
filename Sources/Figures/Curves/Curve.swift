import RostrumGeometry
import RostrumTiming

/// A number as a function of another, most often of time, with the places where it has a corner or
/// jumps.
struct Curve: Sendable {
  let domain: ClosedRange<Double>
  /// Inside the domain, ascending: corners and jumps. Between two of them the curve is smooth.
  let breaks: [Double]
  /// The curve as one Bezier segment, where it is one.
  let exactSegment: CubicCurve?
  /// Whether the curve jumps to its value at the domain's end, as steps do.
  let jumpsAtEnd: Bool
  let value: @Sendable (Double) -> Double

  init(
    domain: ClosedRange<Double>, breaks: [Double] = [], exactSegment: CubicCurve? = nil,
    jumpsAtEnd: Bool = false, value: @escaping @Sendable (Double) -> Double
  ) {
    (self.domain, self.jumpsAtEnd) = (domain, jumpsAtEnd)
    let inside = breaks.filter { $0 > domain.lowerBound && $0 < domain.upperBound }
    self.breaks = Set(inside).sorted()
    self.exactSegment = exactSegment
    self.value = value
  }

  /// The stretches between the breaks.
  var pieces: [ClosedRange<Double>] {
    let ends = [domain.lowerBound] + breaks + [domain.upperBound]
    return zip(ends, ends.dropFirst()).map { $0...$1 }
  }
}

extension Curve {
  /// A timing function over the progress in time, 0...1, or over `duration` seconds.
  init(_ function: TimingFunction, duration: Double = 1) {
    self.init(
      domain: 0...duration, breaks: function.corners.map { $0 * duration },
      exactSegment: function.segment(duration: duration), jumpsAtEnd: function.isStepwise
    ) { function.value(at: $0 / duration) }
  }

  /// The motion of a spring over its own time in seconds, from its release.
  init(_ spring: Spring, seconds: Double) {
    self.init(domain: 0...seconds) { spring.value(at: $0) }
  }

  /// The curve without another one's value.
  func less(_ other: Curve) -> Curve {
    Curve(domain: domain, breaks: breaks + other.breaks) { [value] in value($0) - other.value($0) }
  }

  /// The curve's slope by differences of second order that stay inside a smooth stretch: central,
  /// and one-sided at its ends.
  func differentiated() -> Curve {
    let pieces = pieces
    let value = value
    // In a piece too narrow to be visible, the slope would be dominated by rounding errors.
    let narrowest = domain.length * 1e-6
    return Curve(domain: domain, breaks: breaks) { x in
      let piece = pieces.first { x <= $0.upperBound } ?? pieces[pieces.count - 1]
      return piece.length > narrowest ? piece.slope(of: value, at: x) : 0
    }
  }
}

extension ClosedRange<Double> {
  var length: Double { upperBound - lowerBound }

  /// The slope at a place of the range, from values inside it alone.
  fileprivate func slope(of value: (Double) -> Double, at x: Double) -> Double {
    let step = length * 1e-4
    guard step > 0 else { return 0 }
    // At a jump, the function's value at an end may belong to the next piece.
    let x = Swift.min(Swift.max(x, lowerBound + step * 1e-3), upperBound - step * 1e-3)
    if x - step > lowerBound, x + step < upperBound {
      let (before, after) = (value(x - step), value(x + step))
      return (after - before).exceeding(roundingOf: after) / (2 * step)
    }
    let h = x - step > lowerBound ? -step : step
    let (a, b, c) = (value(x), value(x + h), value(x + 2 * h))
    return (-3 * a + 4 * b - c).exceeding(roundingOf: a) / (2 * h)
  }
}

extension Double {
  /// The difference of numbers near `value`, or 0 where rounding alone may have made it.
  fileprivate func exceeding(roundingOf value: Double) -> Double {
    abs(self) > 32 * value.ulp ? self : 0
  }
}

extension TimingFunction {
  fileprivate var isStepwise: Bool { if case .steps = self { true } else { false } }

  fileprivate func segment(duration: Double) -> CubicCurve? {
    guard case .bezier(let curve) = self else { return nil }
    let points = curve.controlPoints.map { Point(x: $0.x * duration, y: $0.y) }
    return CubicCurve(start: points[0], control1: points[1], control2: points[2], end: points[3])
  }

  /// The two inner control points, of a Bezier curve that is not just a line.
  var controlPoints: (Point, Point)? {
    guard case .bezier(let curve) = self, curve != .linear else { return nil }
    return (Point(x: curve.x1, y: curve.y1), Point(x: curve.x2, y: curve.y2))
  }
}
