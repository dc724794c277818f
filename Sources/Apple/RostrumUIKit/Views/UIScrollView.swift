public import Foundation

/// The receiver of a scroll view's movement. All methods are optional.
public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>)
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}

/// A window on its subviews that a finger moves.
///
/// There is no deceleration, no paging, no zooming and no indicator: a finger that leaves lets the
/// view stay, or go back into its limits in 0.3 seconds.
open class UIScrollView: UIView {
  open weak var delegate: (any UIScrollViewDelegate)?
  open var contentSize = CGSize.zero
  open var contentInset = UIEdgeInsets.zero
  open var bounces = true
  open var alwaysBounceVertical = false
  open var alwaysBounceHorizontal = false
  open var isScrollEnabled = true { didSet { panGestureRecognizer.isEnabled = isScrollEnabled } }
  open var showsVerticalScrollIndicator = true
  open var showsHorizontalScrollIndicator = true
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    public static let normal = Self(rawValue: 0.998)
    public static let fast = Self(rawValue: 0.99)
  }

  public enum ContentInsetAdjustmentBehavior: Int, Sendable {
    case automatic, scrollableAxes, never, always
  }

  // A finger that leaves lets the view stay.
  open var decelerationRate = DecelerationRate.normal
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open var delaysContentTouches = true
  open var canCancelContentTouches = true
  open var scrollsToTop = true
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
  open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero
  open func flashScrollIndicators() {}
  open var scrollIndicatorInsets = UIEdgeInsets.zero
  open var isDirectionalLockEnabled = false
  open var isPagingEnabled = false {
    didSet { if isPagingEnabled { FilmCode.warn("a scroll view does not stop at pages") } }
  }
  public let panGestureRecognizer = UIPanGestureRecognizer()
  open private(set) var isDragging = false
  open var isTracking: Bool { isDragging }
  open var isDecelerating: Bool { false }
  private var start = CGPoint.zero
  private var link: CADisplayLink?
  private var travel = (from: CGPoint.zero, to: CGPoint.zero, start: 0.0)

  public override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
    panGestureRecognizer.addTarget(self, action: Selector(Self.drag))
    addGestureRecognizer(panGestureRecognizer)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var adjustedContentInset: UIEdgeInsets { contentInset }
  /// The content, whose size constraints may determine.
  open var contentLayoutGuide: UILayoutGuide { guide("content", nil) }
  open var frameLayoutGuide: UILayoutGuide { guide("frame") { _ in .zero } }

  open var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      guard newValue != bounds.origin else { return }
      bounds.origin = newValue
      delegate?.scrollViewDidScroll(self)
    }
  }

  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    link?.invalidate()
    guard animated else { return self.contentOffset = contentOffset }
    travel = (self.contentOffset, contentOffset, CACurrentMediaTime())
    link = CADisplayLink(target: self, selector: Selector(Self.step))
    link?.add(to: .main, forMode: .common)
  }

  /// Moves the content a frame further: delegates and layouts hear of every frame.
  private func step(_ link: CADisplayLink) {
    let part = min((CACurrentMediaTime() - travel.start) / 0.3, 1)
    let eased = part * part * (3 - 2 * part)
    let (from, to) = (travel.from, travel.to)
    contentOffset =
      part < 1
      ? CGPoint(x: from.x + (to.x - from.x) * eased, y: from.y + (to.y - from.y) * eased) : to
    guard part == 1 else { return }
    link.invalidate()
    delegate?.scrollViewDidEndScrollingAnimation(self)
  }

  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    setContentOffset(bounds.origin(showing: rect), animated: animated)
  }

  /// The offsets at which no edge of the content is inside the view.
  func limited(_ offset: CGPoint) -> CGPoint {
    let inset = contentInset
    let far = CGPoint(
      x: max(contentSize.width + inset.right - bounds.width, -inset.left),
      y: max(contentSize.height + inset.bottom - bounds.height, -inset.top))
    return CGPoint(
      x: min(max(offset.x, -inset.left), far.x), y: min(max(offset.y, -inset.top), far.y))
  }

  /// Beyond the limits a finger moves the content by half.
  private func drag(_ pan: UIPanGestureRecognizer) {
    let move = pan.translation(in: superview)
    switch pan.state {
    case .began:
      link?.invalidate()
      (start, isDragging) = (contentOffset, true)
      delegate?.scrollViewWillBeginDragging(self)
    case .changed:
      let wanted = CGPoint(x: start.x - move.x, y: start.y - move.y)
      let inside = limited(wanted)
      let bouncesX = bounces && (alwaysBounceHorizontal || contentSize.width > bounds.width)
      let bouncesY = bounces && (alwaysBounceVertical || contentSize.height > bounds.height)
      contentOffset = CGPoint(
        x: bouncesX ? (wanted.x + inside.x) / 2 : inside.x,
        y: bouncesY ? (wanted.y + inside.y) / 2 : inside.y)
    case .ended, .cancelled:
      isDragging = false
      let speed = pan.velocity(in: superview)
      var target = limited(contentOffset)
      delegate?.scrollViewWillEndDragging(
        self, withVelocity: CGPoint(x: -speed.x / 1000, y: -speed.y / 1000),
        targetContentOffset: &target)
      delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
      let inside = limited(target)
      if inside != contentOffset { setContentOffset(inside, animated: true) }
    default: break
    }
  }
}
