/// When an animation runs: Core Animation's `CAMediaTiming`, as an animation has it.
///
/// Times are in seconds and finite. `sample(at:)` is a closed form: a value alone is the same as
/// that value in a sequence, at any frame rate and in any order.
public struct MediaTiming: Hashable, Sendable {
  /// The duration of an animation that names none (Apple's QuartzCore header).
  public static let defaultDuration = 0.25

  /// The parent's time at which the animation begins.
  public var beginTime: Double
  /// The length of one pass. Zero or less means `defaultDuration`; for a duration inherited from a
  /// transaction or a group, the caller sets it before.
  public var duration: Double
  /// How many of the animation's seconds pass in one of the parent's. Negative plays each cycle
  /// backwards; zero holds the animation at `timeOffset` for ever.
  public var speed: Double
  /// Shifts the phase, in the animation's own seconds: it is added after the multiplication by
  /// `speed`. It wraps around and does not change the total length.
  public var timeOffset: Double
  /// How many cycles, which may be fractional. Zero means once, infinity for ever.
  public var repeatCount: Double
  /// For how many of the animation's own seconds it repeats. Zero is ignored; otherwise it wins
  /// over `repeatCount`, and it may cut the first cycle.
  public var repeatDuration: Double
  /// Plays each pass back again, so that a cycle is twice as long as `duration`.
  public var autoreverses: Bool
  /// The values that show before the beginning and after the end.
  public var fillMode: FillMode
  /// Whether the animation is gone once it has ended. Filling forwards then has no effect.
  public var isRemovedOnCompletion: Bool

  public init(
    beginTime: Double = 0, duration: Double = MediaTiming.defaultDuration, speed: Double = 1,
    timeOffset: Double = 0, repeatCount: Double = 0, repeatDuration: Double = 0,
    autoreverses: Bool = false, fillMode: FillMode = .removed, isRemovedOnCompletion: Bool = true
  ) {
    self.beginTime = beginTime
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
    self.isRemovedOnCompletion = isRemovedOnCompletion
  }
}

extension MediaTiming {
  /// One pass in the animation's own seconds: `duration`, or the default where that is not
  /// positive.
  public var iterationDuration: Double {
    duration > 0 ? min(duration, .greatestFiniteMagnitude) : Self.defaultDuration
  }

  /// One cycle in the animation's own seconds: one pass, or there and back with `autoreverses`.
  public var cycleDuration: Double {
    autoreverses ? (2 * iterationDuration).clampedToFinite : iterationDuration
  }

  /// How long the animation runs in its own seconds, before `speed`; infinite when it repeats for
  /// ever. A repeat count from `FLT_MAX` up means for ever, as scenes written for Apple's platforms
  /// expect.
  public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    guard repeatCount > 0 else { return cycleDuration }
    let forever = Double(Float.greatestFiniteMagnitude)
    return repeatCount < forever ? cycleDuration * repeatCount : .infinity
  }

  /// The parent's time at which the animation is over, infinite if it repeats for ever or its speed
  /// is 0. Filling forwards shows beyond it.
  public var endTime: Double {
    speed == 0 ? .infinity : beginTime + activeDuration / abs(speed)
  }

  /// The state of the animation at `parentTime`, in the parent's seconds.
  public func sample(at parentTime: Double) -> TimingSample {
    let time = parentTime.clampedToFinite
    let phase = phase(at: time)
    guard let activeTime = activeTime(at: time, in: phase) else {
      return TimingSample(phase: phase)
    }
    let overall = overallProgress(activeTime: activeTime, at: time)
    let iteration = iterationProgress(of: overall)
    return TimingSample(
      phase: phase, activeTime: activeTime,
      overallProgress: (overall.completedCycles + overall.fraction),
      iteration: Int(saturating: overall.completedCycles), iterationProgress: iteration,
      directedProgress: directedProgress(of: iteration, in: overall))
  }
}

/// Whether an animation has an effect before it begins and after it has ended.
///
/// The words are Core Animation's: `forwards` holds the last value after the end, `backwards` shows
/// the first one before the beginning, `both` does both, `removed` neither.
public enum FillMode: String, CaseIterable, Hashable, Sendable {
  case removed, forwards, backwards, both

  var fillsBackwards: Bool { self == .backwards || self == .both }
  public var fillsForwards: Bool { self == .forwards || self == .both }
}
