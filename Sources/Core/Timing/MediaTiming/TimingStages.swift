// The stages of media timing, in the order in which they are evaluated. Their names follow the Web
// Animations specification; their rules follow Core Animation, which differs in three points: the
// end is inclusive, the time offset wraps around, and a cycle with `autoreverses` is there and
// back.

extension MediaTiming {
  /// Stage 1: before, during or after. Both ends are inclusive, within the snap tolerance.
  func phase(at parentTime: Double) -> Phase {
    let earliness = beginTime - parentTime
    if earliness > SnapTolerance.seconds(near: max(abs(parentTime), abs(beginTime))) {
      return .before
    }
    let end = activeDuration + snapTolerance(at: parentTime)
    return elapsedTime(at: parentTime) > end ? .after : .active
  }

  /// Stage 2: the animation's own seconds since it began, without offset and direction, or `nil`
  /// when it has no effect.
  func activeTime(at parentTime: Double, in phase: Phase) -> Double? {
    switch phase {
    case .before:
      return fillMode.fillsBackwards ? 0 : nil
    case .after:
      return fillMode.fillsForwards && !isRemovedOnCompletion ? activeDuration : nil
    case .active:
      let elapsed = min(elapsedTime(at: parentTime), activeDuration)
      let isAtEnd = activeDuration - elapsed <= snapTolerance(at: parentTime)
      return isAtEnd ? activeDuration : elapsed
    }
  }

  /// Stage 3: local time in cycles. A sample within the tolerance of a whole pass is put on it.
  ///
  /// A boundary between cycles starts the next cycle, except at the very end and wherever time does
  /// not run forwards: there it is the end of the cycle before.
  func overallProgress(activeTime: Double, at parentTime: Double) -> OverallProgress {
    let direction: Double = speed > 0 ? 1 : speed < 0 ? -1 : 0
    let localTime = (direction * activeTime + timeOffset).clampedToFinite
    let passesInCycle: Double = autoreverses ? 2 : 1
    let passes = (localTime / iterationDuration).snappedToWhole(
      within: snapTolerance(at: parentTime) / iterationDuration)
    let overall = OverallProgress((passes / passesInCycle).clampedToFinite)
    let belongsToCycleBefore = speed <= 0 || activeTime == activeDuration
    return belongsToCycleBefore ? overall.atEndOfCycle : overall
  }

  /// Stage 4: the progress of the running pass, `0...1`, in the direction of time.
  func iterationProgress(of overall: OverallProgress) -> Double {
    guard autoreverses else { return overall.fraction }
    return isReturning(overall) ? 2 * overall.fraction - 1 : 2 * overall.fraction
  }

  /// Stage 5: the progress between the start and the end value. The way back is the same curve
  /// mirrored in time.
  func directedProgress(of iterationProgress: Double, in overall: OverallProgress) -> Double {
    isReturning(overall) ? 1 - iterationProgress : iterationProgress
  }

  /// Stage 6: the progress of the value, which may leave `0...1`. No timing function is linear.
  public static func transformedProgress(
    of directedProgress: Double, by timingFunction: TimingFunction?
  ) -> Double {
    timingFunction?.value(at: directedProgress) ?? directedProgress
  }
}

extension MediaTiming {
  private func isReturning(_ overall: OverallProgress) -> Bool {
    autoreverses && overall.fraction > 0.5
  }

  /// Own seconds since the beginning, not negative, not limited by the end.
  private func elapsedTime(at parentTime: Double) -> Double {
    max(0, ((parentTime - beginTime).clampedToFinite * abs(speed)).clampedToFinite)
  }

  /// The snap tolerance in the animation's own seconds.
  private func snapTolerance(at parentTime: Double) -> Double {
    let magnitude = max(abs(parentTime), abs(beginTime)) * abs(speed) + abs(timeOffset)
    return SnapTolerance.seconds(near: magnitude, period: iterationDuration)
  }
}

/// Local time in cycles, kept in two parts so that a long run does not eat the fraction's digits.
struct OverallProgress: Hashable, Sendable {
  var completedCycles: Double
  var fraction: Double

  init(_ cycles: Double) {
    completedCycles = cycles.rounded(.down)
    fraction = cycles - completedCycles
  }

  /// The same place, as the end of the cycle before; only for a boundary after the start.
  var atEndOfCycle: OverallProgress {
    guard fraction == 0, completedCycles > 0 else { return self }
    var result = self
    result.completedCycles -= 1
    result.fraction = 1
    return result
  }
}

/// Where a parent's time falls: before the animation begins, while it runs, or after it has ended.
///
/// The end itself still belongs to `active`: at exactly the end the last value shows, whatever the
/// fill mode says.
public enum Phase: Hashable, Sendable {
  case before, active, after
}

/// The progress of an animation at one time, stage by stage, in the terms of the Web Animations
/// specification. Every progress is `nil` when the animation has no effect.
///
/// Timing functions come after this: they turn `directedProgress` into the transformed progress.
public struct TimingSample: Hashable, Sendable {
  /// Before, during or after.
  public var phase: Phase
  /// The animation's own seconds since it began, `0...activeDuration`; `nil` means no effect.
  public var activeTime: Double?
  /// Completed cycles and the fraction of the running one. Negative when a negative speed runs to
  /// before the first cycle.
  public var overallProgress: Double?
  /// Completed cycles, which cumulative animations multiply; negative where `overallProgress` is.
  public var iteration: Int
  /// How far the running pass is, `0...1`, before its direction: with `autoreverses` it runs from 0
  /// to 1 on the way there and again on the way back.
  public var iterationProgress: Double?
  /// How far between the start and the end value, `0...1`: the way back runs from 1 to 0.
  public var directedProgress: Double?

  public init(
    phase: Phase, activeTime: Double? = nil, overallProgress: Double? = nil, iteration: Int = 0,
    iterationProgress: Double? = nil, directedProgress: Double? = nil
  ) {
    self.phase = phase
    self.activeTime = activeTime
    self.overallProgress = overallProgress
    self.iteration = iteration
    self.iterationProgress = iterationProgress
    self.directedProgress = directedProgress
  }
}
