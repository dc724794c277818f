import Algorithms
import RostrumGeometry

extension Curve {
  /// Phase unwrapping: the continuous curve of an angle that is known up to whole turns only, in
  /// radians.
  ///
  /// Where the angle itself jumps, the curve takes the shorter direction; but at one of `restarts`,
  /// where other animations take over, a jump of more than a quarter turn restarts with the
  /// original angle.
  func unwrapped(restarts: [Double] = []) -> Curve {
    var tracker = AngleTracker(self)
    for piece in pieces { tracker.follow(piece, restarts) }
    let (stretches, value) = (tracker.stretches, value)
    return Curve(domain: domain, breaks: breaks) { x in
      let stretch = stretches.last { $0.start <= x } ?? stretches.first
      return value(x).turned(towards: stretch?.expected(at: x) ?? 0)
    }
  }

  /// The same curve in another unit.
  func scaled(by factor: Double) -> Curve {
    Curve(domain: domain, breaks: breaks) { [value] in value($0) * factor }
  }
}

extension Double {
  /// The same angle plus the number of whole turns that brings it nearest to another.
  fileprivate func turned(towards angle: Double) -> Double {
    let turn = 2 * Double.pi
    return self + turn * ((angle - self) / turn).rounded()
  }
}

/// Walks along an angle in steps of less than an eighth of a turn, so that whole turns are never in
/// doubt.
private struct AngleTracker {
  /// A smooth part of the curve: angles with all their turns, at times close together.
  struct Stretch: Sendable {
    var times: [Double]
    var angles: [Double]

    var start: Double { times[0] }

    /// About where the angle is.
    func expected(at time: Double) -> Double {
      let low = max(0, times.dropLast().partitioningIndex { $0 > time } - 1)
      let high = min(low + 1, times.count - 1)
      guard time > times[low], times[high] > times[low] else { return angles[low] }
      let part = min((time - times[low]) / (times[high] - times[low]), 1)
      return angles[low] + (angles[high] - angles[low]) * part
    }
  }

  private let curve: Curve
  private(set) var stretches: [Stretch] = []
  /// The remaining number of samples for parts that turn fast.
  private var budget = 200_000

  private static let largestStep = Double.pi / 4
  private static let largestDepth = 16

  init(_ curve: Curve) { self.curve = curve }

  /// Values at the ends may belong to the next piece, after a jump.
  mutating func follow(_ piece: ClosedRange<Double>, _ restarts: [Double]) {
    guard piece.length > 0 else { return }
    let inset = min(piece.length * 1e-9, 1e-9)
    let (a, b) = (piece.lowerBound + inset, piece.upperBound - inset)
    let angle = curve.value(a)
    let isRestart = restarts.contains { abs($0 - piece.lowerBound) < 1e-6 }
    let start = stretches.last.flatMap(\.angles.last).map { last in
      let near = angle.turned(towards: last)
      return isRestart && abs(near - last) > .pi / 2 ? angle : near
    }
    stretches.append(Stretch(times: [piece.lowerBound], angles: [start ?? angle]))
    let count = max(8, Int(256 * piece.length / curve.domain.length))
    for index in 0..<count {
      let part = Double(index) / Double(count)
      let next = Double(index + 1) / Double(count)
      step(from: a + (b - a) * part, to: a + (b - a) * next, depth: 0)
    }
  }

  private mutating func step(from a: Double, to b: Double, depth: Int) {
    let last = stretches[stretches.count - 1].angles.last ?? 0
    let angle = curve.value(b).turned(towards: last)
    budget -= 7
    let isSmall = abs(angle - last) <= Self.largestStep && reach(from: a, to: b) <= Self.largestStep
    guard !isSmall, depth < Self.largestDepth, budget > 0 else {
      stretches[stretches.count - 1].times.append(b)
      stretches[stretches.count - 1].angles.append(angle)
      return
    }
    let middle = a + (b - a) / 2
    step(from: a, to: middle, depth: depth + 1)
    step(from: middle, to: b, depth: depth + 1)
  }

  /// The angle covered between two times, from the speeds in between: the two angles alone may be
  /// any number of turns apart.
  private func reach(from a: Double, to b: Double) -> Double {
    let width = (b - a) * 1e-4
    return [a, a + (b - a) / 2, b - width].reduce(0) { fastest, time in
      let start = curve.value(time)
      let change = curve.value(time + width).turned(towards: start) - start
      return max(fastest, abs(change) * 1e4)
    }
  }
}
