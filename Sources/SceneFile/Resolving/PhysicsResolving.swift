import Geometry
import LayerTree
import Physics
import Timing

/// What a scene's physics needs to know of the scene.
struct PhysicsPlace {
  let canvas: Size
  let layers: [Layer]
  /// In seconds: how long the simulation runs.
  let duration: Double
}

extension Resolution {
  /// The limit of a simulation's size: bodies times steps.
  private static let maximumStates = 20_000_000

  /// The scene's layers, those that are bodies moved by the simulation.
  func simulated(_ node: YAMLNode, in place: PhysicsPlace) -> [Layer] {
    guard let fields = Fields(node, .physics, self) else { return place.layers }
    var world = world(fields, place.canvas)
    let layers = bodies(fields, place, &world)
    let rods = joints(fields, place, layers, &world)
    fields.reportUnknownKeys()
    guard !collector.hasErrors, isAffordable(world, place.duration, at: node) else {
      return place.layers
    }
    return animated(place, layers, rods, world)
  }

  private func world(_ fields: Fields, _ canvas: Size) -> PhysicsWorld {
    var world = PhysicsWorld()
    if let gravity = fields.node(.gravity).flatMap(speed) { world.gravity = gravity }
    if let step = fields.number(.physicsStep, in: 0.0001...0.1) { world.step = step }
    if let count = fields.number(.iterations) { world.iterations = Int(min(max(count, 1), 1000)) }
    if let damping = fields.number(.worldDamping) { world.damping = damping }
    if fields.boolean(.edges) ?? true { world.walls = edges(of: canvas) }
    world.walls += (fields.list(.walls) ?? []).compactMap(wall)
    return world
  }

  /// A floor and two sides outside the canvas, so thick that nothing passes through. The top is open: things fall in.
  private func edges(of canvas: Size) -> [Wall] {
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
    guard let fields = Fields(node, .wall, self) else { return nil }
    let start = fields.required(.wallFrom).flatMap(point)
    let end = fields.required(.wallTo).flatMap(point)
    let (width, friction) = (fields.number(.wallWidth) ?? 2, fields.number(.friction) ?? 0.5)
    let elasticity = fields.number(.elasticity) ?? 0
    fields.reportUnknownKeys()
    guard let start, let end else { return nil }
    return Wall(from: start, to: end, width: width, friction: friction, elasticity: elasticity)
  }

  /// A velocity or an acceleration that the simulation can follow.
  private func speed(_ node: YAMLNode) -> Point? {
    guard let value = point(node) else { return nil }
    guard max(abs(value.x), abs(value.y)) <= 100_000 else {
      error(
        .outOfRange, "\(node.description) is beyond the limit of 100000 points a second", at: node)
      return nil
    }
    return value
  }

  // MARK: Bodies

  /// The layers that are bodies, in the order of the world's bodies.
  private func bodies(
    _ fields: Fields, _ place: PhysicsPlace, _ world: inout PhysicsWorld
  ) -> [Layer] {
    guard fields.required(.bodies) != nil else { return [] }
    var layers: [Layer] = []
    for node in fields.list(.bodies) ?? [] {
      guard let (layer, body) = body(node, place.layers) else { continue }
      if layers.contains(where: { $0 === layer }) {
        error(.duplicateName, "the layer \(layer.name.quoted) is a body already", at: node)
        continue
      }
      layers.append(layer)
      world.bodies.append(body)
    }
    return layers
  }

