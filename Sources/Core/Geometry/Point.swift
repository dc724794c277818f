import RealModule

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

  /// The distance from the nearest point of a segment.
  package func distance(toSegmentFrom a: Point, to b: Point) -> Double {
    let way = b - a
    let square = way.x * way.x + way.y * way.y
    guard square > 0 else { return distance(to: a) }
    let along = ((x - a.x) * way.x + (y - a.y) * way.y) / square
    return distance(to: a + way * min(max(along, 0), 1))
  }

  /// The point `progress` of the way to `other`; `progress` is not limited to 0...1.
  public func interpolated(to other: Point, progress: Double) -> Point {
    Point(x: x + (other.x - x) * progress, y: y + (other.y - y) * progress)
  }

  public var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Point {
  /// The angle from the x axis towards the y axis at which the point is seen from the origin, in
  /// radians; 0 for the origin itself.
  public var direction: Double { x == 0 && y == 0 ? 0 : .atan2(y: y, x: x) }
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)

  public var isFinite: Bool { width.isFinite && height.isFinite }
}

extension Size {
  /// Per component, without a limit.
  public func interpolated(to other: Size, progress: Double) -> Size {
    Size(
      width: width + (other.width - width) * progress,
      height: height + (other.height - height) * progress)
  }
}

/// Three numbers that belong together: a position, an axis, a scale or three angles in space.
public struct Vector3: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  public static let zero = Vector3(x: 0, y: 0, z: 0)

  public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  public static func + (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  static func - (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }

  static func * (a: Vector3, k: Double) -> Vector3 {
    Vector3(x: a.x * k, y: a.y * k, z: a.z * k)
  }

  var length: Double {
    let plain = dot(self).squareRoot()
    if plain > 1e-150 && plain < .infinity { return plain }
    let largest = max(abs(x), abs(y), abs(z))
    guard largest > 0, largest.isFinite else { return largest }
    let scaled = Vector3(x: x / largest, y: y / largest, z: z / largest)
    return largest * scaled.dot(scaled).squareRoot()
  }

  func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Vector3) -> Vector3 {
    Vector3(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  /// The vector of length 1 in the same direction; zero stays zero.
  ///
  /// The division by the largest component comes first, so that no square overflows or vanishes.
  var normalized: Vector3 {
    let largest = max(abs(x), abs(y), abs(z))
    guard largest > 0, largest.isFinite else { return .zero }
    let scaled = Vector3(x: x / largest, y: y / largest, z: z / largest)
    return scaled * (1 / scaled.length)
  }

  func interpolated(to other: Vector3, progress: Double) -> Vector3 {
    self + (other - self) * progress
  }
}
