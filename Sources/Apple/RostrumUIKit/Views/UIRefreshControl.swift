public import Foundation

/// A spinner above the content of a scroll view, which a pull brings out and starts.
open class UIRefreshControl: UIControl {
  static let height: CGFloat = 60
  private let spinner = UIActivityIndicatorView(style: .medium)
  open private(set) var isRefreshing = false
  /// Shows nothing.
  open var attributedTitle: NSAttributedString?

  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(spinner)
    isHidden = true
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    spinner.color = tintColor
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    spinner.center = CGPoint(x: bounds.midX, y: bounds.midY)
  }

  private var scrollView: UIScrollView? { superview as? UIScrollView }

  /// Shows the spinner, and keeps room for it above the content.
  open func beginRefreshing() {
    guard !isRefreshing else { return }
    (isRefreshing, isHidden) = (true, false)
    spinner.startAnimating()
    scrollView?.contentInset.top += Self.height
  }

  /// Hides the spinner, and lets the content go back.
  open func endRefreshing() {
    guard isRefreshing else { return }
    isRefreshing = false
    scrollView?.contentInset.top -= Self.height
    scrollView?.returnIntoLimits()
    FilmCode.after(0.3) { [weak self] in
      guard let self, !isRefreshing else { return }
      isHidden = true
      spinner.stopAnimating()
    }
  }

  /// Hears how far a finger has pulled the content below its place.
  func pulled(by distance: CGFloat) {
    if !isRefreshing { isHidden = distance <= 0 }
    guard distance > Self.height, !isRefreshing else { return }
    beginRefreshing()
    sendActions(for: .valueChanged)
  }
}
