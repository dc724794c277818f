public import Foundation

/// The receiver of a text field's events. All methods are optional.
public protocol UITextFieldDelegate: NSObjectProtocol {
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
  func textFieldDidBeginEditing(_ textField: UITextField)
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
  func textFieldDidEndEditing(_ textField: UITextField)
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool
  func textFieldShouldClear(_ textField: UITextField) -> Bool
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool { true }
  public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

/// A line of text that code edits: `becomeFirstResponder()` begins, `text` types, and
/// `resignFirstResponder()` ends.
///
/// It shows the text or the placeholder, the border, and views at the sides; no keyboard, no
/// insertion point, no selection and no button that clears.
open class UITextField: UIControl {
  public enum BorderStyle: Int, Sendable {
    case none, line, bezel, roundedRect
  }

  public enum ViewMode: Int, Sendable {
    case never, whileEditing, unlessEditing, always
  }

  public static let textDidBeginEditingNotification =
    NSNotification.Name("UITextFieldTextDidBeginEditingNotification")
  public static let textDidEndEditingNotification =
    NSNotification.Name("UITextFieldTextDidEndEditingNotification")
  public static let textDidChangeNotification =
    NSNotification.Name("UITextFieldTextDidChangeNotification")

  open weak var delegate: (any UITextFieldDelegate)?
  private let paper = TextFieldPaper(frame: .zero)
  private var styled: NSAttributedString?
  open private(set) var isEditing = false

  public override init(frame: CGRect) {
    super.init(frame: frame)
    paper.isUserInteractionEnabled = false
    paper.isOpaque = false
    addSubview(paper)
    addGestureRecognizer(
      UITapGestureRecognizer(target: self, action: Selector(Self.begin)))
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Contents

  open var text: String? = "" {
    didSet {
      styled = nil
      showAgain()
    }
  }
  open var attributedText: NSAttributedString? {
    get { styled ?? NSAttributedString(string: text ?? "", attributes: attributes(textColor)) }
    set {
      text = newValue?.string
      styled = newValue
      showAgain()
    }
  }
  open var placeholder: String? { didSet { showAgain() } }
  open var attributedPlaceholder: NSAttributedString? { didSet { showAgain() } }
  open var font: UIFont? = .systemFont(ofSize: 17) { didSet { showAgain() } }
  open var textColor: UIColor? = .label { didSet { showAgain() } }
  open var textAlignment = NSTextAlignment.natural { didSet { showAgain() } }
  open var defaultTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { showAgain() } }
  open var typingAttributes: [NSAttributedString.Key: Any]?
  open var borderStyle = BorderStyle.none {
    didSet {
      layer.cornerRadius = borderStyle == .roundedRect ? 5 : 0
      layer.borderWidth = borderStyle == .none ? 0 : 1
      layer.borderColor = (borderStyle == .roundedRect ? UIColor.systemGray4 : .black).cgColor
      showAgain()
    }
  }
  open var background: UIImage?
  open var clearButtonMode = ViewMode.never
  open var clearsOnBeginEditing = false
  open var adjustsFontSizeToFitWidth = false
  open var minimumFontSize: CGFloat = 0
  open var leftView: UIView? { didSet { exchange(oldValue, leftView) } }
  open var rightView: UIView? { didSet { exchange(oldValue, rightView) } }
  open var leftViewMode = ViewMode.never { didSet { setNeedsLayout() } }
  open var rightViewMode = ViewMode.never { didSet { setNeedsLayout() } }

  open var isSecureTextEntry = false { didSet { showAgain() } }

  private func showAgain() {
    setNeedsLayout()
    paper.setNeedsDisplay()
  }

  private func exchange(_ old: UIView?, _ new: UIView?) {
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    setNeedsLayout()
  }

  private func attributes(_ color: UIColor?) -> [NSAttributedString.Key: Any] {
    let own: [NSAttributedString.Key: Any] = [
      .font: font ?? .systemFont(ofSize: 17), .foregroundColor: color ?? .label,
    ]
    return own.merging(defaultTextAttributes) { $1 }
  }

  // MARK: Places

  open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }

  open func textRect(forBounds bounds: CGRect) -> CGRect {
    let edge: CGFloat = borderStyle == .none ? 0 : 7
    let left = isShown(leftView, leftViewMode) ? leftViewRect(forBounds: bounds).maxX : edge
    let right =
      isShown(rightView, rightViewMode) ? rightViewRect(forBounds: bounds).minX : bounds.maxX - edge
    return CGRect(x: left, y: bounds.minY, width: max(right - left, 0), height: bounds.height)
  }

