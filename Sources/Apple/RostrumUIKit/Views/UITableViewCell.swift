public import Foundation

/// A row of a table: a view for its content, with a picture and up to two texts.
open class UITableViewCell: UIView {
  public enum CellStyle: Int, Sendable {
    case `default`, value1, value2, subtitle
  }

  public enum SelectionStyle: Int, Sendable {
    case none, blue, gray, `default`
  }

  public enum SeparatorStyle: Int, Sendable {
    case none, singleLine
  }

  public enum AccessoryType: Int, Sendable {
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }

  public let reuseIdentifier: String?
  public let contentView = UIView(frame: .zero)
  private let style: CellStyle
  private let line = CALayer()
  var separator: UIColor? { didSet { line.backgroundColor = separator?.cgColor } }
  open private(set) lazy var textLabel: UILabel? = added(UILabel())
  open private(set) lazy var detailTextLabel: UILabel? =
    style == .default ? nil : added(UILabel())
  open private(set) lazy var imageView: UIImageView? = added(UIImageView())
  open var selectionStyle = SelectionStyle.default
  /// Shows nothing.
  open var accessoryType = AccessoryType.none
  open var accessoryView: UIView?
  open var separatorInset = UIEdgeInsets(top: 0, left: 15, bottom: 0, right: 0)
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }
  open var selectedBackgroundView: UIView?
  open var isSelected = false
  open var isHighlighted = false

  public init(style: CellStyle, reuseIdentifier: String?) {
    (self.style, self.reuseIdentifier) = (style, reuseIdentifier)
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    backgroundColor = .systemBackground
    contentView.frame = bounds
    addSubview(contentView)
    layer.addSublayer(line)
  }

  public override convenience init(frame: CGRect) {
    self.init(style: .default, reuseIdentifier: nil)
    self.frame = frame
  }

  public required init?(coder: NSCoder) {
    (style, reuseIdentifier) = (.default, nil)
    super.init(coder: coder)
  }

  private func added<View: UIView>(_ view: View) -> View {
    contentView.addSubview(view)
    return view
  }

  open func prepareForReuse() {}

  open func setSelected(_ selected: Bool, animated: Bool) {
    isSelected = selected
    guard selectionStyle != .none else { return }
    UIView.animate(withDuration: animated ? 0.3 : 0) {
      self.contentView.backgroundColor = selected ? .systemGray4 : nil
    }
  }

  open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }

  open override func layoutSubviews() {
    super.layoutSubviews()
    for view in [contentView, backgroundView] { view?.place(bounds) }
    let left = separatorInset.left
    line.frame = CGRect(x: left, y: bounds.maxY - 0.5, width: bounds.width - left, height: 0.5)
    guard contentView.subviews.contains(where: { $0 is UILabel || $0 is UIImageView }) else {
      return
    }
    layOutStandardViews()
  }

  private func layOutStandardViews() {
    var x: CGFloat = 15
    let shown = contentView.subviews
    if let picture = shown.contains(where: { $0 === imageView }) ? imageView : nil,
      let size = picture.image?.size
    {
      picture.frame = CGRect(
        x: x, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
      x += size.width + 15
    }
    let labels = [textLabel, detailTextLabel].compactMap(\.self).filter { label in
      label.text?.isEmpty == false
    }
    let height = bounds.height / CGFloat(max(labels.count, 1))
    for (index, label) in labels.enumerated() {
      label.frame = CGRect(
        x: x, y: CGFloat(index) * height, width: max(bounds.width - x - 15, 0), height: height)
    }
  }
}

/// A class whose initializer a metatype may call, as `_CreatableLayer` is one of layers.
open class _CreatableCell: UITableViewCell {
  public required override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  @inline(never)
  static func make(_ type: UITableViewCell.Type, _ identifier: String) -> UITableViewCell {
    unsafeBitCast(type, to: _CreatableCell.Type.self)
      .init(style: .default, reuseIdentifier: identifier)
  }
}

// What is not there is refused by its name.

@available(*, unavailable, message: "dynamics are not there; scene files have physics")
open class UIDynamicAnimator: NSObject {}
