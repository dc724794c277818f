/// A smooth curve through key values: a Hermite cubic from each value to the next, in as many dimensions as the values have
/// numbers. Transforms are taken element by element.
///
/// The slopes are those of Kochanek and Bartels 1984. The ends' missing neighbours continue the way straight, so a curve through two
/// values is a straight line. With uneven key times the slopes are scaled to the durations around each value.
struct CubicSpline: Sendable {
  /// Gives the kind of the values.
  private let template: Value
  private let segments: [HermiteSegment]
  /// One for each segment; empty unless the curve is walked at constant speed.
  private let profiles: [SpeedProfile]

  /// `nil` when there are no numbers that a curve could pass through: switches, pictures, none, or values of different structure.
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

  /// The length of each segment, as the distance between values is measured, to within a billionth. Only of a paced curve.
  var lengths: [Double] { profiles.map(\.length) }

  /// The value `progress` of the way through segment `index`: of its duration, or on a paced curve of its length.
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
