import RostrumGeometry
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumLayerTree

private let image = ImageReference(path: "/spark.png", width: 8, height: 8)

private func cell(
  named name: String = "spark", _ values: [Property: Value], cells: [EmitterCell] = []
) -> EmitterCell {
  var all = LayerValues()
  all[EmitterCell.contents] = image
  for (property, value) in values { all[any: property] = value }
  return EmitterCell(name: name, values: all, cells: cells)
}

private func emitter(
  _ cells: [EmitterCell], _ values: [Property: Value] = [:], animations: [any Animation] = []
) -> Layer {
  var all = LayerValues()
  all[.emitterCells] = cells
  for (property, value) in values { all[any: property] = value }
  return Layer(
    index: 1, name: "emitter", layerClass: .emitter, values: all, animations: animations)
}

extension Layer {
  fileprivate func particles(at time: Double) -> [Particle] {
    presentation(at: time).values[.particles]?.particles ?? []
  }
}

@Suite("Particles of an emitter layer (section 12)")
struct EmissionTests {
  private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

  @Test(
    "A line emits upwards, half a turn down; outlines and surfaces outwards; all else right",
    arguments: [
      ("line", "volume", 0.0, Vector3(x: 0, y: -1, z: 0)),
      ("line", "outline", .pi, Vector3(x: 0, y: 1, z: 0)),
      ("line", "points", .pi / 2, Vector3(x: 1, y: 0, z: 0)),
      ("point", "volume", 0, Vector3(x: 1, y: 0, z: 0)),
      ("circle", "volume", .pi / 2, Vector3(x: 0, y: 1, z: 0)),
      ("rectangle", "surface", 0, Vector3(x: 1, y: 0, z: 0)),
    ] as [(String, String, Double, Vector3)])
  func directions(_ shape: String, _ mode: String, _ longitude: Double, _ way: Vector3) throws {
    let values: [Property: Value] = [
      EmitterCell.birthRate: .number(10), EmitterCell.lifetime: .number(10),
      EmitterCell.velocity: .number(3), EmitterCell.emissionLongitude: .number(longitude),
    ]
    let layer = emitter(
      [cell(values)],
      [
        .emitterShape: .text(shape), .emitterMode: .text(mode),
        .emitterSize: .size(Size(width: 8, height: 4)),
      ])
    let (first, later) = (layer.particles(at: 0), layer.particles(at: 1))
    let (from, to) = (try #require(first.first).position, try #require(later.first).position)
    #expect(near(to.x - from.x, 3 * way.x) && near(to.y - from.y, 3 * way.y))
  }

  @Test("Particles of an outline fly outwards", arguments: ["circle", "rectangle", "sphere"])
  func outwards(_ shape: String) {
    let values: [Property: Value] = [
      EmitterCell.birthRate: .number(50), EmitterCell.lifetime: .number(10),
      EmitterCell.velocity: .number(5),
    ]
    let layer = emitter(
      [cell(values)],
      [
        .emitterShape: .text(shape), .emitterMode: .text("outline"),
        .emitterSize: .size(Size(width: 10, height: 10)),
      ])
    // Particles leave a rectangle's sides at right angles.
    let reach = shape == "rectangle" ? 10.0 : 15
    for particle in layer.particles(at: 1) where near(particle.age, 1) {
      let place = particle.position
      let found =
        shape == "rectangle"
        ? max(abs(place.x), abs(place.y))
        : (place.x * place.x + place.y * place.y + place.z * place.z).squareRoot()
      #expect(near(found, reach))
    }
  }

  @Test("How many births a frame has to look at counts those of the cells inside too")
  func expectedParticles() {
    func kind(_ rate: Double, _ life: Double, _ cells: [EmitterCell] = []) -> EmitterCell {
      var values = LayerValues()
      values[EmitterCell.birthRate] = rate
      values[EmitterCell.lifetime] = life
      return EmitterCell(name: "\(rate)", values: values, cells: cells)
    }
    #expect(kind(2, 3).expectedParticles() == 6)
    #expect(kind(2, 3).expectedParticles(rate: 2, lifetime: 0.5) == 6)
    // Its particles matter for 5 seconds: so long live the last ones of the last.
    #expect(kind(2, 3, [kind(4, 2)]).expectedParticles() == 10 * (1 + 8))
  }

  @Test(
    "A particle with depth covers what the one in the plane does that stands for it",
    arguments: 0..<40)
  func lean(seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let axis = Vector3(x: number(-1...1), y: number(-1...1), z: number(-1...1))
    let matrix = Transform3D.rotation(number(-1...1), about: axis)
      .concatenating(.translation(x: number(-50...50), y: number(-50...50), z: number(-50...50)))
      .concatenating(.perspective(distance: number(150...500)))
    let lean = try #require(DepthProjection(matrix))
    let z = number(-80...80)
    func particle(_ x: Double, _ y: Double) throws -> (Particle, Point) {
      let particle = Particle(
        position: Vector3(x: x, y: y, z: z), rotation: 0, scale: 2, color: .white, image: image,
        contentsRect: .zero, contentsScale: 1, age: 0)
      let flat = try #require(lean.flattened(particle))
      let seen = try #require(
        Homography(matrix).apply(to: Point(x: flat.position.x, y: flat.position.y)))
      let whole = Transform3D.translation(x: x, y: y, z: z).concatenating(matrix)
      let expected = try #require(Homography(whole).apply(to: .zero))
      #expect(abs(seen.x - expected.x) < 1e-6 && abs(seen.y - expected.y) < 1e-6)
      return (flat, Point(x: flat.position.x, y: flat.position.y))
    }
    let (first, a) = try particle(number(-50...50), number(-50...50))
    let (_, b) = try particle(first.position.x, 7)
    let (_, c) = try particle(first.position.x + 3, 7)
    // Three points apart there, as much apart here as the particle is larger.
    #expect(abs((c.x - b.x) / 3 - first.scale / 2) < 1e-9)
    #expect(a.isFinite)
  }

