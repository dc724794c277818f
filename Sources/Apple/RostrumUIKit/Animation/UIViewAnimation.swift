public import Foundation
import RostrumLayerTree

extension AnimationOptions {
  // Without an effect offline.
  public static let layoutSubviews = Self(rawValue: 1 << 0)
  public static let allowUserInteraction = Self(rawValue: 1 << 1)
  public static let overrideInheritedDuration = Self(rawValue: 1 << 5)
  public static let overrideInheritedCurve = Self(rawValue: 1 << 6)
  public static let allowAnimatedContent = Self(rawValue: 1 << 7)
  public static let showHideTransitionViews = Self(rawValue: 1 << 8)
  public static let overrideInheritedOptions = Self(rawValue: 1 << 9)

  public static let transitionFlipFromLeft = Self(rawValue: 1 << 20)
  public static let transitionFlipFromRight = Self(rawValue: 2 << 20)
  public static let transitionCurlUp = Self(rawValue: 3 << 20)
  public static let transitionCurlDown = Self(rawValue: 4 << 20)
  public static let transitionCrossDissolve = Self(rawValue: 5 << 20)
  public static let transitionFlipFromTop = Self(rawValue: 6 << 20)
  public static let transitionFlipFromBottom = Self(rawValue: 7 << 20)

  var transition: Self { Self(rawValue: rawValue & 7 << 20) }
}

/// Animations that are switched off in a film.
private final class AnimationSwitch {
  var isOff = true
}

/// The method that hears of the end of a block between two calls.
private final class BlockEnd {
  weak var target: AnyObject?
  var selector: Selector?

  /// The end of the block that was begun last.
  static var last: BlockEnd? { FilmCode.kept.lazy.compactMap { $0 as? BlockEnd }.last }
}

/// How blocks animate views: in the film's time, with key frames, springs and transitions.
extension UIView {
  public typealias AnimationOptions = RostrumQuartz.AnimationOptions
  public typealias AnimationCurve = UIViewAnimationCurve

  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let layoutSubviews = Self(rawValue: 1 << 0)
    public static let allowUserInteraction = Self(rawValue: 1 << 1)
    public static let beginFromCurrentState = Self(rawValue: 1 << 2)
    public static let `repeat` = Self(rawValue: 1 << 3)
    public static let autoreverse = Self(rawValue: 1 << 4)
    public static let calculationModeLinear: Self = []
    public static let calculationModeDiscrete = Self(rawValue: 1 << 10)
    public static let calculationModePaced = Self(rawValue: 2 << 10)
    public static let calculationModeCubic = Self(rawValue: 3 << 10)
    public static let calculationModeCubicPaced = Self(rawValue: 4 << 10)

    var mode: CAAnimationCalculationMode {
      let modes: [CAAnimationCalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
      return modes[min(Int(rawValue >> 10 & 7), 4)]
    }
  }

