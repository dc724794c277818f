public import Foundation

/// The source of the animators of a controller that is presented. All methods are optional.
public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController,
    source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
}

extension UIViewControllerTransitioningDelegate {
  public func animationController(
    forPresented presented: UIViewController, presenting: UIViewController,
    source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  public func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
}

/// An animation from one controller's view to another's.
public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
  func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
  public func animationEnded(_ transitionCompleted: Bool) {}
}

/// The things that an animator finds: the place, both controllers, and the handler of the end.
public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
  var containerView: UIView { get }
  var isAnimated: Bool { get }
  var isInteractive: Bool { get }
  var transitionWasCancelled: Bool { get }
  var presentationStyle: UIModalPresentationStyle { get }
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  func initialFrame(for vc: UIViewController) -> CGRect
  func finalFrame(for vc: UIViewController) -> CGRect
  func completeTransition(_ didComplete: Bool)
}

public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let from = Self(rawValue: "UITransitionContextFromViewController")
  public static let to = Self(rawValue: "UITransitionContextToViewController")
}

public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let from = Self(rawValue: "UITransitionContextFromView")
  public static let to = Self(rawValue: "UITransitionContextToView")
}

/// Every presentation is as large as the window.
public enum UIModalPresentationStyle: Int, Sendable {
  case automatic = -2
  case none = -1
  case fullScreen = 0
  case pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
}

public enum UIModalTransitionStyle: Int, Sendable {
  case coverVertical, flipHorizontal, crossDissolve, partialCurl
}

/// The animation of a presentation without an animator of its own.
private final class StandardTransition: NSObject, UIViewControllerAnimatedTransitioning {
  let style: UIModalTransitionStyle
  let isPresenting: Bool

  init(_ style: UIModalTransitionStyle, isPresenting: Bool) {
    (self.style, self.isPresenting) = (style, isPresenting)
  }

  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { 0.4 }

  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    guard let moved = context.view(forKey: isPresenting ? .to : .from) else {
      return context.completeTransition(true)
    }
    let place = context.containerView.bounds
    if isPresenting {
      moved.frame = place
      context.containerView.addSubview(moved)
    } else if let other = context.view(forKey: .to) {
      context.containerView.insertSubview(other, belowSubview: moved)
    }
    let fades = style == .crossDissolve
    let away = place.offsetBy(dx: 0, dy: place.height)
    func set(_ isAway: Bool) {
      if fades { moved.alpha = isAway ? 0 : 1 } else { moved.frame = isAway ? away : place }
    }
    set(isPresenting)
    UIView.animate(
      withDuration: transitionDuration(using: context), delay: 0, options: .curveEaseOut,
      animations: { set(!self.isPresenting) },
      completion: { _ in
        moved.alpha = 1
        context.completeTransition(true)
      })
  }
}

/// A change from one controller to another one.
final class TransitionContext: NSObject, UIViewControllerContextTransitioning {
  let containerView: UIView
  let from: UIViewController
  let to: UIViewController
  let isAnimated: Bool
  private var end: ((Bool) -> Void)?

  init(
    _ container: UIView, from: UIViewController, to: UIViewController, isAnimated: Bool,
    end: @escaping (Bool) -> Void
  ) {
    (containerView, self.from, self.to, self.isAnimated) = (container, from, to, isAnimated)
    self.end = end
  }

  var isInteractive: Bool { false }
  private(set) var transitionWasCancelled = false
  var presentationStyle: UIModalPresentationStyle { .custom }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    key == .from ? from : key == .to ? to : nil
  }

  func view(forKey key: UITransitionContextViewKey) -> UIView? {
    key == .from ? from.view : key == .to ? to.view : nil
  }

  func initialFrame(for vc: UIViewController) -> CGRect {
    vc === from ? containerView.bounds : .zero
  }

  func finalFrame(for vc: UIViewController) -> CGRect {
    vc === to ? containerView.bounds : .zero
  }

  func completeTransition(_ didComplete: Bool) {
    transitionWasCancelled = !didComplete
    let told = end
    end = nil
    told?(didComplete)
  }
}

extension UIViewController {
  /// Shows another controller's view in front of this one's, by its own animator or from below.
  public func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard let container = view.window, presentedViewController == nil else {
      return FilmCode.warn("a controller presents in a window, and one other at a time")
    }
    let presented = viewControllerToPresent
    (presentedViewController, presented.presentingViewController) = (presented, self)
    let animator =
      presented.transitioningDelegate?.animationController(
        forPresented: presented, presenting: self, source: self)
      ?? StandardTransition(presented.modalTransitionStyle, isPresenting: true)
    change(in: container, from: self, to: presented, flag ? animator : nil) { [self] isDone in
      if !isDone { (presentedViewController, presented.presentingViewController) = (nil, nil) }
      completion?()
    }
  }

  /// Takes the controller that this one presents away, or this one where it presents none.
  public func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard let gone = presentedViewController ?? (presentingViewController == nil ? nil : self),
      let below = gone.presentingViewController, let container = gone.view.window
    else { return }
    let animator =
      gone.transitioningDelegate?.animationController(forDismissed: gone)
      ?? StandardTransition(gone.modalTransitionStyle, isPresenting: false)
    change(in: container, from: gone, to: below, flag ? animator : nil) { isDone in
      if isDone { (below.presentedViewController, gone.presentingViewController) = (nil, nil) }
      completion?()
    }
  }

  func change(
    in container: UIView, from: UIViewController, to: UIViewController,
    _ animator: (any UIViewControllerAnimatedTransitioning)?, _ end: @escaping (Bool) -> Void
  ) {
    let isAnimated = animator != nil
    if to.presentingViewController === from { to.movement = .presented }
    if from.presentingViewController === to { from.movement = .dismissed }
    to.viewWillAppear(isAnimated)
    from.viewWillDisappear(isAnimated)
    let context = TransitionContext(container, from: from, to: to, isAnimated: isAnimated) {
      isDone in
      if isDone, to.view.superview == nil { container.addSubview(to.view) }
      if isDone, to.presentedViewController !== from { to.view.frame = container.bounds }
      (isDone ? from : to).view.removeFromSuperview()
      if isDone {
        to.viewDidAppear(isAnimated)
        from.viewDidDisappear(isAnimated)
      }
      (to.movement, from.movement) = (nil, nil)
      animator?.animationEnded(isDone)
      end(isDone)
    }
    guard let animator else {
      container.addSubview(to.view)
      return context.completeTransition(true)
    }
    animator.animateTransition(using: context)
  }
}