  @Test("Without ranges every number follows from the header's formulas")
  func closedForm() throws {
    let layer = emitter(
      [
        cell([
          EmitterCell.birthRate: .number(2), EmitterCell.lifetime: .number(10),
          EmitterCell.velocity: .number(30), EmitterCell.emissionLongitude: .number(.pi / 2),
          EmitterCell.xAcceleration: .number(4), EmitterCell.yAcceleration: .number(-10),
          EmitterCell.scale: .number(0.5), EmitterCell.scaleSpeed: .number(0.25),
          EmitterCell.spin: .number(3),
          EmitterCell.color: .color(Color(red: 1, green: 0.5, blue: 0.2, alpha: 1)),
          EmitterCell.colorSpeeds[3]: .number(-0.25), EmitterCell.colorSpeeds[2]: .number(2),
        ])
      ],
      [
        .emitterPosition: .point(Point(x: 7, y: 9)), .emitterVelocity: .number(2),
        .emitterScale: .number(3), .emitterSpin: .number(0.5),
      ])
    let particles = layer.particles(at: 2.25)
    // Births at 0, 0.5, 1, 1.5 and 2.
    try #require(particles.count == 5)
    for (particle, birth) in zip(particles, [0, 0.5, 1, 1.5, 2]) {
      let age = 2.25 - birth
      #expect(near(particle.age, age))
      #expect(near(particle.position.x, 7 + 2 * age * age))
      #expect(near(particle.position.y, 9 + 60 * age - 5 * age * age))
      #expect(near(particle.scale, (0.5 + 0.25 * age) * 3))
      #expect(near(particle.rotation, 1.5 * age))
      #expect(near(particle.color.alpha, 1 - 0.25 * age))
      #expect(near(particle.color.blue, min(0.2 + 2 * age, 1)))
    }
  }

