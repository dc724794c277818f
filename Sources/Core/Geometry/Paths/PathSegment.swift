/// A drawn piece of a path with both of its ends.
public enum PathSegment: Hashable, Sendable {
  case line(from: Point, to: Point)
  case cubic(CubicCurve)

  public var start: Point {
    switch self {
    case .line(let start, _): start
    case .cubic(let curve): curve.start
    }
  }

  public var end: Point {
    switch self {
    case .line(_, let end): end
    case .cubic(let curve): curve.end
    }
  }

  /// The point at parameter `t` of 0...1; for a curve that is not the fraction of its length.
  public func point(at t: Double) -> Point {
    switch self {
    case .line(let start, let end): t == 1 ? end : start * (1 - t) + end * t
    case .cubic(let curve): curve.point(at: t)
    }
  }

  /// The direction of travel at parameter `t`, of length 1; `nil` when all points coincide.
  public func tangent(at t: Double) -> Point? {
    switch self {
    case .line(let start, let end): (end - start).normalized
    case .cubic(let curve): curve.tangent(at: t)
    }
  }

  /// The part between two parameters.
  public func trimmed(from t0: Double, to t1: Double) -> PathSegment {
    switch self {
    case .line: .line(from: point(at: t0), to: point(at: t1))
    case .cubic(let curve): .cubic(curve.trimmed(from: t0, to: t1))
    }
  }

  /// The element that draws the segment from its start.
  var element: Path.Element {
    switch self {
    case .line(_, let end): .line(end)
    case .cubic(let curve): .cubic(curve.control1, curve.control2, curve.end)
    }
  }

  var isFinite: Bool {
    switch self {
    case .line(let start, let end): start.isFinite && end.isFinite
    case .cubic(let c):
      c.start.isFinite && c.control1.isFinite && c.control2.isFinite && c.end.isFinite
    }
  }
}

extension CubicCurve {
  /// The direction of travel at parameter `t`, of length 1; `nil` when all points coincide. Where
  /// the curve stops for a moment it is the direction in which it goes on, or came if it ends
  /// there.
  public func tangent(at t: Double) -> Point? {
    if t <= 0 { return CubicCurve.firstDirection(from: start, [control1, control2, end]) }
    if t >= 1 {
      return CubicCurve.firstDirection(from: end, [control2, control1, start]).map { $0 * -1 }
    }
    let velocity = derivative(at: t)
    if velocity.length > 1e-9 * polygonLength { return velocity.normalized }
    return (point(at: min(t + 1e-4, 1)) - point(at: t)).normalized
      ?? CubicCurve.firstDirection(from: start, [control1, control2, end])
  }

  private static func firstDirection(from origin: Point, _ others: [Point]) -> Point? {
    others.lazy.compactMap { ($0 - origin).normalized }.first
  }
}

extension Point {
  /// The displacement of length 1 in the same direction; `nil` for zero and for non-finite vectors.
  package var normalized: Point? {
    let largest = max(abs(x), abs(y))
    guard isFinite, largest > 0 else { return nil }
    let scaled = Point(x: x / largest, y: y / largest)
    let length = scaled.length
    return Point(x: scaled.x / length, y: scaled.y / length)
  }
}

extension CubicCurve {
  /// How many chords, over equal parts of the parameter, are nowhere further than `tolerance` from
  /// the curve.
  ///
  /// Source: a chord over a part of length h is off by at most h² / 8 of the largest second
  /// derivative, which the control points bound.
  package func chordCount(tolerance: Double) -> Int {
    let (first, last) = (start - control1 * 2 + control2, control1 - control2 * 2 + end)
    let square = max(first.x * first.x + first.y * first.y, last.x * last.x + last.y * last.y)
    let count = (6 * square.squareRoot() / (8 * tolerance)).squareRoot().rounded(.up)
    return Int(min(max(count, 1), 1e9))
  }
}

/// A cubic Bezier curve, for a parameter of 0...1.
public struct CubicCurve: Hashable, Sendable {
  public var start: Point
  public var control1: Point
  public var control2: Point
  public var end: Point

