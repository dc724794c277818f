/// The random numbers of one particle: they follow from the seed, the cell and the birth's number alone, so that a particle looks the
/// same in every frame, whichever frame is drawn first. Source of the mixing function: Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators" (SplitMix64).
struct ParticleRandom: Hashable, Sendable {
  /// What a number is for. Each has its own, so that a change of one property leaves the others as they are.
  enum Use: UInt64 {
    case lifetime = 1
    case velocity, longitude, scale, spin, red, green, blue, alpha, place, placeX, placeY, placeZ
  }

  let key: UInt64

  init(seed: Double) { key = Self.mixed(seed.bitPattern) }

  private init(key: UInt64) { self.key = key }

  /// The numbers of the cell or birth with that number.
  subscript(number: Int) -> ParticleRandom {
    ParticleRandom(key: Self.mixed(key ^ Self.mixed(UInt64(bitPattern: Int64(number)) &+ 1)))
  }

  /// Evenly from 0 to less than 1.
  func unit(_ use: Use) -> Double {
    Double(Self.mixed(key &+ use.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 11) * 0x1p-53
  }

  /// Evenly from -1/2 to 1/2.
  func centred(_ use: Use) -> Double { unit(use) - 0.5 }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
