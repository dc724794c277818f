public import Foundation

/// A view of a collection. It is not used again: `prepareForReuse` is not called.
open class UICollectionReusableView: UIView {
  open internal(set) var reuseIdentifier: String?
  open func prepareForReuse() {}
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
  open func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes { layoutAttributes }
}

open class UICollectionViewCell: UICollectionReusableView {
  public let contentView = UIView(frame: .zero)
  open var isSelected = false { didSet { selectedBackgroundView?.isHidden = !isSelected } }
  open var isHighlighted = false
  open var backgroundView: UIView? { didSet { exchange(oldValue, backgroundView) } }
  open var selectedBackgroundView: UIView? {
    didSet {
      exchange(oldValue, selectedBackgroundView)
      selectedBackgroundView?.isHidden = !isSelected
    }
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private func exchange(_ old: UIView?, _ new: UIView?) {
    old?.removeFromSuperview()
    guard let new else { return }
    new.frame = bounds
    new.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    insertSubview(new, belowSubview: contentView)
  }
}

/// A class whose initializer a metatype may call, as `_CreatableCell` is one of tables.
open class _CreatableReusableView: UICollectionReusableView {
  public required override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  @inline(never)
  static func make(_ type: UICollectionReusableView.Type) -> UICollectionReusableView {
    unsafeBitCast(type, to: _CreatableReusableView.Type.self).init(frame: .zero)
  }
}

/// The place of a view of a collection.
open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
  open var indexPath = IndexPath(item: 0, section: 0)
  open var center = CGPoint.zero
  open var size = CGSize.zero
  open var transform3D = CATransform3DIdentity
  open var alpha: CGFloat = 1
  open var zIndex = 0
  open var isHidden = false

  public override init() { super.init() }

  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }

  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }
  open var transform: CGAffineTransform {
    get { CATransform3DGetAffineTransform(transform3D) }
    set { transform3D = CATransform3DMakeAffineTransform(newValue) }
  }
  /// The box around the view, with its transform.
  open var frame: CGRect {
    get {
      CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
        .applying(transform).offsetBy(dx: center.x, dy: center.y)
    }
    set {
      size = newValue.size
      center = CGPoint(x: newValue.midX, y: newValue.midY)
    }
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = _CreatableAttributes.make(type(of: self))
    (copy.indexPath, copy.center, copy.size) = (indexPath, center, size)
    (copy.transform3D, copy.alpha, copy.zIndex) = (transform3D, alpha, zIndex)
    copy.isHidden = isHidden
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UICollectionViewLayoutAttributes else { return false }
    return indexPath == other.indexPath && center == other.center && size == other.size
      && CATransform3DEqualToTransform(transform3D, other.transform3D) && alpha == other.alpha
      && zIndex == other.zIndex && isHidden == other.isHidden
  }

  func place(_ view: UICollectionReusableView) {
    view.layer.transform = transform3D
    view.bounds.size = size
    (view.center, view.alpha, view.isHidden) = (center, alpha, isHidden)
    view.layer.zPosition = CGFloat(max(min(zIndex, 1 << 20), -1 << 20))
    view.apply(self)
  }
}

/// A class whose initializer a metatype may call, as `_CreatableCell` is one of tables.
open class _CreatableAttributes: UICollectionViewLayoutAttributes {
  public required override init() { super.init() }

  @inline(never)
  static func make(
    _ type: UICollectionViewLayoutAttributes.Type
  ) -> UICollectionViewLayoutAttributes {
    unsafeBitCast(type, to: _CreatableAttributes.Type.self).init()
  }
}
