import Geometry
import Synchronization

/// All living particles of an emitter layer at one moment, worked out when they are first asked
/// for.
///
/// Two clouds are equal when they are of the same layer at the same moment; then they have the same
/// particles.
public final class ParticleCloud: Sendable {
  private let owner: any AnyObject & Sendable
  private let moment: [Double]
  private let make: @Sendable () -> [Particle]
  private let known = Mutex<[Particle]?>(nil)

  /// `owner` and the numbers of `moment` tell clouds apart; `make` gives the particles in the order
  /// in which they are drawn.
  init(
    of owner: any AnyObject & Sendable, at moment: [Double],
    _ make: @escaping @Sendable () -> [Particle]
  ) {
    self.owner = owner
    self.moment = moment
    self.make = make
  }

  /// In the order in which they are drawn; `EmitterCell.maximumParticles` at most.
  public var particles: [Particle] {
    known.withLock { known in
      if let known { return known }
      let particles = make()
      known = particles
      return particles
    }
  }
}

extension ParticleCloud: Hashable {
  public static func == (a: ParticleCloud, b: ParticleCloud) -> Bool {
    a.owner === b.owner && a.moment == b.moment
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(moment) }
}
