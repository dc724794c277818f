import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

// The keys of a scene's physics.

extension Key {
  static let physics = Field(
    "physics",
    Reader.anything(
      "physics: a mapping with bodies", example: "{bodies: []}",
      schema: Vocabulary.physics.reference),
    "Bodies that fall, collide and hang, moved in fixed steps.")

  static let gravity = DefaultedField(
    "gravity", .velocity, default: Point(x: 0, y: 1000), "In points per second squared.")
  static let physicsStep = Field(
    "step", .duration, shownDefault: "1/60 s", limits: ["minimum": 0.0001, "maximum": 0.1],
    "Seconds for each step of the simulation, whatever the frame rate.")
  static let iterations = DefaultedField(
    "iterations", Reader<Int>.whole(1, 1000, "a whole number from 1 to 1000"), default: 10,
    "How often each step solves contacts and joints; more is stiffer.")
  static let worldDamping = DefaultedField(
    "damping", .number(.unit), default: 1, "The share of a velocity that is left after one second.")
  static let edges = DefaultedField(
    "edges", .boolean, default: true, "Whether the canvas has a floor and walls at its sides.")
  static let walls = Field(
    "walls", .items("a list of walls", of: Vocabulary.wall.reference), "Fixed lines.")
  static let bodies = Field(
    "bodies", .items("a list of bodies", of: Vocabulary.physicsBody.reference),
    isRequired: true, "Layers that take part.")
  static let joints = Field(
    "joints", .items("a list of joints", of: Vocabulary.joint.reference),
    "Rods from a body to a point or to another body.")

  static let bodyLayer = Field(
    "layer", Reader<String>.text("the name of a layer", example: "n"),
    isRequired: true, "The name of a layer of the scene itself; its bounds are the body's size.")
  static let bodyShape = DefaultedField(
    "shape", .word, default: BodyShape.box, "What collides: the bounds, or the circle in them.")
  static let bodyMass = Field(
    "mass", .number(.moreThanZero), shownDefault: "1",
    limits: ["minimum": 0.001, "maximum": 1_000_000], "How heavy the body is.")
  static let isFixed = DefaultedField(
    "fixed", .boolean, default: false, "Whether the body never moves.")
  static let velocity = DefaultedField(
    "velocity", .velocity, default: .zero, "At the start, in points per second.")
  static let angularVelocity = DefaultedField(
    "angularVelocity", .angle, default: 0, "At the start, in radians per second, clockwise.")
  static let friction = DefaultedField(
    "friction", .number(.zeroOrMore), default: 0.5, "Of the surface; 0 is ice.")
  static let elasticity = DefaultedField(
    "elasticity", .number(.unit), default: 0,
    "How much of a collision's speed is kept. Both surfaces count.")

  static let wallFrom = Field("from", .point, isRequired: true, "Where the wall starts.")
  static let wallTo = Field("to", .point, isRequired: true, "Where the wall ends.")
  static let wallWidth = DefaultedField(
    "width", .number(.zeroOrMore), default: 2, "How thick the wall is.")

  static let jointBody = Field(
    "body", Reader<String>.text("the name of a layer that is a body", example: "n"),
    isRequired: true, "The layer that hangs.")
  static let jointPoint = Field("point", .point, "A fixed point that it hangs from.")
  static let jointOther = Field(
    "other", Reader<String>.text("the name of a layer that is a body", example: "n"),
    "Another body that it is tied to.")
  static let jointLayer = Field(
    "layer", Reader<String>.text("the name of a layer", example: "n"),
    "A layer of the scene itself that shows the rod: it is centred on it, its height along it.")
}

enum BodyShape: String, CaseIterable { case box, circle }

extension Vocabulary {
  /// The world of a scene with physics.
  public static let physics = Vocabulary(
    owner: "the physics", definition: "physics",
    [
      Key.gravity, Key.physicsStep, Key.iterations, Key.worldDamping, Key.edges, Key.walls,
      Key.bodies, Key.joints,
    ])

  public static let physicsBody = Vocabulary(
    owner: "a body", definition: "body",
    [
      Key.bodyLayer, Key.bodyShape, Key.bodyMass, Key.isFixed, Key.velocity, Key.angularVelocity,
      Key.friction, Key.elasticity,
    ])

  public static let wall = Vocabulary(
    owner: "a wall", definition: "wall",
    [Key.wallFrom, Key.wallTo, Key.wallWidth, Key.friction, Key.elasticity])

  public static let joint = Vocabulary(
    owner: "a joint", definition: "joint", rule: SchemaPart.exactlyOne("point", "other"),
    [Key.jointBody, Key.jointPoint, Key.jointOther, Key.jointLayer])
}

extension Reader where Content == Point {
  /// A velocity or an acceleration that the simulation can follow.
  static let velocity = Reader(
    point.expectation, example: point.example, schema: point.schema, text: point.text
  ) { node, context in
    guard let value = point.read(node, context) else { return nil }
    if max(abs(value.x), abs(value.y)) <= 100_000 { return value }
    return context.failure(
      .outOfRange, "\(node.description) is beyond the limit of 100000 points a second", at: node)
  }
}
