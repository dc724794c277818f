public import Timing

/// A stretch of a layer's life in which nothing happens to it: its model and its animations stay as they are.
///
/// What happens at a time (a property is set, an animation is added or removed) begins a new epoch. The epochs are worked out
/// once, when the scene is resolved, so that the state at any time is found directly, without the frames before it.
public struct Epoch: Sendable {
  /// When it begins, in seconds of the scene, inclusive; `-infinity` for the first.
  public internal(set) var startTime: Double
  /// The model, with what the clock's properties are.
  public internal(set) var values: LayerValues
  /// How the layer's own time follows from its superlayer's.
  public internal(set) var clock: LayerClock {
    didSet { values = values.showing(clock) }
  }
  /// In the order in which they apply.
  public internal(set) var animations: [AttachedAnimation] {
    didSet { sortOut() }
  }
  /// Those of the clock, which run in the superlayer's time, and the others, which run in the layer's own.
  private(set) var clockAnimations: [AttachedAnimation] = []
  private(set) var ownAnimations: [AttachedAnimation] = []
  /// Whether an animation writes to a property of the clock, also one that cannot move it: a child of a group that animates other
  /// properties too.
  private(set) var writesClock = false
  /// Those of the animations that are transitions.
  private(set) var transitions: [TransitionAnimation] = []

  public init(
    startTime: Double = -.infinity, values: LayerValues, clock: LayerClock = LayerClock(),
    animations: [AttachedAnimation] = []
  ) {
    self.startTime = startTime
    self.values = values.showing(clock)
    self.clock = clock
    self.animations = animations
    sortOut()
  }

  private mutating func sortOut() {
    writesClock = animations.contains(where: \.writesClock)
    clockAnimations = writesClock ? animations.filter(\.isOfClock) : []
    ownAnimations = writesClock ? animations.filter { !$0.isOfClock } : animations
    transitions = animations.compactMap { $0.animation as? TransitionAnimation }
  }

  /// The clock at a time of the superlayer: an animation of `timeOffset` moves it.
  public func clock(at parentTime: Double) -> LayerClock {
    guard !clockAnimations.isEmpty else { return clock }
    var values = LayerValues()
    values[.timeOffset] = .number(clock.timeOffset)
    for attached in clockAnimations { attached.animation.apply(to: &values, at: parentTime) }
    var result = clock
    result.timeOffset = values[.timeOffset].number
    return result
  }

  /// The presentation values at a time of the layer's own clock.
  public func presentationValues(at localTime: Double) -> LayerValues {
    var result = values
    for attached in ownAnimations { attached.animation.apply(to: &result, at: localTime) }
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
