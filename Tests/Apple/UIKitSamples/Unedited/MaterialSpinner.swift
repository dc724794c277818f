// swift-format-ignore-file
import UIKit

@IBDesignable
public class MaterialSpinner: UIView {
  @IBInspectable public var color: UIColor = UIColor.systemRed { didSet { indicator.strokeColor = color.cgColor } }
  @IBInspectable public var lineWidth: CGFloat = 4.0 {
    didSet {
      indicator.lineWidth = lineWidth
      setNeedsLayout()
    }
  }

  private let indicator = CAShapeLayer()
  private let animator = MaterialSpinnerAnimator()
  private var isAnimating = false

  public convenience init() { self.init(frame: .zero) }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
  }

  public required init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    setup()
  }

  private func setup() {
    indicator.strokeColor = color.cgColor
    indicator.fillColor = nil
    indicator.lineWidth = lineWidth
    indicator.strokeStart = 0.0
    indicator.strokeEnd = 0.0
    layer.addSublayer(indicator)
    NotificationCenter.default.addObserver(self, selector: #selector(resume), name: UIApplication.willEnterForegroundNotification, object: nil)
  }

  @objc private func resume() {
    if isAnimating {
      isAnimating = false
      startAnimating()
    }
  }

  public override var intrinsicContentSize: CGSize { return CGSize(width: 24, height: 24) }

  public override func layoutSubviews() {
    super.layoutSubviews()
    indicator.frame = bounds
    let diameter = bounds.size.min - indicator.lineWidth
    let path = UIBezierPath(center: bounds.center, radius: diameter / 2)
    indicator.path = path.cgPath
  }

  public func startAnimating() {
    guard !isAnimating else { return }
    animator.addAnimation(to: indicator)
    isAnimating = true
  }

  deinit { NotificationCenter.default.removeObserver(self) }
}

final class MaterialSpinnerAnimator {
  enum Animation: String {
    var key: String { return rawValue }
    case spring = "material.indicator.spring"
    case rotation = "material.indicator.rotation"
  }

  public func addAnimation(to layer: CALayer) {
    layer.add(rotationAnimation(), forKey: Animation.rotation.key)
    layer.add(springAnimation(), forKey: Animation.spring.key)
  }

  private func rotationAnimation() -> CABasicAnimation {
    let animation = CABasicAnimation(key: .rotationZ)
    animation.duration = 4
    animation.fromValue = 0
    animation.toValue = (2.0 * .pi)
    animation.repeatCount = .infinity
    return animation
  }

  private func springAnimation() -> CAAnimationGroup {
    let animation = CAAnimationGroup()
    animation.duration = 1.5
    animation.animations = [strokeStartAnimation(), strokeEndAnimation(), strokeCatchAnimation(), strokeFreezeAnimation()]
    animation.repeatCount = .infinity
    return animation
  }

  private func strokeStartAnimation() -> CABasicAnimation {
    let animation = CABasicAnimation(key: .strokeStart)
    animation.duration = 1
    animation.fromValue = 0
    animation.toValue = 0.15
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    return animation
  }

  private func strokeEndAnimation() -> CABasicAnimation {
    let animation = CABasicAnimation(key: .strokeEnd)
    animation.duration = 1
    animation.fromValue = 0
    animation.toValue = 1
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    return animation
  }

  private func strokeCatchAnimation() -> CABasicAnimation {
    let animation = CABasicAnimation(key: .strokeStart)
    animation.beginTime = 1
    animation.duration = 0.5
    animation.fromValue = 0.15
    animation.toValue = 1
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    return animation
  }

  private func strokeFreezeAnimation() -> CABasicAnimation {
    let animation = CABasicAnimation(key: .strokeEnd)
    animation.beginTime = 1
    animation.duration = 0.5
    animation.fromValue = 1
    animation.toValue = 1
    return animation
  }
}

extension CABasicAnimation {
  enum Key: String {
    case strokeStart
    case strokeEnd
    case rotationZ = "transform.rotation.z"
  }

  convenience init(key: Key) { self.init(keyPath: key.rawValue) }
}

extension CGSize {
  var min: CGFloat { return CGFloat.minimum(width, height) }
}

extension UIBezierPath {
  convenience init(center: CGPoint, radius: CGFloat) {
    self.init(arcCenter: center, radius: radius, startAngle: 0, endAngle: .pi * 2, clockwise: true)
  }
}
