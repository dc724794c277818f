import Algorithms
public import RostrumTiming

/// A stretch of a layer's life in which nothing happens to it: its model and its animations stay as
/// they are.
///
/// Every change at a time (a property is set, an animation is added or removed) begins a new epoch.
/// The epochs are worked out once, when the scene is resolved, so that the state at any time is
/// found directly, without the frames before it.
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
    didSet { classifyAnimations() }
  }
  /// The animations of the clock, which run in the superlayer's time, and the others, which run in
  /// the layer's own.
  private(set) var clockAnimations: [AttachedAnimation] = []
  private(set) var ownAnimations: [AttachedAnimation] = []
  /// Whether an animation writes to a property of the clock, also one that cannot move it: a child
  /// of a group that animates other properties too.
  private(set) var writesClock = false
  /// The transitions among the animations.
  private(set) var transitions: [TransitionAnimation] = []

  public init(
    startTime: Double = -.infinity, values: LayerValues, clock: LayerClock = LayerClock(),
    animations: [AttachedAnimation] = []
  ) {
    self.startTime = startTime
    self.values = values.showing(clock)
    self.clock = clock
    self.animations = animations
    classifyAnimations()
  }

  private mutating func classifyAnimations() {
    writesClock = animations.contains(where: \.writesClock)
    clockAnimations = writesClock ? animations.filter(\.targetsClock) : []
    ownAnimations = writesClock ? animations.filter { !$0.targetsClock } : animations
    transitions = animations.compactMap { $0.animation as? TransitionAnimation }
  }

  /// The clock at a time of the superlayer: an animation of `timeOffset` moves it.
  public func clock(at parentTime: Double) -> LayerClock {
    guard !clockAnimations.isEmpty else { return clock }
    var values = LayerValues()
    values[.timeOffset] = clock.timeOffset
    for attached in clockAnimations { attached.animation.apply(to: &values, at: parentTime) }
    var result = clock
    result.timeOffset = values[.timeOffset]
    return result
  }

  /// The presentation values at a time of the layer's own clock.
  public func presentationValues(at localTime: Double) -> LayerValues {
    var result = values
    for attached in ownAnimations { attached.animation.apply(to: &result, at: localTime) }
    return result
  }
}

extension [Epoch] {
  /// The epoch that holds at a time of the scene. The cost grows with the logarithm of their
  /// number.
  func epoch(at sceneTime: Double) -> Epoch {
    self[Swift.max(0, partitioningIndex { $0.startTime > sceneTime } - 1)]
  }
}

/// One moment, on the scene's clock and on that of the layer in question.
public struct Moment: Hashable, Sendable {
  /// In seconds of the scene.
  public let sceneTime: Double
  /// In seconds of the superlayer's clock.
  public let parentTime: Double
  /// Seconds of the superlayer's clock in one of the scene's.
  public let rate: Double
  /// How many copies replicators around the layer make of it.
  private(set) var copies = 1
  /// Whether the presentation leaves out the contents of invisible layers.
  var leavesOutUnseen = false

  public init(sceneTime: Double, parentTime: Double, rate: Double = 1) {
    self.sceneTime = sceneTime
    self.parentTime = parentTime
    self.rate = rate
  }

  /// Another time, with all else as it is here.
  func moved(
    toSceneTime sceneTime: Double, parentTime: Double, rate: Double
  ) -> Moment {
    var result = Moment(sceneTime: sceneTime, parentTime: parentTime, rate: rate)
    (result.copies, result.leavesOutUnseen) = (copies, leavesOutUnseen)
    return result
  }

  /// The moment as sublayers see it; for a scene inside the layer time begins anew, with the
  /// layer's clock as their scene's.
  func inside(_ clock: LayerClock, startsScene: Bool = false) -> Moment {
    let time = clock.localTime(parentTime: parentTime)
    if startsScene { return moved(toSceneTime: time, parentTime: time, rate: 1) }
    return moved(
      toSceneTime: sceneTime, parentTime: time, rate: (rate * clock.speed).clampedToFinite)
  }

  /// The same moment, `delay` seconds of the superlayer's clock earlier. Inside a frozen clock only
  /// that clock's time shifts.
  func delayed(by delay: Double) -> Moment {
    let shift = rate == 0 ? 0 : delay / rate
    return moved(
      toSceneTime: (sceneTime - shift).clampedToFinite,
      parentTime: (parentTime - delay).clampedToFinite, rate: rate)
  }

  func multiplied(by count: Int) -> Moment {
    var result = self
    result.copies *= count
    return result
  }
}

extension Double {
  /// Infinite numbers become the largest finite one.
  fileprivate var clampedToFinite: Double {
    min(max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}

extension Epoch {
  /// The transition that runs at a time of the layer's own clock, and its state; the last one added
  /// if there are several.
  func transition(
    at localTime: Double
  ) -> (animation: TransitionAnimation, state: TransitionState)? {
    for transition in transitions.reversed() {
      if let state = transition.state(at: localTime) { return (transition, state) }
    }
    return nil
  }
}

/// The properties of a layer's clock that key paths can name. They are kept beside the class's
/// table: their values are the clock's, not the layer's (see `Epoch.clock(at:)`). Defaults: Apple's
/// `CAMediaTiming.h`.
extension Property {
  public static let timeOffset = TypedProperty(
    "timeOffset", .number(), default: 0, action: .none,
    "What the layer's own clock shows at its start. Its animations run in the superlayer's time.")
  public static let speed = TypedProperty(
    "speed", .number(), default: 1, isAnimatable: false,
    "How fast the layer's own clock runs.")
  public static let beginTime = TypedProperty(
    "beginTime", .number(), default: 0, isAnimatable: false,
    "When the layer's own clock starts, in its superlayer's time.")

  /// The properties of the clock, which a layer of every class has.
  public static let clockProperties: [Property] = [timeOffset, speed, beginTime]
}

extension AnimationKeyPath {
  /// True for a part of the layer's clock.
  public var targetsClock: Bool { Property.clockProperties.contains(property) }
}

extension LayerValues {
  /// With the clock's properties where they differ from their defaults, so that they can be sampled
  /// like others.
  func showing(_ clock: LayerClock) -> LayerValues {
    var result = self
    let numbers: [(TypedProperty<Double>, Double)] = [
      (.timeOffset, clock.timeOffset), (.speed, clock.speed), (.beginTime, clock.beginTime),
    ]
    for (property, number) in numbers
    where sets(property) || property.defaultValue != .number(number) {
      result[property] = number
    }
    return result
  }
}
