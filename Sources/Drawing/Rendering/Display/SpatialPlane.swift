import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// A layer among others in space, as the eye sees it: a polygon on the canvas, and how near each of
/// its points is.
///
/// In perspective, planes remain planes: the nearness of the plane at the pixel (x, y) is
/// a x + b y + c. Points closer to the eye have a larger nearness.
struct SpatialPlane {
  let node: DisplayNode
  /// The factor that the transform layers around it multiply into its opacity, 0 to 1.
  let opacity: Double
  /// The corners of the layer's drawing, in pixels, convex.
  let polygon: [Point]
  /// Holds all pixels that the layer draws or reads, on a canvas of any size.
  let reach: Rect
  /// The corners of its bounds, in pixels.
  let outline: [Point]
  private let slope: Point
  private let offset: Double

  /// `placing` is from the layer to the plane that shows it all. `nil` when there is nothing to
  /// see, or only an edge.
  init?(_ node: DisplayNode, placing: Placing, opacity: Double) {
    let matrix = placing.matrix
    guard let back = node.outerTransform.inverted else { return nil }
    // The numbers (x, y, 1) of a pixel, times the inverse projection, times the column that makes
    // depth.
    let column = (matrix.m13, matrix.m23, matrix.m43)
    let p = back.planar
    slope = Point(
      x: p.a * column.0 + p.b * column.1 + back.weightX * column.2,
      y: p.c * column.0 + p.d * column.1 + back.weightY * column.2)
    offset = p.tx * column.0 + p.ty * column.1 + back.weight * column.2
    polygon = node.outerTransform.outline(of: node.extent.corners)
    outline = node.outerTransform.outline(of: node.layer.values[.bounds].corners)
    reach = Self.reach(of: node)
    self.node = node
    self.opacity = opacity
    guard polygon.count > 2, slope.isFinite, offset.isFinite,
      (polygon + outline).allSatisfy({ $0.isFinite })
    else { return nil }
  }

  /// Less than the largest numbers, so that it can be compared.
  private static func reach(of node: DisplayNode) -> Rect {
    let all = Rect.zero.insetBy(dx: -1e12, dy: -1e12)
    let box = node.outerTransform.boundingBox(of: node.reach).insetBy(dx: -2, dy: -2)
    return box.isFinite ? box.intersection(all) : all
  }

  func nearness(at point: Point) -> Double { slope.x * point.x + slope.y * point.y + offset }

  /// The part of the canvas where this plane is nearer than another; `nil` when they are parallel.
  func front(of other: SpatialPlane) -> HalfPlane? {
    HalfPlane(
      a: slope.x - other.slope.x, b: slope.y - other.slope.y, c: offset - other.offset)
  }
}

/// A plane, or a part of it after cutting.
struct PlanePolygon {
  let plane: SpatialPlane
  /// The place in the order of the file.
  let order: Int
  var polygon: [Point]
  var cuts: [HalfPlane] = []

  /// Where the fragment is, in front of a plane and behind it: both when the plane cuts through it,
  /// none when it lies in the plane.
  func split(by other: SpatialPlane) -> (front: PlanePolygon?, back: PlanePolygon?) {
    let distances = polygon.map { plane.nearness(at: $0) - other.nearness(at: $0) }
    let size = polygon.map { abs(plane.nearness(at: $0)) + 1 }.max() ?? 1
    let tolerance = 1e-7 * size
    let isInFront = distances.contains { $0 > tolerance }
    let isBehind = distances.contains { $0 < -tolerance }
    guard isInFront, isBehind, let front = plane.front(of: other) else {
      return (isInFront ? self : nil, isBehind ? self : nil)
    }
    return (part(front), part(front.complement))
  }

  private func part(_ half: HalfPlane) -> PlanePolygon? {
    var fragment = self
    fragment.polygon = half.part(of: polygon)
    fragment.cuts.append(half)
    return fragment.polygon.count > 2 ? fragment : nil
  }
}
