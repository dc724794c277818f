import Geometry

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
