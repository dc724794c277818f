// swift-format-ignore-file
import UIKit

open class LetterByLetterLabel: UIView {
  private var labels: [UILabel] = []
  @objc public var text: String = "" { didSet { rebuild() } }

  private func rebuild() {
    labels.forEach { $0.removeFromSuperview() }
    let font = UIFont(name: "HelveticaNeue-Bold", size: 26) ?? UIFont.boldSystemFont(ofSize: 26)
    var x: CGFloat = 0
    labels = text.map { character in
      let label = UILabel()
      label.attributedText = NSAttributedString(string: String(character), attributes: [.font: font, .foregroundColor: UIColor.systemPurple, .kern: 1.5])
      label.sizeToFit()
      label.frame.origin = CGPoint(x: x, y: 20)
      x += label.frame.width + 1
      label.alpha = 0
      label.transform = CGAffineTransform(translationX: 0, y: 20).scaledBy(x: 0.4, y: 0.4)
      addSubview(label)
      return label
    }
  }

  func animateIn() {
    for (index, label) in labels.enumerated() {
      perform(#selector(show(_:)), with: label, afterDelay: 0.08 * Double(index))
    }
    perform(#selector(wiggle), with: nil, afterDelay: 1.2)
    perform(#selector(never), with: nil, afterDelay: 0.5)
    NSObject.cancelPreviousPerformRequests(withTarget: self, selector: #selector(never), object: nil)
  }

  @objc private func never() { labels.forEach { $0.removeFromSuperview() } }

  @objc private func show(_ label: UILabel) {
    UIView.animate(withDuration: 0.35, delay: 0, options: [.curveEaseOut, .beginFromCurrentState], animations: {
      label.alpha = 1
      label.transform = .identity
    }, completion: nil)
  }

  @objc private func wiggle() {
    UIView.animateKeyframes(withDuration: 0.6, delay: 0, options: [.calculationModeCubic], animations: {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.33) {
        self.labels.forEach { $0.transform = CGAffineTransform(rotationAngle: .pi / 10) }
      }
      UIView.addKeyframe(withRelativeStartTime: 0.33, relativeDuration: 0.33) {
        self.labels.forEach { $0.transform = CGAffineTransform(rotationAngle: -.pi / 10) }
      }
      UIView.addKeyframe(withRelativeStartTime: 0.66, relativeDuration: 0.34) {
        self.labels.forEach { $0.transform = .identity }
      }
    })
  }
}
