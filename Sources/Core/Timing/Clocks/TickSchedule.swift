import Algorithms

/// The times of the ticks of a timer or a display link: regular, except for declared delays.
///
/// Tick n (1, 2, 3 ...) is due n intervals after time 0 of the clock, and at time 0 there is none.
/// A tick is never early. While one is late, ticks that fall due before it fires are lost, as Apple
/// documents for `NSTimer`; the next ones keep their schedule.
public struct TickSchedule: Hashable, Sendable {
  /// Small delays of every tick, from a generator with a seed.
  public struct Jitter: Hashable, Sendable {
    public var seed: UInt64
    /// Each tick is late by 0 up to this many seconds, evenly distributed. Less than one interval.
    public var amount: Double

    public init(seed: UInt64, amount: Double) { (self.seed, self.amount) = (seed, amount) }
  }

  /// A stretch of time in which the user drags something, so that the run loop is in tracking mode:
  /// from its start to just before its end.
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

  /// When a tick is due, without delays.
  public func dueTime(ofTick tick: Int) -> Double { pace.seconds(of: tick) }

  /// When a tick would fire without other ticks before it and without run loop modes.
  public func readyTime(ofTick tick: Int) -> Double {
    dueTime(ofTick: tick) + (lateTicks[tick] ?? 0) + jitterDelay(ofTick: tick)
  }

  /// The ticks up to this one may differ from a regular clock with jitter; later ones do not.
  public var lastIrregularTick: Int {
    let lateEnds = lateTicks.map {
      max($0.key, pace.lastTick(at: dueTime(ofTick: $0.key) + $0.value))
    }
    let trackingEnds = tracking.map { pace.lastTick(at: $0.end) }
    // One more, because jitter of the tick before may overlap the declared irregularity.
    return 1 + max(lateEnds.max() ?? 0, droppedTicks.max() ?? 0, trackingEnds.max() ?? 0)
  }

  private func jitterDelay(ofTick tick: Int) -> Double {
    jitter.map { $0.amount * unitRandom(seed: $0.seed, index: tick) } ?? 0
  }
}

/// A number in 0..<1 that only depends on its seed and index (SplitMix64: Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014), so that any tick's jitter is known
/// without that of the ticks before.
package func unitRandom(seed: UInt64, index: Int) -> Double {
  var z = seed &+ UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9_7F4A_7C15
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  z ^= z >> 31
  return Double(z >> 11) * 0x1p-53
}

/// How far apart the ticks of a clock are: a number of them a second, or a number of seconds
/// between two.
///
/// The rate is kept as a fraction, so that tick n at 60 a second is at n/60, rounded once and never
/// summed up.
public enum TickPace: Hashable, Sendable {
  case rate(FrameRate)
  /// In seconds, above 0.
  case interval(Double)

  /// The seconds that `count` ticks take.
  public func seconds(of count: Int) -> Double {
    switch self {
    case .rate(let rate): Double(count) * Double(rate.denominator) / Double(rate.numerator)
    case .interval(let interval): (Double(count) * interval).clampedToFinite
    }
  }

  /// The seconds between two ticks.
  public var interval: Double { seconds(of: 1) }

  /// The last tick that is due at `time`, which may be a little later by rounding; 0 before the
  /// first.
  func lastTick(at time: Double) -> Int {
    let slack = SnapTolerance.seconds(near: abs(time), period: interval)
    let guess = Int(saturating: ((time + slack) / interval).rounded(.down))
    // 2^53: up to there a tick's number is a Double without loss.
    return min(max(guess, 0), 1 << 53)
  }

  /// How many ticks it takes until `duration` has passed; a millionth of a tick counts as rounding.
  func count(toFill duration: Double) -> Int {
    min(max(Int(saturating: (duration / interval - 1e-6).rounded(.up)), 1), 1 << 53)
  }
}

/// The run loop modes in which a timer or a display link fires.
public enum RunLoopMode: String, CaseIterable, Hashable, Sendable {
  /// Not while the user drags something (`NSDefaultRunLoopMode`).
  case `default`
  /// Only while the user drags something (`UITrackingRunLoopMode`).
  case tracking
  /// Always (`NSRunLoopCommonModes`).
  case common

  func fires(whileTracking isTracking: Bool) -> Bool {
    switch self {
    case .default: !isTracking
    case .tracking: isTracking
    case .common: true
    }
  }
}

/// The policy for a tick that comes while the run loop is in another mode.
public enum MissedTickPolicy: Hashable, Sendable {
  /// A timer: it fires as soon as the mode is back, once for all missed ticks.
  case deferred
  /// It is gone: a display link, which belongs to a frame of the screen.
  case dropped
}

extension TickSchedule {
  /// The earliest time from `time` on at which the run loop is in a mode in which it fires; `nil`
  /// when there is none.
  func earliestFireTime(from time: Double, mode: RunLoopMode) -> Double? {
    var time = time
    for span in tracking[tracking.partitioningIndex { $0.end > time }...] {
      if span.start > time { return mode.fires(whileTracking: false) ? time : span.start }
      if mode.fires(whileTracking: true) { return time }
      time = span.end
    }
    return mode.fires(whileTracking: false) ? time : nil
  }
}
