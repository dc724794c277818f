// swift-format-ignore-file
import UIKit

public typealias SkeletonLayerAnimation = (CALayer) -> CAAnimation

public enum SlideDirection {
  case leftRight, topLeftBottomRight

  fileprivate var startPoint: (from: CGPoint, to: CGPoint) {
    switch self {
    case .leftRight: return (from: CGPoint(x: -1, y: 0.5), to: CGPoint(x: 1, y: 0.5))
    case .topLeftBottomRight: return (from: CGPoint(x: -1, y: -1), to: CGPoint(x: 1, y: 1))
    }
  }

  fileprivate var endPoint: (from: CGPoint, to: CGPoint) {
    switch self {
    case .leftRight: return (from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 2, y: 0.5))
    case .topLeftBottomRight: return (from: CGPoint(x: 0, y: 0), to: CGPoint(x: 2, y: 2))
    }
  }
}

extension CALayer {
  static let skeletonName = "skeleton-layer"

  var skeletonSublayers: [CALayer] {
    return sublayers?.filter { $0.name == CALayer.skeletonName || $0.contains(name: CALayer.skeletonName) } ?? []
  }

  private func contains(name: String) -> Bool {
    return sublayers?.contains { $0.name == name } ?? false
  }

  func playAnimation(_ anim: SkeletonLayerAnimation, key: String, completion: (() -> Void)? = nil) {
    skeletonSublayers.recursiveSearch(leafBlock: {
      DispatchQueue.main.async { CATransaction.begin() }
      DispatchQueue.main.async { CATransaction.setCompletionBlock(completion) }
      add(anim(self), forKey: key)
      DispatchQueue.main.async { CATransaction.commit() }
    }) {
      $0.playAnimation(anim, key: key, completion: completion)
    }
  }

  func tint(withColors colors: [UIColor]) {
    (self as? CAGradientLayer)?.colors = colors.map { $0.cgColor }
  }

  func setOpacity(from: Int, to: Int, duration: TimeInterval, completion: (() -> Void)?) {
    CATransaction.begin()
    CATransaction.setCompletionBlock(completion)
    let animation = CABasicAnimation(keyPath: #keyPath(CALayer.opacity))
    animation.fromValue = from
    animation.toValue = to
    animation.duration = duration
    animation.timingFunction = CAMediaTimingFunction(name: CAMediaTimingFunctionName.easeInEaseOut)
    add(animation, forKey: "setOpacityAnimation")
    CATransaction.commit()
  }

  var skeletonPulse: CAAnimation {
    let pulseAnimation = CABasicAnimation(keyPath: #keyPath(CALayer.backgroundColor))
    pulseAnimation.fromValue = backgroundColor
    pulseAnimation.toValue = UIColor(cgColor: backgroundColor!).withAlphaComponent(0.4).cgColor
    pulseAnimation.duration = 1
    pulseAnimation.autoreverses = true
    pulseAnimation.repeatCount = .infinity
    return pulseAnimation
  }

  var sliding: CAAnimation {
    let startPointAnim = CABasicAnimation(keyPath: #keyPath(CAGradientLayer.startPoint))
    startPointAnim.fromValue = CGPoint(x: -1, y: 0.5)
    startPointAnim.toValue = CGPoint(x: 1, y: 0.5)
    let endPointAnim = CABasicAnimation(keyPath: #keyPath(CAGradientLayer.endPoint))
    endPointAnim.fromValue = CGPoint(x: 0, y: 0.5)
    endPointAnim.toValue = CGPoint(x: 2, y: 0.5)
    let animGroup = CAAnimationGroup()
    animGroup.animations = [startPointAnim, endPointAnim]
    animGroup.duration = 1.5
    animGroup.timingFunction = CAMediaTimingFunction(name: CAMediaTimingFunctionName.easeIn)
    animGroup.repeatCount = .infinity
    animGroup.isRemovedOnCompletion = false
    return animGroup
  }
}

extension Array where Element: CALayer {
  func recursiveSearch(leafBlock: () -> Void, recursiveBlock: (Element) -> Void) {
    guard count > 0 else {
      leafBlock()
      return
    }
    forEach { recursiveBlock($0) }
  }
}

extension UIView {
  @objc func showSkeleton() {
    layoutIfNeeded()
    subviewsSkeletonables.forEach { $0.showSkeleton() }
    guard subviewsSkeletonables.isEmpty else { return }
    let gradient = CAGradientLayer()
    gradient.name = CALayer.skeletonName
    gradient.anchorPoint = .zero
    gradient.bounds = bounds
    gradient.cornerRadius = 6
    gradient.tint(withColors: [.systemGray5, .systemGray3, .systemGray5])
    layer.insertSublayer(gradient, at: UInt32.max)
    layer.playAnimation({ $0.sliding }, key: "sliding")
  }

  @objc func hideSkeleton() {
    subviewsSkeletonables.forEach { $0.hideSkeleton() }
    guard subviewsSkeletonables.isEmpty else { return }
    for skeleton in layer.skeletonSublayers {
      skeleton.setOpacity(from: 1, to: 0, duration: 0.25) { skeleton.removeFromSuperlayer() }
    }
  }

  private var subviewsSkeletonables: [UIView] { return subviews.filter { $0.tag == 9 } }
}

final class SkeletonCell: UIView {
  let avatar = UIView(), title = UILabel(), detail = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    title.text = "Ada Lovelace"
    detail.text = "Notes on the engine"
    detail.textColor = .secondaryLabel
    detail.font = UIFont.preferredFont(forTextStyle: .footnote)
    avatar.backgroundColor = .systemTeal
    avatar.layer.cornerRadius = 22
    avatar.clipsToBounds = true
    [avatar, title, detail].forEach {
      $0.tag = 9
      addSubview($0)
    }
  }

  required init?(coder: NSCoder) { fatalError() }

  override func layoutSubviews() {
    super.layoutSubviews()
    avatar.frame = CGRect(x: 8, y: 8, width: 44, height: 44)
    title.frame = CGRect(x: 62, y: 10, width: bounds.width - 70, height: 18)
    detail.frame = CGRect(x: 62, y: 34, width: bounds.width - 100, height: 16)
  }
}
