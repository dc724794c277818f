import RealModule

/// A 2-D map taken apart as W3C CSS Transforms 1 does ("Decomposing a 2D matrix"):
/// scale · rotation by `angle` · remainder, then the translation, in the order that acts on a point.
struct PlanarDecomposition: Sendable {
  var scaleX: Double
  var scaleY: Double
  /// In radians.
  var angle: Double
  /// What neither scale nor rotation explains (a shear); its own translation is zero.
  var remainder: AffineTransform
  var translation: Point

  /// The parts of `map`; `nil` when it flattens the plane or its numbers are out of range.
  init?(_ map: AffineTransform) {
    let determinant = map.determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    translation = Point(x: map.tx, y: map.ty)
    scaleX = Point(x: map.a, y: map.b).length
    scaleY = Point(x: map.c, y: map.d).length
    if determinant < 0 {
      if map.a < map.d { scaleX.negate() } else { scaleY.negate() }
    }
    let (a, b, c, d) = (map.a / scaleX, map.b / scaleX, map.c / scaleY, map.d / scaleY)
    angle = .atan2(y: b, x: a)
    // The normalised first row is (cos, sin) of the angle: turning back by it needs no trigonometry.
    remainder = AffineTransform(
      a: a * a - b * c, b: a * b - b * d, c: b * a + a * c, d: b * b + a * d, tx: 0, ty: 0)
  }

  /// The parts put together again.
  var recomposed: AffineTransform {
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    var map = AffineTransform(
      a: scaleX * cosine, b: scaleX * sine, c: scaleY * -sine, d: scaleY * cosine, tx: 0, ty: 0)
    map = map.concatenating(remainder)
    (map.tx, map.ty) = (translation.x, translation.y)
    return map
  }

  /// Part by part, the shorter way round.
  func interpolated(to other: PlanarDecomposition, progress: Double) -> PlanarDecomposition {
    var (from, to) = (self, other)
    from.alignFlip(with: to)
    PlanarDecomposition.takeShorterWay(&from.angle, &to.angle)
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    from.scaleX = mix(from.scaleX, to.scaleX)
    from.scaleY = mix(from.scaleY, to.scaleY)
    from.angle = mix(from.angle, to.angle)
    from.translation = from.translation.interpolated(to: to.translation, progress: progress)
    let (r, s) = (from.remainder, to.remainder)
    from.remainder = AffineTransform(
      a: mix(r.a, s.a), b: mix(r.b, s.b), c: mix(r.c, s.c), d: mix(r.d, s.d), tx: 0, ty: 0)
    return from
  }

  /// One end mirrored in x and the other in y differ by half a turn only, not by a mirror.
  private mutating func alignFlip(with other: PlanarDecomposition) {
    let crossed = scaleX < 0 && other.scaleY < 0 || scaleY < 0 && other.scaleX < 0
    guard crossed else { return }
    scaleX.negate()
    scaleY.negate()
    angle += angle < 0 ? .pi : -.pi
  }

  /// Angle 0 counts as a full turn, then a difference above half a turn goes the other way round.
  private static func takeShorterWay(_ from: inout Double, _ to: inout Double) {
    // Two zeros would become two full turns: the same rotation, but not the exact identity.
    if from == 0 && to == 0 { return }
    if from == 0 { from = 2 * .pi }
    if to == 0 { to = 2 * .pi }
    guard abs(from - to) > .pi else { return }
    if from > to { from -= 2 * .pi } else { to -= 2 * .pi }
  }
}
