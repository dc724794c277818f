import RostrumGeometry
import RostrumLayerTree
import RostrumPhysics
import RostrumSource
import RostrumTiming

/// Reads the physics of a scene, and moves its bodies.
struct PhysicsReader {
  let context: SceneContext
  let canvas: Size
  let layers: [Layer]
  /// How long the simulation runs, in seconds.
  let duration: Double

  /// The limit of a simulation's size: bodies times steps.
  private static let maximumStates = 20_000_000

  /// The scene's layers; the ones that are bodies follow the simulation.
  func simulated(_ node: YAMLNode) -> [Layer] {
    guard let fields = MappingReader(node, .physics, context) else { return layers }
    var world = world(fields)
    let bodies = bodies(fields, &world)
    let rods = joints(fields, bodies, &world)
    fields.reportUnknownKeys()
    guard !context.collector.hasErrors, isAffordable(world, at: node) else {
      return layers
    }
    return animated(bodies, rods, world)
  }

  private func world(_ fields: MappingReader) -> PhysicsWorld {
    var world = PhysicsWorld()
    world.gravity = fields[Key.gravity]
    if let step = fields.number(Key.physicsStep, in: 0.0001...0.1) { world.step = step }
    world.iterations = fields[Key.iterations]
    world.damping = fields[Key.worldDamping]
    if fields[Key.edges] { world.walls = edges() }
    world.walls += (fields[Key.walls] ?? []).compactMap(wall)
    return world
  }

  /// A floor and two sides outside the canvas, so thick that nothing passes through. The top is
  /// open: things fall in.
  private func edges() -> [Wall] {
    let width = 10_000.0
    let (far, half) = (canvas.width + canvas.height + width, width / 2)
    let lines = [
      (Point(x: -far, y: canvas.height + half), Point(x: far, y: canvas.height + half)),
      (Point(x: -half, y: -far), Point(x: -half, y: far)),
      (Point(x: canvas.width + half, y: -far), Point(x: canvas.width + half, y: far)),
    ]
    return lines.map { Wall(from: $0.0, to: $0.1, width: width, elasticity: 1) }
  }

  private func wall(_ node: YAMLNode) -> Wall? {
    guard let fields = MappingReader(node, .wall, context) else { return nil }
    let (start, end) = (fields[Key.wallFrom], fields[Key.wallTo])
    let (width, friction) = (fields[Key.wallWidth], fields[Key.friction])
    let elasticity = fields[Key.elasticity]
    fields.reportUnknownKeys()
    guard let start, let end else { return nil }
    return Wall(from: start, to: end, width: width, friction: friction, elasticity: elasticity)
  }

  // MARK: Bodies

  /// The layers that are bodies, in the order of the world's bodies.
  private func bodies(
    _ fields: MappingReader, _ world: inout PhysicsWorld
  ) -> [Layer] {
    let candidates = LayerCandidates(layers)
    if let node = fields.node(Key.bodies), node.items?.isEmpty == true {
      context.warning(
        .noEffect, "physics without bodies moves nothing", at: node, hint: "bodies: [{layer: NAME}]"
      )
    }
    var bodies: [Layer] = []
    var known: Set<Int> = []
    for node in fields[Key.bodies] ?? [] {
      guard let (layer, body) = body(node, candidates) else { continue }
      guard known.insert(layer.index).inserted else {
        context.error(.duplicateName, "the layer \(layer.name.quoted) is a body already", at: node)
        continue
      }
      bodies.append(layer)
      world.bodies.append(body)
    }
    return bodies
  }

  private func body(
    _ node: YAMLNode, _ candidates: LayerCandidates
  ) -> (Layer, PhysicsBody)? {
    guard let fields = MappingReader(node, .physicsBody, context) else { return nil }
    let layer = layer(Key.bodyLayer, of: fields, as: "body", among: candidates)
    let isCircle = fields[Key.bodyShape] == .circle
    let velocity = fields[Key.velocity]
    let turning = min(max(fields[Key.angularVelocity], -1e4), 1e4)
    let mass = fields.number(Key.bodyMass, in: 0.001...1_000_000) ?? 1
    let isFixed = fields[Key.isFixed]
    let surface = (fields[Key.friction], fields[Key.elasticity])
    fields.reportUnknownKeys()
    guard let layer, let shape = shape(of: layer, isCircle, at: node) else { return nil }
    let start = Start(layer)
    return (
      layer,
      PhysicsBody(
        shape: shape, position: start.position, angle: start.angle, velocity: velocity,
        angularVelocity: turning, mass: mass, isFixed: isFixed, friction: surface.0,
        elasticity: surface.1)
    )
  }

