import Algorithms

extension Path {
  /// Both paths with as many segments in as many parts, so that each point has a partner; the
  /// shapes stay as they are. Closed parts begin where the sum of squared distances between their
  /// points is least, and have the orientation of this path's longest part. A part without a
  /// partner gets a point at its own centre. `nil` where one of them draws nothing.
  func matched(to other: Path) -> (own: Path, other: Path)? {
    let own = subpaths.compactMap(MatchedOutline.init)
    var others = other.subpaths.compactMap(MatchedOutline.init)
    guard let first = own.max(by: { $0.length < $1.length }),
      let second = others.max(by: { $0.length < $1.length })
    else { return nil }
    if first.isClosed, second.isClosed, first.area * second.area < 0 {
      others = others.map(\.reversed)
    }
    var (left, right) = (Path(), Path())
    for (one, two) in MatchedOutline.pairs(own, others) {
      let (a, b) = MatchedOutline.levelled(one, two)
      left.elements += a
      right.elements += b
    }
    return (left, right)
  }
}

extension Path {
  /// Whether the shape half way to another has lost most of the area that both have: their points
  /// have the wrong partners. Only closed outlines are judged.
  public func collapses(onTheWayTo other: Path, morph: PathMorph = .handles) -> Bool {
    guard let middle = interpolated(to: other, progress: 0.5, morph: morph) else { return false }
    let areas = [self, other, middle].map(\.closedArea)
    guard let own = areas[0], let others = areas[1], let half = areas[2] else { return false }
    return half < 0.3 * min(own, others)
  }

  /// Twice the area inside of closed outlines, holes left out; `nil` where one is open.
  private var closedArea: Double? {
    let outlines = subpaths.compactMap(MatchedOutline.init)
    guard outlines.allSatisfy(\.isClosed) else { return nil }
    return abs(outlines.reduce(0) { $0 + $1.area })
  }
}

/// A connected piece of a path, with the shares of its length at which its segments end.
private struct MatchedOutline {
  let segments: [PathSegment]
  let lengths: [Double]
  let ends: [Double]
  let isClosed: Bool
  /// Points at even distances.
  let points: [Point]
  let middle: Point

  /// How many points are compared.
  private static let count = 64

  var length: Double { lengths.reduce(0, +) }

  /// `nil` for a piece that has no length.
  init?(_ subpath: Subpath) { self.init(subpath.segments, isClosed: subpath.isClosed) }

  private init?(_ all: [PathSegment], isClosed: Bool) {
    let measured = all.map { ($0, $0.length()) }.filter { $0.1 > 0 }
    let total = measured.reduce(0.0) { $0 + $1.1 }
    guard let first = measured.first?.0, total > 0 else { return nil }
    var (sum, ends) = (0.0, [Double]())
    for (_, length) in measured {
      sum += length
      ends.append(sum / total)
    }
    ends[ends.count - 1] = 1
    let measure = PathMeasure(Path([.move(first.start)] + measured.map(\.0.element)))
    let points = (0..<Self.count).map { index in
      measure.point(atFraction: Double(index) / Double(Self.count)) ?? first.start
    }
    (segments, lengths, self.isClosed) = (measured.map(\.0), measured.map(\.1), isClosed)
    (self.ends, self.points) = (ends, points)
    middle = points.reduce(Point.zero, +) * (1 / Double(Self.count))
  }

