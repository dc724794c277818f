import RostrumGeometry
import RealModule
import RostrumTiming

/// Finds the living particles of an emitter layer at one moment, from the values and random numbers
/// of each birth alone.
struct Emission {
  /// The emitter of a birth: the layer, or a particle.
  struct Parent {
    var position: Vector3
    /// The direction in the plane that longitudes are measured from, in radians: that of a
    /// particle's flight, or away from a layer's shape.
    var direction = 0.0
    /// The angle out of the plane that latitudes are measured from.
    var elevation = 0.0
    var scale = 1.0
    var color = Color.white
  }

  private let history: EmitterHistory
  /// The start of each of the history's epochs, in seconds of the layer's own clock.
  private let starts: [Double]
  private let now: Double
  private let constants: LayerValues?
  /// How many births may still be looked at.
  private var budget = EmitterCell.maximumParticles
  private(set) var particles: [Particle] = []

  /// `localTime` is the moment on the layer's own clock, in seconds.
  init(_ history: EmitterHistory, at moment: Moment, localTime: Double) {
    self.history = history
    starts = history.starts(at: moment)
    now = localTime
    constants = history.isConstant ? history.epochs[0].values : nil
    let current = values(at: now)
    let random = ParticleRandom(seed: current[.seed])
    for (index, cell) in current[.emitterCells].enumerated() {
      emit(cell, at: index, random: random[index])
    }
  }

  private func values(at localTime: Double) -> LayerValues {
    if let constants { return constants }
    let index = starts.lastIndex { $0 <= localTime } ?? 0
    return history.epochs[index].presentationValues(at: localTime)
  }

  // MARK: The layer's own cells

  private mutating func emit(_ cell: EmitterCell, at index: Int, random: ParticleRandom) {
    let time = cell.time(at: now)
    let lifetimes = values(at: now)[.emitterLifetime]
    // Animated lifetimes may have been longer than they are now.
    let reach = history.isConstant ? cell.reach(lifetimes) : longestReach(ofCellAt: index)
    guard time >= 0, let window = window(cell, from: time - reach, to: time) else { return }
    for birth in births(of: cell, at: index, in: window) where budget > 0 {
      budget -= 1
      let birthTime = now - (time - birth.time) / cell.number(EmitterCell.speed)
      let layer = values(at: birthTime)
      let cells = layer[.emitterCells]
      guard index < cells.count else { continue }
      let random = random[birth.number]
      let (offset, away) = EmitterShapeSampler.place(layer, random)
      let place = Parent(
        position: layer.emitterCentre + offset, direction: Point(x: away.x, y: away.y).direction,
        elevation: Double.atan2(y: away.z, x: Point(x: away.x, y: away.y).length))
      add(
        cells[index], parent: place, layer: layer, random: random, age: time - birth.time)
    }
  }

  /// When births count: within the cell's duration.
  private func window(
    _ cell: EmitterCell, from start: Double, to end: Double
  ) -> ClosedRange<Double>? {
    let duration = cell.number(EmitterCell.duration)
    let last = duration > 0 ? min(end, duration.nextDown) : end
    let first = max(start, 0)
    return first <= last ? first...last : nil
  }

  private func births(
    of cell: EmitterCell, at index: Int, in window: ClosedRange<Double>
  ) -> [BirthSchedule.Birth] {
    if history.hasSteadyRate {
      return BirthSchedule.steady(rate: rate(ofCellAt: index, at: now), in: window, limit: budget)
    }
    let (now, time, speed) = (now, cell.time(at: now), cell.number(EmitterCell.speed))
    return BirthSchedule.changing(in: window, limit: budget) { cellTime in
      rate(ofCellAt: index, at: now - (time - cellTime) / speed)
    }
  }

  private func rate(ofCellAt index: Int, at localTime: Double) -> Double {
    let layer = values(at: localTime)
    let cells = layer[.emitterCells]
    guard index < cells.count, cells[index].values[EmitterCell.enabled] else { return 0 }
    return cells[index].number(EmitterCell.birthRate) * layer[.emitterBirthRate]
  }

  /// The longest reach that any declared value gives the cell.
  private func longestReach(ofCellAt index: Int) -> Double {
    var reach = 0.0
    for epoch in history.epochs {
      var factor = epoch.values[.emitterLifetime]
      var cells = epoch.values[.emitterCells]
      for animation in epoch.animations.compactMap({ $0.animation as? any PropertyAnimation }) {
        for value in animation.declaredValues {
          if animation.keyPath.property == .emitterLifetime { factor = max(factor, value.number) }
          guard case .emitterCell(let part) = animation.keyPath.component,
            part.property.isOfLifetime, value.number > part.read(cells).number
          else { continue }
          cells = part.written(value, into: cells)
        }
      }
      if index < cells.count { reach = max(reach, cells[index].reach(factor)) }
    }
    return reach
  }

  // MARK: Particles

