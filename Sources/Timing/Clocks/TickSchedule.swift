/// When the ticks of a timer or a display link come: regularly, but for what is declared to go wrong.
///
/// Tick n (1, 2, 3 ...) is due n intervals after time 0 of the clock, and at time 0 there is none. A tick is
/// never early. While one is late, those that fall due before it fires are lost, as Apple documents for `NSTimer`; the next
/// ones keep their schedule.
public struct TickSchedule: Hashable, Sendable {
  /// Small delays of every tick, from a generator with a seed.
  public struct Jitter: Hashable, Sendable {
    public var seed: UInt64
    /// Each tick is late by 0 up to this many seconds, evenly distributed. Less than one interval.
    public var amount: Double

    public init(seed: UInt64, amount: Double) { (self.seed, self.amount) = (seed, amount) }
  }

  /// A stretch of time in which the user drags something, so that the run loop is in tracking mode: from its start to just before its end.
  public struct TrackingInterval: Hashable, Sendable {
    public var start: Double
    public var end: Double

    public init(start: Double, end: Double) { (self.start, self.end) = (start, end) }
  }

  public var pace: TickPace
  /// Seconds, 0 or more, by which single ticks are late, by their numbers.
  public var lateTicks: [Int: Double]
  /// The numbers of ticks that never come.
  public var droppedTicks: Set<Int>
  public var jitter: Jitter?
  /// By ascending time, not overlapping.
  public var tracking: [TrackingInterval]

  public init(
    pace: TickPace = .rate(.standard), lateTicks: [Int: Double] = [:],
    droppedTicks: Set<Int> = [], jitter: Jitter? = nil, tracking: [TrackingInterval] = []
  ) {
    self.pace = pace
    self.lateTicks = lateTicks
    self.droppedTicks = droppedTicks
    self.jitter = jitter
    self.tracking = tracking
  }

  /// When a tick is due, without what goes wrong.
  public func dueTime(ofTick tick: Int) -> Double { pace.seconds(of: tick) }

  /// When a tick would come if no other one were in its way and every run loop mode were its own.
  public func readyTime(ofTick tick: Int) -> Double {
    dueTime(ofTick: tick) + (lateTicks[tick] ?? 0) + jitterDelay(ofTick: tick)
  }

  /// The ticks up to this one may differ from a regular clock with jitter; later ones do not.
  public var lastIrregularTick: Int {
    let lateEnds = lateTicks.map {
      max($0.key, pace.lastTick(at: dueTime(ofTick: $0.key) + $0.value))
    }
    let trackingEnds = tracking.map { pace.lastTick(at: $0.end) }
    // One more: its predecessor's jitter may reach into what was declared.
    return 1 + max(lateEnds.max() ?? 0, droppedTicks.max() ?? 0, trackingEnds.max() ?? 0)
  }

  private func jitterDelay(ofTick tick: Int) -> Double {
    jitter.map { $0.amount * unitRandom(seed: $0.seed, index: tick) } ?? 0
  }
}

/// A number in 0..<1 that only depends on its seed and index (SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014), so that any tick's jitter is known without that of the ticks before.
private func unitRandom(seed: UInt64, index: Int) -> Double {
  var z = seed &+ UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9_7F4A_7C15
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  z ^= z >> 31
  return Double(z >> 11) * 0x1p-53
}
