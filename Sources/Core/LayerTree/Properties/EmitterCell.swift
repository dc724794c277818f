public import RostrumGeometry
import Synchronization

/// One kind of particles of an emitter layer: Core Animation's `CAEmitterCell`.
public struct EmitterCell: Hashable, Sendable {
  /// For key paths; empty for none. Without a full stop.
  public let name: String
  /// The values of the cell's own properties.
  public var values: LayerValues
  /// The cells that each particle of this kind emits in turn.
  public var cells: [EmitterCell]

  public init(name: String = "", values: LayerValues, cells: [EmitterCell] = []) {
    self.name = name
    self.values = values
    self.cells = cells
  }

  /// Every picture that the cell or a cell in it shows.
  public var images: [ImageReference] {
    (values[Self.contents].map { [$0] } ?? []) + cells.flatMap(\.images)
  }

  /// A range R about a mean M is uniform from M - R/2 to M + R/2. Source: Apple's
  /// `CAEmitterCell.h`, also for the defaults.
  public static let properties: [Property] =
    [enabled, birthRate, lifetime, lifetimeRange, emissionLatitude, emissionLongitude]
    + [emissionRange, velocity, velocityRange, xAcceleration, yAcceleration, zAcceleration]
    + [scale, scaleRange, scaleSpeed, spin, spinRange, color] + colorRanges + colorSpeeds
    + [contents, contentsRect, contentsScale, beginTime, duration, speed, timeOffset]

  public static let enabled = TypedProperty(
    "enabled", .boolean, default: true, "Whether the cell emits.")
  public static let birthRate = TypedProperty(
    "birthRate", .number(.zeroOrMore), default: 0,
    "Particles a second; in a cell's cell for each particle.")
  public static let lifetime = TypedProperty(
    "lifetime", .number(.zeroOrMore), default: 0, "Seconds that a particle lives.")
  public static let lifetimeRange = range("lifetimeRange", "lifetime")
  public static let emissionLatitude = TypedProperty(
    "emissionLatitude", .angle, default: 0, "How far particles fly out of the plane.")
  public static let emissionLongitude = TypedProperty(
    "emissionLongitude", .angle, default: 0,
    "The direction in the plane, clockwise: from the right, from a line upwards, from an outline outwards."
  )
  public static let emissionRange = TypedProperty(
    "emissionRange", .angle, default: 0,
    "The angle of the fan of directions, half of it to each side.")
  public static let velocity = TypedProperty(
    "velocity", .number(), default: 0, "Points a second at birth.")
  public static let velocityRange = range("velocityRange", "velocity")
  public static let xAcceleration = acceleration("xAcceleration", "to the right")
  public static let yAcceleration = acceleration("yAcceleration", "downwards")
  public static let zAcceleration = acceleration("zAcceleration", "towards the viewer")
  public static let scale = TypedProperty(
    "scale", .number(), default: 1, "The size, as a factor.")
  public static let scaleRange = range("scaleRange", "scale")
  public static let scaleSpeed = TypedProperty(
    "scaleSpeed", .number(), default: 0, "How much scale grows in a second.")
  public static let spin = TypedProperty(
    "spin", .angle, default: 0, "The angle by which a particle turns in a second.")
  public static let spinRange = TypedProperty(
    "spinRange", .angle, default: 0, "By how much spin differs from particle to particle.")
  public static let color = TypedProperty(
    "color", .color, default: .white, "Multiplies the colours of the picture.")
  /// Red, green, blue, alpha.
  static let colorRanges = ["red", "green", "blue", "alpha"].map { range($0 + "Range", $0) }
  /// Red, green, blue, alpha.
  static let colorSpeeds = ["red", "green", "blue", "alpha"].map {
    TypedProperty($0 + "Speed", .number(), default: 0, "How much \($0) grows in a second.")
  }
  public static let contents = TypedProperty(
    "contents", .image, default: nil, "The picture of a particle; without one it is not seen.")
  public static let contentsRect = TypedProperty(
    "contentsRect", .rect, default: Rect(x: 0, y: 0, width: 1, height: 1),
    "The part of the picture that is shown, in shares of its size.")
  public static let contentsScale = TypedProperty(
    "contentsScale", .number(.moreThanZero), default: 1,
    "Pixels of the picture for each point.")
  public static let beginTime = TypedProperty(
    "beginTime", .number(), default: 0, isAnimatable: false,
    "When the first particle is born, in seconds of the layer, or of the particle that emits.")
  public static let duration = TypedProperty(
    "duration", .number(.zeroOrMore), default: 0, isAnimatable: false,
    "For how many seconds particles are born; 0 is without end.")
  public static let speed = TypedProperty(
    "speed", .number(.moreThanZero), default: 1, isAnimatable: false,
    "How fast the cell's clock runs, for births and for flights.")
  public static let timeOffset = TypedProperty(
    "timeOffset", .number(), default: 0, isAnimatable: false,
    "What the cell's clock shows at beginTime.")

