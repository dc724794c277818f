public import Foundation

/// A controller that gives others their sizes.
public protocol UIContentContainer: NSObjectProtocol {
  var preferredContentSize: CGSize { get }
  func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize
  func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
}

extension UIViewController: UIContentContainer {}

/// The leader of a presentation: the place of the view, and what comes and goes with it.
open class UIPresentationController: NSObject, UIContentContainer {
  public let presentedViewController: UIViewController
  public let presentingViewController: UIViewController
  /// `nil` before the presentation begins.
  open internal(set) var containerView: UIView?

  public init(
    presentedViewController: UIViewController,
    presenting presentingViewController: UIViewController?
  ) {
    self.presentedViewController = presentedViewController
    self.presentingViewController = presentingViewController ?? presentedViewController
    super.init()
  }

  open var presentedView: UIView? { presentedViewController.view }
  open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }
  open var shouldRemovePresentersView: Bool { false }
  open var shouldPresentInFullscreen: Bool { true }
  open var presentationStyle: UIModalPresentationStyle {
    presentedViewController.modalPresentationStyle
  }

  open func presentationTransitionWillBegin() {}
  open func presentationTransitionDidEnd(_ completed: Bool) {}
  open func dismissalTransitionWillBegin() {}
  open func dismissalTransitionDidEnd(_ completed: Bool) {}
  open func containerViewWillLayoutSubviews() {}
  open func containerViewDidLayoutSubviews() {}
  open var preferredContentSize: CGSize { presentedViewController.preferredContentSize }
  open func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize { parentSize }
  open func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {}
}

/// The things that move along with a transition.
public protocol UIViewControllerTransitionCoordinator: NSObjectProtocol {
  var isAnimated: Bool { get }
  var transitionDuration: TimeInterval { get }
  var containerView: UIView { get }
  @discardableResult
  func animate(
    alongsideTransition animation:
      ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
  @discardableResult
  public func animate(
    alongsideTransition animation:
      ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}

public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
  var isAnimated: Bool { get }
  var isCancelled: Bool { get }
  var transitionDuration: TimeInterval { get }
  var containerView: UIView { get }
}

/// The coordinator of one transition. Blocks ease in and out in its time.
final class TransitionCoordinator: NSObject, UIViewControllerTransitionCoordinator,
  UIViewControllerTransitionCoordinatorContext
{
  let containerView: UIView
  let transitionDuration: TimeInterval
  let isCancelled = false
  var isAnimated: Bool { transitionDuration > 0 }

  init(_ container: UIView, duration: TimeInterval) {
    (containerView, transitionDuration) = (container, duration)
  }

  func animate(
    alongsideTransition animation:
      ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    UIView.animate(
      withDuration: transitionDuration, animations: { animation?(self) },
      completion: { _ in completion?(self) })
    return true
  }
}

/// The view around a presentation that a controller leads.
private final class PresentationPlace: UIView {
  weak var leader: UIPresentationController?

  override func layoutSubviews() {
    super.layoutSubviews()
    leader?.containerViewWillLayoutSubviews()
    leader?.containerViewDidLayoutSubviews()
  }
}

extension UIViewController {
  /// Presents in a window, or dismisses without one, what a presentation controller leads. The
  /// presenter's view stays.
  func lead(
    _ leader: UIPresentationController, in window: UIView?,
    _ animator: (any UIViewControllerAnimatedTransitioning)?, _ completion: (() -> Void)?
  ) {
    let presented = leader.presentedViewController
    let isComing = window != nil
    if let window {
      let place = PresentationPlace(frame: window.bounds)
      place.leader = leader
      window.addSubview(place)
      leader.containerView = place
    }
    guard let place = leader.containerView else { return }
    let (from, to) = isComing ? (self, presented) : (presented, self)
    let duration = animator?.transitionDuration(using: nil) ?? 0
    presented.transitionCoordinator = TransitionCoordinator(place, duration: duration)
    transitionCoordinator = presented.transitionCoordinator
    if isComing {
      leader.presentationTransitionWillBegin()
    } else {
      leader.dismissalTransitionWillBegin()
    }
    presented.movement = isComing ? .presented : .dismissed
    to.viewWillAppear(duration > 0)
    from.viewWillDisappear(duration > 0)
    let context = TransitionContext(place, from: from, to: to, isAnimated: duration > 0) {
      [weak self] isDone in
      self?.transitionCoordinator = nil
      presented.transitionCoordinator = nil
      if isComing {
        leader.presentationTransitionDidEnd(isDone)
      } else {
        leader.dismissalTransitionDidEnd(isDone)
      }
      if isDone {
        to.viewDidAppear(duration > 0)
        from.viewDidDisappear(duration > 0)
      }
      presented.movement = nil
      if isDone != isComing {
        place.removeFromSuperview()
        presented.presentationController = nil
        self?.presentedViewController = nil
        presented.presentingViewController = nil
      }
      animator?.animationEnded(isDone)
      completion?()
    }
    context.presentedFrame = {
      $0 === presented ? leader.frameOfPresentedViewInContainerView : nil
    }
    if let animator { return animator.animateTransition(using: context) }
    if isComing {
      presented.view.frame = leader.frameOfPresentedViewInContainerView
      place.addSubview(presented.view)
    }
    context.completeTransition(true)
  }
}
