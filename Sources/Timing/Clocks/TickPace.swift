/// How far apart the ticks of a clock are: a number of them a second, or a number of seconds between two.
///
/// The rate is kept as a fraction, so that tick n at 60 a second is at n/60, rounded once and never summed up.
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

  /// The last tick that is due at `time`, which may be a little later by rounding; 0 before the first.
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
