import RealModule

/// An elliptical arc as SVG writes it: by its ends.
///
/// Formulas: W3C SVG 2, "Elliptical arc implementation notes" (B.2), endpoint to centre.
struct SVGArc {
  let start: Point
  let end: Point
  let radii: Size
  let rotationInDegrees: Double
  let isLarge: Bool
  let isSweep: Bool

  /// What draws the arc from its start: cubics of at most 90 degrees; a line when a radius is zero;
  /// nothing when the ends coincide.
  var elements: [Path.Element] {
    if start == end { return [] }
    let (a, b) = (abs(radii.width), abs(radii.height))
    guard a > 0, b > 0 else { return [.line(end)] }
    let rotation = rotationInDegrees.remainder(dividingBy: 360) * .pi / 180
    return elements(a, b, (.cos(rotation), .sin(rotation)))
  }

  /// Works on the circle of radius 1 that the ellipse becomes when it is turned back and scaled.
  private func elements(
    _ a: Double, _ b: Double, _ turn: (cos: Double, sin: Double)
  ) -> [Path.Element] {
    let half = Point(x: (start.x - end.x) / 2, y: (start.y - end.y) / 2)
    let from = Point(
      x: (turn.cos * half.x + turn.sin * half.y) / a, y: (turn.cos * half.y - turn.sin * half.x) / b
    )
    // Radii that cannot reach from end to end grow until they just do.
    let distance = from.length
    let growth = max(1, distance)
    let unit = Point(x: from.x / growth, y: from.y / growth)
    // So shallow an arc is a line to within 1e-9 of its length, and its centre too far to calculate.
    if unit.length < 1e-9, !isLarge { return [.line(end)] }
    let offset = max(0, 1 / (unit.length * unit.length) - 1).squareRoot()
    let side = isLarge == isSweep ? -offset : offset
    let center = Point(x: side * unit.y, y: -side * unit.x)
    let middle = Point(x: start.x / 2 + end.x / 2, y: start.y / 2 + end.y / 2)
    let (scaleX, scaleY) = (a * growth, b * growth)
    let map = AffineTransform(
      a: turn.cos * scaleX, b: turn.sin * scaleX, c: -turn.sin * scaleY, d: turn.cos * scaleY,
      tx: middle.x, ty: middle.y)
    let cubics = cubics(from: unit - center, to: unit * -1 - center, around: center)
    return cubics.isEmpty
      ? [.line(end)]
      : cubics.map { .cubic(map.apply(to: $0), map.apply(to: $1), $2.map(map.apply(to:)) ?? end) }
  }

  /// The cubics on the unit circle; the end of the last one is left to the exact end of the arc.
  private func cubics(
    from first: Point, to last: Point, around center: Point
  ) -> [(Point, Point, Point?)] {
    let startAngle = Double.atan2(y: first.y, x: first.x)
    var sweep = Double.atan2(y: last.y, x: last.x) - startAngle
    if isSweep, sweep < 0 { sweep += 2 * .pi }
    if !isSweep, sweep > 0 { sweep -= 2 * .pi }
    guard sweep.isFinite else { return [] }
    // A hair of rounding must not cost another cubic.
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let reach = 4.0 / 3 * Double.tan(step / 4)
    return (0..<count).map { index in
      let (angle, next) = (startAngle + step * Double(index), startAngle + step * Double(index + 1))
      let p = center + Point(x: .cos(angle), y: .sin(angle))
      let q = center + Point(x: .cos(next), y: .sin(next))
      return (
        p + Point(x: -.sin(angle), y: .cos(angle)) * reach,
        q - Point(x: -.sin(next), y: .cos(next)) * reach, index == count - 1 ? nil : q
      )
    }
  }
}
