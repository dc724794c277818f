import RealModule

/// A 2-D affine map in Core Graphics' layout: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
///
/// Points are row vectors, so `a.concatenating(b)` applies `a` first.
public struct AffineTransform: Hashable, Sendable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  public static func scale(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// The rotation by `angle` radians about the origin: clockwise on screen, since y grows
  /// downwards.
  public static func rotation(_ angle: Double) -> AffineTransform {
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The skew of CSS's `skew()`: x grows by y times the tangent of `x`, and y by x times that of
  /// `y`. In radians.
  public static func skew(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: .tan(y), c: .tan(x), d: 1, tx: 0, ty: 0)
  }

  /// The map that applies this one first, then `next`.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The bounding box of the mapped rectangle.
  public func boundingBox(of rect: Rect) -> Rect {
    Rect(enclosing: rect.corners.map(apply(to:))) ?? .zero
  }

  public var determinant: Double { a * d - b * c }

  /// The inverse map, or `nil` when the map flattens the plane.
  public var inverted: AffineTransform? {
    let det = determinant
    guard det != 0, det.isFinite, (1 / det).isFinite else { return nil }
    return AffineTransform(
      a: d / det, b: -b / det, c: -c / det, d: a / det,
      tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
  }

  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}

/// An affine map as After Effects says it: a scale, then a skew along x, a turn and a place. Angles
/// are in degrees.
public struct AffineParts {
  public internal(set) var place = Point(x: 0, y: 0)
  public internal(set) var across = 1.0
  public internal(set) var along = 1.0
  public internal(set) var turn = 0.0
  public internal(set) var skew = 0.0

  public init() {}

  /// The nearest such map to the one before: turns go on, and what flips does not turn.
  public init(_ map: AffineTransform, after last: AffineParts) {
    place = Point(x: map.tx, y: map.ty)
    across = Double.hypot(map.a, map.b)
    let angle = across > 1e-9 ? Double.atan2(y: map.b, x: map.a) : last.turn * .pi / 180
    turn = angle * 180 / .pi
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    along = map.d * cosine - map.c * sine
    let shear = map.c * cosine + map.d * sine
    skew = abs(along) > 1e-9 ? -Double.atan(shear / along) * 180 / .pi : 0
    let flipped = turn + 180
    if Self.distance(flipped, last.turn) < Self.distance(turn, last.turn) - 1e-6 {
      (turn, across, along) = (flipped, -across, -along)
    }
    turn += 360 * ((last.turn - turn) / 360).rounded()
  }

  private static func distance(_ a: Double, _ b: Double) -> Double {
    let turns = (a - b) / 360
    return abs(turns - turns.rounded())
  }
}
