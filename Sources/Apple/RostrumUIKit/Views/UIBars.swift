public import Foundation

/// A title and a picture in a bar.
open class UIBarItem: NSObject {
  open var isEnabled = true
  open var title: String?
  open var image: UIImage?
  open var imageInsets = UIEdgeInsets.zero
  open var tag = 0

  public override init() { super.init() }

  /// There are no archives: always `nil`.
  public required init?(coder: NSCoder) { nil }
}

/// A button of a bar, which calls its target.
open class UIBarButtonItem: UIBarItem {
  public enum Style: Int, Sendable {
    case plain
    case done = 2
  }

  open var style = Style.plain
  open var customView: UIView?
  open weak var target: AnyObject?
  open var action: Selector?
  open var tintColor: UIColor?

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
    self.init()
    (self.title, self.style, self.action) = (title, style, action)
    self.target = target.map { $0 as AnyObject }
  }

  public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
    self.init(title: nil, style: style, target: target, action: action)
    self.image = image
  }

  /// Items of the system, of which a bar shows none.
  public enum SystemItem: Int, Sendable {
    case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize
    case bookmarks, search, refresh, stop, camera, trash, play, pause, rewind, fastForward, undo
    case redo
    case close = 24
  }

  public convenience init(
    barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?
  ) { self.init(title: "\(systemItem)", style: .plain, target: target, action: action) }

  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }
}

open class UITabBarItem: UIBarItem {
  open var selectedImage: UIImage?
  open var badgeValue: String?
  open var badgeColor: UIColor?
  open var titlePositionAdjustment = UIOffset.zero

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
    (self.title, self.image, self.tag) = (title, image, tag)
  }

  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init(title: title, image: image, tag: 0)
    self.selectedImage = selectedImage
  }
}

/// The title of a controller and the buttons beside it.
open class UINavigationItem: NSObject {
  open var title: String?
  open var titleView: UIView?
  open var leftBarButtonItem: UIBarButtonItem?
  open var rightBarButtonItem: UIBarButtonItem?
  open var leftBarButtonItems: [UIBarButtonItem]?
  open var rightBarButtonItems: [UIBarButtonItem]?
  open var backBarButtonItem: UIBarButtonItem?
  open var hidesBackButton = false

  public init(title: String) {
    self.title = title
    super.init()
  }

  public override convenience init() { self.init(title: "") }

  /// There are no archives: always `nil`.
  public required init?(coder: NSCoder) { nil }
}

public enum UIBarStyle: Int, Sendable {
  case `default`, black
}

/// A bar with a title in its middle, 44 points high. It shows no buttons.
open class UINavigationBar: UIView {
  private let titleLabel = UILabel()
  open var barStyle = UIBarStyle.default { didSet { update() } }
  open var barTintColor: UIColor? { didSet { update() } }
  open var isTranslucent = true { didSet { update() } }
  open var prefersLargeTitles = false
  open var shadowImage: UIImage?
  open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { update() } }
  open var items: [UINavigationItem]? { didSet { update() } }
  open var topItem: UINavigationItem? { items?.last }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    titleLabel.textAlignment = .center
    titleLabel.font = .systemFont(ofSize: 17, weight: .semibold)
    addSubview(titleLabel)
    update()
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
    layer.contents = backgroundImage?.cgImage
  }

  func update() {
    let standard: UIColor = barStyle == .black ? .black : .systemBackground
    backgroundColor = barTintColor ?? standard
    let color: UIColor = barStyle == .black ? .white : .label
    let own: [NSAttributedString.Key: Any] = [.foregroundColor: color]
    titleLabel.attributedText = NSAttributedString(
      string: topItem?.title ?? "", attributes: own.merging(titleTextAttributes ?? [:]) { $1 })
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    topItem?.titleView.map { view in
      if view.superview !== self { addSubview(view) }
      view.center = CGPoint(x: bounds.midX, y: bounds.midY)
    }
    titleLabel.isHidden = topItem?.titleView != nil
    titleLabel.frame = bounds.insetBy(dx: 60, dy: 0)
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: 44)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 44)
  }
}

public enum UIBarMetrics: Int, Sendable {
  case `default`, compact
}

/// A bar with the pictures and titles of items, 49 points high; `selectedItem` has the tint.
open class UITabBar: UIView {
  private var parts: [(picture: UIImageView, label: UILabel)] = []
  open var barStyle = UIBarStyle.default
  open var barTintColor: UIColor? { didSet { backgroundColor = barTintColor } }
  open var isTranslucent = true
  open var unselectedItemTintColor: UIColor? { didSet { setNeedsLayout() } }
  open var selectedItem: UITabBarItem? { didSet { setNeedsLayout() } }
  open var items: [UITabBarItem]? { didSet { makeParts() } }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemBackground
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }

  private func makeParts() {
    for part in parts {
      part.picture.removeFromSuperview()
      part.label.removeFromSuperview()
    }
    parts = (items ?? []).map { item in
      let (picture, label) = (UIImageView(image: item.image), UILabel())
      picture.contentMode = .center
      (label.text, label.textAlignment, label.font) = (item.title, .center, .systemFont(ofSize: 10))
      addSubview(picture)
      addSubview(label)
      return (picture, label)
    }
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width / CGFloat(max(parts.count, 1))
    for (index, part) in parts.enumerated() {
      let isSelected = items?[index] === selectedItem
      let color = isSelected ? tintColor : unselectedItemTintColor ?? .systemGray
      part.label.textColor = color
      part.picture.image = items?[index].image?.withRenderingMode(.alwaysTemplate)
      part.picture.tintColor = color
      let x = CGFloat(index) * width
      part.picture.frame = CGRect(x: x, y: 4, width: width, height: 28)
      part.label.frame = CGRect(x: x, y: 33, width: width, height: 13)
    }
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 49)
  }
}