  /// Twice the area inside, negative where the outline runs against the clock.
  var area: Double {
    var result = 0.0
    for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) {
      result += a.x * b.y - a.y * b.x
    }
    return result
  }

  var reversed: MatchedOutline {
    let turned = segments.reversed().map { segment -> PathSegment in
      switch segment {
      case .line(let start, let end): .line(from: end, to: start)
      case .cubic(let c):
        .cubic(CubicCurve(start: c.end, control1: c.control2, control2: c.control1, end: c.start))
      }
    }
    return MatchedOutline(turned, isClosed: isClosed) ?? self
  }

  /// Each outline with the nearest free one of the others that runs the same way, the longest
  /// first; `nil` for none.
  static func pairs(
    _ own: [MatchedOutline], _ others: [MatchedOutline]
  ) -> [(MatchedOutline?, MatchedOutline?)] {
    var free = Array(others.indices)
    var partners: [Int: Int] = [:]
    for index in own.indices.sorted(by: { own[$0].length > own[$1].length }) {
      let one = own[index]
      func cost(_ place: Int) -> (Int, Double) {
        (one.area * others[place].area < 0 ? 1 : 0, (one.middle - others[place].middle).length)
      }
      guard let best = free.min(by: { cost($0) < cost($1) }) else { break }
      free.removeAll { $0 == best }
      partners[index] = best
    }
    return own.indices.map { (own[$0], partners[$0].map { others[$0] }) }
      + free.map { (nil, others[$0]) }
  }

  /// The elements of both with a segment for each stretch between the ends of either's segments.
  static func levelled(
    _ one: MatchedOutline?, _ two: MatchedOutline?
  ) -> ([Path.Element], [Path.Element]) {
    guard let one, let two else {
      let whole = (one ?? two)?.elements((one ?? two)?.ends ?? []) ?? []
      let middle = (one ?? two)?.middle ?? .zero
      let point = whole.map { $0.collapsed(to: middle) }
      return one == nil ? (point, whole) : (whole, point)
    }
    let other = one.isClosed && two.isClosed ? two.turned(towards: one) : two
    var cuts: [Double] = []
    for end in (one.ends + other.ends).sorted() where end - (cuts.last ?? 0) > 1e-7 {
      cuts.append(end)
    }
    cuts[cuts.count - 1] = 1
    return (one.elements(cuts), other.elements(cuts))
  }

  /// The outline from the point on from which its points lie nearest to the other's.
  private func turned(towards other: MatchedOutline) -> MatchedOutline {
    let count = Self.count
    func distance(_ shift: Int) -> Double {
      (0..<count).reduce(0) { sum, index in
        let way = points[(index + shift) % count] - other.points[index]
        return sum + way.x * way.x + way.y * way.y
      }
    }
    let distances = (0..<count).map(distance)
    guard let best = distances.indices.min(by: { distances[$0] < distances[$1] }), best > 0 else {
      return self
    }
    let cut = Double(best) / Double(count)
    let index = index(at: cut)
    let begin = index == 0 ? 0 : ends[index - 1]
    var pieces = Array(segments[(index + 1)...]) + segments[..<index]
    pieces.insert(piece(from: cut, to: ends[index]), at: 0)
    if cut - begin > 1e-7 { pieces.append(piece(from: begin, to: cut)) }
    return MatchedOutline(pieces, isClosed: true) ?? self
  }

  private func index(at share: Double) -> Int {
    min(ends.partitioningIndex { $0 > share }, ends.count - 1)
  }

  /// The stretch between two shares, which no end of a segment divides.
  private func piece(from start: Double, to end: Double) -> PathSegment {
    let index = index(at: (start + end) / 2)
    let begin = index == 0 ? 0 : ends[index - 1]
    func parameter(_ share: Double) -> Double {
      let part = min(max((share - begin) / (ends[index] - begin), 0), 1)
      guard case .cubic(let curve) = segments[index], part > 1e-7, part < 1 - 1e-7 else {
        return part < 1e-7 ? 0 : part > 1 - 1e-7 ? 1 : part
      }
      return curve.parameter(
        atLength: part * lengths[index], of: lengths[index], accuracy: 1e-6)
    }
    return segments[index].trimmed(from: parameter(start), to: parameter(end))
  }

  private func elements(_ cuts: [Double]) -> [Path.Element] {
    var result = [Path.Element.move(segments[0].start)]
    var start = 0.0
    for end in cuts {
      result.append(piece(from: start, to: end).element)
      start = end
    }
    return result + (isClosed ? [.close] : [])
  }
}

extension Path.Element {
  fileprivate func collapsed(to point: Point) -> Path.Element {
    switch self {
    case .move: .move(point)
    case .line: .line(point)
    case .cubic: .cubic(point, point, point)
    case .close: .close
    }
  }
}
