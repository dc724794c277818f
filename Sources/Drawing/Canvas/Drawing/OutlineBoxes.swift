import RostrumGeometry

extension Path {
  /// The rectangle that this path draws, when its sides are horizontal and vertical; `nil`
  /// otherwise.
  var uprightRect: Rect? {
    guard elements.count <= 6 else { return nil }
    var points: [Point] = []
    for (index, element) in elements.enumerated() {
      switch element {
      case .move(let p) where index == 0: points.append(p)
      case .line(let p) where index > 0 && index < 5: points.append(p)
      case .close where index == elements.count - 1: break
      default: return nil
      }
    }
    if points.count == 5, points[4] == points[0] { points.removeLast() }
    guard points.count == 4, let rect = Rect(enclosing: points) else { return nil }
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    let isAround =
      (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y)
      || (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x)
    return isAround && rect.corners.allSatisfy(points.contains) ? rect : nil
  }

  /// The same, when its sides lie between pixels.
  var pixelRect: PixelRect? {
    guard let rect = uprightRect, PixelRect(enclosing: rect).rect == rect else { return nil }
    return PixelRect(enclosing: rect)
  }

  /// The rectangles that this path, in pixels, fills of some parts; `nil` where an edge leads
  /// through one that is not an upright rectangle's.
  func boxes(in parts: [PixelRect], _ rule: FillRule) -> [Rect]? {
    if let rect = uprightRect {
      return parts.map { rect.intersection($0.rect) }.filter { !$0.isEmpty }
    }
    var boxes: [Rect] = []
    for part in parts {
      guard let winding = winding(around: part.rect) else { return nil }
      let isInside = rule == .evenOdd ? !winding.isMultiple(of: 2) : winding != 0
      if isInside { boxes.append(part.rect) }
    }
    return boxes
  }

  /// How far an edge stays away that changes nothing, in pixels: more than rasterisers round.
  private static let margin = 1.0 / 16

  /// How often the path goes round all points of a rectangle; `nil` where an edge may lead through
  /// it.
  private func winding(around rect: Rect) -> Int? {
    guard case .move = elements.first else { return nil }
    let (room, center) = (rect.insetBy(dx: -Self.margin, dy: -Self.margin), rect.center)
    var (winding, start, place) = (0, Point.zero, Point.zero)
    /// Where all of a way lies on one side of the rectangle, its ends decide.
    func go(to end: Point, crossing x: (Point, Point) -> Double) {
      if (place.y <= center.y) != (end.y <= center.y), x(place, end) > center.x {
        winding += place.y <= center.y ? 1 : -1
      }
      place = end
    }
    func line(to end: Point) -> Bool {
      guard end != place else { return true }
      guard room.visiblePart(from: place, to: end) == nil else { return false }
      go(to: end) { a, b in a.x + (center.y - a.y) / (b.y - a.y) * (b.x - a.x) }
      return true
    }
    for element in elements {
      switch element {
      case .move(let point):
        guard line(to: start) else { return nil }
        (start, place) = (point, point)
      case .line(let end): guard line(to: end) else { return nil }
      case .close: guard line(to: start) else { return nil }
      case .cubic(let a, let b, let end):
        guard room.hasOnOneSide([place, a, b, end]) else { return nil }
        go(to: end) { start, _ in start.x }
      }
    }
    return line(to: start) ? winding : nil
  }
}
