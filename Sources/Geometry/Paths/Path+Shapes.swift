/// The distance of a control point from its end, for a quarter of a circle of radius 1:
/// 4/3·(√2 - 1). The curve leaves the circle by at most 0.0273 % of the radius, always outwards.
let kappa = 0.5522847498

extension Path {
  /// A closed rectangle from its min-min corner, clockwise on screen.
  public static func rect(_ rect: Rect) -> Path {
    let corners = rect.corners
    return Path([.move(corners[0])] + corners.dropFirst().map(Element.line) + [.close])
  }

  /// The closed ellipse that fills `rect`, of four cubics (0.0273 % of the radius outside at most),
  /// from the middle of its max-X edge, clockwise on screen.
  public static func ellipse(in rect: Rect) -> Path {
    let (center, a, b) = (rect.center, rect.width / 2, rect.height / 2)
    func at(_ x: Double, _ y: Double) -> Point { Point(x: center.x + a * x, y: center.y + b * y) }
    var path = Path([.move(at(1, 0))])
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
