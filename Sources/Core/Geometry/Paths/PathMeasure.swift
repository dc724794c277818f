import Algorithms

/// A path with its lengths worked out, for motion at an even pace and for drawing parts of it.
///
/// Positions are fractions 0...1 of the total length over all subpaths in order; numbers outside
/// are limited to that range. Where two segments meet, the later one counts.
public struct PathMeasure: Sendable {
  public let subpaths: [Subpath]
  /// In points.
  public let length: Double
  /// All segments that have a length, with the distance at which each ends.
  private let segments: [(segment: PathSegment, end: Double)]
  /// The index of the first of `segments` for each subpath, and the count of all.
  private let firstSegments: [Int]
  private let accuracy: Double

  /// Measures each curve to within `accuracy` points.
  public init(_ path: Path, accuracy: Double = 1e-6) {
    subpaths = path.subpaths
    self.accuracy = accuracy
    var all: [(segment: PathSegment, end: Double)] = []
    var firsts = [0]
    var total = 0.0
    for subpath in subpaths {
      for segment in subpath.segments {
        let length = segment.length(accuracy: accuracy)
        guard length > 0, (total + length).isFinite else { continue }
        total += length
        all.append((segment, total))
      }
      firsts.append(all.count)
    }
    (segments, firstSegments, length) = (all, firsts, total)
  }

  /// The point at a fraction of the length; `nil` for an empty path.
  public func point(atFraction fraction: Double) -> Point? {
    guard let place = place(atFraction: fraction) else { return subpaths.first?.start }
    return segments[place.index].segment.point(at: place.parameter)
  }

  /// The direction of travel, of length 1, at a fraction of the length; `nil` when the path has
  /// none.
  public func tangent(atFraction fraction: Double) -> Point? {
    guard let place = place(atFraction: fraction) else { return nil }
    return segments[place.index].segment.tangent(at: place.parameter)
  }

  private func place(atFraction fraction: Double) -> (index: Int, parameter: Double)? {
    guard let last = segments.indices.last else { return nil }
    let distance = length * min(max(0, fraction), 1)
    guard distance < length else { return (last, 1) }
    let index = firstSegment(endingAfter: distance)
    return (index, parameter(in: index, atDistance: distance))
  }

  /// The first segment that ends after `distance`, which is below `length`.
  private func firstSegment(endingAfter distance: Double) -> Int {
    segments.dropLast().partitioningIndex { $0.end > distance }
  }

  private func start(of index: Int) -> Double { index == 0 ? 0 : segments[index - 1].end }

  private func parameter(in index: Int, atDistance distance: Double) -> Double {
    let (segment, end) = segments[index]
    let begin = start(of: index)
    switch segment {
    case .line: return min(max(0, (distance - begin) / (end - begin)), 1)
    case .cubic(let curve):
      return curve.parameter(atLength: distance - begin, of: end - begin, accuracy: accuracy)
    }
  }
}

/// Where a curve is cut of which a share is left.
public enum CurveCut: String, CaseIterable, Hashable, Sendable {
  /// At that share of its parameter: as in Core Animation.
  case parameter
  /// At that share of its length.
  case length
}

extension PathMeasure {
  /// The shortest part of a path that is one, as a share of its length: about the distance of two
  /// neighbouring numbers of single precision, to which others round such shares.
  static let shortest = 1e-6

  /// The part of the path between two fractions of its length (`strokeStart` and `strokeEnd`).
  ///
  /// An end within rounding of the start, or before it, gives an empty path. A subpath that is cut
  /// is open; one that lies wholly inside stays as it is, closed if it was. Subpaths without length
  /// stay when their place on the way lies inside.
  public func trimmed(
    from start: Double, to end: Double, cutting cut: CurveCut = .length
  ) -> Path {
    guard end - start > Self.shortest, end > 0, start < 1 else { return Path() }
    let (low, high) = (length * max(0, start), length * min(end, 1))
    var elements: [Path.Element] = []
    for index in subpaths.indices {
      elements += self.elements(ofSubpath: index, from: low, to: high, cut)
    }
    return Path(elements)
  }

  private func elements(
    ofSubpath index: Int, from low: Double, to high: Double, _ cut: CurveCut
  ) -> [Path.Element] {
    let range = firstSegments[index]..<firstSegments[index + 1]
    let begin = start(of: range.lowerBound)
    let end = range.isEmpty ? begin : segments[range.upperBound - 1].end
    if low <= begin && end <= high { return subpaths[index].elements }
    guard low < end && begin < high else { return [] }
    var result: [Path.Element] = []
    for place in range where self.start(of: place) < high && segments[place].end > low {
      let piece = piece(of: place, from: low, to: high, cut)
      if result.isEmpty { result.append(.move(piece.start)) }
      result.append(piece.element)
    }
    return result
  }

  private func piece(
    of index: Int, from low: Double, to high: Double, _ cut: CurveCut
  ) -> PathSegment {
    let (segment, end) = segments[index]
    let begin = start(of: index)
    func place(_ distance: Double) -> Double {
      cut == .parameter
        ? (distance - begin) / (end - begin) : parameter(in: index, atDistance: distance)
    }
    let t0 = low <= begin ? 0 : place(low)
    let t1 = high >= end ? 1 : place(high)
    return t0 == 0 && t1 == 1 ? segment : segment.trimmed(from: t0, to: max(t0, t1))
  }
}

