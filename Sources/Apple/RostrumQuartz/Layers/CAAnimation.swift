public import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

/// Timing relative to the parent's time space.
public protocol CAMediaTiming: NSObjectProtocol {
  var beginTime: CFTimeInterval { get set }
  var duration: CFTimeInterval { get set }
  var speed: Float { get set }
  var timeOffset: CFTimeInterval { get set }
  var repeatCount: Float { get set }
  var repeatDuration: CFTimeInterval { get set }
  var autoreverses: Bool { get set }
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The clock of a film in which this code runs, in seconds from the film's start; outside of a
/// film the time since the computer was started.
///
/// Inside of a film it does not advance while code runs: waiting for it in a loop never ends. So
/// more than a million readings at one moment end the program with a sentence.
public func CACurrentMediaTime() -> CFTimeInterval {
  FilmClock.current?.readTime() ?? ProcessInfo.processInfo.systemUptime
}

/// The receiver of an animation's start and end. All methods are optional.
public protocol CAAnimationDelegate: NSObjectProtocol {
  func animationDidStart(_ anim: CAAnimation)
  /// `flag` is false for an animation that was removed or replaced before its end.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  public func animationDidStart(_ anim: CAAnimation) {}
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// The base class of all animations. A layer copies an animation when it is added.
open class CAAnimation: NSObject, CAMediaTiming, CAAction, NSCopying {
  open var timingFunction: CAMediaTimingFunction?
  open var delegate: (any CAAnimationDelegate)?
  open var isRemovedOnCompletion = true
  open var beginTime: CFTimeInterval = 0
  open var duration: CFTimeInterval = 0
  open var speed: Float = 1
  open var timeOffset: CFTimeInterval = 0
  open var repeatCount: Float = 0
  open var repeatDuration: CFTimeInterval = 0
  open var autoreverses = false
  open var fillMode = CAMediaTimingFillMode.removed
  /// Has no effect: every frame of a film is drawn.
  open var preferredFrameRateRange = CAFrameRateRange.default
  /// Values under keys of the program's own.
  private var others: [String: Any] = [:]
  /// Where it was made, for messages.
  var place: CallPlace?

  public override init() { super.init() }

  /// Archives are not read in code: the result is `nil`.
  public required init?(coder: NSCoder) {
    super.init()
    return nil
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = _CreatableAnimation.make(type(of: self))
    for property in AnimationProperty.all.values { property.copy(self, copy) }
    (copy.others, copy.place) = (others, place)
    return copy
  }

  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  /// A value under a property's name in Objective-C, as Swift has it, or under a key of the
  /// program's own.
  open func value(forKey key: String) -> Any? {
    Self.property(key)?.value(self) ?? others[key].map(Boxed.object)
  }

  open func setValue(_ value: Any?, forKey key: String) {
    if Self.property(key)?.set(self, value) != true { others[key] = value }
  }

  private static func property(_ key: String) -> AnimationProperty? {
    AnimationProperty.all[key == "isRemovedOnCompletion" ? "removedOnCompletion" : key]
  }

  open func value(forKeyPath keyPath: String) -> Any? { value(forKey: keyPath) }

  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setValue(value, forKey: keyPath) }

  /// The value that a property has before it is set; `nil` for nothing and for unknown keys.
  open class func defaultValue(forKey key: String) -> Any? {
    _CreatableAnimation.make(self).value(forKey: key)
  }

  /// Whether the animation says something for a key: everything but `nil`.
  open func shouldArchiveValue(forKey key: String) -> Bool { value(forKey: key) != nil }

  /// How long one pass takes where the animation does not say.
  var ownDuration: CFTimeInterval? { nil }

  /// The timing in the model's numbers.
  var timing: MediaTiming {
    MediaTiming(
      beginTime: beginTime, duration: duration, speed: speed.shortest, timeOffset: timeOffset,
      repeatCount: repeatCount.shortest, repeatDuration: repeatDuration,
      autoreverses: autoreverses, fillMode: FillMode(rawValue: fillMode.rawValue) ?? .removed,
      isRemovedOnCompletion: isRemovedOnCompletion)
  }

  /// The model's animation for a layer; `nil` where it would change nothing there.
  func model(for layer: CALayer) -> (any Animation)? { nil }
}

/// A class whose initializer a metatype may call, as `_CreatableLayer` is one of layers.
open class _CreatableAnimation: CAAnimation {
  public required override init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  @inline(never)
  static func make(_ type: CAAnimation.Type) -> CAAnimation {
    unsafeBitCast(type, to: _CreatableAnimation.Type.self).init()
  }
}

/// An animation of one property, or of a part of one.
open class CAPropertyAnimation: CAAnimation {
  open var keyPath: String?
  open var isAdditive = false
  open var isCumulative = false
  open var valueFunction: CAValueFunction?

