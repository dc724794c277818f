// swift-format-ignore-file
import UIKit

@objc protocol FloatingFieldObserver: AnyObject {
  func fieldDidBegin(_ field: FloatingField)
  @objc optional func field(_ field: FloatingField, didMoveTo progress: CGFloat)
  @objc optional func placeholderScale(for field: FloatingField) -> CGFloat
  @objc optional var lineColor: UIColor { get }
}

/// A text field whose placeholder makes room for the text.
@IBDesignable open class FloatingField: UITextField {
  private let floating = UILabel()
  private let line = CALayer()
  weak var observer: FloatingFieldObserver?

  @IBInspectable open var activeColor: UIColor = .systemBlue { didSet { update() } }

  override open var placeholder: String? { didSet { update() } }

  override init(frame: CGRect) {
    super.init(frame: frame)
    font = UIFont.systemFont(ofSize: 16)
    layer.addSublayer(line)
    addSubview(floating)
    NotificationCenter.default.addObserver(self, selector: #selector(began), name: UITextField.textDidBeginEditingNotification, object: self)
    NotificationCenter.default.addObserver(self, selector: #selector(ended), name: UITextField.textDidEndEditingNotification, object: self)
  }

  required public init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

  deinit { NotificationCenter.default.removeObserver(self) }

  override open func layoutSubviews() {
    super.layoutSubviews()
    guard line.frame == .zero else { return }
    update()
  }

  override open func drawPlaceholder(in rect: CGRect) {}
  override open func textRect(forBounds bounds: CGRect) -> CGRect { bounds.offsetBy(dx: 0, dy: 8) }
  override open func editingRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }

  private func update() {
    floating.text = placeholder
    floating.font = font!.withSize(font!.pointSize)
    floating.textColor = .gray
    floating.sizeToFit()
    floating.center.y = bounds.midY
    line.backgroundColor = (observer?.lineColor ?? activeColor).cgColor
    line.frame = CGRect(x: 0, y: bounds.maxY - 2, width: 0, height: 2)
  }

  @objc private func began() {
    observer?.fieldDidBegin(self)
    let scale = observer?.placeholderScale?(for: self) ?? 0.7
    observer?.field?(self, didMoveTo: 1)
    line.backgroundColor = (observer?.lineColor ?? activeColor).cgColor
    UIView.animate(withDuration: 0.4, delay: 0, options: .beginFromCurrentState, animations: {
      self.floating.transform = CGAffineTransform(scaleX: scale, y: scale)
      self.floating.frame.origin = .zero
    })
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.4)
    line.frame.size.width = bounds.width
    CATransaction.commit()
  }

  @objc private func ended() {
    observer?.field?(self, didMoveTo: 0)
    line.frame.size.width = 0
    guard text?.isEmpty != false else { return }
    UIView.animate(withDuration: 0.3) {
      self.floating.transform = .identity
      self.floating.center.y = self.bounds.midY
      self.floating.frame.origin.x = 0
    }
  }
}
