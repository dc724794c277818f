import RostrumGeometry
import RostrumLayerTree
import RealModule

/// One outline of a shape layer, with the groups between it and its paint.
struct Outline {
  indirect enum Shape {
    /// Several outlines put together, each operand of one or several.
    case combined(PathOperation, [[Outline]])
    case path(Track<Path>)
    case ellipse(position: Track<[Double]>, size: Track<[Double]>)
    case rectangle(position: Track<[Double]>, size: Track<[Double]>, radius: Track<[Double]>)
    case star(LottieStar)
  }

  let shape: Shape
  let isReversed: Bool
  /// The transforms of groups around the outline and the places of copies, the innermost first.
  var places: [OutlinePlace] = []
  /// The changes of the outline by itself, the first first.
  var changes: [PathChange] = []
  /// The trims that apply, each with a number of its own, the innermost first.
  var trims: [(id: Int, trim: LottieTrim)] = []

  func path(at frame: Double) -> Path {
    let drawn = shape.path(at: frame)
    let path = changes.reduce(isReversed ? drawn.reversed : drawn) { $1.changed($0, at: frame) }
    return places.reduce(path) { $0.transformed(by: $1.matrix(at: frame)) }
  }

  /// The most elements that the outline has at any time, before it is changed.
  var mostElements: Int { shape.mostElements }

  /// The cost of trims and operations on paths each time, in elements: the latter
  /// grows with the square of the paths' sides.
  var operationCost: Int {
    let count = shape.mostElements
    let changes = changes.reduce(20 * trims.count) { $0 + $1.cost(of: count) }
    guard case .combined = shape else { return changes }
    return changes + count * count / 10
  }

  /// When anything about the outline moves.
  var timings: [[Track<Value>.SegmentTiming]] {
    shape.timings + changes.flatMap(\.tracks).map(\.timings) + places.flatMap(\.timings)
  }

  /// Whether the outline follows evenly from its tracks, where they run side by side.
  var isEven: Bool {
    shape.isEven && !changes.flatMap(\.tracks).contains(where: \.isAnimated)
      && (changes.allSatisfy(\.isNothing) || !shape.isAnimated)
      && places.allSatisfy { $0.timings.allSatisfy(\.isEmpty) }
  }
}

/// A place that moves an outline as a whole.
enum OutlinePlace {
  case group(LottieTransform)
  case copy(CopyPlace)

  func matrix(at frame: Double) -> AffineTransform {
    switch self {
    case .group(let transform): transform.matrix(at: frame)
    case .copy(let place): place.matrix(at: frame)
    }
  }

  var timings: [[Track<Value>.SegmentTiming]] {
    switch self {
    case .group(let transform): transform.tracks.map(\.timings)
    case .copy(let place): place.timings
    }
  }
}

extension Outline.Shape {
  func path(at frame: Double) -> Path {
    switch self {
    case .combined(let operation, let operands):
      let paths = operands.map { outlines in
        Path(outlines.trimmedPaths(at: frame).flatMap(\.elements))
      }
      return .combining(paths, by: operation)
    case .path(let track): return track.path(at: frame)
    case .ellipse(let position, let size):
      return .lottieEllipse(position.point(at: frame), size.point(at: frame))
    case .rectangle(let position, let size, let radius):
      return .lottieRectangle(
        position.point(at: frame), size.point(at: frame), radius.number(at: frame))
    case .star(let star): return star.path(at: frame)
    }
  }

  /// The most elements at any time.
  fileprivate var mostElements: Int {
    switch self {
    case .combined(_, let operands): operands.joined().reduce(0) { $0 + $1.mostElements }
    case .path(let track): track.values.reduce(0) { max($0, $1.elements.count) }
    case .ellipse: 6
    case .rectangle: 10
    case .star(let star):
      2 + 2 * Int(min(max(star.points.values.reduce(0) { max($0, $1.first ?? 0) }, 0), 2000))
    }
  }

  var timings: [[Track<Value>.SegmentTiming]] {
    switch self {
    case .combined(_, let operands):
      operands.joined().flatMap { outline in
        outline.timings + outline.trims.flatMap { $0.trim.tracks.map(\.timings) }
      }
    case .path(let track): [track.timings]
    case .ellipse(let position, let size): [position.timings, size.timings]
    case .rectangle(let position, let size, let radius):
      [position.timings, size.timings, radius.timings]
    case .star(let star): star.tracks.map(\.timings)
    }
  }

  var isAnimated: Bool { timings.contains { !$0.isEmpty } }

  fileprivate var isEven: Bool {
    switch self {
    case .combined: false
    case .path: true
    case .ellipse(let position, let size): position.isEven && size.isEven
    case .rectangle(let position, let size, let radius):
      position.isEven && size.isEven && !radius.isAnimated && radius.initial == [0]
    case .star(let star): !star.tracks.contains(where: \.isAnimated)
    }
  }
}

extension Track<[Double]> {
  /// Whether components run side by side on straight lines.
  fileprivate var isEven: Bool { !isCurved && !isEasedByComponent }
}

// MARK: Shapes