  @Test("Particles die at their lifetime; none is born before the layer's time 0")
  func lives() {
    let layer = emitter([
      cell([EmitterCell.birthRate: .number(10), EmitterCell.lifetime: .number(1)])
    ])
    #expect(layer.particles(at: -0.1).isEmpty)
    #expect(layer.particles(at: 0).count == 1)
    #expect(layer.particles(at: 0.95).count == 10)
    #expect(layer.particles(at: 100.05).count == 10)
  }

  @Test("A cell's clock: beginTime, speed and duration")
  func clocks() {
    let layer = emitter([
      cell([
        EmitterCell.birthRate: .number(10), EmitterCell.lifetime: .number(1),
        EmitterCell.beginTime: .number(2), EmitterCell.speed: .number(2),
        EmitterCell.duration: .number(0.5), EmitterCell.velocity: .number(10),
      ])
    ])
    #expect(layer.particles(at: 1.99).isEmpty)
    // At 2.2 the cell's clock shows 0.4: five births, the first 0.4 of its seconds ago.
    let early = layer.particles(at: 2.2 + 1e-9)
    #expect(early.count == 5)
    #expect(abs((early.first?.position.x ?? 0) - 4) < 1e-6)
    #expect(abs((early.first?.age ?? 0) - 0.2) < 1e-6)
    // Births at 0 to 0.4; the last one dies at 1.4 of the cell's seconds.
    #expect(layer.particles(at: 2.69).count == 1)
    #expect(layer.particles(at: 2.71).isEmpty)
  }

  @Test("Ranges: uniform from M - R/2 to M + R/2")
  func ranges() {
    let layer = emitter([
      cell([
        EmitterCell.birthRate: .number(10_000), EmitterCell.lifetime: .number(1),
        EmitterCell.velocity: .number(100), EmitterCell.velocityRange: .number(40),
        EmitterCell.emissionRange: .number(1), EmitterCell.scaleRange: .number(0.5),
      ])
    ])
    let particles = layer.particles(at: 0.9999)
    let moved = particles.filter { $0.age > 0.01 }
    let speeds = moved.map { Point(x: $0.position.x, y: $0.position.y).length / $0.age }
    #expect(speeds.allSatisfy { $0 >= 80 - 1e-6 && $0 <= 120 + 1e-6 })
    let count = Double(speeds.count)
    let mean = speeds.reduce(0, +) / count
    #expect(abs(mean - 100) < 0.5)
    let low = Double(speeds.count { $0 < 90 }) / count
    #expect(abs(low - 0.25) < 0.02)
    let angles = moved.map { Point(x: $0.position.x, y: $0.position.y).direction }
    #expect(angles.allSatisfy { abs($0) <= 0.5 + 1e-9 })
    #expect(angles.contains { $0 > 0.49 } && angles.contains { $0 < -0.49 })
    #expect(particles.allSatisfy { abs($0.scale - 1) <= 0.25 })
  }

  @Test("A frame alone equals the frame after others; another seed gives others")
  func randomAccess() {
    var random = RandomSource(seed: 5)
    let ranged = cell([
      EmitterCell.birthRate: .number(37), EmitterCell.lifetime: .number(1.3),
      EmitterCell.lifetimeRange: .number(0.8), EmitterCell.velocity: .number(50),
      EmitterCell.emissionRange: .number(6), EmitterCell.spinRange: .number(4),
    ])
    let layer = emitter([ranged], [.seed: .number(4)])
    let times = (0..<40).map { Double($0) / 12 }
    let sequence = times.map(layer.particles)
    for index in times.indices.shuffled(using: &random) {
      #expect(emitter([ranged], [.seed: .number(4)]).particles(at: times[index]) == sequence[index])
    }
    #expect(emitter([ranged], [.seed: .number(5)]).particles(at: 2) != layer.particles(at: 2))
  }

