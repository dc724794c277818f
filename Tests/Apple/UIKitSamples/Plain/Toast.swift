// swift-format-ignore-file
import Foundation
import UIKit

final class Toast: UIView {
  private let label = UILabel()

  init(_ text: String) {
    super.init(frame: .zero)
    label.text = text
    label.numberOfLines = 0
    label.font = .preferredFont(forTextStyle: .subheadline)
    label.textColor = .white
    label.textAlignment = .center
    backgroundColor = UIColor.black.withAlphaComponent(0.8)
    layer.cornerRadius = 14
    addSubview(label)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError() }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let text = label.sizeThatFits(CGSize(width: size.width - 32, height: .greatestFiniteMagnitude))
    return CGSize(width: text.width + 32, height: text.height + 20)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds.inset(by: UIEdgeInsets(top: 10, left: 16, bottom: 10, right: 16))
  }

  func show(in view: UIView, for seconds: TimeInterval) {
    let size = sizeThatFits(CGSize(width: view.bounds.width - 40, height: 0))
    bounds.size = size
    center = CGPoint(x: view.bounds.midX, y: view.bounds.maxY + size.height)
    view.addSubview(self)
    UIView.animate(
      withDuration: 0.6, delay: 0, usingSpringWithDamping: 0.7, initialSpringVelocity: 0.5,
      options: [.curveEaseOut, .allowUserInteraction],
      animations: { self.center.y = view.bounds.maxY - size.height },
      completion: { _ in
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
          guard let self = self else { return }
          let animator = UIViewPropertyAnimator(duration: 0.3, curve: .easeIn) {
            self.alpha = 0
            self.transform = CGAffineTransform(scaleX: 0.9, y: 0.9)
          }
          animator.addCompletion { _ in self.removeFromSuperview() }
          animator.startAnimation()
        }
      })
  }
}
