public import RostrumGeometry

/// A picture of a plane in space, or the part of it on one side of other planes.
public struct PlaneFragment: Hashable, Sendable {
  /// The visible pixels that the picture touches; empty when there are none.
  public let bounds: PixelRect
  /// Holds every pixel that the picture would touch in a drawing of any size.
  public let reach: Rect
  /// The half planes that bound the fragment's part of the picture; empty for the whole picture.
  public let cuts: [HalfPlane]
  /// The corners of the plane's part that is a layer's, as they appear, uncut. Where its edge meets
  /// another's, neither may let the background through.
  public let outline: [Point]
  /// Whether the picture shows nothing beyond the outline.
  public let endsWithOutline: Bool
  /// The part of the background that the picture is made from, beside itself.
  public let backdrop: Backdrop

  /// The part of the background of a fragment that its picture reads, to be combined with it.
  public enum Backdrop: Int, Hashable, Sendable {
    case unread
    /// Each pixel reads the backdrop's same pixel.
    case pixels
    /// Each pixel reads the backdrop's pixels around it too.
    case surroundings
  }

  public init(
    bounds: PixelRect, reach: Rect? = nil, cuts: [HalfPlane], outline: [Point],
    endsWithOutline: Bool = false,
    backdrop: Backdrop = .unread
  ) {
    self.bounds = bounds
    self.reach = reach ?? bounds.rect
    self.cuts = cuts
    self.outline = outline
    self.endsWithOutline = endsWithOutline
    self.backdrop = backdrop
  }

  /// The lines at which the fragment ends.
  var edges: [(start: Point, end: Point)] {
    let box = reach.intersection(.drawable).corners
    return Self.sides(cuts.reduce(outline) { $1.part(of: $0) })
      + cuts.indices.flatMap { index -> [(start: Point, end: Point)] in
        let others = cuts[..<index] + cuts[(index + 1)...]
        return cuts[index].line(within: others.reduce(box) { $1.part(of: $0) })
      }
  }

  /// The indices of the fragments that need multisampling: fragments whose edges could go through
  /// the same pixel, also outside of the drawing, since the rounding of pixels must not depend on
  /// the visible part.
  static func meeting(_ fragments: [PlaneFragment]) -> Set<Int> {
    if fragments.contains(where: { !$0.cuts.isEmpty }) { return Set(fragments.indices) }
    let edges = fragments.map { sides($0.outline) }
    let boxes = fragments.map { (Rect(enclosing: $0.outline) ?? .zero).insetBy(dx: -2, dy: -2) }
    var meeting: Set<Int> = []
    for first in fragments.indices {
      for second in fragments.indices.dropFirst(first + 1)
      where !(meeting.contains(first) && meeting.contains(second))
        && !boxes[first].intersection(boxes[second]).isEmpty
      {
        let isNear = edges[first].contains { a in
          edges[second].contains { b in isPixelShared(a, b) }
        }
        if isNear { meeting.formUnion([first, second]) }
      }
    }
    return meeting
  }

  /// True for all lines that touch, or nearly touch, one pixel, and for some that do not.
  private static func isPixelShared(
    _ a: (start: Point, end: Point), _ b: (start: Point, end: Point)
  ) -> Bool {
    let diagonal = 1.5
    return a.start.distance(toSegmentFrom: b.start, to: b.end) <= diagonal
      || a.end.distance(toSegmentFrom: b.start, to: b.end) <= diagonal
      || b.start.distance(toSegmentFrom: a.start, to: a.end) <= diagonal
      || b.end.distance(toSegmentFrom: a.start, to: a.end) <= diagonal || cross(a, b)
  }

  private static func cross(
    _ a: (start: Point, end: Point), _ b: (start: Point, end: Point)
  ) -> Bool {
    func side(_ p: Point, _ line: (start: Point, end: Point)) -> Double {
      let (way, to) = (line.end - line.start, p - line.start)
      return way.x * to.y - way.y * to.x
    }
    return (side(a.start, b) > 0) != (side(a.end, b) > 0)
      && (side(b.start, a) > 0) != (side(b.end, a) > 0)
  }

  private static func sides(_ polygon: [Point]) -> [(start: Point, end: Point)] {
    guard let first = polygon.first else { return [] }
    return zip(polygon, polygon.dropFirst() + [first]).map { (start: $0, end: $1) }
  }

  /// The outline as half planes, one inside each of its sides; `nil` when it has no area.
  var outlineSides: [HalfPlane]? {
    var area = 0.0
    for side in Self.sides(outline) {
      area += side.start.x * side.end.y - side.start.y * side.end.x
    }
    guard area != 0, area.isFinite else { return nil }
    return Self.sides(area > 0 ? outline : outline.reversed()).compactMap {
      HalfPlane(from: $0.start, to: $0.end)
    }
  }
}

extension HalfPlane {
  /// The part of the line that lies in a convex polygon.
  fileprivate func line(within polygon: [Point]) -> [(start: Point, end: Point)] {
    let touching = part(of: polygon).filter { abs(distance(of: $0)) < 1e-6 }
    guard let start = touching.first,
      let end = touching.max(by: { $0.distance(to: start) < $1.distance(to: start) })
    else { return [] }
    return [(start: start, end: end)]
  }
}

/// 64 sample positions in a pixel, which decide the visible fragment where edges meet. No two share
/// one of 64 rows or 64 columns, so that edges in all directions have even steps: Sobol's first two
/// dimensions (a (0, 6, 2)-net).
enum PixelSamples {
  static let places: [Point] = (0..<64).map { index in
    var (x, y) = (0, 0)
    var direction = 32
    for bit in 0..<6 where index >> bit & 1 == 1 { x ^= 32 >> bit }
    for bit in 0..<6 {
      // Sobol's second dimension: direction numbers of the polynomial x + 1.
      if index >> bit & 1 == 1 { y ^= direction }
      direction ^= direction >> 1
    }
    return Point(x: (Double(x) + 0.5) / 64, y: (Double(y) + 0.5) / 64)
  }

  /// The places of the pixel at (`x`, `y`) that lie within all half planes grown by `margin`
  /// pixels: bit n is set for `places[n]`.
  static func mask(_ planes: [HalfPlane], x: Double, y: Double, margin: Double) -> UInt64 {
    var mask: UInt64 = 0
    for (index, place) in places.enumerated() {
      let point = Point(x: x + place.x, y: y + place.y)
      let isInside = planes.allSatisfy {
        margin > 0 ? $0.distance(of: point) >= -margin : $0.contains(point)
      }
      if isInside { mask |= 1 << UInt64(index) }
    }
    return mask
  }
}
