/// How the line along a path looks. The defaults are those of `CAShapeLayer`.
public struct StrokeStyle: Hashable, Sendable {
  /// The shape at the two ends of an open subpath and of every dash.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    case butt, round, square
  }

  /// The shape where two segments meet.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
  }

  /// In user space, centred on the path. Zero, negative and non-finite widths draw nothing.
  public var lineWidth: Double
  public var cap: Cap
  public var join: Join
  /// A miter longer than this many line widths becomes a bevel. At least 1.
  public var miterLimit: Double
  /// Lengths in user space: drawn, left out, drawn and so on, over and over; an odd count goes round
  /// twice before it repeats. Empty means a solid line, and so does a pattern with a negative or
  /// non-finite length or without any length at all.
  public var dashPattern: [Double]
  /// How far into the pattern the line starts, in user space; any finite number.
  public var dashPhase: Double

  public init(
    lineWidth: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10,
    dashPattern: [Double] = [], dashPhase: Double = 0
  ) {
    self.lineWidth = lineWidth
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashPattern = dashPattern
    self.dashPhase = dashPhase
  }
}

/// The repeating on-off lengths of a dashed line, known to be usable.
struct DashPattern {
  /// An even count; their sum is positive and finite.
  let lengths: [Double]
  let period: Double
  /// In `0..<period`.
  let phase: Double

  /// `nil` when the style asks for a solid line.
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

  /// The drawn parts of the line from `start` to `end`, which are distances from its beginning.
  /// A dash of length zero is a range without extent: its caps alone are drawn.
  /// More than 100,000 repeats count as a solid line.
  func drawnRanges(from start: Double, to end: Double) -> [(start: Double, end: Double)] {
    guard end - start < 100_000 * period else { return [(start, end)] }
    var ranges: [(start: Double, end: Double)] = []
    var base = start - (start + phase).truncatingRemainder(dividingBy: period)
    while base < end, base + period > base {
      var dash = base
      for (index, length) in lengths.enumerated() {
        let reaches = dash < end && (dash + length > start || (length == 0 && dash >= start))
        if index.isMultiple(of: 2), reaches {
          ranges.append((max(start, dash), min(end, dash + length)))
        }
        dash += length
      }
      base += period
    }
    return ranges
  }
}
