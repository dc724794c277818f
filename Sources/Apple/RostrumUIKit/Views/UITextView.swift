public import Foundation

/// The receiver of a text view's events. All methods are optional.
public protocol UITextViewDelegate: UIScrollViewDelegate {
  func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
  func textViewDidBeginEditing(_ textView: UITextView)
  func textViewShouldEndEditing(_ textView: UITextView) -> Bool
  func textViewDidEndEditing(_ textView: UITextView)
  func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool
  func textViewDidChange(_ textView: UITextView)
  func textViewDidChangeSelection(_ textView: UITextView)
}

extension UITextViewDelegate {
  public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
  public func textViewDidEndEditing(_ textView: UITextView) {}
  public func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool { true }
  public func textViewDidChange(_ textView: UITextView) {}
  public func textViewDidChangeSelection(_ textView: UITextView) {}
}

/// The room of a text view's lines.
open class NSTextContainer: NSObject {
  weak var view: UITextView?
  open var lineFragmentPadding: CGFloat = 5 { didSet { view?.showAgain() } }
  /// There are as many lines as the text has.
  open var maximumNumberOfLines = 0 {
    didSet { if maximumNumberOfLines > 0 { FilmCode.warn("a text view shows all its lines") } }
  }
  open var lineBreakMode = NSLineBreakMode.byWordWrapping
}

/// Lines of text in a scroll view, which code edits as a text field's.
///
/// No keyboard, no insertion point and no selection show.
open class UITextView: UIScrollView, UITextInputTraits {
  public static let textDidBeginEditingNotification =
    NSNotification.Name("UITextViewTextDidBeginEditingNotification")
  public static let textDidChangeNotification =
    NSNotification.Name("UITextViewTextDidChangeNotification")
  public static let textDidEndEditingNotification =
    NSNotification.Name("UITextViewTextDidEndEditingNotification")

  public let textContainer = NSTextContainer()
  private let paper = TextViewPaper(frame: .zero)
  private var styled: NSAttributedString?

  public init(frame: CGRect, textContainer: NSTextContainer?) {
    super.init(frame: frame)
    self.textContainer.view = self
    backgroundColor = .systemBackground
    paper.isOpaque = false
    paper.isUserInteractionEnabled = false
    addSubview(paper)
    addGestureRecognizer(UITapGestureRecognizer(target: self, action: Selector(Self.begin)))
  }

  public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Contents

  open var text: String! = "" {
    didSet {
      styled = nil
      showAgain()
    }
  }
  open var attributedText: NSAttributedString! {
    get { styled ?? NSAttributedString(string: text ?? "", attributes: attributes) }
    set {
      text = newValue?.string ?? ""
      styled = newValue
      showAgain()
    }
  }
  open var font: UIFont? { didSet { showAgain() } }
  open var textColor: UIColor? = .label { didSet { showAgain() } }
  open var textAlignment = NSTextAlignment.natural { didSet { showAgain() } }
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet { showAgain() }
  }
  open var typingAttributes: [NSAttributedString.Key: Any] = [:]
  open var linkTextAttributes: [NSAttributedString.Key: Any]! = [:]
  open var selectedRange = NSRange(location: 0, length: 0)
  open var isEditable = true
  open var isSelectable = true

  // No keyboard comes: the traits only keep their values.
  open var keyboardType = UIKeyboardType.default
  open var keyboardAppearance = UIKeyboardAppearance.default
  open var returnKeyType = UIReturnKeyType.default
  open var autocorrectionType = UITextAutocorrectionType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var spellCheckingType = UITextSpellCheckingType.default
  open var isSecureTextEntry = false

  private var attributes: [NSAttributedString.Key: Any] {
    let paragraph = NSMutableParagraphStyle()
    paragraph.alignment = textAlignment
    return [
      .font: font ?? .systemFont(ofSize: 12), .foregroundColor: textColor ?? .label,
      .paragraphStyle: paragraph,
    ]
  }

  func showAgain() {
    invalidateIntrinsicContentSize()
    setNeedsLayout()
    paper.setNeedsDisplay()
  }

  // MARK: Places

  private func room(_ width: CGFloat) -> CGFloat {
    width - textContainerInset.left - textContainerInset.right
      - 2 * textContainer.lineFragmentPadding
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let isEmpty = text?.isEmpty != false
    let line = NSAttributedString(string: " ", attributes: attributes)
    let shown = isEmpty ? line : styled ?? NSAttributedString(string: text, attributes: attributes)
    let box = shown.boundingRect(
      with: CGSize(width: max(room(size.width), 1), height: 0), context: nil)
    return CGSize(
      width: box.width + size.width - room(size.width),
      height: box.height + textContainerInset.top + textContainerInset.bottom)
  }

  open override var intrinsicContentSize: CGSize {
    let none = UIView.noIntrinsicMetric
    guard !isScrollEnabled else { return CGSize(width: none, height: none) }
    return sizeThatFits(CGSize(width: bounds.width > 0 ? bounds.width : 1e6, height: 0))
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let height = sizeThatFits(bounds.size).height
    contentSize = CGSize(width: bounds.width, height: height)
    paper.frame = CGRect(x: 0, y: 0, width: bounds.width, height: max(height, bounds.height))
  }

  fileprivate func drawContents(_ rect: CGRect) {
    attributedText.draw(
      in: CGRect(
        x: textContainerInset.left + textContainer.lineFragmentPadding, y: textContainerInset.top,
        width: room(rect.width), height: rect.height))
  }

  // MARK: Editing

  private var told: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

  private func begin() { becomeFirstResponder() }

  open override var canBecomeFirstResponder: Bool { isEditable }

  @discardableResult open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard told?.textViewShouldBeginEditing(self) ?? true, super.becomeFirstResponder() else {
      return false
    }
    told?.textViewDidBeginEditing(self)
    NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
    return true
  }

  @discardableResult open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard told?.textViewShouldEndEditing(self) ?? true, super.resignFirstResponder() else {
      return false
    }
    told?.textViewDidEndEditing(self)
    NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
    return true
  }

  /// Types at the end of the text, as a keyboard does.
  open func insertText(_ text: String) {
    let end = NSRange(location: self.text.utf16.count, length: 0)
    guard told?.textView(self, shouldChangeTextIn: end, replacementText: text) ?? true else {
      return
    }
    self.text += text
    told?.textViewDidChange(self)
    NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
  }
}

/// The lines, which scroll inside the view.
private final class TextViewPaper: UIView {
  override func draw(_ rect: CGRect) { (superview as? UITextView)?.drawContents(bounds) }
}
