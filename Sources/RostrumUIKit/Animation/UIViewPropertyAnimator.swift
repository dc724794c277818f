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

/// How an animator eases.
public protocol UITimingCurveProvider: NSObjectProtocol {
  var timing: UITimingCurve { get }
}

/// The kind of curve of a timing curve provider.
public enum UITimingCurve {
  case function(CAMediaTimingFunction)
  case spring(dampingRatio: CGFloat, velocity: CGFloat)
}

open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  public let timing: UITimingCurve

  public init(animationCurve curve: UIView.AnimationCurve) {
    timing = .function(curve.function)
    super.init()
  }

  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    timing = .function(.init(point1, point2))
    super.init()
  }
}

open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  public let timing: UITimingCurve

  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
    timing = .spring(dampingRatio: ratio, velocity: velocity.dx)
    super.init()
  }

  public convenience init(dampingRatio ratio: CGFloat) {
    self.init(dampingRatio: ratio, initialVelocity: CGVector(dx: 0, dy: 0))
  }
}

/// A direction and a length.
public struct CGVector: Hashable, Sendable {
  public var dx: CGFloat
  public var dy: CGFloat

  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }

  public static let zero = CGVector(dx: 0, dy: 0)
}

extension CAMediaTimingFunction {
  fileprivate convenience init(_ point1: CGPoint, _ point2: CGPoint) {
    self.init(
      controlPoints: Float(point1.x), Float(point1.y), Float(point2.x), Float(point2.y))
  }
}

/// Blocks of animation that start when they are told to.
///
/// A running one cannot be scrubbed, reversed or paused: `fractionComplete` and `isReversed` are
/// told, and `stopAnimation` lets it end at once.
open class UIViewPropertyAnimator: NSObject {
  public let duration: TimeInterval
  public let timingParameters: any UITimingCurveProvider
  open private(set) var state = UIViewAnimatingState.inactive
  open private(set) var isRunning = false
  open var isInterruptible = true
  open var isUserInteractionEnabled = true
  open var pausesOnCompletion = false
  private var animations: [(delay: CGFloat, body: () -> Void)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private var hasEnded = false

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
    if isRunning { return run(animation, delay: 0, factor: 0) }
    animations.append((delayFactor, animation))
  }

  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  open func startAnimation() { startAnimation(afterDelay: 0) }

  open func startAnimation(afterDelay delay: TimeInterval) {
    guard state != .active else { return }
    (state, isRunning, hasEnded) = (.active, true, false)
    for (factor, body) in animations { run(body, delay: delay, factor: Double(factor)) }
    animations = []
    FilmCode.after(delay + duration) { [self] in end(at: .end) }
  }

  private func run(_ body: () -> Void, delay: TimeInterval, factor: Double) {
    let (delay, duration) = (delay + factor * duration, duration * (1 - factor))
    switch timingParameters.timing {
    case .function(let function):
      animate(
        duration: duration, delay: delay, timingFunction: function, moving: UIView.isOfView,
        animations: body)
    case .spring(let ratio, let velocity):
      animate(
        duration: duration, delay: delay, usingSpringWithDamping: ratio,
        initialSpringVelocity: velocity, options: .beginFromCurrentState,
        moving: UIView.isOfView, animations: body)
    }
  }

  private func end(at position: UIViewAnimatingPosition) {
    guard !hasEnded else { return }
    (hasEnded, isRunning, state) = (true, false, .inactive)
    for completion in completions { completion(position) }
  }

  open func stopAnimation(_ withoutFinishing: Bool) {
    if withoutFinishing {
      (hasEnded, isRunning, state) = (true, false, .inactive)
    } else {
      (isRunning, state) = (false, .stopped)
    }
  }

  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    if state == .stopped { end(at: finalPosition) }
  }

  open func pauseAnimation() { FilmCode.warn("an animator is not paused") }

  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) { FilmCode.warn("an animator is not continued") }

  open var fractionComplete: CGFloat = 0 {
    didSet { FilmCode.warn("an animator is not scrubbed: fractionComplete has no effect") }
  }

  open var isReversed = false {
    didSet { FilmCode.warn("an animator is not reversed: isReversed has no effect") }
  }
}
