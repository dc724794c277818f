import RostrumBase
import RostrumCChipmunk
import RostrumGeometry

/// A Chipmunk space in the middle of a simulation.
final class Simulation {
  private let space: OpaquePointer
  private let step: Double
  private var bodies: [OpaquePointer] = []
  private var shapes: [OpaquePointer] = []
  private var constraints: [OpaquePointer] = []

  init(_ world: PhysicsWorld) {
    Self.greetingIsDropped
    guard let space = cpSpaceNew() else { fatalError("Chipmunk gave no space") }
    self.space = space
    step = world.step
    cpSpaceSetGravity(space, cpVect(world.gravity))
    cpSpaceSetIterations(space, Int32(clamping: world.iterations))
    cpSpaceSetDamping(space, world.damping)
    for body in world.bodies { add(body) }
    for wall in world.walls { add(wall) }
    for joint in world.joints { add(joint) }
  }

  /// Once in a program: Chipmunk has nothing to print any more.
  private static let greetingIsDropped: Void = chipmunk_drop_greeting()

  /// Chipmunk frees nothing by itself.
  deinit {
    for constraint in constraints {
      cpSpaceRemoveConstraint(space, constraint)
      cpConstraintFree(constraint)
    }
    for shape in shapes {
      cpSpaceRemoveShape(space, shape)
      cpShapeFree(shape)
    }
    for body in bodies {
      cpSpaceRemoveBody(space, body)
      cpBodyFree(body)
    }
    cpSpaceFree(space)
  }

  func advance() { cpSpaceStep(space, step) }

  func position(of index: Int) -> Point {
    let position = cpBodyGetPosition(bodies[index])
    return Point(x: position.x, y: position.y)
  }

  func angle(of index: Int) -> Double { cpBodyGetAngle(bodies[index]) }

  private func add(_ body: PhysicsBody) {
    let made =
      body.isFixed ? cpBodyNewKinematic() : cpBodyNew(body.mass, body.momentOfInertia)
    guard let made else { fatalError("Chipmunk gave no body") }
    cpBodySetPosition(made, cpVect(body.position))
    cpBodySetAngle(made, body.angle)
    if !body.isFixed {
      cpBodySetVelocity(made, cpVect(body.velocity))
      cpBodySetAngularVelocity(made, body.angularVelocity)
    }
    bodies.append(made)
    cpSpaceAddBody(space, made)
    add(body.shape.made(on: made), body.friction, body.elasticity)
  }

  private func add(_ wall: Wall) {
    let ground = cpSpaceGetStaticBody(space)
    add(
      cpSegmentShapeNew(ground, cpVect(wall.start), cpVect(wall.end), wall.width / 2),
      wall.friction,
      wall.elasticity)
  }

  private func add(_ shape: OpaquePointer?, _ friction: Double, _ elasticity: Double) {
    guard let shape else { fatalError("Chipmunk gave no shape") }
    cpShapeSetFriction(shape, friction)
    cpShapeSetElasticity(shape, elasticity)
    cpSpaceAddShape(space, shape)
    shapes.append(shape)
  }

  private func add(_ joint: Joint) {
    let body = bodies[joint.body]
    let (other, anchor) =
      switch joint.end {
      case .body(let other): (bodies[other], cpvzero)
      case .point(let point): (cpSpaceGetStaticBody(space), cpVect(point))
      }
    // Chipmunk's rods of no length hold nothing.
    let place = cpBodyGetPosition(body)
    let isPivot = cpvdist(place, cpBodyLocalToWorld(other, anchor)) == 0
    let made =
      isPivot
      ? cpPivotJointNew(body, other, place) : cpPinJointNew(body, other, cpvzero, anchor)
    guard let made else { fatalError("Chipmunk gave no joint") }
    cpSpaceAddConstraint(space, made)
    constraints.append(made)
  }
}

extension PhysicsBody {
  /// About the centre, for a body of even density.
  fileprivate var momentOfInertia: Double {
    switch shape {
    case .box(let size): cpMomentForBox(mass, size.width, size.height)
    case .circle(let radius): cpMomentForCircle(mass, 0, radius, cpvzero)
    }
  }
}

extension PhysicsBody.CollisionShape {
  fileprivate func made(on body: OpaquePointer) -> OpaquePointer? {
    switch self {
    case .box(let size): cpBoxShapeNew(body, size.width, size.height, 0)
    case .circle(let radius): cpCircleShapeNew(body, radius, cpvzero)
    }
  }
}

extension cpVect {
  fileprivate init(_ point: Point) { self.init(x: point.x, y: point.y) }
}
