// swift-format-ignore-file
import UIKit

class TypingBubble: UIView {
  private var dots: [UIView] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemGray5
    layer.cornerRadius = frame.height / 2
    layer.maskedCorners = [.layerMaxXMinYCorner, .layerMinXMinYCorner, .layerMaxXMaxYCorner]
    for index in 0..<3 {
      let dot = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      dot.center = CGPoint(x: frame.width / 2 + CGFloat(index - 1) * 18, y: frame.height / 2)
      dot.backgroundColor = .systemGray
      dot.layer.cornerRadius = 5
      addSubview(dot)
      dots.append(dot)
    }
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func startAnimating() {
    for (index, dot) in dots.enumerated() {
      UIView.animateKeyframes(
        withDuration: 1.2, delay: Double(index) * 0.15, options: [.repeat],
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) {
            dot.transform = CGAffineTransform(translationX: 0, y: -10)
            dot.alpha = 1
          }
          UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.25) {
            dot.transform = .identity
            dot.alpha = 0.5
          }
        })
    }
  }
}
