public import Foundation

/// A picture, or several that follow each other.
open class UIImageView: UIView {
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    show()
  }

  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(image: image)
    self.highlightedImage = highlightedImage
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var image: UIImage? { didSet { show() } }
  open var highlightedImage: UIImage?
  open var isHighlighted = false { didSet { show() } }
  open var animationImages: [UIImage]?
  /// In seconds; 0 for a thirtieth of a second for each picture.
  open var animationDuration: TimeInterval = 0
  /// 0 for no end.
  open var animationRepeatCount = 0
  open private(set) var isAnimating = false

  private func show() {
    guard let shown = isHighlighted ? highlightedImage ?? image : image else {
      layer.contents = nil
      return
    }
    let isTemplate = shown.renderingMode == .alwaysTemplate
    layer.contents = (isTemplate ? shown.withTintColor(tintColor) : shown).cgImage
    layer.contentsScale = shown.scale
    layer.contentsGravity = contentMode.gravity
  }

  open override func tintColorDidChange() { show() }

  /// The picture is the contents: nothing is drawn.
  open override func display(_ layer: CALayer) {}

  open func startAnimating() {
    guard let images = animationImages?.compactMap(\.cgImage), !images.isEmpty else { return }
    isAnimating = true
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.values = images
    animation.calculationMode = .discrete
    animation.keyTimes = (0...images.count).map {
      NSNumber(value: Double($0) / Double(images.count))
    }
    animation.duration =
      animationDuration > 0 ? animationDuration : Double(images.count) / 30
    animation.repeatCount = animationRepeatCount == 0 ? .infinity : Float(animationRepeatCount)
    layer.add(animation, forKey: "animationImages")
  }

  open func stopAnimating() {
    isAnimating = false
    layer.removeAnimation(forKey: "animationImages")
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }
}
