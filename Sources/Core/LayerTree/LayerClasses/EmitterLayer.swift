public import RostrumGeometry

/// The properties that an emitter layer adds. Defaults: Apple's `CAEmitterLayer.h`. Five of the
/// names are also a cell's properties, which they multiply.
extension Property {
  public static let emitterCells = TypedProperty(
    "emitterCells", .emitterCells, default: [], isAnimatable: false,
    "The kinds of particles. Key paths name their properties, as in emitterCells.spark.birthRate.")
  public static let emitterBirthRate = factor("birthRate", .zeroOrMore)
  public static let emitterLifetime = factor("lifetime", .zeroOrMore)
  public static let emitterVelocity = factor("velocity", .any)
  public static let emitterScale = factor("scale", .any)
  public static let emitterSpin = factor("spin", .any)
  public static let emitterPosition = TypedProperty(
    "emitterPosition", .point, default: .zero,
    "The centre of the shape that particles come from, in the layer's coordinates.")
  public static let emitterZPosition = TypedProperty(
    "emitterZPosition", .number(), default: 0, "The depth of that centre.")
  public static let emitterSize = TypedProperty(
    "emitterSize", .size, default: .zero,
    "The size of that shape; of circle and sphere the width is the radius.")
  public static let emitterDepth = TypedProperty(
    "emitterDepth", .number(), default: 0, "The depth of that shape.")
  public static let emitterShape = TypedProperty(
    "emitterShape", .word, default: EmitterShape.point,
    isAnimatable: false, "The shape that particles come from.")
  public static let emitterMode = TypedProperty(
    "emitterMode", .word, default: EmitterMode.volume,
    isAnimatable: false, "Which part of the shape particles come from.")
  public static let renderMode = TypedProperty(
    "renderMode", .word, default: ParticleOrder.unordered,
    isAnimatable: false, "Which particles cover which, or that their light adds up.")
  public static let particlesPreserveDepth = TypedProperty(
    "preservesDepth", .boolean, default: false, isAnimatable: false,
    "Whether particles that are nearer appear larger, instead of being flattened into the plane.")
  public static let seed = TypedProperty(
    "seed", .number(.wholeNumber), default: 0, isAnimatable: false,
    "Another seed, other random numbers.")

  private static func factor(
    _ name: String, _ rule: ValueType.NumberRule
  ) -> TypedProperty<Double> {
    TypedProperty(name, .number(rule), default: 1, "Multiplies the \(name) of every cell.")
  }

  /// How particles that leave an emitter layer's plane appear in it: worked out, see
  /// `DepthProjection`.
  public static let depthProjection = TypedProperty(
    "depthProjection", .depthProjection, default: nil, isAnimatable: false,
    "Where depth leads in the plane.")

  /// The particles of an emitter layer at a moment: worked out, see `ParticleCloud`.
  public static let particles = TypedProperty(
    "particles", .particles, default: nil, isAnimatable: false, "The particles of a moment.")
}

extension LayerClass {
  public static let emitter = LayerClass(
    name: "emitter", coreAnimationName: "CAEmitterLayer",
    summary: "Particles: many small pictures that are born, fly and fade.",
    ownProperties: [
      .emitterCells, .emitterBirthRate, .emitterLifetime, .emitterVelocity, .emitterScale,
      .emitterSpin, .emitterPosition, .emitterZPosition, .emitterSize, .emitterDepth,
      .emitterShape, .emitterMode, .renderMode, .particlesPreserveDepth,
      .seed,
    ],
    changesWithoutAnimation: true)
}

/// Where particles come from.
public enum EmitterShape: String, PropertyWord {
  case point, line, rectangle, cuboid, circle, sphere
}

/// The part of an emitter's shape that particles come from.
public enum EmitterMode: String, PropertyWord {
  /// Its corners; for circle and sphere the centre.
  case points
  /// Its edges.
  case outline
  /// Its faces; of a flat shape the whole area.
  case surface
  case volume
}

/// In which order particles are drawn.
public enum ParticleOrder: String, PropertyWord {
  /// Cell by cell.
  case unordered
  /// The oldest at the back.
  case oldestFirst
  /// The oldest in front.
  case oldestLast
  /// By depth.
  case backToFront
  /// Colours add up, whatever the order.
  case additive
}
