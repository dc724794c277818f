import Foundation

// Calls of a framework's optional methods, as Objective-C's are written:
// `delegate?.scrollViewDidScroll?(scrollView)`. Here every method has a default.

extension UIScrollViewDelegate {
  public var scrollViewDidScroll: ((UIScrollView) -> Void)? { { self.scrollViewDidScroll($0) } }
  public var scrollViewWillBeginDragging: ((UIScrollView) -> Void)? {
    { self.scrollViewWillBeginDragging($0) }
  }
  public var scrollViewDidEndDecelerating: ((UIScrollView) -> Void)? {
    { self.scrollViewDidEndDecelerating($0) }
  }
  public var scrollViewDidEndScrollingAnimation: ((UIScrollView) -> Void)? {
    { self.scrollViewDidEndScrollingAnimation($0) }
  }
}

/// The call `delegate?.scrollViewDidEndDragging?(scrollView, willDecelerate: decelerate)`.
public struct UIScrollViewEndDraggingCall {
  fileprivate let receiver: any UIScrollViewDelegate

  public func callAsFunction(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    receiver.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
  }
}

extension UIScrollViewDelegate {
  public var scrollViewDidEndDragging: UIScrollViewEndDraggingCall? {
    UIScrollViewEndDraggingCall(receiver: self)
  }
}

extension UITextFieldDelegate {
  public var textFieldShouldBeginEditing: ((UITextField) -> Bool)? {
    { self.textFieldShouldBeginEditing($0) }
  }
  public var textFieldDidBeginEditing: ((UITextField) -> Void)? {
    { self.textFieldDidBeginEditing($0) }
  }
  public var textFieldShouldEndEditing: ((UITextField) -> Bool)? {
    { self.textFieldShouldEndEditing($0) }
  }
  public var textFieldDidEndEditing: ((UITextField) -> Void)? {
    { self.textFieldDidEndEditing($0) }
  }
  public var textFieldShouldReturn: ((UITextField) -> Bool)? { { self.textFieldShouldReturn($0) } }
}

/// The calls of a tab bar's receiver.
public struct UITabBarControllerCalls {
  fileprivate let receiver: any UITabBarControllerDelegate

  public func callAsFunction(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool {
    receiver.tabBarController(tabBarController, shouldSelect: viewController)
  }

  public func callAsFunction(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) {
    receiver.tabBarController(tabBarController, didSelect: viewController)
  }
}

extension UITabBarControllerDelegate {
  public var tabBarController: UITabBarControllerCalls? { UITabBarControllerCalls(receiver: self) }
}

/// The calls of an animator's context or of its end.
extension UIViewControllerAnimatedTransitioning {
  public var animationEnded: ((Bool) -> Void)? { { self.animationEnded($0) } }
}
