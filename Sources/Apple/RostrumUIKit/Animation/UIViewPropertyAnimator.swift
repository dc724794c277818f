public import Foundation

public enum UIViewAnimationCurve: Int, Sendable {
  case easeInOut, easeIn, easeOut, linear

  var function: CAMediaTimingFunction {
    let names: [CAMediaTimingFunctionName] = [.easeInEaseOut, .easeIn, .easeOut, .linear]
    return CAMediaTimingFunction(name: names[rawValue])
  }
}

public enum UIViewAnimatingState: Int, Sendable {
  case inactive, active, stopped
}

public enum UIViewAnimatingPosition: Int, Sendable {
  case end, start, current
}

/// Blocks of animation that start on request, pause, are moved by hand
/// (`fractionComplete`), go on, and go back.
///
/// A delay of a block counts on the way there and not on the way back. A paused one shows
/// even parts of the way (`scrubsLinearly`).
open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating {
  public let duration: TimeInterval
  public let timingParameters: any UITimingCurveProvider
  open private(set) var state = UIViewAnimatingState.inactive
  open private(set) var isRunning = false
  open var isInterruptible = true
  open var isUserInteractionEnabled = true
  open var isManualHitTestingEnabled = false
  open var pausesOnCompletion = false
  open var scrubsLinearly = true
  private var animations: [(delay: CGFloat, body: () -> Void)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private var held = HeldAnimation()
  /// Counts the ways that were begun, so that the end of an older one is none.
  private var way = 0

  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    (self.duration, timingParameters) = (duration, parameters)
    super.init()
  }

  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    animations.map { addAnimations($0) }
  }

  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration,
      timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
    animations.map { addAnimations($0) }
  }

  public convenience init(
    duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    animations.map { addAnimations($0) }
  }

  @discardableResult
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval,
    options: UIView.AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> UIViewPropertyAnimator {
    let curve = UIView.AnimationCurve(rawValue: Int(options.rawValue >> 16 & 3)) ?? .easeInOut
    let animator = UIViewPropertyAnimator(duration: duration, curve: curve, animations: animations)
    completion.map { animator.addCompletion($0) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  open func addAnimations(_ animation: @escaping () -> Void) {
    addAnimations(animation, delayFactor: 0)
  }

  /// The factor is the part of the duration that passes before.
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    animations.append((delayFactor, animation))
    guard state == .active else { return }
    let wasRunning = isRunning
    prepare()
    if wasRunning { run(isReversed ? 0 : 1, curve, remaining) }
  }

  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  /// The whole time: a spring may have its own.
  private var time: TimeInterval {
    if case .physical = timingParameters.timing { return curve.ownDuration ?? duration }
    return duration
  }

  private var curve: HeldCurve { Self.curve(timingParameters, duration) }

  private static func curve(
    _ parameters: any UITimingCurveProvider, _ duration: TimeInterval
  ) -> HeldCurve {
    switch parameters.timing {
    case .function(let function): .function(function)
    case .spring(let ratio, let velocity):
      .spring(dampingRatio: Double(ratio), duration: duration, velocity: Double(velocity))
    case .physical(let mass, let stiffness, let damping, let velocity):
      .spring(
        mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
        velocity: Double(velocity))
    }
  }

  private var remaining: TimeInterval {
    time * (isReversed ? held.fraction : 1 - held.fraction)
  }

  /// Runs the blocks: their changes are held back.
  private func prepare() {
    for (delay, body) in animations {
      held.add(moving: UIView.isOfView, delay: Double(delay), body)
    }
    animations = []
    state = .active
  }

  // MARK: Running

  open func startAnimation() { startAnimation(afterDelay: 0) }

  open func startAnimation(afterDelay delay: TimeInterval) {
    guard !isRunning, state != .stopped else { return }
    if state == .active {
      return continueAnimation(withTimingParameters: nil, durationFactor: 0)
    }
    prepare()
    run(1, curve, time, delay)
  }

  private func run(
    _ end: Double, _ curve: HeldCurve, _ duration: TimeInterval, _ delay: TimeInterval = 0
  ) {
    held.run(to: end, curve, duration: duration, delay: delay)
    (isRunning, way) = (true, way + 1)
    let number = way
    FilmCode.after(delay + duration) { [self] in
      guard number == way, isRunning else { return }
      if pausesOnCompletion {
        pauseAnimation()
      } else {
        finish(end == 1 ? .end : .start)
      }
    }
  }

  private func finish(_ position: UIViewAnimatingPosition) {
    held.finish(at: position == .end ? 1 : position == .start ? 0 : held.fraction)
    (held, isRunning, state, way) = (HeldAnimation(), false, .inactive, way + 1)
    let told = completions
    completions = []
    for completion in told { completion(position) }
  }

  open func pauseAnimation() {
    if state == .inactive { prepare() }
    guard state == .active else { return }
    held.hold(at: held.fraction)
    (isRunning, way) = (false, way + 1)
  }

  /// Goes on from where it is. A factor of 0 leaves the time that remains; another one is a
  /// part of the whole.
  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) {
    guard state == .active, !isRunning else { return }
    let duration = durationFactor > 0 ? time * Double(durationFactor) : remaining
    let curve = parameters.map { Self.curve($0, duration) } ?? curve
    run(isReversed ? 0 : 1, curve, duration)
  }

  open func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active else { return }
    held.finish(at: held.fraction)
    (held, isRunning, way) = (HeldAnimation(), false, way + 1)
    state = withoutFinishing ? .inactive : .stopped
    if withoutFinishing { completions = [] }
  }

  /// Calls the completion blocks of a stopped animator.
  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    if state == .stopped { finish(finalPosition) }
  }

  /// The part of the way that shows; setting it pauses the animator there.
  open var fractionComplete: CGFloat {
    get { CGFloat(held.fraction) }
    set {
      if state == .inactive { prepare() }
      guard state == .active else { return }
      held.hold(at: min(max(Double(newValue), 0), 1))
      (isRunning, way) = (false, way + 1)
    }
  }

  /// The animator goes back to the start.
  open var isReversed = false {
    didSet {
      guard isReversed != oldValue, isRunning else { return }
      run(isReversed ? 0 : 1, curve, remaining)
    }
  }
}

/// An animation that starts, pauses and stops.
public protocol UIViewAnimating: NSObjectProtocol {
  var state: UIViewAnimatingState { get }
  var isRunning: Bool { get }
  var isReversed: Bool { get set }
  var fractionComplete: CGFloat { get set }
  func startAnimation()
  func startAnimation(afterDelay delay: TimeInterval)
  func pauseAnimation()
  func stopAnimation(_ withoutFinishing: Bool)
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animation that takes more blocks.
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
  func addAnimations(_ animation: @escaping () -> Void)
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
