import RostrumImportedDocument
import RostrumGeometry
import RealModule

/// A change of each outline by itself, from an item of a shape layer.
enum PathChange {
  /// Arcs at corners, of a radius in points.
  case roundCorners(Track<[Double]>)
  /// Corners towards the middle and curves away from it, in per cent.
  case puckerBloat(Track<[Double]>)
  case zigZag(LottieZigZag)
  case offset(LottiePathOffset)
  /// A trim of each path by itself, which other changes follow.
  case trim(LottieTrim)

  var tracks: [Track<[Double]>] {
    switch self {
    case .roundCorners(let radius): [radius]
    case .puckerBloat(let amount): [amount]
    case .zigZag(let zigZag): [zigZag.size, zigZag.ridges, zigZag.points]
    case .offset(let offset): [offset.amount, offset.miterLimit]
    case .trim(let trim): trim.tracks
    }
  }

  /// Whether the amount is always 0.
  var isNothing: Bool {
    if case .trim(let trim) = self { return trim.isAlwaysWhole }
    return tracks.first?.values.allSatisfy { $0 == [0] } ?? true
  }

  /// The cost of one evaluation for an outline of `count` elements, in elements.
  func cost(of count: Int) -> Int {
    switch self {
    case .roundCorners, .puckerBloat: 5
    case .trim: 20
    case .zigZag(let zigZag):
      count * Int(zigZag.ridges.values.reduce(0) { max($0, min($1.first ?? 0, 10_000)) } + 1)
    // The work grows with the square of the lines, of which each element has several.
    case .offset: 50 * count + min(count * count, 1_000_000_000)
    }
  }

  func changed(_ path: Path, at frame: Double) -> Path {
    switch self {
    case .roundCorners(let radius): return path.roundingCorners(by: radius.number(at: frame))
    case .puckerBloat(let amount): return path.puckered(by: amount.number(at: frame) / 100)
    case .zigZag(let zigZag): return zigZag.changed(path, at: frame)
    case .offset(let offset):
      return path.offset(
        by: offset.amount.number(at: frame), join: offset.join,
        miterLimit: max(offset.miterLimit.number(at: frame), 1))
    case .trim(let trim):
      let range = trim.range(at: frame)
      return path.trimmedAround(from: range.start, to: range.end)
    }
  }
}

/// Outlines that are grown, or shrunk by a negative amount.
struct LottiePathOffset {
  /// In points.
  let amount: Track<[Double]>
  let join: StrokeStyle.LineJoin
  let miterLimit: Track<[Double]>
}

/// Ridges along outlines.
struct LottieZigZag {
  /// The height of a ridge over the outline, in points.
  let size: Track<[Double]>
  /// How many there are in each segment.
  let ridges: Track<[Double]>
  /// 1 for corners, 2 for smooth waves.
  let points: Track<[Double]>

  /// The most ridges of a segment that are made.
  static let maximumRidges = 1000.0

  /// Source: lottie-web, `ZigZagModifier`: ridges lie at equal parameters of each segment, evenly
  /// on a straight one (`PolynomialBezier`), by turns on both sides; at an outline's corners across
  /// the line between the neighbours, and at the ends of an open one across the segment.
  func changed(_ path: Path, at frame: Double) -> Path {
    let size = size.number(at: frame)
    let ridges = Int(min(max(ridges.number(at: frame).rounded(), 0), Self.maximumRidges))
    let isSmooth = points.number(at: frame) == 2
    return Path(
      path.subpaths.flatMap { subpath in
        var subpath = subpath
        if subpath.isClosed { subpath.segments.removeAll { $0.start == $0.end && $0.isStraight } }
        subpath.segments = subpath.segments.map { segment in
          guard case .cubic(let curve) = segment, curve.start != curve.end, curve.isStraight else {
            return segment
          }
          return .line(from: curve.start, to: curve.end)
        }
        return subpath.zigZag(size, ridges, isSmooth: isSmooth).elements
      })
  }
}

