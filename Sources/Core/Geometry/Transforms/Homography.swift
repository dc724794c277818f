/// A map of one plane onto another as an eye sees it: straight lines stay straight, parallels may
/// meet (a homography).
///
/// A point (x, y) of the plane is weighed with w = weightX·x + weightY·y + weight, and appears at
/// the planar map of it divided by w. Points of weight 0 and below are beside or behind the eye and
/// appear nowhere. Points are row vectors, so `a.concatenating(b)` applies `a` first. Source:
/// Hartley and Zisserman, "Multiple View Geometry", section 2.3.
public struct Homography: Hashable, Sendable {
  /// The affine map before the division.
  public let planar: AffineTransform
  public let weightX: Double
  public let weightY: Double
  /// The weight of the origin.
  public let weight: Double

  /// The same weight above 0 everywhere is divided out: the map is affine then.
  public init(
    _ planar: AffineTransform, weightX: Double = 0, weightY: Double = 0, weight: Double = 1
  ) {
    let isConstant = weightX == 0 && weightY == 0 && weight > 0 && weight != 1
    self.planar = isConstant ? planar.divided(by: weight) : planar
    self.weightX = weightX
    self.weightY = weightY
    self.weight = isConstant ? 1 : weight
  }

  /// The map of the plane z = 0 by `matrix`, seen from the front: depth is dropped, weights remain.
  public init(_ matrix: Transform3D) {
    self.init(
      matrix.planarPart, weightX: matrix.m14, weightY: matrix.m24, weight: matrix.m44)
  }

  public static let identity = Homography(.identity)

  /// The map without its perspective; `nil` when it has one.
  public var affine: AffineTransform? {
    weightX == 0 && weightY == 0 && weight == 1 ? planar : nil
  }

  public func concatenating(_ next: Homography) -> Homography {
    if let map = affine, let nextMap = next.affine {
      return Homography(map.concatenating(nextMap))
    }
    func row(_ x: Double, _ y: Double, _ w: Double) -> (x: Double, y: Double, w: Double) {
      let n = next.planar
      return (
        x * n.a + y * n.c + w * n.tx, x * n.b + y * n.d + w * n.ty,
        x * next.weightX + y * next.weightY + w * next.weight
      )
    }
    let (first, second) = (row(planar.a, planar.b, weightX), row(planar.c, planar.d, weightY))
    let third = row(planar.tx, planar.ty, weight)
    return Homography(
      AffineTransform(
        a: first.x, b: first.y, c: second.x, d: second.y, tx: third.x, ty: third.y),
      weightX: first.w, weightY: second.w, weight: third.w)
  }

  public func concatenating(_ next: AffineTransform) -> Homography {
    concatenating(Homography(next))
  }

  /// The factor for volumes of the 3 by 3 matrix. Above 0 the plane shows its front, below 0 its
  /// back, at 0 its edge or nothing.
  public var determinant: Double {
    let p = planar
    return p.a * (p.d * weight - weightY * p.ty) - p.b * (p.c * weight - weightY * p.tx)
      + weightX * (p.c * p.ty - p.d * p.tx)
  }

  /// The map back, or `nil` when the plane is seen from its edge. Where the plane is in front of
  /// the eye, its weights are above 0.
  public var inverted: Homography? {
    if let affine { return affine.inverted.map { Homography($0) } }
    let (det, p) = (determinant, planar)
    guard det != 0, det.isFinite, (1 / det).isFinite else { return nil }
    let back = AffineTransform(
      a: (p.d * weight - weightY * p.ty) / det, b: (weightX * p.ty - p.b * weight) / det,
      c: (weightY * p.tx - p.c * weight) / det, d: (p.a * weight - weightX * p.tx) / det,
      tx: (p.c * p.ty - p.d * p.tx) / det, ty: (p.b * p.tx - p.a * p.ty) / det)
    let result = Homography(
      back, weightX: (p.b * weightY - weightX * p.d) / det,
      weightY: (weightX * p.c - p.a * weightY) / det, weight: (p.a * p.d - p.b * p.c) / det)
    return result.isFinite ? result : nil
  }

  public var isFinite: Bool {
    planar.isFinite && weightX.isFinite && weightY.isFinite && weight.isFinite
  }
}

extension Homography {
  /// Where a point appears; `nil` beside or behind the eye.
  public func apply(to point: Point) -> Point? {
    if let affine { return affine.apply(to: point) }
    let weighed = homogeneous(point)
    return weighed.weight > 0 ? weighed.projected : nil
  }

