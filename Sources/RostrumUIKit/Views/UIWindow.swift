/// The view that holds all others. It is no film's by itself: `Stage.window` is.
open class UIWindow: UIView {
  open override var window: UIWindow? { self }

  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.view.removeFromSuperview()
      guard let controller = rootViewController else { return }
      controller.view.frame = bounds
      controller.viewWillAppear(false)
      addSubview(controller.view)
      controller.viewDidAppear(false)
    }
  }

  open func makeKeyAndVisible() { isHidden = false }
}
