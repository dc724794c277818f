/// A position, or a displacement, in points. `y` grows downwards, as on iOS.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)

  public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
  public static func * (a: Point, k: Double) -> Point { Point(x: a.x * k, y: a.y * k) }

  /// The distance from the origin. Squares that overflow or vanish do no harm.
  public var length: Double {
    let plain = (x * x + y * y).squareRoot()
    if plain > 1e-150 && plain < .infinity { return plain }
    let largest = max(abs(x), abs(y))
    guard largest > 0, largest.isFinite else { return largest }
    let (scaledX, scaledY) = (x / largest, y / largest)
    return largest * (scaledX * scaledX + scaledY * scaledY).squareRoot()
  }

  public func distance(to other: Point) -> Double { (other - self).length }

  /// The point `progress` of the way to `other`; `progress` is not limited to 0...1.
  public func interpolated(to other: Point, progress: Double) -> Point {
    Point(x: x + (other.x - x) * progress, y: y + (other.y - y) * progress)
  }

  public var isFinite: Bool { x.isFinite && y.isFinite }
}
