// swift-format-ignore-file
import UIKit

final class CardView: UIView {
  private let front = UILabel()
  private let back = UILabel()
  private var showsBack = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    for (label, text, color) in [(front, "A", UIColor.systemIndigo), (back, "♠", .systemPink)] {
      label.text = text
      label.font = UIFont.boldSystemFont(ofSize: 48)
      label.textColor = .white
      label.textAlignment = .center
      label.backgroundColor = color
      label.layer.cornerRadius = 12
      label.clipsToBounds = true
      addSubview(label)
    }
    back.isHidden = true
    layer.shadowOpacity = 0.3
    layer.shadowRadius = 8
    layer.shadowOffset = CGSize(width: 0, height: 4)
  }

  required init?(coder: NSCoder) { fatalError() }

  override func layoutSubviews() {
    super.layoutSubviews()
    front.frame = bounds
    back.frame = bounds
  }

  func flip() {
    let (from, to) = showsBack ? (back, front) : (front, back)
    showsBack.toggle()
    UIView.transition(
      from: from, to: to, duration: 0.8,
      options: [.transitionFlipFromLeft, .showHideTransitionViews]) { finished in
        UIView.animate(
          withDuration: 0.3, delay: 0, options: [.curveEaseOut],
          animations: { self.transform = CGAffineTransform(scaleX: 1.1, y: 1.1) }
        ) { _ in
          UIView.animate(withDuration: 0.2) { self.transform = .identity }
        }
      }
  }
}
