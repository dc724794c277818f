import RealModule

/// When the particles of a cell are born: a closed form, so that the births of any stretch of time
/// are found without those before.
struct BirthSchedule {
  struct Birth {
    /// Unique among the cell's births.
    let number: Int
    /// In seconds of the cell.
    let time: Double
  }

  /// At a steady rate r, birth k happens at k / r: when the integral of the rate reaches k.
  ///
  /// - Parameters:
  ///   - rate: In births a second of the cell.
  ///   - window: In seconds of the cell; both ends belong to it.
  ///   - limit: The most births; the latest ones count.
  static func steady(rate: Double, in window: ClosedRange<Double>, limit: Int) -> [Birth] {
    guard rate > 0, limit > 0 else { return [] }
    let last = (window.upperBound * rate).rounded(.down)
    let first = max((window.lowerBound * rate).rounded(.up), last - Double(limit - 1), 0)
    guard last >= first, last < 0x1p53 else { return [] }
    return (Int(first)...Int(last)).map { Birth(number: $0, time: Double($0) / rate) }
  }

  /// Where the rate changes it is taken to be steady within slots of this many seconds.
  static let slot = 1.0 / 120
  private static let slotsInBlock = 120

  /// At a changing rate: a birth where the integral of the rate reaches a whole number.
  ///
  /// The integral starts anew with each block of one second, at frac(b g) for block b with the
  /// golden ratio g. So the births of a block follow from the rates in it alone, and the number of
  /// births up to any time stays within a few of the whole integral.
  ///
  /// - Parameters:
  ///   - limit: The most births, and the most slots that are looked at; the latest ones count.
  ///   - rate: At the middle of a slot, in births a second of the cell.
  static func changing(
    in window: ClosedRange<Double>, limit: Int, rate: (Double) -> Double
  ) -> [Birth] {
    let seconds = slot * Double(slotsInBlock)
    let last = (window.upperBound / seconds).rounded(.down)
    let blocks = Double(limit / slotsInBlock)
    let first = max((window.lowerBound / seconds).rounded(.down), last - blocks, 0)
    guard last >= first, last < 0x1p30 else { return [] }
    var births: [Birth] = []
    for block in stride(from: Int(last), through: Int(first), by: -1) where births.count < limit {
      let sums = sums(ofBlock: block, until: window.upperBound, rate: rate)
      for index in sums.indices.dropLast().reversed() where births.count < limit {
        let start = Double(block * slotsInBlock + index) * slot
        let found = crossings(from: sums[index], to: sums[index + 1], limit: limit - births.count)
        births += found.map { whole, share in
          Birth(number: block << 32 &+ Int(min(whole, 0x1p52)), time: start + share * slot)
        }.filter { window.contains($0.time) }
      }
    }
    return births.reversed()
  }

  /// The integral at the start of each slot of a block that has begun by then, and at the end of
  /// the last of them.
  private static func sums(
    ofBlock block: Int, until end: Double, rate: (Double) -> Double
  ) -> [Double] {
    var sums = [(Double(block) * 0.618_033_988_749_894_9).truncatingRemainder(dividingBy: 1)]
    for index in 0..<slotsInBlock {
      let start = Double(block * slotsInBlock + index) * slot
      guard start <= end else { break }
      sums.append(sums[index] + max(rate(start + slot / 2), 0) * slot)
    }
    return sums
  }

  /// The whole numbers that a straight line reaches, the last first, and after which share of the
  /// way.
  private static func crossings(
    from start: Double, to end: Double, limit: Int
  ) -> [(whole: Double, share: Double)] {
    let last = end.rounded(.down)
    let count = min(last - start.rounded(.down), Double(limit))
    guard count > 0 else { return [] }
    return (0..<Int(count)).map { (last - Double($0), (last - Double($0) - start) / (end - start)) }
  }
}

/// The random numbers of one particle: they follow from the seed, the cell and the birth's number
/// alone, so that a particle looks the same in every frame, whichever frame is drawn first. Source
/// of the mixing function: Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
/// (SplitMix64).
struct ParticleRandom: Hashable, Sendable {
  /// The use of a random number. Each use has its own numbers, so that a change of one property
  /// leaves the others as they are.
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