  open func editingRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }

  open func placeholderRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }

  open func leftViewRect(forBounds bounds: CGRect) -> CGRect {
    let size = leftView?.bounds.size ?? .zero
    return CGRect(
      x: bounds.minX, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
  }

  open func rightViewRect(forBounds bounds: CGRect) -> CGRect {
    let size = rightView?.bounds.size ?? .zero
    return CGRect(
      x: bounds.maxX - size.width, y: bounds.midY - size.height / 2, width: size.width,
      height: size.height)
  }

  open func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
    CGRect(x: bounds.maxX - 24, y: bounds.midY - 9.5, width: 19, height: 19)
  }

  private func isShown(_ view: UIView?, _ mode: ViewMode) -> Bool {
    view != nil && (mode == .always || mode == (isEditing ? .whileEditing : .unlessEditing))
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    paper.frame = bounds
    let sides = [
      (leftView, leftViewMode, leftViewRect(forBounds: bounds)),
      (rightView, rightViewMode, rightViewRect(forBounds: bounds)),
    ]
    for (view, mode, rect) in sides {
      view?.isHidden = !isShown(view, mode)
      view?.frame = rect
    }
  }

  open override var intrinsicContentSize: CGSize {
    let shown = text?.isEmpty == false ? text : attributedPlaceholder?.string ?? placeholder
    let size = (shown ?? "").size(withAttributes: attributes(nil))
    let edge: CGFloat = borderStyle == .none ? 0 : 7
    let height = max(size.height, (font?.lineHeight ?? 0).rounded(.up))
    return CGSize(width: size.width + 2 * edge, height: height + 2 * edge)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  // MARK: Drawing

  open func drawText(in rect: CGRect) {
    guard let text = attributedText, text.length > 0 else { return }
    let dots = NSAttributedString(
      string: String(repeating: "•", count: text.length), attributes: attributes(textColor))
    draw(isSecureTextEntry ? dots : text, in: rect)
  }

  open func drawPlaceholder(in rect: CGRect) {
    let plain = NSAttributedString(
      string: placeholder ?? "", attributes: attributes(.placeholderText))
    draw(attributedPlaceholder ?? plain, in: rect)
  }

  private func draw(_ text: NSAttributedString, in rect: CGRect) {
    let size = text.size()
    let parts: [NSTextAlignment: CGFloat] = [.center: 0.5, .right: 1]
    let x = rect.minX + max(rect.width - size.width, 0) * (parts[textAlignment] ?? 0)
    text.draw(at: CGPoint(x: x, y: rect.midY - size.height / 2))
  }

  fileprivate func drawContents() {
    let isEmpty = text?.isEmpty != false
    let rect = isEmpty ? placeholderRect(forBounds: bounds) : textRect(forBounds: bounds)
    UIGraphicsGetCurrentContext()?.clip(to: bounds)
    if isEmpty {
      drawPlaceholder(in: rect)
    } else {
      drawText(in: isEditing ? editingRect(forBounds: bounds) : rect)
    }
  }

  // MARK: Editing

  private func begin() { becomeFirstResponder() }

  open override var canBecomeFirstResponder: Bool { isEnabled }

  @discardableResult open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard delegate?.textFieldShouldBeginEditing(self) ?? true, super.becomeFirstResponder() else {
      return false
    }
    isEditing = true
    if clearsOnBeginEditing { text = "" }
    delegate?.textFieldDidBeginEditing(self)
    tell(.editingDidBegin, Self.textDidBeginEditingNotification)
    return true
  }

  @discardableResult open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder() else {
      return false
    }
    isEditing = false
    delegate?.textFieldDidEndEditing(self)
    tell(.editingDidEnd, Self.textDidEndEditingNotification)
    return true
  }

  private func tell(_ event: UIControl.Event, _ name: NSNotification.Name) {
    sendActions(for: event)
    NotificationCenter.default.post(name: name, object: self)
    showAgain()
  }
}

/// The place of a field's text: a field that draws by itself has it too.
private final class TextFieldPaper: UIView {
  override func draw(_ rect: CGRect) { (superview as? UITextField)?.drawContents() }
}
