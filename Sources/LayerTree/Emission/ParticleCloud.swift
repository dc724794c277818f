import Geometry
import Synchronization

/// All living particles of an emitter layer at one moment, worked out when they are first asked
/// for.
///
/// Two clouds are equal when they are of the same layer at the same moment; then they have the same
/// particles.
public final class ParticleCloud: Sendable {
  private let moment: LayerMoment
  private let known = Mutex<[Particle]?>(nil)

  init(_ moment: LayerMoment) { self.moment = moment }

  /// In the order in which they are drawn; `EmitterCell.maximumParticles` at most.
  public var particles: [Particle] {
    known.withLock { known in
      if let known { return known }
      let particles = ordered(Emission(moment).particles)
      known = particles
      return particles
    }
  }

  private func ordered(_ particles: [Particle]) -> [Particle] {
    let epoch = moment.layer.epoch(at: moment.moment.sceneTime)
    switch epoch.values[.renderMode] {
    case .unordered, .additive: return particles
    case .oldestFirst: return particles.stablySorted { $0.age > $1.age }
    case .oldestLast: return particles.stablySorted { $0.age < $1.age }
    case .backToFront: return particles.stablySorted { $0.position.z < $1.position.z }
    }
  }
}

extension ParticleCloud: Hashable {
  public static func == (a: ParticleCloud, b: ParticleCloud) -> Bool {
    a.moment.layer === b.moment.layer && a.moment.moment == b.moment.moment
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(moment.moment) }
}

extension [Particle] {
  /// Equal ones stay in order.
  fileprivate func stablySorted(by isBefore: (Particle, Particle) -> Bool) -> [Particle] {
    enumerated().sorted { a, b in
      if isBefore(a.element, b.element) { return true }
      return !isBefore(b.element, a.element) && a.offset < b.offset
    }.map(\.element)
  }
}
