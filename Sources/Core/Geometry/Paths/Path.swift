/// An outline of straight lines and cubic Bezier curves, in one or more subpaths.
///
/// A line or curve without a current point starts a subpath, as in Cairo: a line at its own end, a
/// curve at its first control point. After a `close`, drawing goes on from the start of the
/// subpath.
public struct Path: Hashable, Sendable {
  /// One step of the outline. Quadratic curves and arcs are stored as the cubics that draw them.
  public enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case cubic(Point, Point, Point)
    case close

    var isFinite: Bool {
      switch self {
      case .move(let p), .line(let p): p.isFinite
      case .cubic(let a, let b, let p): a.isFinite && b.isFinite && p.isFinite
      case .close: true
      }
    }
  }

  public var elements: Elements

  public init(_ elements: [Element] = []) {
    self.elements = Elements(elements)
  }

  public init(_ elements: Elements) {
    self.elements = elements
  }

  public var isEmpty: Bool { elements.isEmpty }

  /// True when every coordinate is a finite number.
  public var isFinite: Bool { elements.points.allSatisfy(\.isFinite) }

  public mutating func move(to point: Point) { elements.append(.move(point)) }
  public mutating func line(to point: Point) { elements.append(.line(point)) }
  public mutating func close() { elements.append(.close) }

  public mutating func cubic(to end: Point, control1: Point, control2: Point) {
    elements.append(.cubic(control1, control2, end))
  }

  /// The path with every point mapped.
  public func map(_ transform: (Point) -> Point) -> Path {
    Path(elements.map(transform))
  }

  public func transformed(by transform: AffineTransform) -> Path { map(transform.apply(to:)) }
}

extension Path {
  /// The smallest rectangle that holds all that is drawn, and the points of lone moves; `nil` for a
  /// path without either. Curves count by their own extremes, not by their control points.
  public var boundingBox: Rect? {
    guard elements.hasCurves else { return controlBoundingBox }
    var points: [Point] = []
    points.reserveCapacity(elements.count)
    var (start, current): (Point?, Point?)
    for element in elements {
      switch element {
      case .move(let end):
        points.append(end)
        (start, current) = (end, end)
      case .line(let end):
        points.append(end)
        (start, current) = (start ?? end, end)
      case .cubic(let control1, let control2, let end):
        let from = current ?? control1
        let curve = CubicCurve(start: from, control1: control1, control2: control2, end: end)
        points += [from, end]
        points += curve.extrema.lazy.map(curve.point(at:))
        (start, current) = (start ?? from, end)
      case .close: current = start
      }
    }
    return Rect(enclosing: points)
  }

  /// The smallest rectangle that holds all points, control points included; never smaller than
  /// `boundingBox` and quicker.
  public var controlBoundingBox: Rect? {
    Rect(enclosing: elements.points)
  }
}

/// The distance of a control point from its end, for a quarter of a circle of radius 1:
/// 4/3·(√2 - 1). The curve leaves the circle by at most 0.0273 % of the radius, always outwards.
let kappa = 0.5522847498

extension Path {
  /// A closed rectangle from its min-min corner, clockwise on screen.
  public static func rect(_ rect: Rect) -> Path {
    let corners = rect.corners
    var path = Path()
    path.move(to: corners[0])
    for corner in corners[1...] { path.line(to: corner) }
    path.close()
    return path
  }

  /// The closed ellipse that fills `rect`, of four cubics (0.0273 % of the radius outside at most),
  /// from the middle of its max-X edge, clockwise on screen.
  public static func ellipse(in rect: Rect) -> Path {
    let (center, a, b) = (rect.center, rect.width / 2, rect.height / 2)
    func at(_ x: Double, _ y: Double) -> Point { Point(x: center.x + a * x, y: center.y + b * y) }
    var path = Path()
    path.elements.reserveCapacity(13)
    path.move(to: at(1, 0))
    path.cubic(to: at(0, 1), control1: at(1, kappa), control2: at(kappa, 1))
    path.cubic(to: at(-1, 0), control1: at(-kappa, 1), control2: at(-1, kappa))
    path.cubic(to: at(0, -1), control1: at(-1, -kappa), control2: at(-kappa, -1))
    path.cubic(to: at(1, 0), control1: at(kappa, -1), control2: at(1, -kappa))
    path.close()
    return path
  }

  /// The closed circle: see `ellipse(in:)`.
  public static func circle(center: Point, radius: Double) -> Path {
    .ellipse(
      in: Rect(
        x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
  }
}

/// The rule that says which points count as inside a path that crosses or nests itself. The raw
/// values are Core Animation's words.
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// Inside when the path winds round the point a number of times other than zero.
  case nonZero = "non-zero"
  /// Inside when a ray from the point crosses the path an odd number of times.
  case evenOdd = "even-odd"
}

/// How the line along a path looks. The defaults are `CAShapeLayer`'s; lengths are in the
/// path's own units.
public struct StrokeStyle: Hashable, Sendable {
  /// The shape at the two ends of an open subpath and of every dash.
  public enum LineCap: String, Hashable, Sendable, CaseIterable {
    case butt, round, square
  }

  /// The shape where two segments meet.
  public enum LineJoin: String, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
  }

  /// Centred on the path. Zero, negative and non-finite widths draw nothing.
  public var lineWidth: Double
  public var cap: LineCap
  public var join: LineJoin
  /// A miter longer than this many line widths becomes a bevel. At least 1.
  public var miterLimit: Double
  /// Drawn, left out, drawn and so on, over and over; an odd count goes round
  /// twice before it repeats. Empty means a solid line, and so does a pattern with a negative or
  /// non-finite length or without any length at all.
  public var dashPattern: [Double]
  /// How far into the pattern the line starts; any finite number.
  public var dashPhase: Double

  public init(
    lineWidth: Double = 1, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10,
    dashPattern: [Double] = [], dashPhase: Double = 0
  ) {
    self.lineWidth = lineWidth
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashPattern = dashPattern
    self.dashPhase = dashPhase
  }
}
