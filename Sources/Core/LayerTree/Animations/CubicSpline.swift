/// A smooth curve through key values: a Hermite cubic from each value to the next, in as many
/// dimensions as the values have numbers. Transforms are taken element by element.
///
/// The slopes follow Kochanek and Bartels 1984. The ends' missing neighbours continue the way
/// straight, so a curve through two values is a straight line. With uneven key times the slopes are
/// scaled to the durations around each value.
struct CubicSpline: Sendable {
  /// Gives the kind of the values.
  private let template: Value
  private let segments: [HermiteSegment]
  /// One for each segment; empty unless the curve is walked at constant speed.
  private let profiles: [SpeedProfile]

  /// `nil` when there are no numbers that a curve could pass through: switches, pictures, none, or
  /// values of different structure.
  ///
  /// `durations` are the segments' shares of the whole; `nil` for even ones.
  init?(values: [Value], durations: [Double]?, shape: SplineShape, isPaced: Bool) {
    let vectors = values.compactMap(\.vector)
    guard vectors.count == values.count,
      values.allSatisfy({ $0.isStructurallyEqual(to: values[0]) })
    else { return nil }
    template = values[0]
    let ways = zip(vectors, vectors.dropFirst()).map { zip($0, $1).map { $1 - $0 } }
    let slopes = vectors.indices.map {
      Slopes(at: $0, ways: ways, durations: durations, shape: shape)
    }
    segments = ways.indices.map {
      HermiteSegment(
        start: vectors[$0], end: vectors[$0 + 1], outgoing: slopes[$0].outgoing,
        incoming: slopes[$0 + 1].incoming)
    }
    profiles = isPaced ? segments.map(SpeedProfile.init) : []
  }

  /// The length of each segment, as the distance between values is measured, to within a billionth.
  /// Only of a paced curve.
  var lengths: [Double] { profiles.map(\.length) }

  /// The value `progress` of the way through segment `index`: of its duration, or on a paced curve
  /// of its length.
  func value(inSegment index: Int, at progress: Double) -> Value {
    guard !profiles.isEmpty else {
      return template.replacing(vector: segments[index].vector(at: progress))
    }
    let inside = min(max(0, progress), 1)
    let parameter = profiles[index].parameter(atFraction: inside)
    var vector = segments[index].vector(at: parameter)
    if progress != inside {
      // Beyond the ends it goes straight on.
      let way = (progress - inside) * profiles[index].length
      vector = zip(vector, segments[index].direction(at: parameter)).map { $0 + $1 * way }
    }
    return template.replacing(vector: vector)
  }
}

/// How the curve arrives at a value and leaves it, in units per segment.
private struct Slopes {
  let incoming: [Double]
  let outgoing: [Double]

  init(at index: Int, ways: [[Double]], durations: [Double]?, shape: SplineShape) {
    let (before, after) = (ways[max(index - 1, 0)], ways[min(index, ways.count - 1)])
    let (arrival, departure) = shape.weights(at: index)
    let scale = Slopes.scale(at: index, durations)
    incoming = zip(before, after).map {
      (arrival.before * $0 + arrival.after * $1) * scale.incoming
    }
    outgoing = zip(before, after).map {
      (departure.before * $0 + departure.after * $1) * scale.outgoing
    }
  }

  /// Makes the speed the same on both sides of a value between segments of different duration.
  private static func scale(
    at index: Int, _ durations: [Double]?
  ) -> (incoming: Double, outgoing: Double) {
    guard let durations, index > 0, index < durations.count else { return (1, 1) }
    let (before, after) = (durations[index - 1], durations[index])
    guard before + after > 0 else { return (1, 1) }
    return (2 * before / (before + after), 2 * after / (before + after))
  }
}

/// A cubic from one vector to another with given slopes at both ends, for a parameter of 0...1.
struct HermiteSegment: Sendable {
  let start: [Double]
  let end: [Double]
  /// The slope at the start.
  let outgoing: [Double]
  /// The slope at the end.
  let incoming: [Double]

  /// The Hermite form, written so that both ends are exact and a number that is the same at both
  /// stays exactly that: a flat transform remains flat.
  func vector(at t: Double) -> [Double] {
    if t == 1 { return end }
    let u = 1 - t
    let share = t * t * (1 + 2 * u)
    let (s0, s1) = (t * u * u, -t * t * u)
    return start.indices.map {
      start[$0] + (end[$0] - start[$0]) * share + (s0 * outgoing[$0] + s1 * incoming[$0])
    }
  }

