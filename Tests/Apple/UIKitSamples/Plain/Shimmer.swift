// swift-format-ignore-file
import UIKit

extension UIView {
  func startShimmering() {
    let light = UIColor(white: 0, alpha: 0.3).cgColor
    let dark = UIColor.black.cgColor
    let gradient = CAGradientLayer()
    gradient.colors = [dark, light, dark]
    gradient.frame = CGRect(
      x: -bounds.size.width, y: 0, width: 3 * bounds.size.width, height: bounds.size.height)
    gradient.startPoint = CGPoint(x: 0.0, y: 0.5)
    gradient.endPoint = CGPoint(x: 1.0, y: 0.525)
    gradient.locations = [0.4, 0.5, 0.6]
    layer.mask = gradient

    let animation = CABasicAnimation(keyPath: "locations")
    animation.fromValue = [0.0, 0.1, 0.2]
    animation.toValue = [0.8, 0.9, 1.0]
    animation.duration = 1.5
    animation.repeatCount = Float.infinity
    gradient.add(animation, forKey: "shimmer")
  }

  func stopShimmering() { layer.mask = nil }
}

/// A row of grey shapes where content will be.
final class SkeletonRow: UIView {
  private let avatar = UIView()
  private let lines = [UIView(), UIView(), UIView()]

  override init(frame: CGRect) {
    super.init(frame: frame)
    ([avatar] + lines).forEach {
      $0.backgroundColor = .systemGray4
      addSubview($0)
    }
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    avatar.frame = CGRect(x: 0, y: 0, width: bounds.height, height: bounds.height)
    avatar.layer.cornerRadius = avatar.bounds.height / 2
    let left = avatar.frame.maxX + 12
    for (index, line) in lines.enumerated() {
      let width = (bounds.width - left) * [1, 0.85, 0.5][index]
      line.frame = CGRect(x: left, y: 6 + CGFloat(index) * 18, width: width, height: 10)
      line.layer.cornerRadius = 5
    }
    startShimmering()
  }
}
