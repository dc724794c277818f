public import Foundation

/// A text, in a text layer that is as high as its lines and lies in the middle.
///
/// Letters do not shrink to fit, and the baseline cannot be adjusted. `numberOfLines` is one line,
/// or as many as there are.
open class UILabel: UIView {
  private let textLayer = CATextLayer()
  private var styled: NSAttributedString?
  private var isDrawing = false
  private var showsLayer = true

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    textLayer.contentsScale = UIScreen.pixels
    textLayer.delegate = self
    layer.addSublayer(textLayer)
    update()
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var text: String? {
    didSet {
      styled = nil
      update()
    }
  }
  open var attributedText: NSAttributedString? {
    get { styled ?? text.map { NSAttributedString(string: $0) } }
    set {
      text = newValue?.string
      styled = newValue
      update()
    }
  }
  open var font: UIFont! = .systemFont(ofSize: 17) { didSet { update() } }
  open var textColor: UIColor! = .label { didSet { update() } }
  open var textAlignment = NSTextAlignment.natural { didSet { update() } }
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail { didSet { update() } }
  open var numberOfLines = 1 { didSet { update() } }
  open var isEnabled = true
  open var highlightedTextColor: UIColor?
  open var shadowColor: UIColor? { didSet { update() } }
  open var shadowOffset = CGSize(width: 0, height: -1) { didSet { update() } }
  open var adjustsFontSizeToFitWidth = false {
    didSet { if adjustsFontSizeToFitWidth { FilmCode.warn("a label's letters do not shrink") } }
  }
  open var minimumScaleFactor: CGFloat = 0
  open var preferredMaxLayoutWidth: CGFloat = 0
  open var adjustsFontForContentSizeCategory = false
  open var allowsDefaultTighteningForTruncation = false
  open var isHighlighted = false { didSet { update() } }

  /// The place of the text in a rectangle: at its top.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect
  {
    CGRect(origin: bounds.origin, size: sizeThatFits(bounds.size))
  }

  /// Draws the text in the middle of a rectangle. The text layer shows what a label draws into its
  /// own bounds; a subclass that draws otherwise shows its drawing instead.
  open func drawText(in rect: CGRect) {
    if isDrawing, rect == bounds {
      showsLayer = true
      return
    }
    let size = sizeThatFits(rect.size)
    let parts: [NSTextAlignment: CGFloat] = [.center: 0.5, .right: 1]
    let alignment = paragraph?.alignment ?? textAlignment
    let x = rect.minX + max(rect.width - size.width, 0) * (parts[alignment] ?? 0)
    let text = NSMutableAttributedString(attributedString: shown)
    if styled == nil, let textColor {
      let whole = NSRange(location: 0, length: text.length)
      text.addAttribute(.foregroundColor, value: textColor, range: whole)
    }
    text.draw(
      in: CGRect(x: x, y: rect.midY - size.height / 2, width: size.width + 1, height: size.height))
  }

  open override func draw(_ rect: CGRect) {
    (isDrawing, showsLayer) = (true, false)
    drawText(in: bounds)
    isDrawing = false
    textLayer.isHidden = !showsLayer
  }

  /// The alignment and the breaking of the first letter's style.
  private var paragraph: NSParagraphStyle? {
    guard let styled, styled.length > 0 else { return nil }
    return styled.attribute(.paragraphStyle, at: 0, effectiveRange: nil) as? NSParagraphStyle
  }

  /// The text with the label's font and colour where it has none of its own.
  private var shown: NSAttributedString {
    let attributes: [NSAttributedString.Key: Any] = [.font: font as Any]
    guard let styled else { return NSAttributedString(string: text ?? "", attributes: attributes) }
    let result = NSMutableAttributedString(string: "")
    let whole = NSRange(location: 0, length: styled.length)
    styled.enumerateAttributes(in: whole, options: []) { own, range, _ in
      let part = (styled.string as NSString).substring(with: range)
      result.append(
        NSAttributedString(string: part, attributes: attributes.merging(own) { $1 }))
    }
    return result
  }

  private func update() {
    Self.performWithoutAnimation {
      textLayer.string = styled == nil ? text : shown
      textLayer.font = font
      textLayer.fontSize = font.pointSize
      let color = isHighlighted ? highlightedTextColor ?? textColor : textColor
      textLayer.foregroundColor = color?.cgColor
      textLayer.alignmentMode = (paragraph?.alignment ?? textAlignment).mode
      textLayer.isWrapped = numberOfLines != 1
      textLayer.shadowColor = shadowColor?.cgColor
      textLayer.shadowOpacity = shadowColor == nil ? 0 : 1
      (textLayer.shadowOffset, textLayer.shadowRadius) = (shadowOffset, 0)
    }
    setNeedsLayout()
    setNeedsDisplay()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let size = sizeThatFits(bounds.size)
    let height = min(size.height, max(bounds.height, 1))
    // A text as wide as the label is whole: space after its last letter is no part of it.
    let isCut = numberOfLines == 1 && size.width > bounds.width + 0.5
    let mode = isCut ? lineBreakMode.mode : .none
    if textLayer.truncationMode != mode { textLayer.truncationMode = mode }
    textLayer.frame = CGRect(
      x: bounds.minX, y: bounds.midY - height / 2, width: bounds.width, height: height)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let isLimited = numberOfLines != 1 && size.width > 0 && size.width < 1e6
    return shown.model.size(width: isLimited ? size.width : nil)
  }

  open override func sizeToFit() {
    let free = numberOfLines == 1 ? CGSize.zero : bounds.size
    fit(sizeThatFits(free))
  }

  open override var intrinsicContentSize: CGSize { sizeThatFits(bounds.size) }
}
