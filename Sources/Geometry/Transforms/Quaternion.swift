import RealModule

/// A rotation in space as four numbers of length 1.
struct Quaternion: Hashable, Sendable {
  var x: Double
  var y: Double
  var z: Double
  var w: Double

  init(x: Double, y: Double, z: Double, w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// The rotation whose three rows (for row vectors) these are; they must be orthonormal.
  ///
  /// Formula: Shepperd 1978, which divides by the largest of the four numbers.
  init(rows a: Vector3, _ b: Vector3, _ c: Vector3) {
    let trace = a.x + b.y + c.z
    if trace > max(a.x, b.y, c.z) {
      self.init(x: b.z - c.y, y: c.x - a.z, z: a.y - b.x, w: 1 + trace)
    } else if a.x >= b.y && a.x >= c.z {
      self.init(x: 1 + a.x - b.y - c.z, y: a.y + b.x, z: c.x + a.z, w: b.z - c.y)
    } else if b.y >= c.z {
      self.init(x: a.y + b.x, y: 1 + b.y - a.x - c.z, z: b.z + c.y, w: c.x - a.z)
    } else {
      self.init(x: c.x + a.z, y: b.z + c.y, z: 1 + c.z - a.x - b.y, w: a.y - b.x)
    }
    self = normalized
  }

  var normalized: Quaternion { self * (1 / dot(self).squareRoot()) }

  static func * (q: Quaternion, k: Double) -> Quaternion {
    Quaternion(x: q.x * k, y: q.y * k, z: q.z * k, w: q.w * k)
  }

  static func + (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z, w: a.w + b.w)
  }

  func dot(_ other: Quaternion) -> Double {
    x * other.x + y * other.y + z * other.z + w * other.w
  }

  /// The rotation `progress` of the way to `other` at a constant rate, along the shorter arc.
  ///
  /// Formula: slerp, Shoemake 1985; close to parallel it is a normalised straight line.
  func interpolated(to other: Quaternion, progress: Double) -> Quaternion {
    let cosine = dot(other)
    let target = cosine < 0 ? other * -1 : other
    let angle = Double.acos(min(abs(cosine), 1))
    guard angle > 1e-6 else {
      return (self * (1 - progress) + target * progress).normalized
    }
    let scale = 1 / Double.sin(angle)
    let blend =
      self * (.sin((1 - progress) * angle) * scale) + target * (.sin(progress * angle) * scale)
    return blend.normalized
  }

  /// The three rows of the rotation, for row vectors.
  var rows: (Vector3, Vector3, Vector3) {
    (
      Vector3(x: 1 - 2 * (y * y + z * z), y: 2 * (x * y + w * z), z: 2 * (x * z - w * y)),
      Vector3(x: 2 * (x * y - w * z), y: 1 - 2 * (x * x + z * z), z: 2 * (y * z + w * x)),
      Vector3(x: 2 * (x * z + w * y), y: 2 * (y * z - w * x), z: 1 - 2 * (x * x + y * y))
    )
  }
}
