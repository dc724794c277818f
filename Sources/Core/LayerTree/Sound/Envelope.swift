/// A number that changes with time along straight lines between its points, and holds before the
/// first and after the last: a breakpoint envelope.
public struct Envelope: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    /// In seconds.
    public let time: Double
    public let value: Double

    public init(time: Double, value: Double) { (self.time, self.value) = (time, value) }
  }

  /// By ascending times; at least one. Of two at one time, the second holds from there on.
  public let points: [Point]

  /// - Precondition: there is a point, and times do not fall.
  public init(_ points: [Point]) {
    precondition(!points.isEmpty, "an envelope has a point")
    self.points = points
  }

  /// The same number at all times.
  public init(_ value: Double) { points = [Point(time: 0, value: value)] }

  /// The value of all times; `nil` for an envelope that moves.
  public var constant: Double? {
    points.allSatisfy { $0.value == points[0].value } ? points[0].value : nil
  }

  public func value(at time: Double) -> Double {
    guard let next = points.firstIndex(where: { $0.time > time }) else {
      return points[points.count - 1].value
    }
    guard next > 0 else { return points[0].value }
    let (from, to) = (points[next - 1], points[next])
    return from.value + (to.value - from.value) * (time - from.time) / (to.time - from.time)
  }

  /// The envelope whose value at `time` is this one's at `start + rate * time`.
  func followed(from start: Double, rate: Double) -> Envelope {
    guard constant == nil, rate != 0 else { return Envelope(value(at: start)) }
    let moved = points.map { Point(time: ($0.time - start) / rate, value: $0.value) }
    return Envelope(rate > 0 ? moved : moved.reversed())
  }

  /// The envelope that follows a function over `breaks`, which are its first and last time and
  /// those where it bends or jumps, in ascending order: straight lines that are off by no more than
  /// `tolerance` where it is smooth.
  public init(
    through breaks: [Double], tolerance: Double = 1.0 / 2048, _ function: (Double) -> Double
  ) {
    var points: [Point] = []
    for (start, end) in zip(breaks, breaks.dropFirst()) where end > start {
      // A jump belongs to both sides: each piece begins and ends just inside of itself.
      let inset = min(1e-9, (end - start) / 4)
      let first = Point(time: start, value: function(start + inset))
      let last = Point(time: end, value: function(end - inset))
      if points.last != first { points.append(first) }
      Self.divide(first, last, tolerance, depth: 0, into: &points, function)
      points.append(last)
    }
    self = points.isEmpty ? Envelope(function(breaks.first ?? 0)) : Envelope(points)
  }

  /// Adds the points between two, without them.
  private static func divide(
    _ first: Point, _ last: Point, _ tolerance: Double, depth: Int, into points: inout [Point],
    _ function: (Double) -> Double
  ) {
    let quarters = [0.25, 0.5, 0.75].map { share in
      let time = first.time + (last.time - first.time) * share
      return (point: Point(time: time, value: function(time)), share: share)
    }
    let isStraight = quarters.allSatisfy { quarter in
      let line = first.value + (last.value - first.value) * quarter.share
      return abs(line - quarter.point.value) <= tolerance
    }
    guard !isStraight, depth < 12 else { return }
    let middle = quarters[1].point
    divide(first, middle, tolerance, depth: depth + 1, into: &points, function)
    points.append(middle)
    divide(middle, last, tolerance, depth: depth + 1, into: &points, function)
  }
}
