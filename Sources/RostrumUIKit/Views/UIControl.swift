public import Foundation

/// Something that a script of the film uses: `sendActions(for:)` at a time.
///
/// There are no touches, and no targets with selectors, which need Objective-C: actions are
/// closures.
open class UIControl: UIView {
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let touchDown = Self(rawValue: 1)
    public static let touchUpInside = Self(rawValue: 1 << 6)
    public static let touchUpOutside = Self(rawValue: 1 << 7)
    public static let touchCancel = Self(rawValue: 1 << 8)
    public static let valueChanged = Self(rawValue: 1 << 12)
    public static let primaryActionTriggered = Self(rawValue: 1 << 13)
    public static let allEvents = Self(rawValue: .max)
  }

  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let normal: Self = []
    public static let highlighted = Self(rawValue: 1)
    public static let disabled = Self(rawValue: 2)
    public static let selected = Self(rawValue: 4)
  }

  private var handlers: [(events: Event, action: UIAction)] = []
  open var isEnabled = true { didSet { setNeedsLayout() } }
  open var isSelected = false { didSet { setNeedsLayout() } }
  open var isHighlighted = false { didSet { setNeedsLayout() } }

  open var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  open func addAction(_ action: UIAction, for controlEvents: Event) {
    handlers.append((controlEvents, action))
  }

  /// A method of the target's class, as in `Controller.tapped`, in place of a selector.
  open func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void, for controlEvents: Event
  ) {
    addAction(
      UIAction { [weak target] _ in if let target { action(target)() } }, for: controlEvents)
  }

  open func sendActions(for controlEvents: Event) {
    guard isEnabled else { return }
    for handler in handlers where !handler.events.isDisjoint(with: controlEvents) {
      handler.action.handler(handler.action)
    }
  }
}

open class UIAction: NSObject {
  public let title: String
  let handler: (UIAction) -> Void

  public init(title: String = "", handler: @escaping (UIAction) -> Void) {
    (self.title, self.handler) = (title, handler)
    super.init()
  }
}

/// A title and a picture, in the middle.
///
/// It has the types `custom` and `system`, and no configurations, menus or insets.
open class UIButton: UIControl {
  public enum ButtonType: Int, Sendable {
    case custom, system
  }

  private var titles: [State: String] = [:]
  private var colors: [State: UIColor] = [:]
  private var images: [State: UIImage] = [:]
  private let label = UILabel(frame: .zero)
  private let picture = UIImageView(frame: .zero)
  private var isSystem = false

  public convenience init(type buttonType: ButtonType) {
    self.init(frame: .zero)
    isSystem = buttonType == .system
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(picture)
    addSubview(label)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var titleLabel: UILabel? { label }
  open var imageView: UIImageView? { picture }
  open var currentTitle: String? { titles[state] ?? titles[.normal] }
  open var currentImage: UIImage? { images[state] ?? images[.normal] }

  open func setTitle(_ title: String?, for state: State) {
    titles[state] = title
    setNeedsLayout()
  }

  open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }

  open func setTitleColor(_ color: UIColor?, for state: State) {
    colors[state] = color
    setNeedsLayout()
  }

  open func setImage(_ image: UIImage?, for state: State) {
    images[state] = image
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if label.text != currentTitle { label.text = currentTitle }
    label.textColor = colors[state] ?? colors[.normal] ?? (isSystem ? tintColor : .white)
    if picture.image !== currentImage { picture.image = currentImage }
    let (text, image) = (label.sizeThatFits(.zero), currentImage?.size ?? .zero)
    let left = bounds.midX - (text.width + image.width) / 2
    picture.frame = CGRect(
      x: left, y: bounds.midY - image.height / 2, width: image.width, height: image.height)
    label.frame = CGRect(
      x: left + image.width, y: bounds.midY - text.height / 2, width: text.width,
      height: text.height)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let title = (currentTitle ?? "").size(withAttributes: [.font: label.font as Any])
    let image = currentImage?.size ?? .zero
    return CGSize(
      width: title.width + image.width, height: max(title.height, image.height) + 12)
  }
}
