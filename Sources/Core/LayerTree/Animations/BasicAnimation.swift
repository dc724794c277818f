public import RostrumGeometry
public import RostrumTiming

/// The ends of an animation between two values: any of the seven combinations that
/// `CABasicAnimation` has.
public struct AnimationEnds: Hashable, Sendable {
  public var fromValue: Value?
  public var toValue: Value?
  public var byValue: Value?
  /// When a flag changes from one end to the other.
  public var flagSwitch = FlagSwitch.visible

  /// When a flag changes, which has nothing in between.
  public enum FlagSwitch: String, CaseIterable, Hashable, Sendable {
    /// At half the progress, as values of the other kinds that cannot be interpolated.
    case half
    /// It is true as long as a part of it is: at once from false to true, and at the end from true
    /// to false, as in Core Animation.
    case visible
  }

  public init(from: Value? = nil, to: Value? = nil, by: Value? = nil) {
    (fromValue, toValue, byValue) = (from, to, by)
  }

  /// The values that are given.
  var declared: [Value] { [fromValue, toValue, byValue].compactMap(\.self) }

  /// The values at progress 0 and 1. A missing end is the `underlying` value. `byValue` counts only
  /// where an end is missing. `nil` when the values have no sum.
  func resolved(underlying: Value) -> (start: Value, end: Value)? {
    switch (fromValue, toValue, byValue) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): from.adding(by).map { (from, $0) }
    case (nil, let to?, let by?): to.subtracting(by).map { ($0, to) }
    case (let from?, nil, nil): (from, underlying)
    case (nil, let to?, nil): (underlying, to)
    case (nil, nil, let by?): underlying.adding(by).map { (underlying, $0) }
    case (nil, nil, nil): (underlying, underlying)
    }
  }

  /// The value `progress` of the way. In an additive animation a missing end adds nothing.
  func value(at progress: Double, underlying: Value, isAdditive: Bool) -> Value? {
    let base = isAdditive ? underlying.additiveIdentity ?? underlying : underlying
    guard let (start, end) = resolved(underlying: base) else { return nil }
    if flagSwitch == .half, case .boolean = start, case .boolean = end {
      return progress < 0.5 ? start : end
    }
    return start.interpolated(to: end, progress: progress)
  }
}

/// From one value to another (`CABasicAnimation`).
public struct BasicAnimation: BasicAnimationFamily {
  public let keyPath: AnimationKeyPath
  public var timing: MediaTiming
  public let timingFunction: TimingFunction?
  public let isAdditive: Bool
  public let isCumulative: Bool
  public internal(set) var ends: AnimationEnds
  public let valueFunction: ValueFunction?

  public init(
    keyPath: AnimationKeyPath, ends: AnimationEnds, timing: MediaTiming = MediaTiming(),
    timingFunction: TimingFunction? = nil, isAdditive: Bool = false, isCumulative: Bool = false,
    valueFunction: ValueFunction? = nil
  ) {
    self.keyPath = keyPath
    self.ends = ends
    self.timing = timing
    self.timingFunction = timingFunction
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.valueFunction = valueFunction
  }

  public var basic: BasicAnimation {
    get { self }
    set { self = newValue }
  }

  public func value(at progress: Double, underlying: Value) -> Value? {
    ends.value(at: progress, underlying: underlying, isAdditive: addsNothingAtMissingEnds)
  }
}

/// The basic animation and the classes that derive from it, as `CASpringAnimation` does: they add
/// to a basic animation how its progress comes about.
public protocol BasicAnimationFamily: PropertyAnimation {
  /// The key path, the timing and the values, which all classes of the family have.
  var basic: BasicAnimation { get set }
}

extension BasicAnimationFamily {
  public var keyPath: AnimationKeyPath { basic.keyPath }
  public var timing: MediaTiming {
    get { basic.timing }
    set { basic.timing = newValue }
  }
  public var timingFunction: TimingFunction? { basic.timingFunction }
  public var isAdditive: Bool { basic.isAdditive }
  public var isCumulative: Bool { basic.isCumulative }
  public var ends: AnimationEnds { basic.ends }
  public var valueFunction: ValueFunction? { basic.valueFunction }
  public var declaredValues: [Value] { ends.declared }

  public func value(at progress: Double, underlying: Value) -> Value? {
    basic.value(at: progress, underlying: underlying)
  }
}

/// From one value to another on a damped spring (`CASpringAnimation`). The value may overshoot its
/// end.
///
/// The duration only cuts the spring's motion off, it never stretches it; `spring.settlingDuration`
/// is the usual one.
public struct SpringAnimation: BasicAnimationFamily {
  public var basic: BasicAnimation
  public let spring: Spring

  public init(_ basic: BasicAnimation, spring: Spring) {
    self.basic = basic
    self.spring = spring
  }

  /// The value where the spring is after `progress`, eased, of the duration.
  public func value(at progress: Double, underlying: Value) -> Value? {
    basic.value(at: displacement(at: progress), underlying: underlying)
  }

  /// The time since the spring's release, in seconds.
  func springSeconds(at progress: Double) -> Double { progress * timing.duration }

  /// The part of its way that the spring has gone: 0 at the release, around 1 later.
  func displacement(at progress: Double) -> Double {
    spring.value(at: springSeconds(at: progress))
  }
}

