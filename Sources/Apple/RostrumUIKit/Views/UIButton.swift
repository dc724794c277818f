public import Foundation

/// A title and a picture, in the middle.
///
/// It has the types `custom` and `system`, and no configurations, menus or insets.
open class UIButton: UIControl {
  public enum ButtonType: Int, Sendable {
    case custom, system
  }

  /// Values by states; a state without one has the normal one's.
  private struct StateValues<Content> {
    private(set) var all: [State: Content] = [:]

    subscript(state: State) -> Content? {
      get { all[state] ?? all[.normal] }
      set { all[state] = newValue }
    }
  }

  private var titles = StateValues<String>() { didSet { setNeedsLayout() } }
  private var colors = StateValues<UIColor>() { didSet { setNeedsLayout() } }
  private var images = StateValues<UIImage>() { didSet { setNeedsLayout() } }
  private var backgrounds = StateValues<UIImage>() { didSet { setNeedsLayout() } }
  private var styledTitles = StateValues<NSAttributedString>() { didSet { setNeedsLayout() } }
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

  open var buttonType: ButtonType { isSystem ? .system : .custom }
  /// Distances that move the title and the picture apart.
  open var titleEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  open var imageEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  // Without an effect: pictures stay as they are.
  open var adjustsImageWhenHighlighted = true
  open var adjustsImageWhenDisabled = true
  open var showsTouchWhenHighlighted = false
  open var titleLabel: UILabel? { label }
  open var imageView: UIImageView? { picture }
  open var currentTitle: String? { titles[state] }
  open var currentImage: UIImage? { images[state] }
  open var currentBackgroundImage: UIImage? { backgrounds[state] }
  open var currentAttributedTitle: NSAttributedString? { styledTitles[state] }
  open var reversesTitleShadowWhenHighlighted = false
  open var adjustsImageSizeForAccessibilityContentSizeCategory = false

  // The rectangles are the button's present ones: overrides move nothing.
  open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: contentEdgeInsets) }
  open func titleRect(forContentRect contentRect: CGRect) -> CGRect { label.frame }
  open func imageRect(forContentRect contentRect: CGRect) -> CGRect { picture.frame }

  open func setTitleShadowColor(_ color: UIColor?, for state: State) {
    if state == .normal { label.shadowColor = color }
  }

  open func title(for state: State) -> String? { titles[state] }
  open func attributedTitle(for state: State) -> NSAttributedString? { styledTitles[state] }
  open func titleColor(for state: State) -> UIColor? { colors[state] }
  open func image(for state: State) -> UIImage? { images[state] }
  open func backgroundImage(for state: State) -> UIImage? { backgrounds[state] }
  open func setTitle(_ title: String?, for state: State) { titles[state] = title }
  open func setTitleColor(_ color: UIColor?, for state: State) { colors[state] = color }
  open func setImage(_ image: UIImage?, for state: State) { images[state] = image }

  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    styledTitles[state] = title
  }

  open func setBackgroundImage(_ image: UIImage?, for state: State) { backgrounds[state] = image }

  open var currentTitleColor: UIColor { colors[state] ?? (isSystem ? tintColor : .white) }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if let styled = attributedTitle(for: state) {
      if label.attributedText != styled { label.attributedText = styled }
    } else if label.text != currentTitle {
      label.text = currentTitle
    }
    if label.textColor != currentTitleColor { label.textColor = currentTitleColor }
    if picture.image !== currentImage { picture.image = currentImage }
    if !backgrounds.all.isEmpty {
      Self.performWithoutAnimation { layer.contents = backgrounds[state]?.cgImage }
    }
    let (text, image) = (label.sizeThatFits(.zero), currentImage?.size ?? .zero)
    let area = bounds.inset(by: contentEdgeInsets)
    let width = text.width + image.width
    let left =
      switch contentHorizontalAlignment {
      case .left, .leading, .fill: area.minX
      case .right, .trailing: area.maxX - width
      case .center: area.midX - width / 2
      }
    func top(_ height: CGFloat) -> CGFloat {
      switch contentVerticalAlignment {
      case .top, .fill: area.minY
      case .bottom: area.maxY - height
      case .center: area.midY - height / 2
      }
    }
    func place(_ view: UIView, _ x: CGFloat, _ size: CGSize, _ insets: UIEdgeInsets) {
      view.place(
        CGRect(
          x: x + insets.left - insets.right, y: top(size.height) + insets.top - insets.bottom,
          width: size.width, height: size.height))
    }
    place(picture, left, image, imageEdgeInsets)
    place(label, left + image.width, text, titleEdgeInsets)
  }

  /// The title and the picture are no targets of touches.
  open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === label || hit === picture ? self : hit
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let title = label.attributedText == nil ? CGSize.zero : label.sizeThatFits(.zero)
    let text = currentTitle.map { $0.size(withAttributes: [.font: label.font as Any]) } ?? title
    let image = currentImage?.size ?? .zero
    let insets = contentEdgeInsets
    return CGSize(
      width: text.width + image.width + insets.left + insets.right,
      height: max(text.height, image.height) + 12 + insets.top + insets.bottom)
  }

  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }
}
