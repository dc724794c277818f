import Geometry

/// An outline that turns round once, as those of rectangles, rounded or not, and of ellipses do,
/// and so never crosses itself.
///
/// The area that it covers of each pixel is known exactly: see `CoverageAccumulator`. Everything is
/// relative to whole pixels, so that moving it by whole pixels changes nothing.
struct SimpleOutline {
  /// A line between two heights, with y downwards.
  struct Side {
    let top: Double
    let bottom: Double
    /// At the top.
    let x: Double
    /// By how much x grows with y.
    let slope: Double
    /// 1 for a side that runs downwards on the screen, -1 upwards.
    let direction: Double
  }

  /// The whole pixels around it, in the picture.
  let frame: PixelRect
  /// In pixels from the frame's corner, from the highest to the lowest top.
  let sides: [Side]
  /// On the screen: sides on the right run downwards.
  let isClockwise: Bool

  /// The most elements of a path that is an outline. Longer ones are left to Cairo: each row looks
  /// at all sides that are not far above it.
  private static let maximumElements = 512

  /// `nil` for what may cross itself, has more parts than one, or is too large.
  ///
  /// - Parameter path: In pixels, on Cairo's grid.
  init?(_ path: Path) {
    guard path.elements.count <= Self.maximumElements, let hull = path.hull else { return nil }
    let box = hull.pixelsTouched
    guard box.width > 0, box.height > 0, Rect.drawable.holds(hull) else { return nil }
    frame = PixelRect(
      x: Int(box.minX), y: Int(box.minY), width: Int(box.width), height: Int(box.height))
    guard let walk = OutlineWalk(path, from: box.origin), let direction = walk.turning.once else {
      return nil
    }
    sides = walk.sides.sorted { $0.top < $1.top }
    isClockwise = direction == .right
  }
}

/// Once along a path and back to its beginning.
private struct OutlineWalk {
  private(set) var sides: [SimpleOutline.Side] = []
  private(set) var turning = Turning()
  private let origin: Point
  private var place: Point

  /// How far a curve's chords may be from it, in pixels.
  private static let tolerance = 1.0 / 64

  /// `nil` for a path of several parts.
  init?(_ path: Path, from origin: Point) {
    guard case .move(let first) = path.elements.first else { return nil }
    self.origin = origin
    place = first - origin
    sides.reserveCapacity(4 * path.elements.count)
    let isClosed = path.elements.last == .close
    for element in path.elements.dropFirst().dropLast(isClosed ? 1 : 0) {
      guard go(along: element) else { return nil }
    }
    _ = go(along: .line(first))
  }

  private mutating func go(along element: Path.Element) -> Bool {
    switch element {
    case .line(let end):
      turning.go(end - origin - place)
      line(to: end - origin)
    case .cubic(let control1, let control2, let end):
      go(
        along: CubicCurve(
          start: place, control1: control1 - origin, control2: control2 - origin,
          end: end - origin))
    case .move, .close: return false
    }
    return true
  }

  /// A curve turns no more than its control points do.
  private mutating func go(along curve: CubicCurve) {
    turning.go(curve.control1 - curve.start)
    turning.go(curve.control2 - curve.control1)
    turning.go(curve.end - curve.control2)
    let count = curve.chordCount(tolerance: Self.tolerance)
    for part in 1...count { line(to: curve.point(at: Double(part) / Double(count))) }
  }

  private mutating func line(to end: Point) {
    if let side = SimpleOutline.Side(from: place, to: end) { sides.append(side) }
    place = end
  }
}

extension SimpleOutline.Side {
  /// `nil` for a level line.
  init?(from start: Point, to end: Point) {
    guard start.y != end.y else { return nil }
    let slope = (end.x - start.x) / (end.y - start.y)
    self =
      start.y < end.y
      ? Self(top: start.y, bottom: end.y, x: start.x, slope: slope, direction: 1)
      : Self(top: end.y, bottom: start.y, x: end.x, slope: slope, direction: -1)
  }
}

/// How a closed line turns on its way, in quarters of a turn. Within a quarter they are those of a
/// square instead of a circle: what counts is how often it goes round.
private struct Turning {
  private var first: Double?
  private var last = 0.0
  private var left = 0.0
  private var right = 0.0

  /// How far it may turn the other way in all: points lie on a grid, so what is straight trembles.
  /// A line that goes round once and crosses itself turns the other way by more than two quarters.
  private static let tremble = 0.6

  mutating func go(_ step: Point) {
    guard step.x != 0 || step.y != 0 else { return }
    let heading = Self.heading(step)
    if first == nil { first = heading } else { turn(to: heading) }
    last = heading
  }

  /// From 0, to the right, to 4, clockwise on the screen.
  private static func heading(_ step: Point) -> Double {
    let part = step.y / (abs(step.x) + abs(step.y))
    return step.x < 0 ? 2 - part : step.y < 0 ? 4 + part : part
  }

  private mutating func turn(to heading: Double) {
    var angle = heading - last
    if angle > 2 { angle -= 4 } else if angle <= -2 { angle += 4 }
    if angle > 0 { right += angle } else { left -= angle }
  }

  enum Direction { case left, right }

  /// The direction in which the line went round, if it did so once; else `nil`.
  var once: Direction? {
    guard let first else { return nil }
    var whole = self
    whole.turn(to: first)
    guard min(whole.left, whole.right) <= Self.tremble, abs(whole.right - whole.left) < 6
    else { return nil }
    return whole.right > whole.left ? .right : .left
  }
}

extension CubicCurve {
  /// How many chords, over equal parts of the parameter, are nowhere further than `tolerance` from
  /// the curve.
  ///
  /// Source: a chord over a part of length h is off by at most h² / 8 of the largest second
  /// derivative, which the control points bound.
  func chordCount(tolerance: Double) -> Int {
    let (first, last) = (start - control1 * 2 + control2, control1 - control2 * 2 + end)
    let square = max(first.x * first.x + first.y * first.y, last.x * last.x + last.y * last.y)
    return max(1, Int((6 * square.squareRoot() / (8 * tolerance)).squareRoot().rounded(.up)))
  }
}
