import RostrumGeometry
import RealModule

/// The birth of a particle, from which its whole life follows.
///
/// At age a it is at p + v a + acc a^2 / 2, its scale, colour and angle have grown by a times their
/// speeds, and it is dead at its lifetime. Source: Apple's `CAEmitterCell.h`.
struct ParticleBirth {
  let position: Vector3
  let velocity: Vector3
  let acceleration: Vector3
  let lifetime: Double
  private let scale: (start: Double, speed: Double, factor: Double)
  private let spin: Double
  private let color: (start: Color, speed: Color, factor: Color)

  /// `layer` are the layer's values at the birth; `parent` is what emits: the layer itself or a
  /// particle.
  init(
    _ cell: EmitterCell, layer: LayerValues, parent: Emission.Parent, random: ParticleRandom
  ) {
    func ranged(
      _ mean: TypedProperty<Double>, _ range: TypedProperty<Double>, _ use: ParticleRandom.Use
    ) -> Double {
      cell.number(mean) + cell.number(range) * random.centred(use)
    }
    position = parent.position
    lifetime = max(
      ranged(EmitterCell.lifetime, EmitterCell.lifetimeRange, .lifetime)
        * layer[.emitterLifetime], 0)
    let pace =
      ranged(EmitterCell.velocity, EmitterCell.velocityRange, .velocity)
      * layer[.emitterVelocity]
    let angle =
      parent.direction
      + ranged(EmitterCell.emissionLongitude, EmitterCell.emissionRange, .longitude)
    velocity = Self.velocity(
      pace, angle, parent.elevation + cell.number(EmitterCell.emissionLatitude))
    acceleration = Vector3(
      x: cell.number(EmitterCell.xAcceleration), y: cell.number(EmitterCell.yAcceleration),
      z: cell.number(EmitterCell.zAcceleration))
    scale = (
      ranged(EmitterCell.scale, EmitterCell.scaleRange, .scale),
      cell.number(EmitterCell.scaleSpeed), layer[.emitterScale] * parent.scale
    )
    spin =
      ranged(EmitterCell.spin, EmitterCell.spinRange, .spin) * layer[.emitterSpin]
    color = (Self.firstColor(cell, random), Self.colorSpeed(cell), parent.color)
  }

  /// Latitude leads out of the plane.
  private static func velocity(_ pace: Double, _ angle: Double, _ latitude: Double) -> Vector3 {
    Vector3(
      x: pace * .cos(angle) * .cos(latitude), y: pace * .sin(angle) * .cos(latitude),
      z: pace * .sin(latitude))
  }

  private static func firstColor(_ cell: EmitterCell, _ random: ParticleRandom) -> Color {
    let mean = cell.values[EmitterCell.color] ?? .white
    let uses: [ParticleRandom.Use] = [.red, .green, .blue, .alpha]
    let offsets = zip(EmitterCell.colorRanges, uses).map { cell.number($0) * random.centred($1) }
    return Color(
      red: mean.red + offsets[0], green: mean.green + offsets[1], blue: mean.blue + offsets[2],
      alpha: mean.alpha + offsets[3])
  }

  private static func colorSpeed(_ cell: EmitterCell) -> Color {
    let speeds = EmitterCell.colorSpeeds.map(cell.number)
    return Color(red: speeds[0], green: speeds[1], blue: speeds[2], alpha: speeds[3])
  }

  func position(at age: Double) -> Vector3 {
    func moved(_ p: Double, _ v: Double, _ a: Double) -> Double { p + v * age + a * age * age / 2 }
    return Vector3(
      x: moved(position.x, velocity.x, acceleration.x),
      y: moved(position.y, velocity.y, acceleration.y),
      z: moved(position.z, velocity.z, acceleration.z))
  }

  /// The direction of flight in the plane, in radians; 0 for a particle without motion.
  private func direction(at age: Double) -> Double {
    let x = velocity.x + acceleration.x * age
    let y = velocity.y + acceleration.y * age
    return Point(x: x, y: y).direction
  }

  private func scale(at age: Double) -> Double { (scale.start + scale.speed * age) * scale.factor }

  private func color(at age: Double) -> Color {
    func grown(_ part: KeyPath<Color, Double>) -> Double {
      let value = color.start[keyPath: part] + color.speed[keyPath: part] * age
      return min(max(value, 0), 1) * color.factor[keyPath: part]
    }
    return Color(
      red: grown(\.red), green: grown(\.green), blue: grown(\.blue), alpha: grown(\.alpha))
  }

  /// The particle at an age within its life; `nil` when it cannot be seen. `speed` is that of the
  /// cell's clock.
  func particle(of cell: EmitterCell, at age: Double, speed: Double) -> Particle? {
    let color = color(at: age)
    let (position, scale) = (position(at: age), scale(at: age))
    guard let image = cell.values[EmitterCell.contents], color.alpha > 0, scale != 0,
      position.isFinite, scale.isFinite
    else { return nil }
    return Particle(
      position: position, rotation: spin * age, scale: scale, color: color, image: image,
      contentsRect: cell.values[EmitterCell.contentsRect],
      contentsScale: cell.number(EmitterCell.contentsScale), age: age / speed)
  }

  /// The particle at an age, as the emitter of others.
  func parent(at age: Double) -> Emission.Parent {
    Emission.Parent(
      position: position(at: age), direction: direction(at: age), scale: scale(at: age),
      color: color(at: age))
  }
}
