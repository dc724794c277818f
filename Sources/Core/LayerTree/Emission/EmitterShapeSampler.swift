import RostrumGeometry
import RealModule

/// Where on an emitter's shape a particle is born, and which way leads away from the shape there.
///
/// Particles fly off at right angles to a line, upwards, and outwards from outlines and surfaces:
/// what longitude and latitude are measured from. Elsewhere the way leads right. Source: Apple's
/// sample "Fireworks", whose rockets rise from the outline of a line without a longitude.
struct EmitterShapeSampler {
  /// Relative to the centre of the layer's shape.
  typealias Place = (offset: Vector3, away: Vector3)

  private let size: Vector3
  private let random: ParticleRandom

  private static let right = Vector3(x: 1, y: 0, z: 0)
  private static let up = Vector3(x: 0, y: -1, z: 0)

  static func place(_ values: LayerValues, _ random: ParticleRandom) -> Place {
    let size = values[.emitterSize]
    let sampler = EmitterShapeSampler(
      size: Vector3(x: size.width, y: size.height, z: values[.emitterDepth]),
      random: random)
    let mode = values[.emitterMode]
    switch values[.emitterShape] {
    case .point: return (.zero, right)
    case .line: return (sampler.line(mode), up)
    case .rectangle: return sampler.rectangle(mode)
    case .cuboid: return sampler.cuboid(mode)
    case .circle: return sampler.circle(mode)
    case .sphere: return sampler.sphere(mode)
    }
  }

  private func box(_ x: Double, _ y: Double, _ z: Double) -> Vector3 {
    Vector3(x: x * size.x, y: y * size.y, z: z * size.z)
  }

  private func scaled(_ way: Vector3, by factor: Double) -> Vector3 {
    Vector3(x: way.x * factor, y: way.y * factor, z: way.z * factor)
  }

  /// -1/2 or 1/2.
  private func side(_ use: ParticleRandom.Use) -> Double { random.unit(use) < 0.5 ? -0.5 : 0.5 }

  private func line(_ mode: EmitterMode) -> Vector3 {
    box(mode == .points ? side(.placeX) : random.centred(.placeX), 0, 0)
  }

  private func rectangle(_ mode: EmitterMode) -> Place {
    switch mode {
    case .points: return (box(side(.placeX), side(.placeY), 0), Self.right)
    case .surface, .volume:
      return (box(random.centred(.placeX), random.centred(.placeY), 0), Self.right)
    case .outline:
      let (width, height) = (abs(size.x), abs(size.y))
      if random.unit(.place) * (width + height) < width {
        let side = side(.placeY)
        return (box(random.centred(.placeX), side, 0), away(0, side, 0))
      }
      let side = side(.placeX)
      return (box(side, random.centred(.placeY), 0), away(side, 0, 0))
    }
  }

  /// Outwards at some sides of the box, of which each is -1/2, 1/2, or 0 for none.
  private func away(_ x: Double, _ y: Double, _ z: Double) -> Vector3 {
    func sign(_ side: Double, _ length: Double) -> Double { 2 * side * (length < 0 ? -1 : 1) }
    return Vector3(x: sign(x, size.x), y: sign(y, size.y), z: sign(z, size.z))
  }

  private func cuboid(_ mode: EmitterMode) -> Place {
    let sides = [abs(size.x), abs(size.y), abs(size.z)]
    let ends = [side(.placeX), side(.placeY), side(.placeZ)]
    let free = [random.centred(.placeX), random.centred(.placeY), random.centred(.placeZ)]
    func place(_ isEnd: (Int) -> Bool) -> Place {
      let unit = (0..<3).map { isEnd($0) ? ends[$0] : free[$0] }
      let out = (0..<3).map { isEnd($0) ? ends[$0] : 0 }
      return (box(unit[0], unit[1], unit[2]), away(out[0], out[1], out[2]))
    }
    switch mode {
    case .points: return (place { _ in true }.offset, Self.right)
    case .volume: return (place { _ in false }.offset, Self.right)
    case .outline:
      let axis = choice(among: sides)
      return place { $0 != axis }
    case .surface:
      let flat = choice(among: [sides[1] * sides[2], sides[0] * sides[2], sides[0] * sides[1]])
      return place { $0 == flat }
    }
  }

  /// One of three, as often as its weight says.
  private func choice(among weights: [Double]) -> Int {
    let point = random.unit(.place) * (weights[0] + weights[1] + weights[2])
    return point < weights[0] ? 0 : point < weights[0] + weights[1] ? 1 : 2
  }

  private func circle(_ mode: EmitterMode) -> Place {
    guard mode != .points else { return (.zero, Self.right) }
    let share = mode == .outline ? 1 : random.unit(.place).squareRoot()
    let angle = 2 * Double.pi * random.unit(.placeX)
    let unit = Vector3(x: .cos(angle), y: .sin(angle), z: 0)
    return (scaled(unit, by: size.x * share), mode == .outline ? unit : Self.right)
  }

  private func sphere(_ mode: EmitterMode) -> Place {
    guard mode != .points else { return (.zero, Self.right) }
    let share = mode == .volume ? Double.root(random.unit(.place), 3) : 1
    let angle = 2 * Double.pi * random.unit(.placeX)
    let height = 2 * random.centred(.placeZ)
    let ring = max(1 - height * height, 0).squareRoot()
    let unit = Vector3(x: ring * .cos(angle), y: ring * .sin(angle), z: height)
    return (scaled(unit, by: size.x * share), mode == .volume ? Self.right : unit)
  }
}
