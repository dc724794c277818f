import RostrumGeometry
import RostrumPhysics
import TestSupport
import Testing

@Suite("Physics in fixed steps (chapter 11.2)")
struct PhysicsTests {
  private static let floor = Wall(
    from: Point(x: -1000, y: 400), to: Point(x: 1000, y: 400), width: 200)

  private func ball(_ y: Double = 0, elasticity: Double = 0) -> PhysicsBody {
    PhysicsBody(
      shape: .circle(radius: 10), position: Point(x: 0, y: y), elasticity: elasticity)
  }

  @Test("Free fall follows the step rule of semi-implicit Euler to the last digit but a few")
  func freeFall() {
    let world = PhysicsWorld(bodies: [ball()])
    let way = world.trajectories(duration: 1)[0]
    #expect(way.positions.count == 61)
    // After n steps of h: v = n g h, and y = g h² (1 + 2 + … + (n - 1)), since Chipmunk moves
    // before it accelerates.
    for (n, position) in way.positions.enumerated() {
      let expected = 1000.0 / 3600 * Double(n * (n - 1)) / 2
      #expect(abs(position.y - expected) < 1e-6, "step \(n)")
      #expect(position.x == 0)
    }
  }

  @Test("The same world gives exactly the same numbers, whatever else is in memory")
  func deterministic() {
    var random = RandomSource(seed: 3)
    let crates = (0..<20).map { _ in
      PhysicsBody(
        shape: .box(Size(width: 30, height: 30)),
        position: Point(
          x: .random(in: -100...100, using: &random), y: .random(in: -400...200, using: &random)),
        angularVelocity: .random(in: -2...2, using: &random))
    }
    let world = PhysicsWorld(bodies: crates, walls: [Self.floor])
    let first = world.trajectories(duration: 3)
    for count in 1...5 {
      let ballast = (0..<count * 100).map { Array(repeating: UInt8(1), count: $0) }
      #expect(world.trajectories(duration: 3) == first)
      #expect(ballast.count == count * 100)
    }
  }

  @Test("A longer simulation begins with the shorter one")
  func prefix() {
    let world = PhysicsWorld(bodies: [ball(elasticity: 0.7)], walls: [Self.floor])
    let short = world.trajectories(duration: 1)[0].positions
    #expect(Array(world.trajectories(duration: 2)[0].positions.prefix(short.count)) == short)
  }

  @Test("A body begins at its angle, and keeps it when nothing turns it", arguments: [true, false])
  func firstAngle(isFixed: Bool) {
    let crate = PhysicsBody(
      shape: .box(Size(width: 30, height: 20)), position: Point(x: 3, y: 4), angle: 0.5,
      isFixed: isFixed)
    let way = PhysicsWorld(gravity: .zero, bodies: [crate]).trajectories(duration: 1)[0]
    #expect(way.angles == [Double](repeating: 0.5, count: 61))
    #expect(way.positions == [Point](repeating: Point(x: 3, y: 4), count: 61))
  }

  @Test("A crate that stands on its edge falls over, away from the side it leans to")
  func tilted() throws {
    for angle in [0.3, -0.3] {
      let crate = PhysicsBody(
        shape: .box(Size(width: 40, height: 40)), position: Point(x: 0, y: 260), angle: angle)
      let way = PhysicsWorld(bodies: [crate], walls: [Self.floor]).trajectories(duration: 4)[0]
      #expect(way.angles[0] == angle)
      // A tilted square falls back on its lower side.
      #expect(abs(try #require(way.angles.last)) < 0.01)
      #expect(abs(try #require(way.positions.last).y - 280) < 1)
    }
  }

  @Test("A dropped ball comes to rest on the floor; an elastic one bounces less each time")
  func bounces() {
    let dead = PhysicsWorld(bodies: [ball()], walls: [Self.floor]).trajectories(duration: 4)[0]
    #expect(abs((dead.positions.last?.y ?? 0) - 290) < 0.5)
    var springy = Self.floor
    springy.elasticity = 1
    let world = PhysicsWorld(bodies: [ball(elasticity: 0.7)], walls: [springy])
    let heights = world.trajectories(duration: 4)[0].positions.map(\.y)
    let tops = (1..<heights.count - 1).filter { place in
      heights[place] < heights[place - 1] && heights[place] <= heights[place + 1]
    }
    let peaks = tops.map { heights[$0] }
    #expect(peaks.count >= 2)
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("A pile of crates stays a pile: nothing sinks through anything")
  func stack() {
    let crates = (0..<5).map {
      PhysicsBody(
        shape: .box(Size(width: 40, height: 40)), position: Point(x: 0, y: 250 - Double($0) * 45))
    }
    let ways = PhysicsWorld(bodies: crates, walls: [Self.floor]).trajectories(duration: 4)
    let rest = ways.compactMap { $0.positions.last?.y }
    #expect(abs((rest.first ?? 0) - 280) < 1)
    for (lower, upper) in zip(rest, rest.dropFirst()) { #expect(abs(lower - upper - 40) < 1) }
  }

  @Test("What hangs by its own centre turns there, and goes nowhere")
  func pivots() {
    let wheel = PhysicsBody(shape: .circle(radius: 5), position: .zero, angularVelocity: 2)
    let world = PhysicsWorld(bodies: [wheel], joints: [Joint(body: 0, to: .point(.zero))])
    let way = world.trajectories(duration: 3)[0]
    let farthest = way.positions.map(\.length).max() ?? 0
    #expect(farthest < 0.5)
    #expect(abs((way.angles.last ?? 0) - 6) < 0.1)
  }

  @Test("A pendulum keeps its length, and swings with a period near 2 pi sqrt(l / g)")
  func pendulum() {
    let bob = PhysicsBody(shape: .circle(radius: 5), position: Point(x: 20, y: 200))
    let pivot = Point(x: 0, y: 0)
    var world = PhysicsWorld(bodies: [bob], joints: [Joint(body: 0, to: .point(pivot))])
    world.step = 1.0 / 240
    let way = world.trajectories(duration: 6)[0]
    let length = bob.position.length
    for position in way.positions { #expect(abs(position.length - length) < 1) }
    let crossings = zip(way.positions, way.positions.dropFirst()).enumerated().compactMap {
      $0.element.0.x > 0 && $0.element.1.x <= 0 ? Double($0.offset) * world.step : nil
    }
    let period = zip(crossings, crossings.dropFirst()).map { $1 - $0 }.reduce(0, +)
    let mean = period / Double(crossings.count - 1)
    #expect(abs(mean - 2 * 3.14159265 * (length / 1000).squareRoot()) < 0.02)
  }
}