  /// Only layers of the scene itself have the scene's coordinates.
  private func layer(
    _ field: Field<String>, of fields: MappingReader, as role: String,
    among candidates: LayerCandidates
  ) -> Layer? {
    guard let name = fields[field], let node = fields.node(field) else { return nil }
    if let layer = candidates.byName[name] { return layer }
    return context.failure(
      .unknownWord,
      candidates.namesInside.contains(name)
        ? "the layer \(name.quoted) is a sublayer; a \(role) is a layer of the scene itself"
        : "the scene has no layer \(name.quoted)", at: node,
      hint: context.suggestion(for: name, among: candidates.names))
  }

  private func shape(
    of layer: Layer, _ isCircle: Bool, at node: YAMLNode
  ) -> PhysicsBody.CollisionShape? {
    let size = layer.values[.bounds].size
    guard min(size.width, size.height) >= 0.1, max(size.width, size.height) <= 100_000 else {
      return context.failure(
        .outOfRange,
        "a body is 0.1 to 100000 points wide and high; the layer \(layer.name.quoted) is not",
        at: node)
    }
    return isCircle ? .circle(radius: min(size.width, size.height) / 2) : .box(size)
  }

  // MARK: Joints

  /// The layers that show rods, in the order of the world's joints; `nil` for a rod without a
  /// layer.
  private func joints(
    _ fields: MappingReader, _ bodies: [Layer], _ world: inout PhysicsWorld
  ) -> [Layer?] {
    let names = BodyNames(bodies)
    let candidates = LayerCandidates(layers)
    var taken = Set(bodies.map(\.index))
    var rods: [Layer?] = []
    for node in fields[Key.joints] ?? [] {
      guard let fields = MappingReader(node, .joint, context) else { continue }
      let joint = joint(fields, names, at: node)
      let rod = rod(fields, among: candidates, &taken)
      fields.reportUnknownKeys()
      guard let joint else { continue }
      guard joint.canMove(in: world) else {
        context.error(
          .conflict, "a joint needs a body that moves; here both ends stand fast", at: node,
          hint: "leave out fixed: true of the body, or the joint")
        continue
      }
      world.joints.append(joint)
      rods.append(rod)
    }
    return rods
  }

  private func joint(_ fields: MappingReader, _ names: BodyNames, at node: YAMLNode) -> Joint? {
    let body = bodyIndex(Key.jointBody, fields, names)
    let other = bodyIndex(Key.jointOther, fields, names)
    let point = fields[Key.jointPoint]
    guard fields.has(Key.jointOther) != fields.has(Key.jointPoint) else {
      return context.failure(
        .conflict, "a joint has a point, or another body, and not both", at: node)
    }
    guard let body, let end = other.map(Joint.End.body) ?? point.map(Joint.End.point) else {
      return nil
    }
    guard other != body else {
      return context.failure(.conflict, "a body cannot be tied to itself", at: node)
    }
    return Joint(body: body, to: end)
  }

  private func rod(
    _ fields: MappingReader, among candidates: LayerCandidates, _ taken: inout Set<Int>
  ) -> Layer? {
    guard let rod = layer(Key.jointLayer, of: fields, as: "rod", among: candidates),
      let node = fields.node(Key.jointLayer)
    else { return nil }
    guard taken.insert(rod.index).inserted else {
      return context.failure(
        .duplicateName, "the layer \(rod.name.quoted) is a body or a rod already", at: node)
    }
    return rod
  }

  private func bodyIndex(
    _ field: Field<String>, _ fields: MappingReader, _ names: BodyNames
  ) -> Int? {
    guard let name = fields[field], let node = fields.node(field) else { return nil }
    if let index = names.indices[name] { return index }
    return context.failure(
      .unknownWord, "there is no body \(name.quoted)", at: node,
      hint: context.suggestion(for: name, among: names.names))
  }

  // MARK: Simulating

  private func isAffordable(
    _ world: PhysicsWorld, at node: YAMLNode
  ) -> Bool {
    let states = Double(world.stepCount(duration: duration)) * Double(max(world.bodies.count, 1))
    guard states > Double(Self.maximumStates) else { return true }
    return context.failure(
      .tooLarge,
      "the simulation has \(states.sceneText) states, more than the limit of \(Self.maximumStates)",
      at: node, hint: "a longer step, a shorter scene or fewer bodies")
  }

