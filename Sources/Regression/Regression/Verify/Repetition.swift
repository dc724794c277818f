import RostrumBase
import RostrumCanvas
import RostrumMedia
import RostrumOutput

/// How often a run draws each picture, in random orders, to prove that it comes out the same.
public struct Repetition: Sendable {
  /// At least 1, for a run that draws each once.
  public var count: Int
  /// Decides about the orders: the same seed repeats them.
  public var seed: UInt64

  public init(count: Int = 1, seed: UInt64 = 0) { (self.count, self.seed) = (count, seed) }

  /// One more drawing of all pictures: some scenes side by side, the parts one after the other.
  struct Round: Equatable {
    let number: Int
    let jobs: Int
    let shardCount: Int
    /// In the order in which they are drawn.
    let shards: [Shard]
    /// For the orders of moments.
    let seed: UInt64

    var words: String {
      let order = shards.map { String($0.number) }.joined(separator: ", ")
      return "drawing \(number), with \(jobs) at once"
        + (shardCount > 1 ? " and \(shardCount) shards in the order \(order)" : "")
    }
  }

  /// The rounds after the first one.
  var rounds: [Round] {
    var generator = SplitMix64(seed: seed)
    return (1..<max(1, count)).map { index in
      let shardCount = Int.random(in: 1...5, using: &generator)
      let shards = (1...shardCount).compactMap { Shard(number: $0, count: shardCount) }
      return Round(
        number: index + 1, jobs: Int.random(in: 1...8, using: &generator),
        shardCount: shardCount, shards: shards.shuffled(using: &generator),
        seed: generator.next())
    }
  }

  /// Draws all pictures again, and marks the entries whose picture is not the first one. `draw`
  /// returns the digests of a scene's pictures by the paths of their baselines. Returns a sentence
  /// for the report.
  func check<Scene: Sendable>(
    _ entries: inout [DiffReport.Entry], of scenes: [Scene],
    draw: @escaping @Sendable (Scene, UInt64) throws -> [FilePath: Digest]
  ) async throws -> String {
    var unlike: [FilePath: Round] = [:]
    for round in rounds {
      for shard in round.shards {
        let part = Array(shard.part(of: scenes))
        let digests = try await Self.digests(of: part, round, draw)
        for entry in entries {
          guard let first = entry.digest, let again = digests[FilePath(entry.expected)],
            first != again,
            unlike[FilePath(entry.expected)] == nil
          else { continue }
          unlike[FilePath(entry.expected)] = round
        }
      }
    }
    for index in entries.indices {
      guard let round = unlike[FilePath(entries[index].expected)] else { continue }
      entries[index].verdict = .unstable
      entries[index].sentences.insert("\(round.words), made other pixels than the first", at: 0)
    }
    return sentence(pictures: entries.count { $0.digest != nil }, unlike: unlike.count)
  }

  private func sentence(pictures: Int, unlike: Int) -> String {
    let which =
      unlike == 0 ? "byte-identical each time" : "\(unlike) not byte-identical each time"
    return "\(pictures) \(pictures == 1 ? "picture" : "pictures") drawn \(count) times, in random "
      + "orders of scenes, shards and moments, with random numbers of jobs: \(which) "
      + "(--repeat \(count) --seed \(seed))"
  }

  private static func digests<Scene: Sendable>(
    of scenes: [Scene], _ round: Round,
    _ draw: @escaping @Sendable (Scene, UInt64) throws -> [FilePath: Digest]
  ) async throws -> [FilePath: Digest] {
    var generator = SplitMix64(seed: round.seed)
    var digests: [FilePath: Digest] = [:]
    try await concurrently(scenes.shuffled(using: &generator), jobs: round.jobs) { scene in
      try draw(scene, round.seed)
    } take: { found in
      digests.merge(found) { $1 }
    }
    return digests
  }
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014): the same numbers
/// for the same seed, everywhere.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension Digest {
  /// The digest of a picture's size and pixels.
  init(ofPixels bitmap: Bitmap) {
    var digester = Digester()
    digester.combine(bitmap.width)
    for y in 0..<bitmap.height { digester.combine(UnsafeRawBufferPointer(bitmap.row(y))) }
    self = digester.digest
  }
}
