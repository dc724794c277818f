public import Timing

/// A stretch of a layer's life in which nothing happens to it: its model and its animations stay as they are.
///
/// What happens at a time (a property is set, an animation is added or removed) begins a new epoch. The epochs are worked out
/// once, when the scene is resolved, so that the state at any time is found directly, without the frames before it.
public struct Epoch: Sendable {
  /// When it begins, in seconds of the scene, inclusive; `-infinity` for the first.
  public let startTime: Double
  /// The model.
  public let values: LayerValues
  /// How the layer's own time follows from its superlayer's.
  public let clock: LayerClock
  /// In the order in which they apply.
  public let animations: [AttachedAnimation]
  /// Those of the animations that are transitions.
  let transitions: [TransitionAnimation]

  public init(
    startTime: Double = -.infinity, values: LayerValues, clock: LayerClock = LayerClock(),
    animations: [AttachedAnimation] = []
  ) {
    self.startTime = startTime
    self.values = values
    self.clock = clock
    self.animations = animations
    transitions = animations.compactMap { $0.animation as? TransitionAnimation }
  }

  /// The presentation values at a time of the layer's own clock.
  public func presentationValues(at localTime: Double) -> LayerValues {
    var result = values
    for attached in animations { attached.animation.apply(to: &result, at: localTime) }
    return result
  }
}

/// One moment, on the scene's clock and on that of the layer in question.
public struct Moment: Hashable, Sendable {
  /// In seconds of the scene.
  public let sceneTime: Double
  /// In seconds of the superlayer's clock.
  public let parentTime: Double

  public init(sceneTime: Double, parentTime: Double) {
    self.sceneTime = sceneTime
    self.parentTime = parentTime
  }
}