  @Test("From frame to frame a particle moves on as its velocity says: nobody is born anew")
  func continuity() {
    let layer = emitter([
      cell([
        EmitterCell.birthRate: .number(20), EmitterCell.lifetime: .number(2),
        EmitterCell.velocity: .number(50), EmitterCell.velocityRange: .number(20),
        EmitterCell.emissionRange: .number(6),
      ])
    ])
    let (before, after) = (layer.particles(at: 1.51), layer.particles(at: 1.52))
    #expect(before.count == after.count)
    for (a, b) in zip(before, after) {
      let k = b.age / a.age
      #expect(abs(a.position.x * k - b.position.x) < 1e-9)
      #expect(abs(a.position.y * k - b.position.y) < 1e-9)
    }
  }

  @Test("A particle keeps the emitter's position of its birth")
  func movingEmitter() {
    let move = BasicAnimation(
      keyPath: AnimationKeyPath(.emitterPosition, .x),
      ends: AnimationEnds(from: .number(0), to: .number(100)), timing: MediaTiming(duration: 1))
    let layer = emitter(
      [cell([EmitterCell.birthRate: .number(10), EmitterCell.lifetime: .number(5)])],
      animations: [move])
    let particles = layer.particles(at: 0.95)
    #expect(particles.count == 10)
    for particle in particles { #expect(near(particle.position.x, 100 * (0.95 - particle.age))) }
  }

  @Test("An animated birth rate: the births follow its integral")
  func animatedRate() {
    let part = EmitterCellComponent(names: ["spark"], property: EmitterCell.birthRate)
    let ramp = BasicAnimation(
      keyPath: AnimationKeyPath(.emitterCells, .emitterCell(part)),
      ends: AnimationEnds(from: .number(0), to: .number(200)),
      timing: MediaTiming(duration: 2, fillMode: .both, isRemovedOnCompletion: false))
    let layer = emitter(
      [cell([EmitterCell.birthRate: .number(0), EmitterCell.lifetime: .number(100)])],
      animations: [ramp])
    for time in [0.25, 0.5, 1, 1.5, 2, 3] {
      let integral = time <= 2 ? 50 * time * time : 200 + 200 * (time - 2)
      #expect(abs(Double(layer.particles(at: time).count) - integral) <= 3, "\(time)")
    }
    let late = layer.particles(at: 1.7).map { 1.7 - $0.age }
    let early = layer.particles(at: 1).map { 1 - $0.age }
    for (a, b) in zip(early, late) { #expect(near(a, b)) }
  }

  @Test("A birth rate that an event sets to 0 stops births, and not the particles that live")
  func stopped() {
    var values = LayerValues()
    values[.emitterCells] = [
      cell([EmitterCell.birthRate: .number(60), EmitterCell.lifetime: .number(1)])
    ]
    var stopped = values
    stopped[.emitterBirthRate] = 0
    let layer = Layer(
      index: 1, name: "emitter", layerClass: .emitter,
      epochs: [Epoch(values: values), Epoch(startTime: 0.5, values: stopped)])
    #expect(abs(layer.particles(at: 0.5).count - 30) <= 2)
    #expect(layer.particles(at: 0.9).count == layer.particles(at: 0.6).count)
    #expect(layer.particles(at: 1.6).isEmpty)
  }

  @Test("Cells in cells: from each particle, where it is, in its direction and its colour")
  func cellsInCells() throws {
    let inner = cell(
      named: "trail",
      [
        EmitterCell.birthRate: .number(10), EmitterCell.lifetime: .number(0.35),
        EmitterCell.velocity: .number(10), EmitterCell.scale: .number(0.5),
      ])
    let rocket = cell(
      named: "rocket",
      [
        EmitterCell.birthRate: .number(1), EmitterCell.lifetime: .number(0.8),
        EmitterCell.velocity: .number(100), EmitterCell.emissionLongitude: .number(.pi / 2),
        EmitterCell.color: .color(Color(red: 0.5, green: 1, blue: 1)),
        EmitterCell.scale: .number(2),
      ], cells: [inner])
    let particles = emitter([rocket]).particles(at: 0.52)
    // The rocket, and the children born at 0.2, 0.3, 0.4 and 0.5 of its age.
    try #require(particles.count == 5)
    #expect(near(particles[0].position.y, 52))
    for (child, birth) in zip(particles.dropFirst(), [0.2, 0.3, 0.4, 0.5]) {
      #expect(abs(child.position.y - (100 * birth + 10 * (0.52 - birth))) < 1e-9)
      #expect(abs(child.position.x) < 1e-9)
      #expect(near(child.scale, 1))
      #expect(near(child.color.red, 0.5))
    }
    // The rocket is dead, its children not yet.
    #expect(emitter([rocket]).particles(at: 0.94).count == 2)
  }

  @Test(
    "Orders",
    arguments: [(ParticleOrder.oldestFirst, [2.0, 1, 0]), (.oldestLast, [0, 1, 2])])
  func orders(_ order: ParticleOrder, _ ages: [Double]) {
    let layer = emitter(
      [cell([EmitterCell.birthRate: .number(1), EmitterCell.lifetime: .number(9)])],
      [.renderMode: .text(order.rawValue)])
    #expect(layer.particles(at: 2).map(\.age) == ages)
  }

  @Test("Millions of particles a second: as many as the limit, the latest ones, and quickly")
  func millions() {
    let swarm = cell([
      EmitterCell.birthRate: .number(1e7), EmitterCell.lifetime: .number(1e7),
    ])
    let particles = emitter([swarm]).particles(at: 1000)
    #expect(particles.count == EmitterCell.maximumParticles)
    #expect(particles.allSatisfy { $0.age < 0.011 })
    let nested = cell(
      [EmitterCell.birthRate: .number(1e7), EmitterCell.lifetime: .number(10)], cells: [swarm])
    #expect(emitter([nested]).particles(at: 10).count <= EmitterCell.maximumParticles)
  }

  @Test("Shapes and modes: every birth lies where it may")
  func shapes() {
    func places(_ shape: EmitterShape, _ mode: EmitterMode) -> [Vector3] {
      emitter(
        [cell([EmitterCell.birthRate: .number(500), EmitterCell.lifetime: .number(1)])],
        [
          .emitterShape: .text(shape.rawValue), .emitterMode: .text(mode.rawValue),
          .emitterSize: .size(Size(width: 20, height: 10)), .emitterDepth: .number(4),
        ]
      ).particles(at: 0.999).map(\.position)
    }
    #expect(places(.point, .volume).allSatisfy { $0 == .zero })
    #expect(places(.line, .outline).allSatisfy { abs($0.x) <= 10 && $0.y == 0 })
    #expect(Set(places(.line, .points).map(\.x)) == [-10, 10])
    #expect(Set(places(.rectangle, .points)).count == 4)
    #expect(places(.rectangle, .outline).allSatisfy { abs($0.x) == 10 || abs($0.y) == 5 })
    #expect(Set(places(.cuboid, .points)).count == 8)
    for place in places(.cuboid, .surface) {
      #expect(abs(place.x) == 10 || abs(place.y) == 5 || abs(place.z) == 2)
    }
    for place in places(.circle, .outline) {
      #expect(abs(Point(x: place.x, y: place.y).length - 20) < 1e-9 && place.z == 0)
    }
    for place in places(.sphere, .surface) {
      let squared = place.x * place.x + place.y * place.y + place.z * place.z
      #expect(abs(squared - 400) < 1e-6)
    }
    let inner = places(.circle, .volume).count { Point(x: $0.x, y: $0.y).length < 10 }
    #expect((80...170).contains(inner))
  }
}