  /// A view is the delegate of its own layer. A layer without one takes no part in a block.
  static func isOfView(_ layer: CALayer) -> Bool {
    (layer.delegate as? UIView)?.layer === layer && areAnimationsEnabled
  }

  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    RostrumQuartz.animate(
      duration: duration, delay: delay, options: options, moving: isOfView,
      animations: animations, completion: completion)
  }

  public class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) { animate(withDuration: duration, delay: 0, animations: animations, completion: completion) }

  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval,
    usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
    options: AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    RostrumQuartz.animate(
      duration: duration, delay: delay, usingSpringWithDamping: dampingRatio,
      initialSpringVelocity: velocity, options: options, moving: isOfView,
      animations: animations, completion: completion)
  }

  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0,
    initialSpringVelocity: CGFloat = 0, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    RostrumQuartz.animate(
      springDuration: duration, bounce: bounce, initialSpringVelocity: initialSpringVelocity,
      delay: delay, options: options, moving: isOfView, animations: animations,
      completion: completion)
  }

  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval,
    options: KeyframeAnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    RostrumQuartz.animateKeyframes(
      duration: duration, delay: delay, options: AnimationOptions(rawValue: options.rawValue),
      calculationMode: options.mode, moving: isOfView, animations: animations,
      completion: completion)
  }

  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) {
    RostrumQuartz.addKeyframe(
      relativeStartTime: frameStartTime, relativeDuration: frameDuration, animations: animations)
  }

  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    RostrumQuartz.performWithoutAnimation(actionsWithoutAnimation)
  }

  /// Whether blocks animate in this film.
  public class var areAnimationsEnabled: Bool {
    !FilmCode.kept.contains { ($0 as? AnimationSwitch)?.isOff == true }
  }

  public class func setAnimationsEnabled(_ enabled: Bool) {
    if let known = FilmCode.kept.lazy.compactMap({ $0 as? AnimationSwitch }).first {
      known.isOff = !enabled
    } else if !enabled {
      FilmCode.keep(AnimationSwitch())
    }
  }

  /// The time of the block that runs.
  public class var inheritedAnimationDuration: TimeInterval { FilmCode.blockDuration }

  // MARK: Blocks between two calls

  /// The context and the names are not used.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    let end = BlockEnd()
    FilmCode.keep(end)
    OpenViewBlocks.begin(moving: isOfView) { isFinished in
      guard let selector = end.selector, let target = end.target else { return }
      selector.send(to: target, animationID, NSNumber(value: isFinished), context)
    }
  }

  public class func commitAnimations() { OpenViewBlocks.end() }

  public class func setAnimationDuration(_ duration: TimeInterval) {
    OpenViewBlocks.change { $0.duration = duration }
  }

  public class func setAnimationDelay(_ delay: TimeInterval) {
    OpenViewBlocks.change { $0.delay = delay }
  }

  public class func setAnimationCurve(_ curve: AnimationCurve) {
    let options: [AnimationOptions] = [.curveEaseInOut, .curveEaseIn, .curveEaseOut, .curveLinear]
    OpenViewBlocks.change { $0.curve = options[curve.rawValue].curve }
  }

  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
    OpenViewBlocks.change { $0.beginsFromCurrentState = fromCurrentState }
  }

  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    OpenViewBlocks.change { $0.autoreverses = repeatAutoreverses }
  }

  /// More than once is for ever.
  public class func setAnimationRepeatCount(_ repeatCount: Float) {
    OpenViewBlocks.change { $0.repeats = repeatCount > 1 }
  }

  public class func setAnimationDelegate(_ delegate: Any?) {
    BlockEnd.last?.target = delegate.map { $0 as AnyObject }
  }

  /// A method without arguments, or for the name, whether the block came to its end, and nothing.
  public class func setAnimationDidStop(_ selector: Selector?) {
    BlockEnd.last?.selector = selector
  }

  // MARK: Transitions

  /// Shows what a block changes by a transition of the view: a cross-fade, or a flip around the
  /// middle. A page's curl is a cross-fade, with a warning.
  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
    animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    if let axis = options.transition.flipAxis {
      return flip(view, duration, axis, { performWithoutAnimation { animations?() } }, completion)
    }
    if [.transitionCurlUp, .transitionCurlDown].contains(options.transition) {
      FilmCode.warn("a page does not curl: it fades")
    }
    performWithoutAnimation { animations?() }
    view.layoutIfNeeded()
    CATransaction.begin()
    CATransaction.setCompletionBlock { completion?(true) }
    if !options.transition.isEmpty {
      let fade = CATransition()
      (fade.type, fade.duration) = (.fade, duration)
      fade.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      view.layer.add(fade, forKey: kCATransition)
    }
    CATransaction.commit()
  }

  /// Replaces a view by another one in the first one's superview.
  public class func transition(
    from fromView: UIView, to toView: UIView, duration: TimeInterval,
    options: AnimationOptions = [], completion: ((Bool) -> Void)? = nil
  ) {
    guard let container = fromView.superview else { return }
    let hides = options.contains(.showHideTransitionViews)
    transition(
      with: container, duration: duration, options: options,
      animations: {
        if hides {
          (fromView.isHidden, toView.isHidden) = (true, false)
        } else {
          container.addSubview(toView)
          fromView.removeFromSuperview()
        }
      }, completion: completion)
  }

  /// The first half turns to the edge, the change comes, and the second half turns from there.
  private class func flip(
    _ view: UIView, _ duration: TimeInterval, _ axis: (path: String, sign: Double),
    _ change: @escaping () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    func turn(from: Double, to: Double, _ curve: CAMediaTimingFunctionName) -> CABasicAnimation {
      let turn = CABasicAnimation(keyPath: axis.path)
      (turn.fromValue, turn.toValue, turn.duration) = (from, to, duration / 2)
      turn.timingFunction = CAMediaTimingFunction(name: curve)
      return turn
    }
    let quarter = axis.sign * .pi / 2
    view.layer.add(turn(from: 0, to: quarter, .easeIn), forKey: "flip")
    FilmCode.after(duration / 2) {
      change()
      view.layoutIfNeeded()
      view.layer.add(turn(from: -quarter, to: 0, .easeOut), forKey: "flip")
    }
    FilmCode.after(duration) { completion?(true) }
  }
}

extension AnimationOptions {
  /// The part of the transform that a flip turns, and in which direction.
  fileprivate var flipAxis: (path: String, sign: Double)? {
    switch self {
    case .transitionFlipFromLeft: ("transform.rotation.y", 1)
    case .transitionFlipFromRight: ("transform.rotation.y", -1)
    case .transitionFlipFromTop: ("transform.rotation.x", -1)
    case .transitionFlipFromBottom: ("transform.rotation.x", 1)
    default: nil
    }
  }
}
