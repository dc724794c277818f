import LayerTree

extension Key {
  static let physics = Key(
    "physics", .physics, "Bodies that fall, collide and hang, moved in fixed steps.")

  static let gravity = Key(
    "gravity", .value(.point), default: "[0, 1000]", "In points per second squared.")
  static let physicsStep = Key(
    "step", .duration, default: "1/60 s",
    "Seconds for each step of the simulation, whatever the frame rate.")
  static let iterations = Key(
    "iterations", .value(.number(.moreThanZero)), default: "10",
    "How often each step solves contacts and joints; more is stiffer.")
  static let worldDamping = Key(
    "damping", .value(.number(.unit)), default: "1",
    "What is left of a velocity after one second.")
  static let edges = Key(
    "edges", .value(.boolean), default: "true",
    "Whether the canvas has a floor and walls at its sides.")
  static let walls = Key("walls", .physicsList("walls"), "Lines that stand fast.")
  static let bodies = Key(
    "bodies", .physicsList("bodies"), isRequired: true, "Layers that take part.")
  static let joints = Key(
    "joints", .physicsList("joints"), "Rods from a body to a point or to another body.")

  static let bodyLayer = Key(
    "layer", .layerName, isRequired: true,
    "The name of a layer of the scene itself; its bounds are the body's size.")
  static let bodyShape = Key(
    "shape", .value(.word(["box", "circle"])), default: "box",
    "What collides: the bounds, or the circle in them.")
  static let bodyMass = Key(
    "mass", .value(.number(.moreThanZero)), default: "1", "How heavy the body is.")
  static let isFixed = Key(
    "fixed", .value(.boolean), default: "false", "Whether the body stands fast.")
  static let velocity = Key(
    "velocity", .value(.point), default: "[0, 0]", "At the start, in points per second.")
  static let angularVelocity = Key(
    "angularVelocity", .value(.angle), default: "0",
    "At the start, in radians per second, clockwise.")
  static let friction = Key(
    "friction", .value(.number(.zeroOrMore)), default: "0.5", "Of the surface; 0 is ice.")
  static let elasticity = Key(
    "elasticity", .value(.number(.unit)), default: "0",
    "How much of a collision's speed is kept. Both surfaces count.")

  static let wallFrom = Key("from", .value(.point), isRequired: true, "Where the wall starts.")
  static let wallTo = Key("to", .value(.point), isRequired: true, "Where the wall ends.")
  static let wallWidth = Key(
    "width", .value(.number(.zeroOrMore)), default: "2", "How thick the wall is.")

  static let jointBody = Key("body", .layerName, isRequired: true, "The layer that hangs.")
  static let jointPoint = Key("point", .value(.point), "A fixed point that it hangs from.")
  static let jointOther = Key("other", .layerName, "Another body that it is tied to.")
  static let jointLayer = Key(
    "layer", .layerName,
    "A layer of the scene itself that shows the rod: it is centred on it, its height along it."
  )
}

extension Vocabulary {
  /// The world of a scene with physics.
  public static let physics = Vocabulary(
    owner: "the physics",
    [.gravity, .physicsStep, .iterations, .worldDamping, .edges, .walls, .bodies, .joints])

  public static let physicsBody = Vocabulary(
    owner: "a body",
    [
      .bodyLayer, .bodyShape, .bodyMass, .isFixed, .velocity, .angularVelocity, .friction,
      .elasticity,
    ])

  public static let wall = Vocabulary(
    owner: "a wall", [.wallFrom, .wallTo, .wallWidth, .friction, .elasticity])

  public static let joint = Vocabulary(
    owner: "a joint", [.jointBody, .jointPoint, .jointOther, .jointLayer])
}