  /// The direction of travel, of length 1; zeros where the curve does not move.
  func direction(at t: Double) -> [Double] {
    let (a, b, c) = derivative
    let slope = start.indices.map { (a[$0] * t + b[$0]) * t + c[$0] }
    let length = slope.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return length > 0 ? slope.map { $0 / length } : slope.map { _ in 0 }
  }

  /// The derivative a t² + b t + c.
  var derivative: (a: [Double], b: [Double], c: [Double]) {
    let way = start.indices.map { end[$0] - start[$0] }
    let a = way.indices.map { 3 * (outgoing[$0] + incoming[$0] - 2 * way[$0]) }
    let b = way.indices.map { 2 * (3 * way[$0] - 2 * outgoing[$0] - incoming[$0]) }
    return (a, b, outgoing)
  }
}

/// How fast a segment moves along its parameter, and how long it is.
///
/// In any number of dimensions the square of the speed is one polynomial of degree four.
struct SpeedProfile: Sendable {
  /// In the units of the values, to within a billionth of itself.
  private(set) var length = 0.0
  /// From the constant to the fourth power.
  private let squares: (Double, Double, Double, Double, Double)
  private static let accuracy = 1e-9

  init(_ segment: HermiteSegment) {
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    let (a, b, c) = segment.derivative
    squares = (dot(c, c), 2 * dot(b, c), dot(b, b) + 2 * dot(a, c), 2 * dot(a, b), dot(a, a))
    length = length(from: 0, to: 1)
  }

  private func speed(at t: Double) -> Double {
    let (c0, c1, c2, c3, c4) = squares
    return max(0, (((c4 * t + c3) * t + c2) * t + c1) * t + c0).squareRoot()
  }

  /// Gauss-Legendre quadrature with five nodes; an interval is halved until that changes nothing
  /// any more.
  private func length(from t0: Double, to t1: Double) -> Double {
    let whole = quadrature(t0, t1)
    return refined(whole, t0, t1, tolerance: Self.accuracy * max(length, whole), depth: 0)
  }

  private func refined(
    _ whole: Double, _ t0: Double, _ t1: Double, tolerance: Double, depth: Int
  ) -> Double {
    let middle = (t0 + t1) / 2
    let (left, right) = (quadrature(t0, middle), quadrature(middle, t1))
    // The depth ends the walk towards a point where the curve turns back.
    if abs(left + right - whole) <= tolerance || depth == 24 { return left + right }
    return refined(left, t0, middle, tolerance: tolerance / 2, depth: depth + 1)
      + refined(right, middle, t1, tolerance: tolerance / 2, depth: depth + 1)
  }

  /// Nodes and weights: Abramowitz and Stegun, table 25.4.
  private func quadrature(_ t0: Double, _ t1: Double) -> Double {
    let (center, half) = ((t0 + t1) / 2, (t1 - t0) / 2)
    func pair(_ node: Double) -> Double {
      speed(at: center - half * node) + speed(at: center + half * node)
    }
    let sum =
      0.5688888888888889 * speed(at: center) + 0.4786286704993665 * pair(0.5384693101056831)
      + 0.2369268850561891 * pair(0.9061798459386640)
    return sum * half
  }

  /// The parameter at which a fraction of 0...1 of the length is behind: Newton's step, replaced by
  /// bisection whenever it leaves the bracket.
  func parameter(atFraction fraction: Double) -> Double {
    guard length > 0, fraction > 0, fraction < 1 else { return fraction < 1 ? 0 : 1 }
    var (low, high, t) = (0.0, 1.0, fraction)
    var lengthToLow = 0.0
    for _ in 0..<60 {
      let reached = lengthToLow + length(from: low, to: t)
      let excess = reached - fraction * length
      if abs(excess) <= Self.accuracy * length { return t }
      if excess > 0 { high = t } else { (low, lengthToLow) = (t, reached) }
      let newton = t - excess / speed(at: t)
      t = newton > low && newton < high ? newton : (low + high) / 2
    }
    return t
  }
}
