public import Foundation

/// A row of dots, one of them in another colour.
open class UIPageControl: UIControl {
  private static let side: CGFloat = 7
  private static let distance: CGFloat = 9
  private var dots: [CALayer] = []
  open var numberOfPages = 0 { didSet { makeDots() } }
  open var currentPage = 0 { didSet { setNeedsLayout() } }
  open var hidesForSinglePage = false { didSet { setNeedsLayout() } }
  open var pageIndicatorTintColor: UIColor? { didSet { setNeedsLayout() } }
  open var currentPageIndicatorTintColor: UIColor? { didSet { setNeedsLayout() } }

  private func makeDots() {
    for dot in dots { dot.removeFromSuperlayer() }
    dots = (0..<max(numberOfPages, 0)).map { _ in CALayer() }
    for dot in dots {
      dot.cornerRadius = Self.side / 2
      layer.addSublayer(dot)
    }
    setNeedsLayout()
  }

  open func size(forNumberOfPages pageCount: Int) -> CGSize {
    let count = CGFloat(max(pageCount, 1))
    return CGSize(width: count * Self.side + (count - 1) * Self.distance, height: 37)
  }

  open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let left = bounds.midX - size(forNumberOfPages: dots.count).width / 2
    for (index, dot) in dots.enumerated() {
      let x = left + CGFloat(index) * (Self.side + Self.distance)
      dot.frame = CGRect(x: x, y: bounds.midY - Self.side / 2, width: Self.side, height: Self.side)
      let color: UIColor? =
        index == currentPage ? currentPageIndicatorTintColor : pageIndicatorTintColor
      let standard = UIColor.white.withAlphaComponent(index == currentPage ? 1 : 0.3)
      dot.backgroundColor = (color ?? standard).cgColor
      dot.isHidden = hidesForSinglePage && dots.count < 2
    }
  }
}

/// A bar that fills from the left.
open class UIProgressView: UIView {
  public enum Style: Int, Sendable {
    case `default`, bar
  }

  private let filled = UIView(frame: .zero)
  open var progressViewStyle = Style.default
  open var progress: Float = 0 { didSet { setNeedsLayout() } }
  open var progressTintColor: UIColor? { didSet { setNeedsLayout() } }
  open var trackTintColor: UIColor? { didSet { setNeedsLayout() } }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(filled)
  }

  public convenience init(progressViewStyle style: Style) {
    self.init(frame: CGRect(x: 0, y: 0, width: 150, height: 4))
    progressViewStyle = style
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func setProgress(_ progress: Float, animated: Bool) {
    layoutIfNeeded()
    self.progress = min(max(progress, 0), 1)
    guard animated else { return }
    UIView.animate(withDuration: 0.25, delay: 0, options: .curveLinear) { self.layoutIfNeeded() }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    backgroundColor = trackTintColor ?? .systemGray5
    filled.backgroundColor = progressTintColor ?? tintColor
    filled.frame = CGRect(
      x: 0, y: 0, width: bounds.width * CGFloat(progress), height: bounds.height)
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: 4)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 4)
  }
}
