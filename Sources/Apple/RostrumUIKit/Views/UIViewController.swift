public import Foundation

/// A view's controller: it loads its view, and is called when the view appears.
///
/// There are no storyboards and no rotations. Presentations are as large as the window.
open class UIViewController: UIResponder {
  private var loaded: UIView? { didSet { loaded?.controller = self } }
  /// The way in which the controller comes or goes, until it has.
  var movement: Movement?
  enum Movement {
    case presented, dismissed, toParent, fromParent
  }
  /// Whether a change of appearance that code began is one of coming.
  private var appearance: Bool?
  open private(set) var children: [UIViewController] = []
  open private(set) weak var parent: UIViewController?
  open internal(set) var presentedViewController: UIViewController?
  open internal(set) weak var presentingViewController: UIViewController?
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  open var title: String? { didSet { navigationItem.title = title } }
  public let navigationItem = UINavigationItem()
  open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)
  open var navigationController: UINavigationController? { nearest() }
  open var tabBarController: UITabBarController? { nearest() }
  open var hidesBottomBarWhenPushed = false
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  open var topLayoutGuide: UILayoutGuide { view.safeAreaLayoutGuide }
  open var bottomLayoutGuide: UILayoutGuide { view.safeAreaLayoutGuide }
  open var definesPresentationContext = false
  open var isModalInPresentation = false
  open var preferredContentSize = CGSize.zero
  open var additionalSafeAreaInsets = UIEdgeInsets.zero
  open var edgesForExtendedLayout = UIRectEdge.all
  open var extendedLayoutIncludesOpaqueBars = false
  open var automaticallyAdjustsScrollViewInsets = true
  open var isBeingPresented: Bool { movement == .presented }
  open var isBeingDismissed: Bool { movement == .dismissed }
  open var isMovingToParent: Bool { movement == .toParent }
  open var isMovingFromParent: Bool { movement == .fromParent }
  open var shouldAutorotate: Bool { true }
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .portrait }
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  open var prefersStatusBarHidden: Bool { false }
  open var traitCollection: UITraitCollection { .current }

  /// There are no files of interfaces: a name is a warning.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
    if let nibNameOrNil { FilmCode.warn("the interface file '\(nibNameOrNil)' is not read") }
  }

  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  public required init?(coder: NSCoder) { nil }

  open var view: UIView! {
    get {
      if let loaded { return loaded }
      loadView()
      viewDidLoad()
      return loaded
    }
    set { loaded = newValue }
  }
  open var viewIfLoaded: UIView? { loaded }

  open var isViewLoaded: Bool { loaded != nil }

  open func loadView() { view = UIView(frame: UIScreen.main.bounds) }

  open func loadViewIfNeeded() { _ = view }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}

  open func viewSafeAreaInsetsDidChange() {}
  open func updateViewConstraints() {}

  /// The nearest controller of a class around this one.
  private func nearest<Controller: UIViewController>() -> Controller? {
    sequence(first: self) { $0.parent }.lazy.dropFirst().compactMap { $0 as? Controller }.first
  }

  open func show(_ vc: UIViewController, sender: Any?) {
    if let navigationController {
      navigationController.pushViewController(vc, animated: true)
    } else {
      present(vc, animated: true)
    }
  }

  open func addChild(_ controller: UIViewController) {
    children.append(controller)
    controller.parent = self
  }

  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  open override var next: UIResponder? { loaded?.superview ?? parent ?? presentingViewController }

  open func setNeedsStatusBarAppearanceUpdate() {}

  /// Reports that the view appears or goes, where code and not a presentation moves it.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    appearance = isAppearing
    if isAppearing { viewWillAppear(animated) } else { viewWillDisappear(animated) }
  }

  open func endAppearanceTransition() {
    guard let isAppearing = appearance else { return }
    appearance = nil
    if isAppearing { viewDidAppear(true) } else { viewDidDisappear(true) }
  }

  open func didReceiveMemoryWarning() {}

  open func didMove(toParent parent: UIViewController?) {}
  open func willMove(toParent parent: UIViewController?) {}
}

extension Stage {
  /// A window as large as the film, in front of the layers that the stage has now. Each call makes
  /// another one.
  public func makeWindow() -> UIWindow {
    let window = UIWindow(frame: CGRect(origin: .zero, size: size))
    layer.addSublayer(window.layer)
    keep(window)
    return window
  }

  /// Puts a view in front of all others, in a window of its own.
  public func addSubview(_ view: UIView) { makeWindow().addSubview(view) }

  /// Shows a controller's view, as large as the film.
  public func show(_ controller: UIViewController) { makeWindow().rootViewController = controller }
}

extension Film {
  /// A film of a view in the middle, on a background.
  public init(
    of view: @escaping () -> UIView, size: CGSize, fps: Double = 60, duration: Double = 1,
    background: UIColor? = .white
  ) {
    self.init(size: size, fps: fps, duration: duration, background: background?.cgColor) { stage in
      let view = view()
      view.center = CGPoint(x: size.width / 2, y: size.height / 2)
      stage.addSubview(view)
    }
  }
}
