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
