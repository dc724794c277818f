/// A small random generator with a seed (SplitMix64), so that generated cases are the same on every
/// run.
public struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Seeds that one test case tries, one after the other. A case for each of thousands of seeds would
/// be queued before every test that waits for something: one that interrupts a command would go on
/// only after all of them, and the command would take a processor until then.
public struct SeedShare: Sendable, CustomStringConvertible {
  private let seeds: [Int]

  /// The seeds, dealt out to a few cases.
  public static func shares(of seeds: [Int]) -> [SeedShare] {
    let count = 8
    return (0..<count).map { first in
      SeedShare(seeds: stride(from: first, to: seeds.count, by: count).map { seeds[$0] })
    }
  }

  /// Lets other tests go on after each seed.
  public func forEach(_ body: (Int) throws -> Void) async throws {
    for seed in seeds {
      try body(seed)
      await Task.yield()
    }
  }

  public var description: String {
    "\(seeds.count) seeds from \(seeds.first.map(String.init) ?? "none")"
  }
}

extension [UInt8] {
  /// Changes, removes or inserts a byte, or copies up to 40 of them to another place. New bytes are
  /// taken from `alphabet`, which must not be empty.
  public mutating func mutate(_ alphabet: [UInt8], using random: inout RandomSource) {
    guard let index = indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: self[index] = alphabet.randomElement(using: &random) ?? 0
    case 1: remove(at: index)
    case 2: insert(alphabet.randomElement(using: &random) ?? 0, at: index)
    default:
      let end = Swift.min(count, index + Int.random(in: 1...40, using: &random))
      insert(contentsOf: self[index..<end], at: indices.randomElement(using: &random) ?? 0)
    }
  }
}
