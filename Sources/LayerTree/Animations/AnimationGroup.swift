public import Timing

/// Animations that share a clock (`CAAnimationGroup`).
///
/// The group's eased progress times its duration is its children's time. Children are cut off at the group's end,
/// never stretched to it; the group's repeats replay them.
public struct AnimationGroup: Animation {
  public let timing: MediaTiming
  public let timingFunction: TimingFunction?
  public let animations: [any Animation]

  public init(
    animations: [any Animation], timing: MediaTiming, timingFunction: TimingFunction? = nil
  ) {
    self.animations = animations
    self.timing = timing
    self.timingFunction = timingFunction
  }

  public var keyPaths: [AnimationKeyPath] { animations.flatMap(\.keyPaths) }
  public var images: [ImageReference] { animations.flatMap(\.images) }

  public func apply(to values: inout LayerValues, at parentTime: Double) {
    guard let progress = transformedProgress(of: timing.sample(at: parentTime)) else { return }
    for animation in animations {
      animation.apply(to: &values, at: progress * timing.duration)
    }
  }
}
