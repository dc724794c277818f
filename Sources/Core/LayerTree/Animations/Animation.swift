public import RostrumTiming

/// Something that changes a layer's values over time.
///
/// Evaluation is closed-form: the effect at a time follows from that time alone. A new animation
/// class is one file with a type of this protocol, and one row in the scene language's table.
public protocol Animation: Sendable {
  /// When the animation runs, in the time of its layer or group. Its duration is above 0: the
  /// resolver has replaced 0 by the default that applies.
  var timing: MediaTiming { get set }

  /// Eases the whole of each cycle; `nil` is linear.
  var timingFunction: TimingFunction? { get }

  /// The key paths that the animation writes.
  var keyPaths: [AnimationKeyPath] { get }

  /// The pictures that the animation can show.
  var images: [ImageReference] { get }

  /// Changes `values` to what the animation makes of them at `parentTime`.
  ///
  /// `values` holds the model, already changed by the animations that were added earlier.
  func apply(to values: inout LayerValues, at parentTime: Double)

  /// The animation's state: what `timing` says, unless a clock of its own moves the animation
  /// on.
  func sample(at parentTime: Double) -> TimingSample

  /// The parent's time after which nothing changes any more; infinite when it goes on for ever.
  var endTime: Double { get }

  /// The animations inside a group; none for others.
  var innerAnimations: [AttachedAnimation] { get }

  /// The stages between the progress and the value, for explanations. `underlying` is as for
  /// `apply`.
  func stages(at progress: Double, of sample: TimingSample, underlying: LayerValues)
    -> [EvaluationStage]
}

extension Animation {
  public func sample(at parentTime: Double) -> TimingSample { timing.sample(at: parentTime) }
  public var endTime: Double { timing.endTime }
}

extension Animation {
  /// The transformed progress of Web Animations: the last stage of timing, after the timing
  /// function. `nil` when the animation has no effect at that time. It may overshoot 0...1.
  public func transformedProgress(of sample: TimingSample) -> Double? {
    sample.directedProgress.map {
      MediaTiming.transformedProgress(of: $0, by: timingFunction)
    }
  }
}

/// An animation of one key path.
public protocol PropertyAnimation: Animation {
  var keyPath: AnimationKeyPath { get }

  /// Adds to the value so far instead of replacing it.
  var isAdditive: Bool { get }

  /// Each cycle starts where the one before ended.
  var isCumulative: Bool { get }

  /// The values that the animation brings with it.
  var declaredValues: [Value] { get }

  /// The animated value at a progress; `nil` for no effect.
  ///
  /// `underlying` is the key path's value before this animation, which replaces missing ends.
  func value(at progress: Double, underlying: Value) -> Value?

  /// Makes a transform of the animated numbers; `nil` for values that are the key path's own.
  var valueFunction: ValueFunction? { get }

  /// Changes what goes with the animated value but is not part of it. Most animations change
  /// nothing more.
  func applyRotation(to values: inout LayerValues, at progress: Double)

  /// The stages of `value(at:underlying:)`, for explanations; none by default.
  func valueStages(at progress: Double, underlying: Value) -> [EvaluationStage]
}

extension PropertyAnimation {
  public var keyPaths: [AnimationKeyPath] { [keyPath] }
  public var images: [ImageReference] { declaredValues.compactMap(\.imageIfAny) }
  public var valueFunction: ValueFunction? { nil }
  public func applyRotation(to values: inout LayerValues, at progress: Double) {}

  public func apply(to values: inout LayerValues, at parentTime: Double) {
    let sample = sample(at: parentTime)
    guard let progress = transformedProgress(of: sample) else { return }
    let current = keyPath.value(in: values)
    let underlying = valueFunction?.identityArgument ?? current
    guard var result = value(at: progress, underlying: underlying) else { return }
    if isCumulative, !timing.autoreverses, result.isCumulative {
      result = accumulated(result, cycles: sample.iteration, underlying: underlying)
    }
    if let valueFunction { result = .transform(valueFunction.transform(of: result)) }
    if isAdditive { result = current.adding(result) ?? result }
    keyPath.set(result, in: &values)
    applyRotation(to: &values, at: progress)
  }

  /// The missing end of an additive animation adds nothing. A value function's missing end is
  /// already an argument that does nothing.
  var addsNothingAtMissingEnds: Bool { isAdditive && valueFunction == nil }

  /// `value` plus the end of a cycle for each completed cycle.
  func accumulated(_ value: Value, cycles: Int, underlying: Value) -> Value {
    guard cycles != 0, let end = self.value(at: 1, underlying: underlying),
      let offset = end.multiplied(by: Double(cycles))
    else { return value }
    return value.adding(offset) ?? value
  }
}

extension Value {
  /// Whether cycles of such values add up. Colours do not, and transforms only
  /// through a value function.
  var isCumulative: Bool {
    switch self {
    case .number, .point, .size, .rect, .numbers: true
    default: false
    }
  }

  fileprivate var imageIfAny: ImageReference? {
    if case .image(let image) = self { image } else { nil }
  }
}

/// An animation as it hangs on a layer.
public struct AttachedAnimation: Identifiable, Sendable {
  /// The name under which it was added; `nil` for one without a name.
  public let key: String?
  public let animation: any Animation
  /// Where the scene file declares it, for explanations.
  public let place: SourcePlace?
  private let token = CopyToken()
  /// Whether it moves the layer's clock and nothing else, and whether it writes to a property of
  /// the clock at all.
  let targetsClock: Bool
  let writesClock: Bool

  public init(_ animation: any Animation, key: String? = nil, place: SourcePlace? = nil) {
    self.animation = animation
    self.key = key
    self.place = place
    let ofClock = animation.keyPaths.map(\.targetsClock)
    writesClock = ofClock.contains(true)
    targetsClock = writesClock && !ofClock.contains(false)
  }

  /// True for copies of one value: what an epoch takes over from the one before. Others may be
  /// equal all the same.
  public func isCopy(of other: AttachedAnimation) -> Bool { token === other.token }

  /// The same for copies of one value, different for all others.
  public var id: ObjectIdentifier { ObjectIdentifier(token) }

  private final class CopyToken: Sendable {}
}

/// A place in the scene file, counted from 1.
public struct SourcePlace: Hashable, Sendable {
  public let line: Int
  /// In Unicode scalars; `nil` where only the line is known.
  public let column: Int?

  public init(line: Int, column: Int? = nil) { (self.line, self.column) = (line, column) }
}

/// Animations that share a clock (`CAAnimationGroup`).
///
/// The group's eased progress times its duration is its children's time. Children are cut off at
/// the group's end, never stretched to it; the group's repeats replay them.
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

  /// With what the scene file says of each child. A child that fills does so until the group's end,
  /// as groups ignore `isRemovedOnCompletion` of children. Source: Apple's `CAAnimationGroup`.
  public init(
    attached animations: [AttachedAnimation], timing: MediaTiming,
    timingFunction: TimingFunction? = nil
  ) {
    self.animations = animations.map { child in
      let timing = child.animation.timing
      guard timing.isRemovedOnCompletion, timing.fillMode != .removed else { return child }
      var animation = child.animation
      animation.timing.isRemovedOnCompletion = false
      return AttachedAnimation(animation, key: child.key, place: child.place)
    }
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

extension Animation {
  /// True when it moves the layer's clock, and nothing else: such an animation cannot run in that
  /// clock's time.
  public var targetsClock: Bool {
    let keyPaths = keyPaths
    return !keyPaths.isEmpty && keyPaths.allSatisfy(\.targetsClock)
  }
}