  /// `file` and `line` are where it is made, for messages.
  public convenience init(
    keyPath path: String?, file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init()
    keyPath = path
    place = CallPlace(file, line)
  }

  /// The key path in the model, with the type of the values.
  func target(in layer: CALayer) -> (keyPath: AnimationKeyPath, type: ValueType)? {
    guard let name = keyPath else { return nil }
    guard let path = layer.keyPath(named: name), path.property.isAnimatable else {
      if layer.raises(name) {
        FilmWarnings.tell(.raising(name, type(of: layer)))
      } else if !layer.isOwnKey(name) {
        FilmWarnings.tell(.unknownKeyPath(name, type(of: layer)))
      }
      return nil
    }
    return (path, valueFunction?.model.argumentType ?? path.type)
  }
}

/// From one value to another. Missing ends are the layer's own values.
open class CABasicAnimation: CAPropertyAnimation {
  open var fromValue: Any?
  open var toValue: Any?
  open var byValue: Any?

  var namesNoValues: Bool { fromValue == nil && toValue == nil && byValue == nil }

  override func model(for layer: CALayer) -> (any Animation)? { basic(for: layer) }

  /// `nil` for an unknown key path, and for values of another kind.
  func basic(for layer: CALayer) -> BasicAnimation? {
    guard let (keyPath, type) = target(in: layer) else { return nil }
    let given = [fromValue, toValue, byValue]
    let values = given.map { $0.flatMap { Value($0, type, &layer.images) } }
    for case (let value?, nil) in zip(given, values) {
      FilmWarnings.tell(.wrongType(value, type, keyPath.name))
      return nil
    }
    return BasicAnimation(
      keyPath: keyPath, ends: AnimationEnds(from: values[0], to: values[1], by: values[2]),
      timing: timing, timingFunction: timingFunction?.model, isAdditive: isAdditive,
      isCumulative: isCumulative, valueFunction: valueFunction?.model)
  }
}

/// From one value to another on a damped spring.
///
/// A mass or a stiffness that is not above zero, a damping below it, and numbers that are not
/// finite make no spring: the one of the defaults moves in its place.
open class CASpringAnimation: CABasicAnimation {
  /// At the spring's end, above zero. Only its relation to the two below counts: there is no unit.
  open var mass: CGFloat = 1
  /// The force for each whole change from the target, above zero. Without damping the spring swings
  /// in `2π √(mass / stiffness)` seconds.
  open var stiffness: CGFloat = 100
  /// The force against each whole change a second, zero or more. `2 √(stiffness · mass)` is
  /// critical: the spring does not overshoot from there on.
  open var damping: CGFloat = 10
  /// In whole changes a second; one above zero moves towards the target.
  open var initialVelocity: CGFloat = 0
  /// Whether a damping above the critical one counts, and does not stop there.
  open var allowsOverdamping = false

  /// A spring by its period in seconds and its bounce, from -1 to 1.
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    guard let spring = Spring(perceptualDuration: perceptualDuration, bounce: Double(bounce))
    else {
      FilmWarnings.tell(.noSpring(perceptualDuration, Double(bounce)))
      return
    }
    (stiffness, damping, allowsOverdamping) = (spring.stiffness, spring.damping, true)
  }

  /// Impossible numbers are replaced by the default spring's.
  private var spring: Spring {
    Spring(
      mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
      initialVelocity: Double(initialVelocity), allowsOverdamping: allowsOverdamping) ?? .default
  }

  /// The time after which the spring counts as at rest, in seconds.
  open var settlingDuration: CFTimeInterval { spring.settlingDuration }

  open var perceptualDuration: CFTimeInterval { spring.perceptualDuration }

  open var bounce: CGFloat { spring.bounce }

  override var ownDuration: CFTimeInterval? { settlingDuration }

  override func model(for layer: CALayer) -> (any Animation)? {
    basic(for: layer).map { SpringAnimation($0, spring: spring) }
  }
}