  private func animated(_ bodies: [Layer], _ rods: [Layer?], _ world: PhysicsWorld) -> [Layer] {
    let trajectories = world.trajectories(duration: duration)
    let indices = BodyNames.indices(of: bodies.map(\.index))
    let rodIndices = BodyNames.indices(of: rods.map { $0?.index })
    return layers.map { layer in
      if let index = rodIndices[layer.index] {
        return layer.following(trajectories.trajectory(ofRod: world.joints[index]))
      }
      guard let index = indices[layer.index], !world.bodies[index].isFixed else { return layer }
      return layer.following(trajectories[index])
    }
  }
}

extension Layer {
  /// The layer with the middle of its bounds on a trajectory, and turned with it.
  fileprivate func following(_ trajectory: Trajectory) -> Layer {
    let start = Start(self)
    let positions = zip(trajectory.positions, trajectory.angles).map(start.layerPosition)
    return adding(
      AttachedAnimation(
        SimulatedAnimation(
          positions: positions, angles: trajectory.angles, step: trajectory.step)))
  }
}

extension Joint {
  /// False when both ends are fixed.
  fileprivate func canMove(in world: PhysicsWorld) -> Bool {
    if !world.bodies[body].isFixed { return true }
    if case .body(let other) = end { return !world.bodies[other].isFixed }
    return false
  }
}

extension [Trajectory] {
  /// The trajectory of a rod's middle; its angle is 0 where it hangs straight down from its other
  /// end.
  fileprivate func trajectory(ofRod joint: Joint) -> Trajectory {
    let body = self[joint.body]
    var rod = body
    for index in body.positions.indices {
      let end =
        switch joint.end {
        case .point(let point): point
        case .body(let other): self[other].positions[index]
        }
      let place = body.positions[index]
      rod.positions[index] = Point(x: (place.x + end.x) / 2, y: (place.y + end.y) / 2)
      rod.angles[index] = (place - end).direction - .pi / 2
    }
    return rod
  }
}

/// The layers that bodies and rods can be, by their names.
private struct LayerCandidates {
  let names: [String]
  let byName: [String: Layer]
  /// The names of all layers at any depth.
  let namesInside: Set<String>

  init(_ layers: [Layer]) {
    names = layers.map(\.name)
    byName = Dictionary(layers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    namesInside = Set(layers.flatMap(\.subtree).map(\.name))
  }
}

/// The names of bodies, and the place of each among them.
private struct BodyNames {
  let names: [String]
  let indices: [String: Int]

  init(_ layers: [Layer]) {
    names = layers.map(\.name)
    indices = Self.indices(of: names)
  }

  /// The index of the first occurrence of each key; `nil` keys are skipped.
  static func indices<Key: Hashable>(of keys: [Key?]) -> [Key: Int] {
    var indices: [Key: Int] = [:]
    for (index, key) in keys.enumerated() {
      if let key, indices[key] == nil { indices[key] = index }
    }
    return indices
  }
}

/// The start of a layer as a body: a body's position is the centre of its bounds, a layer's is its
/// anchor point.
private struct Start {
  let position: Point
  let angle: Double
  /// From the centre to the anchor point, before the layer is turned.
  private let anchorOffset: Point

  init(_ layer: Layer) {
    let bounds = layer.values[.bounds].size
    let anchor = layer.values[.anchorPoint]
    anchorOffset = Point(x: (anchor.x - 0.5) * bounds.width, y: (anchor.y - 0.5) * bounds.height)
    angle = layer.values[.transform][.rotation]
    let model = layer.values[.position]
    position = model - AffineTransform.rotation(angle).apply(to: anchorOffset)
  }

  func layerPosition(_ center: Point, _ angle: Double) -> Point {
    anchorOffset == .zero
      ? center : center + AffineTransform.rotation(angle).apply(to: anchorOffset)
  }
}

extension MappingReader {
  /// A number in the range that the simulation supports.
  fileprivate func number(_ key: Field<Double>, in range: ClosedRange<Double>) -> Double? {
    guard let value = self[key], let node = node(key) else { return nil }
    guard !range.contains(value) else { return value }
    let (low, high) = (range.lowerBound.sceneText, range.upperBound.sceneText)
    return context.failure(
      .outOfRange, "\(key.name) must lie in \(low)...\(high); found \(value.sceneText)", at: node)
  }
}
