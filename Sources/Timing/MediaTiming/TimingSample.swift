/// Where a parent's time falls: before the animation begins, while it runs, or after it has ended.
///
/// The end itself still belongs to `active`: at exactly the end the last value shows, whatever the
/// fill mode says.
public enum Phase: Hashable, Sendable {
  case before, active, after
}

/// Where an animation stands at one time, stage by stage, in the words of the Web Animations
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
