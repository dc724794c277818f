import RostrumGeometry

/// A curve turned into lines and Bezier segments, in the data's units.
struct Trace: Hashable, Sendable {
  /// A subpath for each stretch without a jump.
  var path = Path()
  /// Where the curve jumps: from, to.
  var jumps: [[Point]] = []

  /// The lowest and the highest value; `nil` when nothing was traced.
  var range: ClosedRange<Double>? { path.boundingBox.map { $0.minY...$0.maxY } }
}

extension Curve {
  /// The curve within `tolerance` of the values: one exact segment where the function is one, else
  /// as few cubics as possible. Each cubic passes through four points of the curve, so parabolas
  /// and cubics are exact. The curve is sampled in `resolution` parts: narrower features may be
  /// missed.
  func traced(tolerance: Double, resolution: Int = 64) -> Trace {
    if let segment = exactSegment {
      var trace = Trace()
      trace.path.move(to: segment.start)
      trace.path.cubic(to: segment.end, control1: segment.control1, control2: segment.control2)
      return trace
    }
    var tracer = Tracer(curve: self, tolerance: tolerance, resolution: resolution)
    for piece in pieces { tracer.trace(piece) }
    if jumpsAtEnd { tracer.jump(to: Point(x: domain.upperBound, y: value(domain.upperBound))) }
    return tracer.trace
  }

  /// The range of values that a plot should show: all of them, except the extremes of a curve that
  /// tends to infinity.
  func visibleRange(samples: Int = 400) -> ClosedRange<Double> {
    var values: [Double] = []
    for piece in pieces {
      let margin = (piece.upperBound - piece.lowerBound) * 1e-6
      for index in 0...samples {
        let part = Double(index) / Double(samples)
        let x =
          piece.lowerBound + margin + part * (piece.upperBound - piece.lowerBound - 2 * margin)
        let value = self.value(x)
        if value.isFinite { values.append(value) }
      }
    }
    return values.robustRange
  }
}

extension [Double] {
  /// From the smallest to the largest value, without outliers far beyond nearly all other values.
  fileprivate var robustRange: ClosedRange<Double> {
    guard !isEmpty else { return 0...1 }
    let sorted = sorted()
    let cut = sorted.count / 50
    let (low, high) = (sorted[cut], sorted[sorted.count - 1 - cut])
    let span = high - low
    let lowest = sorted[0] < low - 2 * span && span > 0 ? low - span / 2 : sorted[0]
    let last = sorted[sorted.count - 1]
    let highest = last > high + 2 * span && span > 0 ? high + span / 2 : last
    return lowest...highest
  }
}

/// Halves a stretch until a cubic through four of its points lies on the curve.
private struct Tracer {
  let curve: Curve
  let tolerance: Double
  let resolution: Int
  var trace = Trace()
  private var last: Point?
  private static let mostElements = 20_000
  /// The width below which a step in the value counts as a jump.
  private let narrowest: Double

  init(curve: Curve, tolerance: Double, resolution: Int) {
    (self.curve, self.tolerance, self.resolution) = (curve, tolerance, resolution)
    narrowest = (curve.domain.upperBound - curve.domain.lowerBound) * 1e-6
  }

  /// One smooth piece. Its ends are sampled from inside: at a jump the curve has the value of one
  /// side only.
  mutating func trace(_ piece: ClosedRange<Double>) {
    let (a, b) = (piece.lowerBound, piece.upperBound)
    guard b > a else { return }
    // Nearer than a nanosecond, a moment counts as on the boundary.
    let inset = min((b - a) * 1e-6, 3e-9)
    let start = Point(x: a, y: curve.value(a + inset))
    let end = Point(x: b, y: curve.value(b - inset))
    guard start.isFinite, end.isFinite else { return last = nil }
    begin(at: start)
    let share = (b - a) / (curve.domain.upperBound - curve.domain.lowerBound)
    fit(start, end, checks: max(8, Int(Double(resolution) * share)))
  }

  /// The value at the end of the domain: a point, which round ends of a line show.
  mutating func jump(to end: Point) {
    guard let last, abs(last.y - end.y) > tolerance * 4 else { return }
    jump(last, end)
    trace.path.line(to: end)
  }

  private mutating func begin(at start: Point) {
    if let last, abs(last.y - start.y) <= tolerance * 4 { return }
    if let last { trace.jumps.append([last, start]) }
    trace.path.move(to: start)
    last = start
  }

  private mutating func fit(_ a: Point, _ b: Point, checks: Int) {
    let width = b.x - a.x
    guard width > narrowest else { return abs(b.y - a.y) > 8 * tolerance ? jump(a, b) : add(b) }
    // More waves than can be seen become lines that fill the same area.
    if trace.path.elements.count > Self.mostElements, width < narrowest * 100 { return add(b) }
    let (c, d) = (value(a, b, 1.0 / 3), value(a, b, 2.0 / 3))
    let cubic = CubicCurve(a, through: c, d, to: b)
    if lies(cubic, from: a, to: b, checks: checks) { return add(cubic) }
    let middle = Point(x: a.x + width / 2, y: value(a, b, 0.5))
    fit(a, middle, checks: max(8, checks / 2))
    fit(middle, b, checks: max(8, checks / 2))
  }

  private func value(_ a: Point, _ b: Point, _ part: Double) -> Double {
    curve.value(a.x + (b.x - a.x) * part)
  }

  private func lies(_ cubic: CubicCurve, from a: Point, to b: Point, checks: Int) -> Bool {
    (1..<checks).allSatisfy { index in
      let part = Double(index) / Double(checks)
      return abs(cubic.point(at: part).y - value(a, b, part)) <= tolerance
    }
  }

  private mutating func jump(_ a: Point, _ b: Point) {
    trace.jumps.append([a, b])
    trace.path.move(to: b)
    last = b
  }

  /// A cubic, or a line where it is straight.
  private mutating func add(_ cubic: CubicCurve) {
    let (a, b) = (cubic.start, cubic.end)
    let third = (b.y - a.y) / 3
    let isStraight =
      abs(cubic.control1.y - a.y - third) <= tolerance / 2
      && abs(cubic.control2.y - b.y + third) <= tolerance / 2
    guard !isStraight else { return add(b) }
    trace.path.cubic(to: b, control1: cubic.control1, control2: cubic.control2)
    last = b
  }

  /// A line; one in the same direction as the line before makes that longer.
  private mutating func add(_ end: Point) {
    let elements = trace.path.elements
    if case .line(let middle)? = elements.last, let start = elements.dropLast().last?.end {
      let part = (middle.x - start.x) / (end.x - start.x)
      if abs(start.y + (end.y - start.y) * part - middle.y) <= tolerance / 4 {
        trace.path.elements.removeLast()
      }
    }
    trace.path.line(to: end)
    last = end
  }
}

extension Path.Element {
  fileprivate var end: Point? {
    switch self {
    case .move(let p), .line(let p), .cubic(_, _, let p): p
    case .close: nil
    }
  }
}

extension CubicCurve {
  /// The graph of the cubic polynomial through four points that are evenly spaced in x.
  fileprivate init(_ a: Point, through c: Double, _ d: Double, to b: Point) {
    let third = (b.x - a.x) / 3
    self.init(
      start: a,
      control1: Point(x: a.x + third, y: (-5 * a.y + 18 * c - 9 * d + 2 * b.y) / 6),
      control2: Point(x: b.x - third, y: (2 * a.y - 9 * c + 18 * d - 5 * b.y) / 6), end: b)
  }
}