/// From one value to another, moved on by code at the ticks of a clock: by an `NSTimer` or a
/// `CADisplayLink`, as in chapter 11.
///
/// Its timing is the same as without the clock. At a tick the driver says how much time has
/// passed since `beginTime` by its count; the animation shows its value then, until the
/// next tick.
public struct SteppedAnimation: BasicAnimationFamily {
  public var basic: BasicAnimation
  /// The driver, whose schedule counts in the time of the layer or group: tick n is due n intervals
  /// after time 0.
  public let driver: StepDriver

  public init(_ basic: BasicAnimation, driver: StepDriver) {
    self.basic = basic
    self.driver = driver
  }

  /// The parent's time by the driver's count, in seconds.
  public func drivenTime(at parentTime: Double) -> Double {
    guard parentTime > timing.beginTime else { return parentTime }
    return timing.beginTime + driver.elapsedTime(from: timing.beginTime, to: parentTime)
  }

  public func sample(at parentTime: Double) -> TimingSample {
    timing.sample(at: drivenTime(at: parentTime))
  }

  /// The time of the tick at which the driver's count comes to the end.
  public var endTime: Double {
    driver.endTime(from: timing.beginTime, duration: timing.endTime - timing.beginTime)
  }
}

/// A number of its own that runs from one value to another, for any number of properties and texts
/// to follow.
public struct FollowedValue: Hashable, Sendable {
  /// Two or more.
  public let values: [Double]
  /// The progress at which each value is there, from 0 to 1 rising; even steps without them.
  public let keyTimes: [Double]?
  /// In the time of the layer that follows.
  public var timing: MediaTiming
  public let timingFunction: TimingFunction?

  /// Precondition: there are two values at least, and as many key times where there are any.
  public init(
    _ values: [Double], keyTimes: [Double]? = nil, timing: MediaTiming,
    timingFunction: TimingFunction? = nil
  ) {
    (self.values, self.keyTimes) = (values, keyTimes)
    (self.timing, self.timingFunction) = (timing, timingFunction)
  }

  public init(
    fromValue: Double, toValue: Double, timing: MediaTiming, timingFunction: TimingFunction? = nil
  ) {
    self.init([fromValue, toValue], timing: timing, timingFunction: timingFunction)
  }

  /// The number at a progress, which may overshoot 0...1: then it goes on as at that end.
  public func number(at progress: Double) -> Double {
    let last = values.count - 1
    let times = keyTimes ?? (0...last).map { Double($0) / Double(last) }
    let index = (times.dropFirst().dropLast().firstIndex { progress < $0 } ?? last) - 1
    let (from, to) = (values[index], values[index + 1])
    let length = times[index + 1] - times[index]
    guard length > 0 else { return to }
    return from + (to - from) * ((progress - times[index]) / length)
  }
}

/// Gives a property what a followed value is at the time, as a number or as a text.
public struct FollowAnimation: PropertyAnimation {
  /// How the number is used.
  public enum Form: Hashable, Sendable {
    /// The property is the number times `scale`, plus `offset`.
    case number(scale: Double, offset: Double)
    /// The property is a text that shows the same.
    case text(NumberFormat, scale: Double, offset: Double)
  }

  public let keyPath: AnimationKeyPath
  public var followed: FollowedValue
  public let form: Form

  /// Precondition: the key path takes a number, or a text when the form is one.
  public init(keyPath: AnimationKeyPath, followed: FollowedValue, form: Form) {
    self.keyPath = keyPath
    self.followed = followed
    self.form = form
  }

  public var timing: MediaTiming {
    get { followed.timing }
    set { followed.timing = newValue }
  }

  public var timingFunction: TimingFunction? { followed.timingFunction }
  public var isAdditive: Bool { false }
  public var isCumulative: Bool { false }
  public var declaredValues: [Value] { [] }

  public func value(at progress: Double, underlying: Value) -> Value? {
    let number = followed.number(at: progress)
    return switch form {
    case .number(let scale, let offset): .number(number * scale + offset)
    case .text(let format, let scale, let offset): .text(format.text(for: number * scale + offset))
    }
  }
}

/// Moves and turns a layer through the states of a simulation that was run when the scene was
/// resolved.
///
/// Between two steps the state of the earlier one holds, as on a screen that shows what the last
/// step of a simulation left.
public struct SimulatedAnimation: Animation {
  /// Where the layer's position is at the start and after each step.
  public let positions: [Point]
  /// How far the layer is turned, in radians; one for each position.
  public let angles: [Double]
  /// Seconds for each step.
  public let step: Double

  public init(positions: [Point], angles: [Double], step: Double) {
    precondition(!positions.isEmpty && positions.count == angles.count, "states come in pairs")
    self.positions = positions
    self.angles = angles
    self.step = step
    timing = MediaTiming(
      duration: max(Double(positions.count - 1) * step, step), fillMode: .both,
      isRemovedOnCompletion: false)
  }

  /// From the first state to the last; both are held.
  public var timing: MediaTiming

  public var timingFunction: TimingFunction? { nil }

  public var keyPaths: [AnimationKeyPath] {
    [
      AnimationKeyPath(.position),
      AnimationKeyPath(.transform, .transform(.rotation)),
    ]
  }

  public var images: [ImageReference] { [] }

  public func apply(to values: inout LayerValues, at parentTime: Double) {
    // A millionth of a step keeps rounding from showing a step too early or too late.
    let steps = ((parentTime - timing.beginTime) / step + 1e-6).rounded(.down)
    let index = steps > 0 ? Int(min(steps, Double(positions.count - 1))) : 0
    values[.position] = positions[index]
    keyPaths[1].set(.number(angles[index]), in: &values)
  }
}