  private func body(_ node: YAMLNode, _ layers: [Layer]) -> (Layer, PhysicsBody)? {
    guard let fields = Fields(node, .physicsBody, self) else { return nil }
    let layer = fields.required(.bodyLayer).flatMap { self.layer($0, as: "body", among: layers) }
    let isCircle = fields.node(.bodyShape).flatMap { word($0, of: ["box", "circle"]) } == "circle"
    let velocity = fields.node(.velocity).flatMap(speed) ?? .zero
    let turning = fields.node(.angularVelocity).flatMap(angle).map { min(max($0, -1e4), 1e4) } ?? 0
    let mass = fields.number(.bodyMass, in: 0.001...1_000_000) ?? 1
    let isFixed = fields.boolean(.isFixed) ?? false
    let surface = (fields.number(.friction) ?? 0.5, fields.number(.elasticity) ?? 0)
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
  private func layer(_ node: YAMLNode, as role: String, among layers: [Layer]) -> Layer? {
    guard let name = text(node, "the name of a layer") else { return nil }
    if let layer = layers.first(where: { $0.name == name }) { return layer }
    let isDeeper = layers.contains { $0.subtree.contains { $0.name == name } }
    error(
      .unknownWord,
      isDeeper
        ? "the layer \(name.quoted) is a sublayer; a \(role) is a layer of the scene itself"
        : "the scene has no layer \(name.quoted)",
      at: node, hint: closest(to: name, among: layers.map(\.name)).map { "did you mean '\($0)'?" })
    return nil
  }

  private func shape(
    of layer: Layer, _ isCircle: Bool, at node: YAMLNode
  ) -> PhysicsBody.Shape? {
    let size = layer.values[.bounds].rect.size
    guard min(size.width, size.height) >= 0.1, max(size.width, size.height) <= 100_000 else {
      error(
        .outOfRange,
        "a body is 0.1 to 100000 points wide and high; the layer \(layer.name.quoted) is not",
        at: node)
      return nil
    }
    return isCircle ? .circle(radius: min(size.width, size.height) / 2) : .box(size)
  }

  // MARK: Joints

  /// The layers that show rods, in the order of the world's joints; `nil` for a rod that nothing
  /// shows.
  private func joints(
    _ fields: Fields, _ place: PhysicsPlace, _ bodies: [Layer], _ world: inout PhysicsWorld
  ) -> [Layer?] {
    var rods: [Layer?] = []
    for node in fields.list(.joints) ?? [] {
      guard let fields = Fields(node, .joint, self) else { continue }
      let joint = joint(fields, bodies.map(\.name), at: node)
      let rod = fields.node(.jointLayer).flatMap {
        self.rod($0, among: place.layers, taken: bodies + rods.compactMap(\.self))
      }
      fields.reportUnknownKeys()
      guard let joint else { continue }
      world.joints.append(joint)
      rods.append(rod)
    }
    return rods
  }

  private func joint(_ fields: Fields, _ names: [String], at node: YAMLNode) -> Joint? {
    let body = fields.required(.jointBody).flatMap { bodyIndex($0, names) }
    let other = fields.node(.jointOther).flatMap { bodyIndex($0, names) }
    let point = fields.node(.jointPoint).flatMap(point)
    guard (fields.node(.jointOther) == nil) != (fields.node(.jointPoint) == nil) else {
      error(.conflict, "a joint has a point, or another body, and not both", at: node)
      return nil
    }
    guard let body, let end = other.map(Joint.End.body) ?? point.map(Joint.End.point) else {
      return nil
    }
    guard other != body else {
      error(.conflict, "a body cannot be tied to itself", at: node)
      return nil
    }
    return Joint(body: body, to: end)
  }

  private func rod(_ node: YAMLNode, among layers: [Layer], taken: [Layer]) -> Layer? {
    guard let rod = layer(node, as: "rod", among: layers) else { return nil }
    if taken.contains(where: { $0 === rod }) {
      error(.duplicateName, "the layer \(rod.name.quoted) is a body or a rod already", at: node)
      return nil
    }
    return rod
  }

  private func bodyIndex(_ node: YAMLNode, _ names: [String]) -> Int? {
    guard let name = text(node, "the name of a layer that is a body") else { return nil }
    if let index = names.firstIndex(of: name) { return index }
    error(
      .unknownWord, "there is no body \(name.quoted)", at: node,
      hint: closest(to: name, among: names).map { "did you mean '\($0)'?" })
    return nil
  }

  // MARK: Simulating

  private func isAffordable(
    _ world: PhysicsWorld, _ duration: Double, at node: YAMLNode
  ) -> Bool {
    let states = Double(world.stepCount(duration: duration)) * Double(max(world.bodies.count, 1))
    guard states > Double(Self.maximumStates) else { return true }
    error(
      .tooLarge,
      "the simulation has \(states.sceneText) states, more than the limit of \(Self.maximumStates)",
      at: node, hint: "a longer step, a shorter scene or fewer bodies")
    return false
  }

  private func animated(
    _ place: PhysicsPlace, _ bodies: [Layer], _ rods: [Layer?], _ world: PhysicsWorld
  ) -> [Layer] {
    let ways = world.trajectories(duration: place.duration)
    return place.layers.map { layer in
      if let index = rods.firstIndex(where: { $0 === layer }) {
        return layer.following(ways.way(ofRod: world.joints[index]))
      }
      guard let index = bodies.firstIndex(where: { $0 === layer }), !world.bodies[index].isFixed
      else { return layer }
      return layer.following(ways[index])
    }
  }
}

extension Layer {
  /// With the middle of its bounds on a way, and turned as that says.
  fileprivate func following(_ way: Trajectory) -> Layer {
    let start = Start(self)
    let positions = zip(way.positions, way.angles).map(start.layerPosition)
    return adding(
      AttachedAnimation(
        SimulatedAnimation(positions: positions, angles: way.angles, step: way.step)))
  }
}

extension [Trajectory] {
  /// Where a rod's middle is, and how far it is turned from hanging straight down from its other
  /// end.
  fileprivate func way(ofRod joint: Joint) -> Trajectory {
    let body = self[joint.body]
    var way = body
    for index in body.positions.indices {
      let end =
        switch joint.end {
        case .point(let point): point
        case .body(let other): self[other].positions[index]
        }
      let place = body.positions[index]
      way.positions[index] = Point(x: (place.x + end.x) / 2, y: (place.y + end.y) / 2)
      way.angles[index] = (place - end).direction - .pi / 2
    }
    return way
  }
}

/// Where a layer stands at the start, as a body: a body's position is the centre of its bounds, a layer's is its anchor point.
private struct Start {
  let position: Point
  let angle: Double
  /// From the centre to the anchor point, before the layer is turned.
  private let anchorOffset: Point

  init(_ layer: Layer) {
    let bounds = layer.values[.bounds].rect.size
    let anchor = layer.values[.anchorPoint].point
    anchorOffset = Point(x: (anchor.x - 0.5) * bounds.width, y: (anchor.y - 0.5) * bounds.height)
    angle = layer.values[.transform].transform[.rotation]
    let model = layer.values[.position].point
    position = model - AffineTransform.rotation(angle).apply(to: anchorOffset)
  }

  func layerPosition(_ center: Point, _ angle: Double) -> Point {
    anchorOffset == .zero
      ? center : center + AffineTransform.rotation(angle).apply(to: anchorOffset)
  }
}

extension Fields {
  /// A number that the simulation can stand.
  fileprivate func number(_ key: Key, in range: ClosedRange<Double>) -> Double? {
    guard let value = number(key), let node = node(key) else { return nil }
    guard !range.contains(value) else { return value }
    let (low, high) = (range.lowerBound.sceneText, range.upperBound.sceneText)
    resolution.error(
      .outOfRange, "\(key.name) must lie in \(low)...\(high); found \(value.sceneText)", at: node)
    return nil
  }
}