extension Subpath {
  fileprivate func zigZag(_ size: Double, _ ridges: Int, isSmooth: Bool) -> Path {
    let corners = segments.map(\.start) + (isClosed ? [] : segments.suffix(1).map(\.end))
    guard !segments.isEmpty, corners.count > 1 else { return Path(elements) }
    var (vertices, ins, outs): ([Point], [Point], [Point]) = ([], [], [])
    func add(_ point: Point, _ along: Point, _ side: Double, _ before: Double, _ after: Double) {
      vertices.append(point + Point(x: along.y, y: -along.x) * (side * size))
      ins.append(along * -before)
      outs.append(along * after)
    }
    func handle(_ segment: PathSegment?) -> Double {
      guard isSmooth, let segment else { return 0 }
      return segment.start.distance(to: segment.end) / Double((ridges + 1) * 2)
    }
    func corner(_ index: Int, _ side: Double) {
      let before = index > 0 ? segments[index - 1] : isClosed ? segments.last : nil
      let after = index < segments.count ? segments[index] : nil
      var along = before?.tangent(at: 1) ?? after?.tangent(at: 0) ?? .zero
      if before != nil, after != nil {
        let count = corners.count
        let chord = corners[(index + 1) % count] - corners[(index + count - 1) % count]
        along = chord.normalized ?? .zero
      }
      add(corners[index], along, side, handle(before), handle(after))
    }
    var side = -1.0
    corner(0, side)
    for (index, segment) in segments.enumerated() {
      side = -side
      for ridge in 0..<ridges {
        let t = Double(ridge + 1) / Double(ridges + 1)
        let reach = handle(segment)
        add(segment.point(at: t), segment.tangent(at: t) ?? .zero, side, reach, reach)
        side = -side
      }
      if index + 1 < corners.count { corner(index + 1, side) }
    }
    return .bezier(vertices, ins, outs, isClosed: isClosed)
  }
}

extension Path {
  /// Corners moved by a share of their way to the middle of all corners, and control points by as
  /// much away from it.
  ///
  /// Source: lottie-web, `PuckerAndBloatModifier`.
  fileprivate func puckered(by share: Double) -> Path {
    guard share != 0 else { return self }
    return Path(
      subpaths.flatMap { subpath -> Elements in
        var segments = subpath.segments
        if subpath.isClosed { segments.removeAll { $0.start == $0.end && $0.isStraight } }
        let ends = segments.map(\.start) + (subpath.isClosed ? [] : segments.suffix(1).map(\.end))
        guard !segments.isEmpty else { return Elements(subpath.elements) }
        let middle = ends.reduce(.zero, +) * (1 / Double(ends.count))
        func inwards(_ point: Point) -> Point { point + (middle - point) * share }
        func outwards(_ point: Point) -> Point { point + (middle - point) * -share }
        var path = Path([.move(inwards(segments[0].start))])
        for segment in segments {
          let (first, second) = segment.controls
          path.cubic(
            to: inwards(segment.end), control1: outwards(first), control2: outwards(second))
        }
        if subpath.isClosed { path.close() }
        return path.elements
      })
  }

  /// The outline with an arc at each of its corners, as After Effects rounds them.
  func roundingCorners(by radius: Double) -> Path {
    guard radius > 0 else { return self }
    return Path(subpaths.flatMap { $0.roundingCorners(by: radius) })
  }
}

extension PathSegment {
  /// The control points; a line's are its ends.
  fileprivate var controls: (Point, Point) {
    guard case .cubic(let curve) = self else { return (start, end) }
    return (curve.control1, curve.control2)
  }

  /// Whether it is a straight line, also where it is written as a curve.
  fileprivate var isStraight: Bool {
    guard case .cubic(let curve) = self else { return true }
    return curve.control1 == curve.start && curve.control2 == curve.end
  }
}

extension Subpath {
  /// Source: lottie-web, `RoundCornersModifier`, and lottie-ios, `roundedCorners`: a corner is a
  /// point without tangents, whatever the pieces beside it are at their other ends.
  fileprivate func roundingCorners(by radius: Double) -> [Path.Element] {
    let pieces = segments.filter { $0.start != $0.end || !$0.isStraight }
    guard pieces.count > 1 else { return elements }
    /// The point on the line between a piece's ends where the arc at one of them ends.
    func cut(_ end: Point, _ other: Point) -> Point {
      let length = end.distance(to: other)
      return end.interpolated(to: other, progress: length > 0 ? min(radius / length, 0.5) : 0)
    }
    func isCorner(_ index: Int) -> Bool {
      let next = index + 1 < pieces.count ? index + 1 : 0
      return (isClosed || next != 0) && pieces[index].controls.1 == pieces[index].end
        && pieces[next].controls.0 == pieces[next].start
    }
    var result: [Path.Element] = []
    for (index, piece) in pieces.enumerated() {
      let isAfterCorner = isCorner(index > 0 ? index - 1 : pieces.count - 1)
      let start = isAfterCorner ? cut(piece.start, piece.end) : piece.start
      let end = isCorner(index) ? cut(piece.end, piece.start) : piece.end
      if result.isEmpty { result.append(.move(start)) }
      result.append(
        .cubic(
          isAfterCorner ? start : piece.controls.0, isCorner(index) ? end : piece.controls.1, end))
      guard isCorner(index) else { continue }
      let next = pieces[index + 1 < pieces.count ? index + 1 : 0]
      let after = cut(next.start, next.end)
      result.append(
        .cubic(
          end.interpolated(to: piece.end, progress: 0.5519),
          after.interpolated(to: piece.end, progress: 0.5519), after))
    }
    return isClosed ? result + [.close] : result
  }
}
