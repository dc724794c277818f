import RostrumGeometry

// Cairo stores coordinates as 24.8 fixed point, so beyond 8,388,608 pixels they wrap round and
// differences overflow at half of that. Every path is therefore mapped to pixels here, in doubles,
// and cut to a box before Cairo sees it.

/// The furthest that a path to be filled reaches when Cairo gets it, in pixels from the origin.
/// Cairo's rasteriser multiplies an edge's width, in 1/256, by its height above the picture, in
/// 1/15, and the edge goes wrong from 2⁴⁶ on, which is a square of 135,300 pixels.
let largestCoordinate = 65_536.0

/// The largest coordinate: a double still resolves a thousandth of a pixel here.
private let largestPosition = 1e12

extension Path {
  /// The path in pixels, each point on Cairo's grid of 1/256 pixel, so that moving the origin by
  /// whole pixels changes nothing. `nil` when a coordinate is not a finite number.
  func inPixels(_ transform: AffineTransform) -> Path? {
    var isFinite = true
    let mapped = map {
      let point = transform.apply(to: $0)
      isFinite = isFinite && point.isFinite
      return point.onPixelGrid
    }
    return isFinite ? mapped : nil
  }

  /// The smallest rectangle that holds every point, control points included; `nil` without points.
  var hull: Rect? { controlBoundingBox }

  /// A path that fills the same points of `box`, and has no point outside it.
  ///
  /// Lines are cut where they cross the lines of the box's sides; then every point outside moves to
  /// the nearest point of the box. That bends the outline only outside the box's interior, so each
  /// interior point keeps its winding number.
  func limitedForFilling(to box: Rect) -> Path {
    var limited = Path()
    for (start, element) in closedForFilling().withCurvesCut(to: box).steps {
      limited.appendLimited(element, from: start, to: box)
    }
    return limited
  }

  private mutating func appendLimited(_ element: Element, from start: Point, to box: Rect) {
    switch element {
    case .move(let p): move(to: p.limited(to: box))
    case .line(let p):
      for t in box.crossings(from: start, to: p) {
        line(to: start.interpolated(to: p, progress: t).limited(to: box).onPixelGrid)
      }
      line(to: p.limited(to: box))
    case .cubic, .close: elements.append(element)
    }
  }

  /// The path with an explicit line back to the beginning of each of its parts.
  private func closedForFilling() -> Path {
    var closed = Path()
    var beginning: Point?
    func end() { beginning.map { closed.line(to: $0) } }
    for (start, element) in steps {
      if case .move(let point) = element {
        end()
        beginning = point
      } else if beginning == nil {
        closed.move(to: start)
        beginning = start
      }
      if element == .close {
        end()
        beginning = nil
      } else {
        closed.elements.append(element)
      }
    }
    end()
    return closed
  }

  /// The path with its curves halved until each piece lies inside `box`, or beyond one of its
  /// sides, where a straight line has the same effect.
  func withCurvesCut(to box: Rect) -> Path {
    guard elements.hasCurves else { return self }
    var cut = Path()
    for (start, element) in steps {
      guard case .cubic(let a, let b, let end) = element else {
        cut.elements.append(element)
        continue
      }
      cut.appendCurve(
        CubicCurve(start: start, control1: a, control2: b, end: end), cutTo: box, depth: 0)
    }
    return cut
  }

  private mutating func appendCurve(_ curve: CubicCurve, cutTo box: Rect, depth: Int) {
    if curve.points.allSatisfy({ box.holds($0) }) {
      cubic(to: curve.end, control1: curve.control1, control2: curve.control2)
    } else if box.hasOnOneSide(curve.points) || depth == 40 {
      line(to: curve.end)
    } else {
      let halves = curve.halves
      appendCurve(halves.first, cutTo: box, depth: depth + 1)
      appendCurve(halves.second, cutTo: box, depth: depth + 1)
    }
  }

  /// The elements, each with the point at which it starts.
  var steps: some Sequence<(start: Point, element: Element)> {
    sequence(state: (rest: elements.makeIterator(), current: Point.zero, beginning: Point.zero)) {
      state in
      guard let element = state.rest.next() else { return nil }
      let start = state.current
      switch element {
      case .move(let p): (state.beginning, state.current) = (p, p)
      case .line(let p), .cubic(_, _, let p): state.current = p
      case .close: state.current = state.beginning
      }
      return (start, element)
    }
  }

  /// The path cut in front of each move; a line that follows a close begins where that one began.
  var connectedParts: [Path] {
    var parts: [Path] = []
    var isOpen = false
    for (start, element) in steps {
      if case .move = element {
        parts.append(Path([element]))
      } else {
        if !isOpen { parts.append(Path([.move(start)])) }
        parts[parts.count - 1].elements.append(element)
      }
      isOpen = element != .close
    }
    return parts
  }
}

extension Rect {
  /// The square of the coordinates that are safe to hand to Cairo.
  static let drawable = Rect.zero.insetBy(dx: -largestCoordinate, dy: -largestCoordinate)

  /// The smallest rectangle of whole pixels around this one.
  var pixelsTouched: Rect {
    let (left, top) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(
      x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
  }

  func holds(_ other: Rect) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  func holds(_ point: Point) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }

  /// True when all points lie beyond the same side.
  func hasOnOneSide(_ points: [Point]) -> Bool {
    points.allSatisfy { $0.x <= minX } || points.allSatisfy { $0.x >= maxX }
      || points.allSatisfy { $0.y <= minY } || points.allSatisfy { $0.y >= maxY }
  }

  /// The parameters at which the segment from `a` to `b` crosses the lines of the four sides, in
  /// order.
  func crossings(from a: Point, to b: Point) -> [Double] {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    return [(minX - a.x) / dx, (maxX - a.x) / dx, (minY - a.y) / dy, (maxY - a.y) / dy]
      .filter { 0 < $0 && $0 < 1 }.sorted()
  }
}

extension Point {
  /// Rounded to 1/256, halves upwards wherever they are, after limiting to the largest position.
  fileprivate var onPixelGrid: Point {
    func rounded(_ value: Double) -> Double {
      guard value.isFinite else { return value }
      return (min(max(value, -largestPosition), largestPosition) * 256 + 0.5).rounded(.down) / 256
    }
    return Point(x: rounded(x), y: rounded(y))
  }

  /// The nearest point of `box`.
  func limited(to box: Rect) -> Point {
    Point(x: min(max(x, box.minX), box.maxX), y: min(max(y, box.minY), box.maxY))
  }
}