  /// The particle of a birth, if it still lives, and its own emissions. `age` is in the
  /// cell's seconds.
  private mutating func add(
    _ cell: EmitterCell, parent: Parent, layer: LayerValues, random: ParticleRandom, age: Double
  ) {
    let birth = ParticleBirth(cell, layer: layer, parent: parent, random: random)
    if age < birth.lifetime,
      let particle = birth.particle(of: cell, at: age, speed: cell.number(EmitterCell.speed))
    {
      particles.append(particle)
    }
    for (index, inner) in cell.cells.enumerated() where inner.values[EmitterCell.enabled] {
      emit(inner, from: birth, layer: layer, random: random[-1 - index], age: age)
    }
  }

  /// Adds the particles that one particle has emitted by an age: at the steady rate that its cell
  /// had when it was born itself.
  private mutating func emit(
    _ cell: EmitterCell, from parent: ParticleBirth, layer: LayerValues, random: ParticleRandom,
    age: Double
  ) {
    let time = cell.time(at: age)
    let end = min(time, cell.time(at: parent.lifetime).nextDown)
    let start = time - cell.reach(layer[.emitterLifetime])
    guard let window = window(cell, from: start, to: end) else { return }
    let rate = cell.number(EmitterCell.birthRate)
    for birth in BirthSchedule.steady(rate: rate, in: window, limit: budget) where budget > 0 {
      budget -= 1
      let parentAge = age - (time - birth.time) / cell.number(EmitterCell.speed)
      guard parentAge >= 0 else { continue }
      add(
        cell, parent: parent.parent(at: parentAge), layer: layer, random: random[birth.number],
        age: time - birth.time)
    }
  }
}

extension LayerValues {
  fileprivate var emitterCentre: Vector3 {
    let point = self[.emitterPosition]
    return Vector3(x: point.x, y: point.y, z: self[.emitterZPosition])
  }
}

extension Property {
  fileprivate var isOfLifetime: Bool {
    self == EmitterCell.lifetime || self == EmitterCell.lifetimeRange
  }
}

extension ParticleCloud {
  /// The particles of a layer with that history. `localTime` is the moment on the layer's own
  /// clock.
  convenience init(_ history: EmitterHistory, at moment: Moment, localTime: Double) {
    let numbers = [moment.sceneTime, moment.parentTime, moment.rate, Double(moment.copies)]
    self.init(of: history, at: numbers) {
      let particles = Emission(history, at: moment, localTime: localTime).particles
      return particles.ordered(history.epochs.epoch(at: moment.sceneTime).values[.renderMode])
    }
  }
}

extension [Particle] {
  fileprivate func ordered(_ order: ParticleOrder) -> [Particle] {
    switch order {
    case .unordered, .additive: self
    case .oldestFirst: stablySorted { $0.age > $1.age }
    case .oldestLast: stablySorted { $0.age < $1.age }
    case .backToFront: stablySorted { $0.position.z < $1.position.z }
    }
  }

  /// Equal ones stay in order.
  private func stablySorted(by isBefore: (Particle, Particle) -> Bool) -> [Particle] {
    enumerated().sorted { a, b in
      if isBefore(a.element, b.element) { return true }
      return !isBefore(b.element, a.element) && a.offset < b.offset
    }.map(\.element)
  }
}

/// An emitter layer's values at any time of its own clock: a particle looks as the layer was at its
/// birth, not as it is now.
///
/// Epochs follow each other on the layer's clock in the order of the scene's. The clocks around the
/// layer are taken to have always run as they do now.
final class EmitterHistory: Sendable {
  /// The epochs of the layer, at least one.
  let epochs: [Epoch]
  /// True when the same values hold at all times.
  let isConstant: Bool
  /// True when births come at a steady rate.
  let hasSteadyRate: Bool

  init(_ epochs: [Epoch]) {
    self.epochs = epochs
    isConstant = epochs.count == 1 && epochs[0].ownAnimations.isEmpty
    let first = epochs[0].values
    hasSteadyRate = epochs.allSatisfy { epoch in
      epoch.values[any: .emitterBirthRate] == first[any: .emitterBirthRate]
        && epoch.values[any: .emitterCells] == first[any: .emitterCells]
        && !epoch.animations.contains { $0.animation.keyPaths.contains(where: \.changesBirths) }
    }
  }

  /// The start of each epoch on the layer's own clock, in seconds, as seen from a moment.
  func starts(at moment: Moment) -> [Double] {
    epochs.map { epoch in
      guard epoch.startTime.isFinite else { return -.infinity }
      let parentTime = moment.parentTime + (epoch.startTime - moment.sceneTime) * moment.rate
      return epoch.clock(at: parentTime).localTime(parentTime: parentTime)
    }
  }
}

extension AnimationKeyPath {
  /// True when particles are born at other times for it.
  fileprivate var changesBirths: Bool {
    if property == .emitterBirthRate { return true }
    guard case .emitterCell(let part) = component, part.names.count == 1 else { return false }
    return part.property == EmitterCell.birthRate || part.property == EmitterCell.enabled
  }
}