extension Path {
  /// An ellipse from its top, clockwise on screen.
  static func lottieEllipse(_ center: Point, _ size: Point) -> Path {
    let (a, b, k) = (size.x / 2, size.y / 2, 0.5519)
    func at(_ x: Double, _ y: Double) -> Point { Point(x: center.x + a * x, y: center.y + b * y) }
    var path = Path([.move(at(0, -1))])
    path.cubic(to: at(1, 0), control1: at(k, -1), control2: at(1, -k))
    path.cubic(to: at(0, 1), control1: at(1, k), control2: at(k, 1))
    path.cubic(to: at(-1, 0), control1: at(-k, 1), control2: at(-1, k))
    path.cubic(to: at(0, -1), control1: at(-1, -k), control2: at(-k, -1))
    path.close()
    return path
  }

  /// A rectangle from its top right corner, clockwise on screen.
  static func lottieRectangle(_ center: Point, _ size: Point, _ radius: Double) -> Path {
    let (a, b) = (size.x / 2, size.y / 2)
    let r = min(max(radius, 0), abs(a), abs(b))
    func at(_ x: Double, _ y: Double) -> Point { Point(x: center.x + x, y: center.y + y) }
    guard r > 0 else {
      return Path([.move(at(a, -b)), .line(at(a, b)), .line(at(-a, b)), .line(at(-a, -b)), .close])
    }
    let (rx, ry) = (a < 0 ? -r : r, b < 0 ? -r : r)
    let (kx, ky) = (rx * (1 - 0.5519), ry * (1 - 0.5519))
    var path = Path([.move(at(a, -b + ry)), .line(at(a, b - ry))])
    path.cubic(to: at(a - rx, b), control1: at(a, b - ky), control2: at(a - kx, b))
    path.line(to: at(-a + rx, b))
    path.cubic(to: at(-a, b - ry), control1: at(-a + kx, b), control2: at(-a, b - ky))
    path.line(to: at(-a, -b + ry))
    path.cubic(to: at(-a + rx, -b), control1: at(-a, -b + ky), control2: at(-a + kx, -b))
    path.line(to: at(a - rx, -b))
    path.cubic(to: at(a, -b + ry), control1: at(a - kx, -b), control2: at(a, -b + ky))
    path.close()
    return path
  }

  /// The same outline from its end to its start.
  var reversed: Path {
    Path(
      subpaths.flatMap { subpath in
        let pieces = subpath.segments.reversed().map(\.reversed)
        let start = pieces.first?.start ?? subpath.start
        var reversed = subpath
        (reversed.start, reversed.segments) = (start, pieces)
        return reversed.elements
      })
  }
}

extension PathSegment {
  fileprivate var reversed: PathSegment {
    switch self {
    case .line(let start, let end): .line(from: end, to: start)
    case .cubic(let c):
      .cubic(
        CubicCurve(start: c.end, control1: c.control2, control2: c.control1, end: c.start))
    }
  }
}

extension LottieStar {
  func path(at frame: Double) -> Path {
    let center = position.point(at: frame)
    let turn = rotation.number(at: frame) * .pi / 180 - .pi / 2
    let (outer, outerRound) = (
      outerRadius.number(at: frame), outerRoundness.number(at: frame) / 100
    )
    let given = min(max(points.number(at: frame), 0), 2000)
    guard given >= 1 else { return Path() }
    return isPolygon
      ? .polygon(center, given.rounded(.down), turn, outer, outerRound)
      : .star(
        center, given, turn, (innerRadius.number(at: frame), outer),
        (innerRoundness.number(at: frame) / 100, outerRound))
  }
}

extension Path {
  fileprivate static func polygon(
    _ center: Point, _ count: Double, _ turn: Double, _ radius: Double, _ roundness: Double
  ) -> Path {
    let reach = radius * roundness * 2 * .pi / (count * 4)
    let corners = (0..<Int(count)).map { turn + 2 * .pi * Double($0) / count }
    return .rounded(center, corners.map { ($0, radius, reach) })
  }

  fileprivate static func star(
    _ center: Point, _ count: Double, _ turn: Double, _ radii: (inner: Double, outer: Double),
    _ roundness: (inner: Double, outer: Double)
  ) -> Path {
    let half = Double.pi / count
    let part = count - count.rounded(.down)
    let reach = 2 * Double.pi / (count * 4)
    var corners: [(angle: Double, radius: Double, reach: Double)] = []
    var angle = turn
    for index in 0..<Int(2 * count.rounded(.up)) {
      let isOuter = index.isMultiple(of: 2)
      var radius = isOuter ? radii.outer : radii.inner
      // A part of a point reaches out less.
      if part > 0, isOuter, index == 0 { radius = radii.inner + part * (radii.outer - radii.inner) }
      let round = isOuter ? roundness.outer : roundness.inner
      corners.append((angle, radius, (isOuter ? radii.outer : radii.inner) * round * reach))
      angle += part > 0 && index == 0 ? half * part : half
    }
    return .rounded(center, corners)
  }

  /// Corners at angles and distances, with tangents at right angles to the way from the centre.
  private static func rounded(
    _ center: Point, _ corners: [(angle: Double, radius: Double, reach: Double)]
  ) -> Path {
    var (vertices, ins, outs): ([Point], [Point], [Point]) = ([], [], [])
    for corner in corners {
      let way = Point(x: .cos(corner.angle), y: .sin(corner.angle))
      let along = Point(x: -way.y, y: way.x) * corner.reach
      vertices.append(center + way * corner.radius)
      ins.append(along * -1)
      outs.append(along)
    }
    return .bezier(vertices, ins, outs, isClosed: true)
  }
}