  public init(start: Point, control1: Point, control2: Point, end: Point) {
    (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
  }

  /// The control points, the curve's ends among them.
  public var points: [Point] { [start, control1, control2, end] }

  /// The two curves that join at the middle of the parameter.
  public var halves: (first: CubicCurve, second: CubicCurve) {
    let (a, b) = halvedCubic(start, control1, control2, end)
    return (
      CubicCurve(start: a.0, control1: a.1, control2: a.2, end: a.3),
      CubicCurve(start: b.0, control1: b.1, control2: b.2, end: b.3)
    )
  }

  /// The point at parameter `t`.
  public func point(at t: Double) -> Point {
    if t == 1 { return end }
    let u = 1 - t
    return start * (u * u * u) + control1 * (3 * u * u * t) + control2 * (3 * u * t * t)
      + end * (t * t * t)
  }

  /// The change of the point with the parameter at `t`.
  public func derivative(at t: Double) -> Point {
    let u = 1 - t
    return (control1 - start) * (3 * u * u) + (control2 - control1) * (6 * u * t)
      + (end - control2) * (3 * t * t)
  }

  /// The part between two parameters, by blossoming; its ends are exact at 0 and 1.
  public func trimmed(from t0: Double, to t1: Double) -> CubicCurve {
    CubicCurve(
      start: blossom(t0, t0, t0), control1: blossom(t0, t0, t1), control2: blossom(t0, t1, t1),
      end: t1 == 1 ? end : blossom(t1, t1, t1))
  }

  /// De Casteljau's construction with a parameter of its own at each level.
  private func blossom(_ r: Double, _ s: Double, _ t: Double) -> Point {
    func mix(_ a: Point, _ b: Point, _ k: Double) -> Point { a * (1 - k) + b * k }
    let (a, b, c) = (mix(start, control1, r), mix(control1, control2, r), mix(control2, end, r))
    return mix(mix(a, b, s), mix(b, c, s), t)
  }

  /// The parameters strictly inside 0...1 at which x or y has an extremum.
  var extrema: [Double] {
    CubicCurve.extrema(start.x, control1.x, control2.x, end.x)
      + CubicCurve.extrema(start.y, control1.y, control2.y, end.y)
  }

  /// The roots of one coordinate's derivative a·t² + b·t + c inside 0...1, without cancellation.
  private static func extrema(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
    let c = p1 - p0
    let b = 2 * (p2 - p1) - 2 * c
    let a = (p3 - p2) - 2 * (p2 - p1) + c
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    let root = discriminant.squareRoot()
    let q = -(b + (b < 0 ? -root : root)) / 2
    return [q / a, c / q].filter { $0 > 0 && $0 < 1 }
  }
}

/// A point that can be a control point of a curve.
protocol ControlPoint {
  func interpolated(to other: Self, progress: Double) -> Self
}

extension Point: ControlPoint {}
extension HomogeneousPoint: ControlPoint {}

/// The control points of the two curves that join at the middle of a cubic curve's parameter: de
/// Casteljau's construction.
func halvedCubic<P: ControlPoint>(
  _ start: P, _ control1: P, _ control2: P, _ end: P
) -> (first: (P, P, P, P), second: (P, P, P, P)) {
  let a = start.interpolated(to: control1, progress: 0.5)
  let b = control1.interpolated(to: control2, progress: 0.5)
  let c = control2.interpolated(to: end, progress: 0.5)
  let d = a.interpolated(to: b, progress: 0.5)
  let e = b.interpolated(to: c, progress: 0.5)
  let middle = d.interpolated(to: e, progress: 0.5)
  return ((start, a, d, middle), (middle, e, c, end))
}

/// A connected piece of a path.
public struct Subpath: Hashable, Sendable {
  public var start: Point
  /// The segments in order; empty for a lone move. The line that a `close` draws is the last one,
  /// unless it would have no length.
  public var segments: [PathSegment]
  /// True when the path goes back to the start with a `close`.
  public var isClosed: Bool

  /// The elements that draw the subpath.
  public var elements: [Path.Element] {
    var result = [Path.Element.move(start)]
    result += segments.map(\.element)
    guard isClosed else { return result }
    // `close` draws its own line.
    if case .line(_, let end)? = segments.last, end == start { result.removeLast() }
    return result + [.close]
  }
}

extension Path {
  /// The connected pieces, in order.
  public var subpaths: [Subpath] {
    var builder = SubpathBuilder()
    for element in elements { builder.add(element) }
    return builder.finished
  }

  /// All that is drawn, in order: each move starts anew, each close adds its line (unless that has
  /// no length).
  public var segments: [PathSegment] { subpaths.flatMap(\.segments) }

  /// The path without the lines that lead back to where its parts begin.
  public var withoutCloses: Path { Path(elements.filter { $0 != .close }) }

  /// Closed subpaths as open ones that end where they begin.
  public var withOpenSubpaths: Path {
    guard elements.contains(.close) else { return self }
    return Path(subpaths.flatMap { [.move($0.start)] + $0.segments.map(\.element) })
  }
}

/// Walks through elements and keeps track of the current point.
private struct SubpathBuilder {
  private var done: [Subpath] = []
  private var open: Subpath?
  /// Where drawing goes on after a close.
  private var resumption: Point?

  mutating func add(_ element: Path.Element) {
    switch element {
    case .move(let point): begin(at: point)
    case .line(let end):
      append(beginning: end) { .line(from: $0, to: end) }
    case .cubic(let a, let b, let end):
      append(beginning: a) { .cubic(CubicCurve(start: $0, control1: a, control2: b, end: end)) }
    case .close: close()
    }
  }

  var finished: [Subpath] { done + (open.map { [$0] } ?? []) }

  private mutating func begin(at point: Point) {
    if let open { done.append(open) }
    open = Subpath(start: point, segments: [], isClosed: false)
  }

  private mutating func append(beginning: Point, _ segment: (Point) -> PathSegment) {
    if open == nil { begin(at: resumption ?? beginning) }
    guard let start = open.map({ $0.segments.last?.end ?? $0.start }) else { return }
    open?.segments.append(segment(start))
  }

  private mutating func close() {
    guard var subpath = open else { return }
    // Taken away first, so that the array of segments has one owner and is not copied.
    open = nil
    if let end = subpath.segments.last?.end, end != subpath.start {
      subpath.segments.append(.line(from: end, to: subpath.start))
    }
    subpath.isClosed = true
    resumption = subpath.start
    done.append(subpath)
  }
}
