/// The view that holds all others: `Stage.makeWindow` makes a film's.
open class UIWindow: UIView {
  open override var window: UIWindow? { self }

  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.view.removeFromSuperview()
      guard let controller = rootViewController else { return }
      controller.view.frame = bounds
      controller.viewWillAppear(false)
      addSubview(controller.view)
      // After the first commit, so that code finds a presentation to animate from.
      FilmCode.after(0) { controller.viewDidAppear(false) }
    }
  }

  open func makeKeyAndVisible() { isHidden = false }
}
