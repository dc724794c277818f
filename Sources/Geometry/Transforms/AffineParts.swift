import RealModule

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
