public import Foundation

/// Eight spokes, of which each is a little behind the one before.
///
/// It turns once a second; the spokes' form is Rostrum's own.
open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable {
    case medium = 100
    case large = 101
    // Styles of iOS 12 and earlier.
    case whiteLarge = 0
    case white = 1
    case gray = 2

    var side: CGFloat { self == .large || self == .whiteLarge ? 37 : 20 }
  }

  private let spokes = CAReplicatorLayer()
  private let spoke = CALayer()
  open var style: Style { didSet { arrange() } }
  open var color: UIColor! = .systemGray { didSet { arrange() } }
  open var hidesWhenStopped = true { didSet { isHidden = hidesWhenStopped && !isAnimating } }
  open private(set) var isAnimating = false

  public init(style: Style) {
    self.style = style
    super.init(frame: CGRect(x: 0, y: 0, width: style.side, height: style.side))
    layer.addSublayer(spokes)
    spokes.addSublayer(spoke)
    if style == .white || style == .whiteLarge { color = .white }
    arrange()
    isHidden = true
  }

  public override convenience init(frame: CGRect) {
    self.init(style: .medium)
    self.frame = frame
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: style.side, height: style.side)
  }

  public required init?(coder: NSCoder) {
    style = .medium
    super.init(coder: coder)
  }

  private func arrange() {
    let side = style.side
    spokes.instanceCount = 8
    spokes.instanceDelay = 1.0 / 8
    spokes.instanceTransform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    spokes.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    spoke.bounds = CGRect(x: 0, y: 0, width: side * 0.12, height: side * 0.3)
    spoke.position = CGPoint(x: side / 2, y: side * 0.17)
    spoke.cornerRadius = side * 0.06
    spoke.backgroundColor = color.cgColor
    spoke.opacity = 0.2
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    spokes.position = CGPoint(x: bounds.midX, y: bounds.midY)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: style.side, height: style.side)
  }

  open func startAnimating() {
    (isAnimating, isHidden) = (true, false)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue) = (1, 0.2)
    (fade.duration, fade.repeatCount) = (1, .infinity)
    spoke.add(fade, forKey: "spin")
  }

  open func stopAnimating() {
    isAnimating = false
    isHidden = hidesWhenStopped
    spoke.removeAnimation(forKey: "spin")
  }
}
