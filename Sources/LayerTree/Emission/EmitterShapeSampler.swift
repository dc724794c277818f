import Geometry
import RealModule

/// Where on an emitter's shape a particle is born.
struct EmitterShapeSampler {
  private let size: Vector3
  private let random: ParticleRandom

  /// The place relative to the centre of the layer's shape.
  static func offset(_ values: LayerValues, _ random: ParticleRandom) -> Vector3 {
    let size = values[.emitterSize]
    let place = EmitterShapeSampler(
      size: Vector3(x: size.width, y: size.height, z: values[.emitterDepth]),
      random: random)
    let mode = values[.emitterMode]
    switch values[.emitterShape] {
    case .point: return .zero
    case .line: return place.line(mode)
    case .rectangle: return place.rectangle(mode)
    case .cuboid: return place.cuboid(mode)
    case .circle: return place.circle(mode)
    case .sphere: return place.sphere(mode)
    }
  }

  private func box(_ x: Double, _ y: Double, _ z: Double) -> Vector3 {
    Vector3(x: x * size.x, y: y * size.y, z: z * size.z)
  }

  /// -1/2 or 1/2.
  private func side(_ use: ParticleRandom.Use) -> Double { random.unit(use) < 0.5 ? -0.5 : 0.5 }

  private func line(_ mode: EmitterMode) -> Vector3 {
    box(mode == .points ? side(.placeX) : random.centred(.placeX), 0, 0)
  }

  private func rectangle(_ mode: EmitterMode) -> Vector3 {
    switch mode {
    case .points: return box(side(.placeX), side(.placeY), 0)
    case .surface, .volume: return box(random.centred(.placeX), random.centred(.placeY), 0)
    case .outline:
      let (width, height) = (abs(size.x), abs(size.y))
      return random.unit(.place) * (width + height) < width
        ? box(random.centred(.placeX), side(.placeY), 0)
        : box(side(.placeX), random.centred(.placeY), 0)
    }
  }

  private func cuboid(_ mode: EmitterMode) -> Vector3 {
    let sides = [abs(size.x), abs(size.y), abs(size.z)]
    var unit = [side(.placeX), side(.placeY), side(.placeZ)]
    let free = [random.centred(.placeX), random.centred(.placeY), random.centred(.placeZ)]
    switch mode {
    case .points: break
    case .volume: unit = free
    case .outline:
      let axis = choice(among: sides)
      unit[axis] = free[axis]
    case .surface:
      let flat = choice(among: [sides[1] * sides[2], sides[0] * sides[2], sides[0] * sides[1]])
      for axis in 0..<3 where axis != flat { unit[axis] = free[axis] }
    }
    return box(unit[0], unit[1], unit[2])
  }

  /// One of three, as often as its weight says.
  private func choice(among weights: [Double]) -> Int {
    let point = random.unit(.place) * (weights[0] + weights[1] + weights[2])
    return point < weights[0] ? 0 : point < weights[0] + weights[1] ? 1 : 2
  }

  private func circle(_ mode: EmitterMode) -> Vector3 {
    guard mode != .points else { return .zero }
    let share = mode == .outline ? 1 : random.unit(.place).squareRoot()
    let angle = 2 * Double.pi * random.unit(.placeX)
    let radius = size.x * share
    return Vector3(x: radius * .cos(angle), y: radius * .sin(angle), z: 0)
  }

  private func sphere(_ mode: EmitterMode) -> Vector3 {
    guard mode != .points else { return .zero }
    let share = mode == .volume ? Double.root(random.unit(.place), 3) : 1
    let angle = 2 * Double.pi * random.unit(.placeX)
    let height = 2 * random.centred(.placeZ)
    let ring = max(1 - height * height, 0).squareRoot()
    let radius = size.x * share
    return Vector3(
      x: radius * ring * .cos(angle), y: radius * ring * .sin(angle), z: radius * height)
  }
}
