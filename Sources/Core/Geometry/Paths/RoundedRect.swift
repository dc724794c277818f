import RealModule

/// A corner of a rectangle, by the edges that meet there. Source of the names: `CACornerMask` in
/// Apple's `CALayer.h`.
public enum Corner: String, CaseIterable, Hashable, Sendable {
  case minXMinY, maxXMinY, minXMaxY, maxXMaxY

  /// In the order of `Rect.corners`.
  fileprivate static let around: [Corner] = [.minXMinY, .maxXMinY, .maxXMaxY, .minXMaxY]
}

/// A side of a rectangle, by the coordinate that all of it has.
public enum RectSide: String, CaseIterable, Hashable, Sendable {
  case minX, maxX, minY, maxY
}

/// How a rounded corner bends. Source of the names: `CALayerCornerCurve` in Apple's `CALayer.h`.
public enum CornerCurve: String, CaseIterable, Hashable, Sendable {
  /// A quarter of a circle.
  case circular
  /// A curve that leaves the edge more softly, 1.528665 radii from the corner.
  case continuous
}

extension Path {
  /// A closed rectangle with rounded corners, from the left end of its top edge, clockwise on
  /// screen. `radius` is limited to half of the short side; without one it is a plain rectangle.
  ///
  /// A continuous corner that has less room than 1.528665 radii lies between that curve and the
  /// circle.
  public static func roundedRect(
    _ rect: Rect, radius: Double, corners rounded: Set<Corner> = Set(Corner.allCases),
    curve: CornerCurve = .circular
  ) -> Path {
    let room = min(rect.width, rect.height) / 2
    let radius = min(radius, room)
    guard radius > 0, !rounded.isEmpty else { return .rect(rect) }
    let shape = curve == .circular ? CornerShape.circular : .continuous(factor: room / radius)
    let corners = rect.corners
    var path = Path()
    for (index, direction) in directions.enumerated() {
      let isRounded = rounded.contains(Corner.around[index])
      let start = isRounded ? corners[index] + direction * (radius * shape.extent) : corners[index]
      if index == 0 { path.move(to: start) }
      let next = (index + 1) % 4
      guard rounded.contains(Corner.around[next]) else {
        path.line(to: corners[next])
        continue
      }
      path.append(
        shape, at: corners[next], along: direction * radius, next: directions[next] * radius)
    }
    path.close()
    return path
  }

  private static let directions = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(
    Point.init(x:y:))

  /// A line to where the corner begins, and the corner. The vectors are as long as the radius.
  private mutating func append(
    _ shape: CornerShape, at corner: Point, along: Point, next: Point
  ) {
    func place(_ p: Point) -> Point { corner - along * p.x + next * p.y }
    line(to: place(Point(x: shape.extent, y: 0)))
    for curve in shape.curves {
      cubic(to: place(curve.end), control1: place(curve.control1), control2: place(curve.control2))
    }
  }
}

/// A corner of radius 1 as cubics: x is the distance from the corner back along the edge before it,
/// y along the edge after it.
private struct CornerShape {
  typealias CornerCubic = (control1: Point, control2: Point, end: Point)

  /// How far from the corner it begins and ends.
  let extent: Double
  let curves: [CornerCubic]

  static let circular = CornerShape(
    extent: 1,
    curves: [(Point(x: 1 - kappa, y: 0), Point(x: 0, y: 1 - kappa), Point(x: 0, y: 1))])

  /// `CALayer.cornerCurveExpansionFactor(.continuous)`, as measured.
  private static let fullExtent = 1.528665

  /// With `factor` radii of room on each edge, 1 or more.
  static func continuous(factor: Double) -> CornerShape {
    let extent = min(factor, fullExtent)
    let share = (extent - 1) / (fullExtent - 1)
    let curves = zip(quarterCircle, continuous).map { circle, full -> CornerCubic in
      (
        circle.control1.interpolated(to: full.control1, progress: share),
        circle.control2.interpolated(to: full.control2, progress: share),
        circle.end.interpolated(to: full.end, progress: share)
      )
    }
    return CornerShape(extent: extent, curves: curves)
  }

  /// Source: the points of iOS 7's corners as first published by PaintCode.
  private static let continuous: [CornerCubic] = symmetric(
    (Point(x: 1.08849, y: 0), Point(x: 0.8684, y: 0), Point(x: 0.63149, y: 0.07491)),
    middle: Point(x: 0.37283, y: 0.16906))

  /// The circle, cut at the angle at which the continuous curve is.
  private static let quarterCircle: [CornerCubic] = {
    let angle = Double.atan2(y: 1 - 0.63149, x: 1 - 0.07491)
    func place(_ angle: Double, _ length: Double) -> Point {
      Point(
        x: 1 - .sin(angle) - length * .cos(angle), y: 1 - .cos(angle) + length * .sin(angle))
    }
    let reach = 4.0 / 3 * .tan(angle / 4)
    let middleReach = 4.0 / 3 * .tan((.pi / 2 - 2 * angle) / 4)
    return symmetric(
      (place(0, reach), place(angle, -reach), place(angle, 0)), middle: place(angle, middleReach))
  }()

  /// The whole corner of its first cubic and the first control point of the second: it is its own
  /// mirror image.
  private static func symmetric(_ first: CornerCubic, middle: Point) -> [CornerCubic] {
    func mirrored(_ p: Point) -> Point { Point(x: p.y, y: p.x) }
    return [
      first, (middle, mirrored(middle), mirrored(first.end)),
      (mirrored(first.control2), mirrored(first.control1), Point(x: 0, y: extentOf(first))),
    ]
  }

  private static func extentOf(_ first: CornerCubic) -> Double {
    first.control1.x > 1 ? fullExtent : 1
  }
}
