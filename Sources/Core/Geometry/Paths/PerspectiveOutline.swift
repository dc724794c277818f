extension Homography {
  /// How a path to be filled appears. Straight lines stay lines; curves become lines that stray at
  /// most `tolerance` from them. What lies behind the eye is cut off, which leaves the winding
  /// numbers of all other points.
  ///
  /// - Parameters:
  ///   - path: The path, in the plane that is projected.
  ///   - box: Where the result will be looked at. Curves beyond one of its sides need not be
  ///     accurate.
  ///   - tolerance: How far a line may stray from its curve, in units of the result.
  /// - Returns: Closed subpaths; `nil` when a coordinate is not a finite number.
  public func outline(of path: Path, within box: Rect, tolerance: Double) -> Path? {
    guard path.isFinite, isFinite else { return nil }
    let near = nearPlaneWeight(of: path)
    guard near > 0 else { return Path() }
    let flattener = CurveFlattener(
      projection: self, near: near, box: box, tolerance: tolerance)
    var result = Path()
    for subpath in path.subpaths {
      let polygon = flattener.polygon(of: subpath).clipped(toWeight: near).map(\.projected)
      guard let first = polygon.first else { continue }
      guard polygon.allSatisfy(\.isFinite) else { return nil }
      result.move(to: first)
      for point in polygon.dropFirst() { result.line(to: point) }
      result.close()
    }
    return result
  }

  /// The least weight at which parts of a path are shown; 0 or less when no part is.
  private func nearPlaneWeight(of path: Path) -> Double {
    var largest = -Double.infinity
    for element in path.elements {
      switch element {
      case .move(let p), .line(let p): largest = max(largest, homogeneous(p).weight)
      case .cubic(let a, let b, let p):
        largest = max(largest, homogeneous(a).weight, homogeneous(b).weight, homogeneous(p).weight)
      case .close: break
      }
    }
    return largest.isFinite ? largest * [HomogeneousPoint].nearPlaneFraction : 0
  }
}

extension Homography {
  /// The parameters of a path's segment at which chords of it end, the last of which is 1. As they
  /// appear, they stray at most `tolerance` from the curve, where it is in front of the eye and
  /// within `box`.
  public func chords(of segment: PathSegment, within box: Rect, tolerance: Double) -> [Double] {
    guard case .cubic(let curve) = segment else { return [1] }
    let weights = [curve.start, curve.control1, curve.control2, curve.end].map {
      homogeneous($0).weight
    }
    let near = (weights.max() ?? 0) * [HomogeneousPoint].nearPlaneFraction
    guard near > 0 else { return [1] }
    let flattener = CurveFlattener(projection: self, near: near, box: box, tolerance: tolerance)
    return flattener.parameters(of: curve)
  }
}

/// Makes lines of curves, in front of the eye as finely as they have to be.
private struct CurveFlattener {
  let projection: Homography
  let near: Double
  let box: Rect
  let tolerance: Double

  /// No curve becomes more than 2^12 lines.
  private static let deepest = 12

  func polygon(of subpath: Subpath) -> [HomogeneousPoint] {
    var points = [projection.homogeneous(subpath.start)]
    for segment in subpath.segments {
      switch segment {
      case .line(_, let end): points.append(projection.homogeneous(end))
      case .cubic(let curve): append(weighed(curve), to: &points, depth: 0)
      }
    }
    return points
  }

  /// Where the lines end.
  func parameters(of curve: CubicCurve) -> [Double] {
    var ends: [Double] = []
    appendParameters(weighed(curve), from: 0, to: 1, &ends, depth: 0)
    return ends
  }

  private func appendParameters(
    _ curve: RationalCurve, from start: Double, to end: Double, _ ends: inout [Double], depth: Int
  ) {
    guard depth < Self.deepest, !isStraightEnough(curve) else { return ends.append(end) }
    let (halves, middle) = (curve.halves, (start + end) / 2)
    appendParameters(halves.first, from: start, to: middle, &ends, depth: depth + 1)
    appendParameters(halves.second, from: middle, to: end, &ends, depth: depth + 1)
  }

  private func weighed(_ curve: CubicCurve) -> RationalCurve {
    RationalCurve(
      projection.homogeneous(curve.start), projection.homogeneous(curve.control1),
      projection.homogeneous(curve.control2), projection.homogeneous(curve.end))
  }

  private func append(_ curve: RationalCurve, to points: inout [HomogeneousPoint], depth: Int) {
    guard depth < Self.deepest, !isStraightEnough(curve) else { return points.append(curve.end) }
    let halves = curve.halves
    append(halves.first, to: &points, depth: depth + 1)
    append(halves.second, to: &points, depth: depth + 1)
  }

  /// A curve whose weights are above 0 lies within the hull of its control points, as they appear.
  private func isStraightEnough(_ curve: RationalCurve) -> Bool {
    let weights = curve.weights
    if weights.max() < near { return true }
    guard weights.min() >= near else { return false }
    let (a, b) = (curve.start.projected, curve.control1.projected)
    let (c, d) = (curve.control2.projected, curve.end.projected)
    if isBeyond(a, b, c, d) { return true }
    return b.distance(toSegmentFrom: a, to: d) <= tolerance
      && c.distance(toSegmentFrom: a, to: d) <= tolerance
  }

  private func isBeyond(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    max(a.x, b.x, c.x, d.x) < box.minX || min(a.x, b.x, c.x, d.x) > box.maxX
      || max(a.y, b.y, c.y, d.y) < box.minY || min(a.y, b.y, c.y, d.y) > box.maxY
  }
}

/// A cubic Bezier curve before the division: a rational one after it.
private struct RationalCurve {
  let start, control1, control2, end: HomogeneousPoint

  init(_ a: HomogeneousPoint, _ b: HomogeneousPoint, _ c: HomogeneousPoint, _ d: HomogeneousPoint) {
    (start, control1, control2, end) = (a, b, c, d)
  }

  var weights: SIMD4<Double> {
    SIMD4(start.weight, control1.weight, control2.weight, end.weight)
  }

  /// The two curves that join at the middle of the parameter.
  var halves: (first: RationalCurve, second: RationalCurve) {
    let (a, b) = halvedCubic(start, control1, control2, end)
    return (RationalCurve(a.0, a.1, a.2, a.3), RationalCurve(b.0, b.1, b.2, b.3))
  }
}
