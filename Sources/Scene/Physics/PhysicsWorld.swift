package import RostrumGeometry

/// Rigid bodies, walls and joints, moved in fixed steps: chapter 11.2's physics, on Chipmunk, the
/// library that the book uses.
///
/// Lengths are in points, y grows downwards, angles are in radians and grow clockwise on screen.
package struct PhysicsWorld: Hashable, Sendable {
  /// In points per second squared.
  package var gravity: Point
  /// Seconds for each step, above 0. It belongs to the world and not to the frame rate.
  package var step: Double
  /// How often each step solves contacts and joints; more is stiffer.
  package var iterations: Int
  /// The part of a velocity that is left after one second, 0...1.
  package var damping: Double
  package var bodies: [PhysicsBody]
  package var walls: [Wall]
  package var joints: [Joint]

  package init(
    gravity: Point = Point(x: 0, y: 1000), step: Double = 1.0 / 60, iterations: Int = 10,
    damping: Double = 1, bodies: [PhysicsBody] = [], walls: [Wall] = [], joints: [Joint] = []
  ) {
    self.gravity = gravity
    self.step = step
    self.iterations = iterations
    self.damping = damping
    self.bodies = bodies
    self.walls = walls
    self.joints = joints
  }
}

/// A rigid body, dynamic or fixed.
package struct PhysicsBody: Hashable, Sendable {
  /// The outline that collides, about the body's position.
  package enum CollisionShape: Hashable, Sendable {
    case box(Size)
    case circle(radius: Double)
  }

  package var shape: CollisionShape
  /// The centre of gravity at the start.
  package var position: Point
  package var angle: Double
  /// In points per second.
  package var velocity: Point
  /// In radians per second.
  package var angularVelocity: Double
  /// Above 0. Ignored for a fixed body.
  package var mass: Double
  /// A fixed body is never moved.
  package var isFixed: Bool
  /// The friction of the surface, 0 or more; 0 is ice.
  package var friction: Double
  /// How much of a collision's speed is kept; 0 is clay, 1 bounces for ever.
  package var elasticity: Double

  package init(
    shape: CollisionShape, position: Point, angle: Double = 0, velocity: Point = .zero,
    angularVelocity: Double = 0, mass: Double = 1, isFixed: Bool = false, friction: Double = 0.5,
    elasticity: Double = 0
  ) {
    self.shape = shape
    self.position = position
    self.angle = angle
    self.velocity = velocity
    self.angularVelocity = angularVelocity
    self.mass = mass
    self.isFixed = isFixed
    self.friction = friction
    self.elasticity = elasticity
  }
}

/// A fixed line segment with round ends.
///
/// Bodies that cross more than half its width and their own in one step can pass through; a wide
/// wall, or a shorter step, holds them.
package struct Wall: Hashable, Sendable {
  package var start: Point
  package var end: Point
  /// In points, 0 or more: half of it on each side of the line.
  package var width: Double
  package var friction: Double
  package var elasticity: Double

  package init(
    from start: Point, to end: Point, width: Double = 0, friction: Double = 0.5,
    elasticity: Double = 0
  ) {
    self.width = width
    self.start = start
    self.end = end
    self.friction = friction
    self.elasticity = elasticity
  }
}

/// A rod without weight, from the centre of one body to a fixed point or to the centre of another
/// body. Its length is the distance at the start.
package struct Joint: Hashable, Sendable {
  /// The hold of the rod's other end.
  package enum End: Hashable, Sendable {
    case point(Point)
    /// An index into `PhysicsWorld.bodies`.
    case body(Int)
  }

  /// An index into `PhysicsWorld.bodies`.
  package var body: Int
  package var end: End

  package init(body: Int, to end: End) {
    self.body = body
    self.end = end
  }
}

/// Where one body is after every step of a simulation.
package struct Trajectory: Hashable, Sendable {
  /// Seconds for each step.
  package let step: Double
  /// The centre of gravity: the first at the start, then after each step.
  package var positions: [Point]
  /// In radians, not wrapped; one for each position.
  package var angles: [Double]

  init(step: Double, position: Point, angle: Double) {
    self.step = step
    positions = [position]
    angles = [angle]
  }
}

extension PhysicsWorld {
  /// Moves the world for `duration` seconds and returns every body's way, in the order of `bodies`.
  ///
  /// The same world gives the same numbers on every run: one thread, fixed steps, a fixed order.
  /// There is one more state than there are whole steps in the duration.
  package func trajectories(duration: Double) -> [Trajectory] {
    let simulation = Simulation(self)
    var result = bodies.map { Trajectory(step: step, position: $0.position, angle: $0.angle) }
    for _ in 0..<stepCount(duration: duration) {
      simulation.advance()
      for index in result.indices {
        result[index].positions.append(simulation.position(of: index))
        result[index].angles.append(simulation.angle(of: index))
      }
    }
    return result
  }

  /// The number of steps that end within a duration, with a tolerance for rounding errors.
  package func stepCount(duration: Double) -> Int {
    let count = (duration / step + 1e-6).rounded(.down)
    return count.isFinite ? Int(min(max(count, 0), 1e9)) : 0
  }
}