extension Path {
  /// The length in points over all subpaths; each curve is measured to within `accuracy` points.
  public func length(accuracy: Double = 1e-6) -> Double {
    PathMeasure(self, accuracy: accuracy).length
  }

  /// The part between two fractions of the length: see `PathMeasure.trimmed(from:to:)`.
  public func trimmed(
    from start: Double, to end: Double, cutting cut: CurveCut = .length
  ) -> Path {
    if start <= 0 && end >= 1 { return self }
    return PathMeasure(self).trimmed(from: start, to: end, cutting: cut)
  }

  /// The point at a fraction of the length; `nil` for an empty path. For many points of one path,
  /// make one `PathMeasure`.
  public func point(atFraction fraction: Double) -> Point? {
    PathMeasure(self).point(atFraction: fraction)
  }

  /// The direction of travel, of length 1, at a fraction of the length; `nil` when the path has
  /// none.
  public func tangent(atFraction fraction: Double) -> Point? {
    PathMeasure(self).tangent(atFraction: fraction)
  }
}

extension PathSegment {
  /// The length in points. The error of a curve is at most `accuracy` points (or 1e-13 of the
  /// control polygon's length, where rounding ends all accuracy). Not-finite coordinates count as
  /// no length.
  public func length(accuracy: Double = 1e-6) -> Double {
    guard isFinite else { return 0 }
    switch self {
    case .line(let start, let end): return start.distance(to: end)
    case .cubic(let curve): return curve.length(from: 0, to: 1, accuracy: accuracy)
    }
  }
}

extension CubicCurve {
  /// The length between two parameters.
  ///
  /// Method: Gauss-Legendre quadrature of the speed with 16 nodes. An interval is halved until both
  /// halves together differ from the whole by less than the tolerance: far more than the error of
  /// the halves, unless the curve has a cusp inside, which halving isolates quickly.
  func length(from t0: Double, to t1: Double, accuracy: Double) -> Double {
    let whole = quadrature(t0, t1)
    guard whole.isFinite, t1 > t0 else { return whole.isFinite ? whole : 0 }
    // Written so that NaN gives the floor too.
    let floor = 1e-13 * polygonLength
    return refined(whole, t0, t1, tolerance: accuracy > floor ? accuracy : floor, depth: 0)
  }

  /// The length from point to point, at least that of the curve.
  var polygonLength: Double {
    (control1 - start).length + (control2 - control1).length + (end - control2).length
  }

  private func refined(
    _ whole: Double, _ t0: Double, _ t1: Double, tolerance: Double, depth: Int
  ) -> Double {
    let middle = (t0 + t1) / 2
    let (left, right) = (quadrature(t0, middle), quadrature(middle, t1))
    let sum = left + right
    // The depth ends the walk towards a cusp.
    if abs(sum - whole) <= tolerance || depth == 24 { return sum }
    return refined(left, t0, middle, tolerance: tolerance / 2, depth: depth + 1)
      + refined(right, middle, t1, tolerance: tolerance / 2, depth: depth + 1)
  }

  private func quadrature(_ t0: Double, _ t1: Double) -> Double {
    let (center, half) = ((t0 + t1) / 2, (t1 - t0) / 2)
    var sum = 0.0
    for (node, weight) in CubicCurve.gaussLegendre {
      let pair =
        derivative(at: center - half * node).length + derivative(at: center + half * node).length
      sum += weight * pair
    }
    return sum * half
  }

  /// The positive nodes and their weights of the 16-point Gauss-Legendre rule on -1...1
  /// (Abramowitz and Stegun, table 25.4).
  private static let gaussLegendre: [(node: Double, weight: Double)] = [
    (0.09501250983763744, 0.18945061045506850),
    (0.28160355077925891, 0.18260341504492359),
    (0.45801677765722739, 0.16915651939500254),
    (0.61787624440264375, 0.14959598881657673),
    (0.75540440835500303, 0.12462897125553387),
    (0.86563120238783174, 0.09515851168249278),
    (0.94457502307323258, 0.06225352393864789),
    (0.98940093499164993, 0.02715245941175409),
  ]

  /// The parameter at which the curve has come `distance` points from its start.
  ///
  /// Method: Newton's step on the length, replaced by bisection whenever it leaves the bracket.
  func parameter(atLength distance: Double, of total: Double, accuracy: Double) -> Double {
    guard total > 0, distance > 0 else { return 0 }
    guard distance < total else { return 1 }
    var (low, high, t) = (0.0, 1.0, distance / total)
    // The length before `low` is measured once and kept.
    var lengthToLow = 0.0
    for _ in 0..<60 {
      let length = lengthToLow + self.length(from: low, to: t, accuracy: accuracy / 8)
      let excess = length - distance
      if abs(excess) <= accuracy / 2 { return t }
      if excess > 0 { high = t } else { (low, lengthToLow) = (t, length) }
      let newton = t - excess / derivative(at: t).length
      t = newton > low && newton < high ? newton : (low + high) / 2
      if t <= low || t >= high { return t }
    }
    return t
  }
}