  /// A point before the division.
  public func homogeneous(_ point: Point) -> HomogeneousPoint {
    let mapped = planar.apply(to: point)
    return HomogeneousPoint(
      x: mapped.x, y: mapped.y, weight: weightX * point.x + weightY * point.y + weight)
  }

  /// The bounding box of a rectangle's visible part; empty for nothing.
  public func boundingBox(of rect: Rect) -> Rect {
    if let affine { return affine.boundingBox(of: rect) }
    return Rect(enclosing: outline(of: rect.corners)) ?? .zero
  }

  /// How a closed polygon appears: what of it is in front of the eye, at most one corner more for
  /// each time it goes behind the eye.
  public func outline(of corners: [Point]) -> [Point] {
    if let affine { return corners.map(affine.apply(to:)) }
    return corners.map(homogeneous).clippedToNearPlane.map(\.projected)
  }

  /// The affine map that acts like this one where a rectangle appears largest. A rectangle that
  /// goes behind the eye appears a billion times as large somewhere.
  public func linearized(atNearestCornerOf rect: Rect) -> AffineTransform {
    if let affine { return affine }
    let corners = rect.corners.map { (point: $0, weight: homogeneous($0).weight) }
    guard let nearest = corners.min(by: { $0.weight < $1.weight }), nearest.weight > 0 else {
      return .scale(x: 1e9, y: 1e9)
    }
    return linearized(at: nearest.point)
  }

  /// The map that acts like this one close to a point, which must be in front of the eye: its first
  /// derivatives.
  public func linearized(at point: Point) -> AffineTransform {
    if let affine { return affine }
    let weighed = homogeneous(point)
    let (place, w) = (weighed.projected, weighed.weight)
    let (a, b) = ((planar.a - weightX * place.x) / w, (planar.b - weightX * place.y) / w)
    let (c, d) = ((planar.c - weightY * place.x) / w, (planar.d - weightY * place.y) / w)
    return AffineTransform(
      a: a, b: b, c: c, d: d, tx: place.x - a * point.x - c * point.y,
      ty: place.y - b * point.x - d * point.y)
  }
}

extension AffineTransform {
  fileprivate func divided(by number: Double) -> AffineTransform {
    AffineTransform(
      a: a / number, b: b / number, c: c / number, d: d / number, tx: tx / number,
      ty: ty / number)
  }
}

/// A point that perspective has not divided yet: it appears at (x / weight, y / weight) when its
/// weight is above 0, and lies beside or behind the eye otherwise.
public struct HomogeneousPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var weight: Double

  public init(x: Double, y: Double, weight: Double) {
    self.x = x
    self.y = y
    self.weight = weight
  }

  /// For points in front of the eye.
  public var projected: Point { Point(x: x / weight, y: y / weight) }

  public var isFinite: Bool { x.isFinite && y.isFinite && weight.isFinite }

  public func interpolated(to other: HomogeneousPoint, progress: Double) -> HomogeneousPoint {
    HomogeneousPoint(
      x: x + (other.x - x) * progress, y: y + (other.y - y) * progress,
      weight: weight + (other.weight - weight) * progress)
  }
}

extension [HomogeneousPoint] {
  /// How close to the eye a shape is shown, in shares of the weight of its furthest point. What is
  /// cut off there would be a tenth of a millionth of its size.
  static let nearPlaneFraction = 1e-7

  /// The least weight that is shown of a shape with these points.
  public var nearPlaneWeight: Double { (map(\.weight).max() ?? 0) * Self.nearPlaneFraction }

  /// The part of a closed polygon in front of the eye (Sutherland and Hodgman 1974): winding
  /// numbers there stay as they are.
  public var clippedToNearPlane: [HomogeneousPoint] {
    let near = nearPlaneWeight
    guard near > 0, allSatisfy(\.isFinite) else { return [] }
    return clipped(toWeight: near)
  }

  /// The part of a closed polygon that has at least a weight.
  public func clipped(toWeight near: Double) -> [HomogeneousPoint] {
    if allSatisfy({ $0.weight >= near }) { return self }
    var kept: [HomogeneousPoint] = []
    var previous = last
    for point in self {
      if let previous, (previous.weight >= near) != (point.weight >= near) {
        let share = (near - previous.weight) / (point.weight - previous.weight)
        var crossing = previous.interpolated(to: point, progress: share)
        crossing.weight = near
        kept.append(crossing)
      }
      if point.weight >= near { kept.append(point) }
      previous = point
    }
    return kept
  }
}