/// Through a list of values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
  open var values: [Any]?
  open var path: CGPath? { didSet { path = path?.copy() } }
  open var keyTimes: [NSNumber]?
  open var timingFunctions: [CAMediaTimingFunction]?
  open var calculationMode = CAAnimationCalculationMode.linear
  open var tensionValues: [NSNumber]?
  open var continuityValues: [NSNumber]?
  open var biasValues: [NSNumber]?
  open var rotationMode: CAAnimationRotationMode?

  override func model(for layer: CALayer) -> (any Animation)? {
    guard let (keyPath, type) = target(in: layer) else { return nil }
    if let path, keyPath.movesAlongPaths { return along(path.model, keyPath) }
    let models = (values ?? []).map { Value($0, type, &layer.images) }
    for case (let value, nil) in zip(values ?? [], models) {
      FilmWarnings.tell(.wrongType(value, type, keyPath.name))
    }
    if path != nil { FilmWarnings.tell(.noPoint(keyPath.name)) }
    // Core Animation drops a jump that has nowhere to go.
    guard models.count > (mode == .discrete ? 1 : 0), !models.contains(where: { $0 == nil }) else {
      return nil
    }
    return KeyframeAnimation(
      keyPath: keyPath, values: models.compactMap(\.self),
      keyTimes: times(for: models.count, "values"),
      timingFunctions: functions(for: models.count, "values"), calculationMode: mode,
      shape: SplineShape(
        tensionValues: numbers(tensionValues), continuityValues: numbers(continuityValues),
        biasValues: numbers(biasValues)),
      valueFunction: valueFunction?.model, timing: timing, timingFunction: timingFunction?.model,
      isAdditive: isAdditive, isCumulative: isCumulative)
  }

  /// Key times are for the points of a path: the way that a close leads back takes part only where
  /// there is a time for it, or none at all. `nil` for a path that goes nowhere.
  private func along(_ path: Path, _ keyPath: AnimationKeyPath) -> KeyframeAnimation? {
    let whole = path.segments.count
    let isTimed = keyTimes != nil && !mode.isPaced && keyTimes?.count != whole + 1
    let path = mode == .discrete || isTimed ? path.withoutCloses : path
    let segments = path.segments.count
    guard segments > 0 else { return nil }
    // A path's last point never holds in a jump.
    let count = mode == .discrete ? segments : segments + 1
    return KeyframeAnimation(
      keyPath: keyPath, path: path,
      rotationMode: rotationMode.flatMap { RotationMode(rawValue: $0.rawValue) },
      keyTimes: times(for: count, "points"), timingFunctions: functions(for: count, "points"),
      calculationMode: mode, timing: timing,
      timingFunction: timingFunction?.model, isAdditive: isAdditive, isCumulative: isCumulative)
  }

  private var mode: CalculationMode {
    CalculationMode(rawValue: calculationMode.rawValue) ?? .linear
  }
  /// Times beyond the last value are not used, and too few are none. A jump ends at a time of its
  /// own, which may be missing.
  private func times(for count: Int, _ name: String) -> [Double]? {
    guard let keyTimes, keyTimes.count >= 2, !mode.isPaced else { return nil }
    let allowed = mode == .discrete ? [count, count + 1] : [count]
    guard !allowed.contains(keyTimes.count), let most = allowed.last else {
      return numbers(keyTimes)
    }
    let isShort = keyTimes.count < most
    let use = isShort ? "they are not used" : "the last ones are not used"
    FilmWarnings.tell(.other("\(count) \(name) have \(keyTimes.count) key times: \(use)"))
    return isShort ? nil : numbers(Array(keyTimes.prefix(most)))
  }

  /// One for each step between two values; more are not used.
  private func functions(for count: Int, _ name: String) -> [TimingFunction] {
    let functions = (timingFunctions ?? []).map(\.model)
    guard functions.count > max(count - 1, 0) else { return functions }
    FilmWarnings.tell(
      .other("\(count) \(name) have \(functions.count) timing functions: \(count - 1) are used"))
    return Array(functions.prefix(max(count - 1, 0)))
  }

  private func numbers(_ list: [NSNumber]?) -> [Double] { (list ?? []).map(\.doubleValue) }
}

/// Animations that share a clock. Those inside are cut off at the group's end.
open class CAAnimationGroup: CAAnimation {
  open var animations: [CAAnimation]?

  /// Children without a duration have the group's.
  override func model(for layer: CALayer) -> (any Animation)? {
    let children = (animations ?? []).compactMap { child -> (any Animation)? in
      guard let child = child.copy() as? CAAnimation else { return nil }
      if child.duration <= 0 { child.duration = child.ownDuration ?? duration }
      return child.model(for: layer)
    }
    return AnimationGroup(
      animations: children, timing: timing, timingFunction: timingFunction?.model)
  }
}

/// From how a layer looked to how it looks now.
open class CATransition: CAAnimation {
  open var type = CATransitionType.fade
  open var subtype: CATransitionSubtype?
  open var startProgress: Float = 0
  open var endProgress: Float = 1

  override func model(for layer: CALayer) -> (any Animation)? {
    TransitionAnimation(
      style: TransitionStyle(rawValue: type.rawValue) ?? .fade,
      direction: subtype.flatMap { TransitionDirection(rawValue: $0.rawValue) },
      startProgress: startProgress.shortest, endProgress: endProgress.shortest, timing: timing,
      timingFunction: timingFunction?.model)
  }
}
