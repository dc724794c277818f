public import Timing

/// Animations that share a clock (`CAAnimationGroup`).
///
/// The group's eased progress times its duration is its children's time. Children are cut off at the group's end,
/// never stretched to it; the group's repeats replay them.
public struct AnimationGroup: Animation {
  public var timing: MediaTiming
  public let timingFunction: TimingFunction?
  public let animations: [AttachedAnimation]

  public init(
    animations: [any Animation], timing: MediaTiming, timingFunction: TimingFunction? = nil
  ) {
    self.init(
      attached: animations.map { AttachedAnimation($0) }, timing: timing,
      timingFunction: timingFunction)
  }

  /// With what the scene file says of each child.
  public init(
    attached animations: [AttachedAnimation], timing: MediaTiming,
    timingFunction: TimingFunction? = nil
  ) {
    self.animations = animations
    self.timing = timing
    self.timingFunction = timingFunction
  }

  public var keyPaths: [AnimationKeyPath] { animations.flatMap(\.animation.keyPaths) }
  public var images: [ImageReference] { animations.flatMap(\.animation.images) }

  public func apply(to values: inout LayerValues, at parentTime: Double) {
    guard let progress = transformedProgress(of: timing.sample(at: parentTime)) else { return }
    for child in animations {
      child.animation.apply(to: &values, at: innerTime(at: progress))
    }
  }
}
