public import Foundation

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

  public struct Level: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.init(rawValue: rawValue) }

    public static let normal = Self(0)
    public static let statusBar = Self(1000)
    public static let alert = Self(2000)
  }

  /// Windows lie in the order in which they were made: it has no effect.
  open var windowLevel = Level.normal
  open weak var windowScene: UIWindowScene?
  open var screen: UIScreen { .main }
  open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

  public override init(frame: CGRect) { super.init(frame: frame) }

  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: UIScreen.main.bounds)
    self.windowScene = windowScene
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func makeKey() {}
  open func makeKeyAndVisible() { isHidden = false }
}
