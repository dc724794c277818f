public import RostrumTiming

/// The state of an attached animation at one moment, as seen from outside: what `inspect` prints,
/// and what the bars of a timeline are made of.
public struct AnimationMoment: Sendable {
  /// An animation's phase: one that is removed when it ends is gone afterwards.
  public enum Standing: String, Sendable {
    case before, active, after, removed
  }

  public let attached: AttachedAnimation
  /// In seconds of the layer's clock, of its superlayer's for an animation of that clock, or of the
  /// group around.
  public let parentTime: Double
  /// Phase, active time, iteration and progress.
  public let sample: TimingSample
  /// After the timing function; `nil` without an effect.
  public let transformedProgress: Double?
  /// The moments of the animations inside a group. Empty while the group has no effect.
  public let inner: [AnimationMoment]

  init(_ attached: AttachedAnimation, at parentTime: Double) {
    let animation = attached.animation
    let sample = animation.sample(at: parentTime)
    let progress = animation.transformedProgress(of: sample)
    self.attached = attached
    self.parentTime = parentTime
    self.sample = sample
    transformedProgress = progress
    inner =
      progress.map { progress in
        let time = animation.innerTime(at: progress)
        return animation.innerAnimations.map { AnimationMoment($0, at: time) }
      } ?? []
  }

  public var standing: Standing {
    switch sample.phase {
    case .before: .before
    case .active: .active
    case .after: attached.animation.timing.isRemovedOnCompletion ? .removed : .after
    }
  }
}
