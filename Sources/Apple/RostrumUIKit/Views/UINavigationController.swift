public import Foundation

/// The source of the animators of a navigation. All methods are optional.
public protocol UINavigationControllerDelegate: NSObjectProtocol {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
}

extension UINavigationControllerDelegate {
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool
  ) {}
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool
  ) {}
  public func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
}

/// Controllers one behind the other, of which the last one shows, below a bar.
///
/// There are no buttons in the bar and no swipe back: code pushes and pops.
open class UINavigationController: UIViewController {
  public enum Operation: Int, Sendable {
    case none, push, pop
  }

  open weak var delegate: (any UINavigationControllerDelegate)?
  open private(set) var viewControllers: [UIViewController] = []
  public let navigationBar = UINavigationBar(frame: .zero)
  private let stage = UIView(frame: .zero)
  open var isNavigationBarHidden = false { didSet { view.setNeedsLayout() } }
  public let interactivePopGestureRecognizer: UIGestureRecognizer? =
    UIScreenEdgePanGestureRecognizer()

  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }

  public override init(nibName: String?, bundle: Bundle?) {
    super.init(nibName: nibName, bundle: bundle)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var topViewController: UIViewController? { viewControllers.last }
  open var visibleViewController: UIViewController? {
    topViewController?.presentedViewController ?? topViewController
  }

  open override func loadView() { view = NavigationView(stage: stage, bar: navigationBar) }

  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    isNavigationBarHidden = hidden
    navigationBar.isHidden = hidden
    UIView.animate(withDuration: animated ? 0.2 : 0) { self.view.layoutIfNeeded() }
  }

  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    let isDeeper = viewControllers.count >= self.viewControllers.count
    show(viewControllers, isDeeper ? .push : .pop, animated)
  }

  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    show(viewControllers + [viewController], .push, animated)
  }

  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard viewControllers.count > 1 else { return nil }
    let gone = viewControllers.last
    show(viewControllers.dropLast(), .pop, animated)
    return gone
  }

  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    guard viewControllers.count > 1 else { return nil }
    let gone = Array(viewControllers.dropFirst())
    show(Array(viewControllers.prefix(1)), .pop, animated)
    return gone
  }

  private func show(_ new: [UIViewController], _ operation: Operation, _ isAnimated: Bool) {
    let (from, to) = (viewControllers.last, new.last)
    for gone in viewControllers where !new.contains(where: { $0 === gone }) {
      gone.removeFromParent()
    }
    for added in new where added.parent !== self { addChild(added) }
    viewControllers = new
    navigationBar.items = new.map(\.navigationItem)
    guard let to, from !== to else { return }
    let place = stage
    to.view.frame = place.bounds
    to.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    delegate?.navigationController(self, willShow: to, animated: isAnimated)
    if operation == .push { to.movement = .toParent } else { from?.movement = .fromParent }
    guard let from else {
      to.viewWillAppear(false)
      place.addSubview(to.view)
      to.viewDidAppear(false)
      to.movement = nil
      return
    }
    let animator = delegate?.navigationController(
      self, animationControllerFor: operation, from: from, to: to)
    let standard = SlideTransition(isBack: operation == .pop)
    change(in: place, from: from, to: to, isAnimated ? animator ?? standard : nil) {
      [self] isDone in
      if isDone { delegate?.navigationController(self, didShow: to, animated: isAnimated) }
    }
  }
}

/// A view with a bar at its top.
private final class NavigationView: UIView {
  let stage: UIView
  let bar: UINavigationBar

  init(stage: UIView, bar: UINavigationBar) {
    (self.stage, self.bar) = (stage, bar)
    super.init(frame: UIScreen.main.bounds)
    stage.frame = bounds
    stage.clipsToBounds = true
    stage.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(stage)
    addSubview(bar)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    bar.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 44)
  }
}

/// The standard move between two controllers of a navigation: from the right, and back.
private final class SlideTransition: NSObject, UIViewControllerAnimatedTransitioning {
  let isBack: Bool

  init(isBack: Bool) { self.isBack = isBack }

  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { 0.35 }

  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    guard let from = context.view(forKey: .from), let to = context.view(forKey: .to) else {
      return context.completeTransition(true)
    }
    let place = context.containerView.bounds
    let (right, left) = (
      place.offsetBy(dx: place.width, dy: 0), place.offsetBy(dx: -place.width * 0.3, dy: 0)
    )
    to.frame = isBack ? left : right
    if isBack {
      context.containerView.insertSubview(to, belowSubview: from)
    } else {
      context.containerView.addSubview(to)
    }
    UIView.animate(
      withDuration: transitionDuration(using: context), delay: 0, options: .curveEaseInOut,
      animations: {
        to.frame = place
        from.frame = self.isBack ? right : left
      }, completion: { _ in context.completeTransition(true) })
  }
}

/// The receiver of a tab bar's changes. All methods are optional.
public protocol UITabBarControllerDelegate: NSObjectProtocol {
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool
  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
  public func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool { true }
  public func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) {}
}

/// Controllers of which one shows, above a bar with their items. Code selects; taps do not.
open class UITabBarController: UIViewController {
  open weak var delegate: (any UITabBarControllerDelegate)?
  public let tabBar = UITabBar(frame: .zero)
  open var viewControllers: [UIViewController]? {
    didSet {
      for gone in oldValue ?? [] { gone.removeFromParent() }
      for added in viewControllers ?? [] { addChild(added) }
      tabBar.items = viewControllers?.map(\.tabBarItem)
      showSelected(instead: nil)
    }
  }
  open var selectedIndex = 0 {
    didSet { if oldValue != selectedIndex { showSelected(instead: controller(oldValue)) } }
  }
  open var selectedViewController: UIViewController? {
    get { controller(selectedIndex) }
    set {
      if let index = viewControllers?.firstIndex(where: { $0 === newValue }) {
        selectedIndex = index
      }
    }
  }

  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    self.viewControllers = viewControllers
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    let height: CGFloat = 49
    tabBar.frame = CGRect(
      x: 0, y: view.bounds.height - height, width: view.bounds.width, height: height)
    tabBar.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    view.addSubview(tabBar)
    showSelected(instead: nil)
  }

  private func controller(_ index: Int) -> UIViewController? {
    viewControllers.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  private func showSelected(instead old: UIViewController?) {
    guard isViewLoaded, let shown = controller(selectedIndex) else { return }
    tabBar.selectedItem = shown.tabBarItem
    old?.viewWillDisappear(false)
    shown.viewWillAppear(false)
    old?.view.removeFromSuperview()
    shown.view.frame = view.bounds
    shown.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.insertSubview(shown.view, at: 0)
    old?.viewDidDisappear(false)
    shown.viewDidAppear(false)
  }
}
