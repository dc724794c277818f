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

  /// The direction of travel, of length 1, at a fraction of the length; `nil` when the path has none.
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

  /// The first segment that ends after `distance`, by binary search; `distance` is below `length`.
  private func firstSegment(endingAfter distance: Double) -> Int {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].end > distance { high = middle } else { low = middle + 1 }
    }
    return low
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

extension PathMeasure {
  /// The part of the path between two fractions of its length (`strokeStart` and `strokeEnd`).
  ///
  /// An end at or before the start gives an empty path. A subpath that is cut is open; one that lies
  /// wholly inside stays as it is, closed if it was. Subpaths without length stay when their place
  /// on the way lies inside.
  public func trimmed(from start: Double, to end: Double) -> Path {
    guard end > start, end > 0, start < 1 else { return Path() }
    let (low, high) = (length * max(0, start), length * min(end, 1))
    var elements: [Path.Element] = []
    for index in subpaths.indices {
      elements += self.elements(ofSubpath: index, from: low, to: high)
    }
    return Path(elements)
  }

  private func elements(ofSubpath index: Int, from low: Double, to high: Double) -> [Path.Element] {
    let range = firstSegments[index]..<firstSegments[index + 1]
    let begin = start(of: range.lowerBound)
    let end = range.isEmpty ? begin : segments[range.upperBound - 1].end
    if low <= begin && end <= high { return subpaths[index].elements }
    guard low < end && begin < high else { return [] }
    var result: [Path.Element] = []
    for place in range where self.start(of: place) < high && segments[place].end > low {
      let piece = piece(of: place, from: low, to: high)
      if result.isEmpty { result.append(.move(piece.start)) }
      result.append(piece.element)
    }
    return result
  }

  private func piece(of index: Int, from low: Double, to high: Double) -> PathSegment {
    let (segment, end) = segments[index]
    let t0 = low <= start(of: index) ? 0 : parameter(in: index, atDistance: low)
    let t1 = high >= end ? 1 : parameter(in: index, atDistance: high)
    return t0 == 0 && t1 == 1 ? segment : segment.trimmed(from: t0, to: max(t0, t1))
  }
}

extension Path {
  /// The length in points over all subpaths; each curve is measured to within `accuracy` points.
  public func length(accuracy: Double = 1e-6) -> Double {
    PathMeasure(self, accuracy: accuracy).length
  }

  /// The part between two fractions of the length: see `PathMeasure.trimmed(from:to:)`.
  public func trimmed(from start: Double, to end: Double) -> Path {
    if start <= 0 && end >= 1 { return self }
    guard end > start, end > 0, start < 1 else { return Path() }
    return PathMeasure(self).trimmed(from: start, to: end)
  }

  /// The point at a fraction of the length; `nil` for an empty path. For many points of one path,
  /// make one `PathMeasure`.
  public func point(atFraction fraction: Double) -> Point? {
    PathMeasure(self).point(atFraction: fraction)
  }

  /// The direction of travel, of length 1, at a fraction of the length; `nil` when the path has none.
  public func tangent(atFraction fraction: Double) -> Point? {
    PathMeasure(self).tangent(atFraction: fraction)
  }
}
