public import Geometry

/// Where one body is after every step of a simulation.
public struct Trajectory: Hashable, Sendable {
  /// Seconds for each step.
  public let step: Double
  /// The centre of gravity: the first at the start, then after each step.
  public var positions: [Point]
  /// In radians, not wrapped; one for each position.
  public var angles: [Double]

  init(step: Double, position: Point, angle: Double) {
    self.step = step
    positions = [position]
    angles = [angle]
  }
}

extension PhysicsWorld {
  /// Moves the world for `duration` seconds and returns every body's way, in the order of `bodies`.
  ///
  /// The same world gives the same numbers on every run: one thread, fixed steps, a fixed order. There is one more state than there
  /// are whole steps in the duration.
  public func trajectories(duration: Double) -> [Trajectory] {
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

  /// How many steps a duration has: those that end within it, counted so that rounding loses none.
  public func stepCount(duration: Double) -> Int {
    let count = (duration / step + 1e-6).rounded(.down)
    return count.isFinite ? Int(min(max(count, 0), 1e9)) : 0
  }
}
