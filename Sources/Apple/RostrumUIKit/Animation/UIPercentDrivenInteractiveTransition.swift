public import Foundation

/// A transition that code leads by fractions. Here it runs by itself, with a warning.
open class UIPercentDrivenInteractiveTransition: NSObject, UIViewControllerInteractiveTransitioning
{
  open private(set) var percentComplete: CGFloat = 0
  open var duration: CGFloat { 0 }
  open var completionSpeed: CGFloat = 1
  open var completionCurve = UIView.AnimationCurve.easeInOut
  open var wantsInteractiveStart = true
  open var timingCurve: (any UITimingCurveProvider)?

  public override init() { super.init() }

  open func startInteractiveTransition(
    _ transitionContext: any UIViewControllerContextTransitioning
  ) {}

  open func update(_ percentComplete: CGFloat) {
    self.percentComplete = percentComplete
    FilmCode.warn("a transition runs by itself: its fractions have no effect")
  }

  open func cancel() { FilmCode.warn("a transition runs to its end: it is not cancelled") }
  open func finish() {}
}
