import RostrumGeometry

/// The widest line in pixels, and the longest tip of a miter: more than any canvas is long.
let widestPen = 131_072.0

/// A stroke style in pixels: the pen's shape without its size, and lengths in pixels, all within
/// Cairo's limits.
struct Pen {
  /// The linear part of user -> pixels, divided by its largest scale.
  let shape: AffineTransform
  /// Width, dashes and phase multiplied by that largest scale.
  var style: StrokeStyle
  /// How far from the path its stroke can reach, in pixels.
  let reach: Double

  /// `nil` when the stroke has no area: no width, or a transform that flattens the plane.
  init?(_ style: StrokeStyle, transform: AffineTransform) {
    let scale = transform.largestScale
    guard scale > 0, scale.isFinite, style.lineWidth.isFinite else { return nil }
    let shape = AffineTransform(
      a: transform.a / scale, b: transform.b / scale, c: transform.c / scale,
      d: transform.d / scale, tx: 0, ty: 0)
    var scaled = style
    scaled.lineWidth = min(style.lineWidth * scale, widestPen)
    guard scaled.lineWidth > 0, abs(shape.determinant) > 1e-7 else { return nil }
    let longest = max(1, widestPen / scaled.lineWidth)
    scaled.miterLimit = style.miterLimit > 1 ? min(style.miterLimit, longest) : 1
    scaled.dashPattern = style.dashPattern.map { $0 * scale }
    scaled.dashPhase = style.dashPhase * scale
    self.shape = shape
    self.style = scaled
    reach = scaled.lineWidth / 2 * (style.join == .miter ? max(1.5, scaled.miterLimit) : 1.5) + 2
  }

  var isDashed: Bool { DashPattern(style) != nil }

  /// How many times the dash pattern begins along a path in pixels, at most.
  func dashCount(along outline: Path) -> Double {
    guard let pattern = DashPattern(style), let toUser = shape.inverted else { return 0 }
    let length = outline.steps.reduce(0) { sum, step in
      let points: [Point] =
        switch step.element {
        case .move: []
        case .line(let end): [end]
        case .cubic(let a, let b, let end): [a, b, end]
        case .close: []
        }
      var place = step.start
      return points.reduce(sum) { sum, point in
        defer { place = point }
        return sum + toUser.apply(to: point - place).length
      }
    }
    return length / pattern.period
  }
}

extension AffineTransform {
  /// The longest side of an ellipse that was a circle of the same radius 1: the matrix's 2-norm.
  var largestScale: Double {
    let largest = max(abs(a), abs(b), abs(c), abs(d))
    guard largest > 0, largest.isFinite else { return largest }
    let (p, q, r, s) = (a / largest, b / largest, c / largest, d / largest)
    let sum = p * p + q * q + r * r + s * s
    let difference = p * p + q * q - r * r - s * s
    let skew = 2 * (p * r + q * s)
    let spread = (difference * difference + skew * skew).squareRoot()
    return largest * ((sum + spread) / 2).squareRoot()
  }
}

/// The repeating on-off lengths of a dashed line, known to be usable.
struct DashPattern {
  /// An even count; their sum is positive and finite.
  let lengths: [Double]
  let period: Double
  /// In `0..<period`.
  let phase: Double

  /// `nil` for a solid line.
  init?(_ style: StrokeStyle) {
    let pattern = style.dashPattern
    guard pattern.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
    lengths = pattern.count.isMultiple(of: 2) ? pattern : pattern + pattern
    period = lengths.reduce(0, +)
    guard period > 0, period.isFinite else { return nil }
    let start = style.dashPhase.isFinite ? style.dashPhase : 0
    let rest = start.truncatingRemainder(dividingBy: period)
    phase = rest < 0 ? max(0, rest + period) : rest
  }

  /// How many times the pattern begins on the line from `start` to `end`, about.
  func repeats(from start: Double, to end: Double) -> Double { (end - start) / period + 1 }

  /// The drawn parts of the line from `start` to `end`, which are distances from its beginning. A
  /// dash of length zero is an empty range: only its caps are drawn. The dashes do not depend on
  /// `start`.
  func drawnRanges(from start: Double, to end: Double) -> [(start: Double, end: Double)] {
    var ranges: [(start: Double, end: Double)] = []
    // One earlier, since the quotient is rounded.
    var number = ((start + phase) / period).rounded(.down) - 1
    while number * period - phase < end, number + 1 > number {
      var dash = number * period - phase
      for (index, length) in lengths.enumerated() {
        let reaches = dash < end && (dash + length > start || (length == 0 && dash >= start))
        if index.isMultiple(of: 2), reaches {
          ranges.append((max(start, dash), min(end, dash + length)))
        }
        dash += length
      }
      number += 1
    }
    return ranges
  }
}

/// The number of dashes of one line, computed before they are made.
struct DashCount {
  /// The most dashes of a line that reach into a picture.
  static let maximum = 200_000
  /// The most points around the dashes of a line.
  static let maximumPoints = 4_000_000

  let pattern: DashPattern
  private var count = 0.0

  init(_ pattern: DashPattern) { self.pattern = pattern }

  /// The drawn parts between two distances; throws when all parts so far are too many.
  mutating func ranges(
    from start: Double, to end: Double
  ) throws(DrawingError) -> [(start: Double, end: Double)] {
    count += pattern.repeats(from: start, to: end) * Double(pattern.lengths.count / 2)
    guard count <= Double(Self.maximum) else { throw .tooManyDashes }
    return pattern.drawnRanges(from: start, to: end)
  }
}

extension DrawingError {
  static let tooManyDashes = DrawingError(
    inScene: "the line has more than \(DashCount.maximum) dashes inside the picture")

  static let tooManyDashPoints = DrawingError(
    inScene: "the dashes of the line have more than \(DashCount.maximumPoints) points around them")
}
