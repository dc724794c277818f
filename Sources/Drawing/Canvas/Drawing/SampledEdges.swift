import RostrumGeometry

// Edges as iOS's render server draws them for layers without `allowsEdgeAntialiasing`: a pixel
// shows a rectangle if and only if its centre lies in it.
extension Drawing {
  /// The pixels whose centres lie in a rectangle, as an outline along pixel edges; at sides that
  /// are not sampled it ends at the exact side. `nil` for a path other than a rectangle.
  func sampledOutline(of path: Path) -> Path? {
    guard let rect = path.uprightRect,
      let quad = outline(of: .rect(rect.moved(smoothSides, by: room(around: rect))))
    else { return nil }
    let points = quad.limitedForFilling(to: .drawable).elements.compactMap(\.point)
    let pixels = SampledPolygon(points, within: frame.grown(by: 2))
    guard !smoothSides.isEmpty else { return pixels.outline }
    let inside = rect.sides(smoothSides).compactMap { halfPlane($0, beside: rect.center) }
    let parts = pixels.polygons.map { polygon in inside.reduce(polygon) { $1.part(of: $0) } }
    return Path(parts.flatMap(Path.Element.polygon))
  }

  private var smoothSides: Set<RectSide> { Set(RectSide.allCases).subtracting(sampledSides) }

  /// More than two pixels, in user space.
  private func room(around rect: Rect) -> Double {
    let map = transform.linearized(atNearestCornerOf: rect)
    let least = min(Point(x: map.a, y: map.b).length, Point(x: map.c, y: map.d).length)
    return 2 / max(least, 1e-6)
  }

  /// The pixels on the same side of a line in user space as a point; `nil` where a part of the line
  /// is behind the eye.
  private func halfPlane(_ line: (Point, Point), beside point: Point) -> HalfPlane? {
    guard let start = transform.apply(to: line.0), let end = transform.apply(to: line.1),
      let near = transform.apply(to: point), let half = HalfPlane(from: start, to: end)
    else { return nil }
    return half.distance(of: near) < 0 ? half.complement : half
  }
}

/// The pixels whose middles lie in a convex polygon. One whose middle lies on an edge belongs to
/// the polygon to the right of it or below it, so that neighbours neither overlap nor leave a gap.
private struct SampledPolygon {
  /// For each row from the first on: where its pixels begin and end.
  private var rows: [Row] = []

  private struct Row {
    let y: Int
    let start: Int
    let end: Int
  }

  init(_ points: [Point], within frame: PixelRect) {
    guard let hull = Rect(enclosing: points) else { return }
    let first = max(frame.y, Self.pixel(hull.minY)), end = min(frame.maxY, Self.pixel(hull.maxY))
    guard first < end else { return }
    for y in first..<end {
      guard let (left, right) = Self.crossings(of: points, at: Double(y) + 0.5) else { continue }
      let (start, end) = (
        max(frame.x, Self.pixel(max(left, -1e9))), min(frame.maxX, Self.pixel(min(right, 1e9)))
      )
      if start < end { rows.append(Row(y: y, start: start, end: end)) }
    }
  }

  /// The first pixel whose middle is not before a place.
  private static func pixel(_ place: Double) -> Int {
    Int((min(max(place, -1e9), 1e9) - 0.5).rounded(.up))
  }

  /// Where a horizontal line enters and leaves the polygon.
  private static func crossings(of points: [Point], at y: Double) -> (Double, Double)? {
    var (low, high) = (Double.infinity, -Double.infinity)
    var a = points[points.count - 1]
    for b in points {
      if (a.y <= y) != (b.y <= y) {
        let x = a.x == b.x ? a.x : a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
        (low, high) = (min(low, x), max(high, x))
      }
      a = b
    }
    return low <= high ? (low, high) : nil
  }

  /// Around rows that follow each other.
  var polygons: [[Point]] {
    var polygons: [[Point]] = []
    var first = 0
    for index in rows.indices
    where index + 1 == rows.count || rows[index + 1].y != rows[index].y + 1 {
      let run = rows[first...index]
      polygons.append(side(of: run, \.end) + side(of: run, \.start).reversed())
      first = index + 1
    }
    return polygons
  }

  /// The vertical boundary along the starts, or the ends, of rows; rows that share it have two
  /// points.
  private func side(of run: ArraySlice<Row>, _ x: KeyPath<Row, Int>) -> [Point] {
    var points: [Point] = []
    for row in run {
      let place = Double(row[keyPath: x])
      if points.last?.x == place {
        points.removeLast()
      } else {
        points.append(Point(x: place, y: Double(row.y)))
      }
      points.append(Point(x: place, y: Double(row.y + 1)))
    }
    return points
  }

  var outline: Path { Path(polygons.flatMap(Path.Element.polygon)) }
}

extension Path.Element {
  fileprivate var point: Point? {
    if case .move(let point) = self { return point }
    if case .line(let point) = self { return point }
    return nil
  }

  fileprivate static func polygon(_ points: [Point]) -> [Path.Element] {
    points.isEmpty
      ? []
      : points.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) }
        + [.close]
  }
}

extension Rect {
  /// The rectangle with some sides further outside.
  fileprivate func moved(_ sides: Set<RectSide>, by distance: Double) -> Rect {
    func move(_ side: RectSide) -> Double { sides.contains(side) ? distance : 0 }
    return Rect(
      x: minX - move(.minX), y: minY - move(.minY),
      width: width + move(.minX) + move(.maxX), height: height + move(.minY) + move(.maxY))
  }

  /// The ends of some sides.
  fileprivate func sides(_ sides: Set<RectSide>) -> [(Point, Point)] {
    let around: [RectSide] = [.minY, .maxX, .maxY, .minX]
    return around.indices.filter { sides.contains(around[$0]) }.map {
      (corners[$0], corners[($0 + 1) % 4])
    }
  }
}
