public import Timing

/// What one animation does to one property at one time.
public struct AnimationExplanation: Sendable {
  /// With its key and its line of the scene file.
  public let attached: AttachedAnimation
  /// In seconds of the layer's clock, or of the group around it.
  public let parentTime: Double
  /// Phase, active time, iteration and progress.
  public let sample: TimingSample
  /// The directed progress after the animation's timing function; `nil` when the animation has no effect.
  public let transformedProgress: Double?
  /// From the progress to the value. Empty when the animation has no effect, and for a group.
  public let stages: [EvaluationStage]
  /// The time of those inside a group; `nil` for other animations and without an effect.
  public let innerTime: Double?
  /// Those inside a group that write the property.
  public let inner: [AnimationExplanation]
  /// The values before and after the animation, by every key path of the layer.
  public let before: LayerValues
  public let after: LayerValues

  /// Changes `values` as the animation does, and tells how.
  ///
  /// The values come from `Animation.apply`, so that the explanation cannot end at another value than the picture.
  init(
    of attached: AttachedAnimation, changing values: inout LayerValues, at parentTime: Double,
    property: Property
  ) {
    let animation = attached.animation
    let underlying = values
    let sample = animation.sample(at: parentTime)
    let progress = animation.transformedProgress(of: sample)
    let innerTime =
      animation.innerAnimations.isEmpty ? nil : progress.map { animation.innerTime(at: $0) }
    self.attached = attached
    self.parentTime = parentTime
    self.sample = sample
    transformedProgress = progress
    stages = progress.map { animation.stages(at: $0, of: sample, underlying: underlying) } ?? []
    self.innerTime = innerTime
    inner = innerTime.map { Self.all(of: animation, underlying, at: $0, property) } ?? []
    before = underlying
    animation.apply(to: &values, at: parentTime)
    after = values
  }

  private static func all(
    of group: any Animation, _ values: LayerValues, at time: Double, _ property: Property
  ) -> [AnimationExplanation] {
    var values = values
    return explanations(of: group.innerAnimations, changing: &values, at: time, property: property)
  }

  /// Applies all animations, and explains those that write the property.
  static func explanations(
    of animations: [AttachedAnimation], changing values: inout LayerValues, at time: Double,
    property: Property
  ) -> [AnimationExplanation] {
    animations.compactMap { attached in
      guard attached.animation.keyPaths.contains(where: { $0.property == property }) else {
        attached.animation.apply(to: &values, at: time)
        return nil
      }
      return AnimationExplanation(
        of: attached, changing: &values, at: time, property: property)
    }
  }
}