  private static func range(_ name: String, _ of: String) -> TypedProperty<Double> {
    TypedProperty(
      name, .number(), default: 0, "By how much \(of) differs from particle to particle.")
  }

  private static func acceleration(
    _ name: String, _ direction: String
  ) -> TypedProperty<Double> {
    TypedProperty(name, .number(), default: 0, "Points a second, each second, \(direction).")
  }
}

extension EmitterCell {
  /// The most particles that a frame of one emitter shows, and the most births that it looks at.
  public static let maximumParticles = 100_000
  /// The deepest cells in cells.
  public static let maximumDepth = 4

  func number(_ property: TypedProperty<Double>) -> Double { values[property] }

  /// The cell's time at a time of the layer, or of the particle that emits.
  func time(at parentTime: Double) -> Double {
    (parentTime - number(Self.beginTime)) * number(Self.speed) + number(Self.timeOffset)
  }

  /// The longest that a particle of this kind lives when the layer multiplies lifetimes by
  /// `factor`, in the cell's seconds.
  func longestLife(_ factor: Double) -> Double {
    max((number(Self.lifetime) + abs(number(Self.lifetimeRange)) / 2) * factor, 0)
  }

  /// How long a birth can matter: until the last of its particles' particles is dead, in the cell's
  /// seconds.
  func reach(_ factor: Double) -> Double {
    let own = longestLife(factor)
    return own + (cells.map { $0.reach(factor) / $0.number(Self.speed) }.max() ?? 0)
  }

  /// About how many births a frame has to look at, with the births of the cells inside.
  public func expectedParticles(rate: Double = 1, lifetime: Double = 1) -> Double {
    guard values[Self.enabled] else { return 0 }
    let duration = number(Self.duration)
    let span = min(reach(lifetime), duration > 0 ? duration : .infinity)
    let own = number(Self.birthRate) * rate * span
    let inner = cells.reduce(0) { $0 + $1.expectedParticles(lifetime: lifetime) }
    return own * (1 + inner)
  }
}

/// One living particle of an emitter layer, in the layer's coordinates.
public struct Particle: Hashable, Sendable {
  public let position: Vector3
  /// In radians.
  public let rotation: Double
  /// The factor for the picture's size in points. Negative is mirrored both ways.
  public let scale: Double
  /// Multiplies the picture's colours; within 0...1.
  public let color: Color
  public let image: ImageReference
  /// The part of the picture that is shown, in shares of its size.
  public let contentsRect: Rect
  /// Pixels of the picture for each point.
  public let contentsScale: Double
  /// How long ago it was born, in seconds of the layer.
  public let age: Double
}

/// All living particles of an emitter layer at one moment, worked out when they are first asked
/// for.
///
/// Two clouds are equal when they are of the same layer at the same moment; then they have the same
/// particles.
public final class ParticleCloud: Sendable {
  private let owner: any AnyObject & Sendable
  private let moment: [Double]
  private let make: @Sendable () -> [Particle]
  private let known = Mutex<[Particle]?>(nil)

  /// `owner` and the numbers of `moment` identify the cloud; `make` gives the particles in the
  /// order in which they are drawn.
  init(
    of owner: any AnyObject & Sendable, at moment: [Double],
    _ make: @escaping @Sendable () -> [Particle]
  ) {
    self.owner = owner
    self.moment = moment
    self.make = make
  }

  /// In the order in which they are drawn; `EmitterCell.maximumParticles` at most.
  public var particles: [Particle] {
    known.withLock { known in
      if let known { return known }
      let particles = make()
      known = particles
      return particles
    }
  }
}

extension ParticleCloud: Hashable {
  public static func == (a: ParticleCloud, b: ParticleCloud) -> Bool {
    a.owner === b.owner && a.moment == b.moment
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(moment) }
}
