public import RostrumGeometry

/// Where in an emitter layer's plane something appears that is in front of the plane.
///
/// All points of one depth lie in a plane that is parallel to the layer's. Seen from the eye it
/// lies over the layer's plane moved and enlarged, whatever the layer's transform is: a particle at
/// (x, y, z) covers what one at ((x + a z) / k, (y + b z) / k) does that is 1 / k as large, with k
/// = 1 + c z.
public struct DepthProjection: Hashable, Sendable {
  private let a: Double
  private let b: Double
  private let c: Double

  /// The least distance from the eye that is shown, as a part of the eye's distance from the plane.
  private static let least = 1e-3

  /// `matrix` is from the layer to where it is seen, with its perspective. `nil` when the layer is
  /// seen from its edge.
  public init?(_ matrix: Transform3D) {
    let (x, y) = ((matrix.m11, matrix.m12, matrix.m14), (matrix.m21, matrix.m22, matrix.m24))
    let (z, origin) = ((matrix.m31, matrix.m32, matrix.m34), (matrix.m41, matrix.m42, matrix.m44))
    typealias Row = (Double, Double, Double)
    func determinant(_ p: Row, _ q: Row, _ r: Row) -> Double {
      p.0 * (q.1 * r.2 - q.2 * r.1) - p.1 * (q.0 * r.2 - q.2 * r.0) + p.2 * (q.0 * r.1 - q.1 * r.0)
    }
    let whole = determinant(x, y, origin)
    guard whole != 0 else { return nil }
    a = determinant(z, y, origin) / whole
    b = determinant(x, z, origin) / whole
    c = determinant(x, y, z) / whole
    guard a.isFinite, b.isFinite, c.isFinite else { return nil }
  }

  fileprivate init?(_ numbers: [Double]) {
    guard numbers.count == 3 else { return nil }
    (a, b, c) = (numbers[0], numbers[1], numbers[2])
  }

  fileprivate var numbers: [Double] { [a, b, c] }

  /// The particle in the plane that covers what this one does; `nil` for one behind the eye.
  func flattened(_ particle: Particle) -> Particle? {
    let (p, k) = (particle.position, 1 + c * particle.position.z)
    guard k > Self.least else { return nil }
    return Particle(
      position: Vector3(x: (p.x + a * p.z) / k, y: (p.y + b * p.z) / k, z: p.z),
      rotation: particle.rotation, scale: particle.scale / k, color: particle.color,
      image: particle.image, contentsRect: particle.contentsRect,
      contentsScale: particle.contentsScale, age: particle.age)
  }
}

extension LayerValues {
  /// An emitter layer's living particles as they are seen in its plane, in the order in which they
  /// are drawn.
  public var projectedParticles: [Particle] {
    guard let particles = self[.particles]?.particles else { return [] }
    guard let projection = self[.depthProjection] else { return particles }
    return particles.compactMap(projection.flattened)
  }
}

extension PropertyKind<DepthProjection?> {
  static var depthProjection: Self {
    Self(
      type: .numbers, content: { DepthProjection($0.numbers) },
      value: { $0.map { .numbers($0.numbers) } ?? .none })
  }
}
