import Geometry

/// An outline that turns round once, as those of rectangles, rounded or not, and of ellipses do, and so never crosses itself.
///
/// The area that it covers of each pixel is known exactly: see `CoverageRow`. Everything is relative to whole pixels, so that moving it by whole
/// pixels changes nothing.
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

  /// Wider ones are left to Cairo.
  private static let maximumWidth = 16_384
  /// So are those with more elements.
  private static let maximumElements = 64
  /// How far a curve's chords may be from it, in pixels.
  private static let tolerance = 1.0 / 64

  /// `nil` for what may cross itself, has more parts than one, or is too large.
  ///
  /// - Parameter path: In pixels, on Cairo's grid.
  init?(_ path: Path) {
    guard path.elements.count <= Self.maximumElements, let hull = path.hull else { return nil }
    let box = hull.pixelsTouched
    guard box.width > 0, box.height > 0, box.width <= Double(Self.maximumWidth),
      Rect.drawable.holds(hull)
    else { return nil }
    frame = PixelRect(
      x: Int(box.minX), y: Int(box.minY), width: Int(box.width), height: Int(box.height))
    guard let lines = Self.lines(of: path, from: box.origin) else { return nil }
    sides = lines.sides.sorted { $0.top < $1.top }
    isClockwise = lines.isClockwise
  }

  /// The flattened path, when it turns round once.
  private static func lines(of path: Path, from origin: Point) -> (
    sides: [Side], isClockwise: Bool
  )? {
    guard case .move(let first) = path.elements.first else { return nil }
    var (sides, turning) = ([Side](), Turning())
    sides.reserveCapacity(4 * path.elements.count)
    let start = first - origin
    var place = start
    func line(to end: Point) {
      if let side = Side(from: place, to: end) { sides.append(side) }
      place = end
    }
    for (index, element) in path.elements.enumerated().dropFirst() {
      switch element {
      case .move: return nil
      case .line(let end):
        turning.go(end - origin - place)
        line(to: end - origin)
      case .cubic(let control1, let control2, let end):
        let curve = CubicCurve(
          start: place, control1: control1 - origin, control2: control2 - origin,
          end: end - origin)
        turning.go(curve.control1 - curve.start)
        turning.go(curve.control2 - curve.control1)
        turning.go(curve.end - curve.control2)
        curve.eachChord(tolerance: tolerance, line)
      case .close:
        guard index == path.elements.count - 1 else { return nil }
      }
    }
    turning.go(start - place)
    line(to: start)
    return turning.once.map { (sides, $0 == .right) }
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

/// How a closed line turns on its way, in quarters of a turn. Within a quarter they are those of a square instead of a circle: what counts is
/// how often it goes round.
private struct Turning {
  private var first: Double?
  private var last = 0.0
  private var left = 0.0
  private var right = 0.0

  /// How far it may turn the other way in all: points lie on a grid, so what is straight trembles. A line that goes round once and crosses itself
  /// turns the other way by more than two quarters.
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

  /// Which way the line went round, if it did so once.
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
  /// Calls `body` with the end of one chord after the other, none further than `tolerance` from the curve.
  ///
  /// Source: a chord of n equal parts of the parameter is off by at most the largest second derivative over 8 n².
  fileprivate func eachChord(tolerance: Double, _ body: (Point) -> Void) {
    let bend = max(
      (start - control1 * 2 + control2).length, (control1 - control2 * 2 + end).length)
    let count = max(1, (6 * bend / (8 * tolerance)).squareRoot().rounded(.up))
    for part in stride(from: 1, through: count, by: 1) { body(point(at: part / count)) }
  }
}
