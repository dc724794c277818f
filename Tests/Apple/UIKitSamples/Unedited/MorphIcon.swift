// swift-format-ignore-file
import UIKit

class PlayPauseButton: UIView, UIGestureRecognizerDelegate {
  enum State { case play, pause }

  private let left = CAShapeLayer()
  private let right = CAShapeLayer()
  private var state = State.play
  private lazy var tap = UITapGestureRecognizer(target: self, action: #selector(PlayPauseButton.toggle(recognizer:)))

  override init(frame: CGRect) {
    super.init(frame: frame)
    for half in [left, right] {
      half.fillColor = UIColor(named: "accent")?.cgColor ?? #colorLiteral(red: 0.9, green: 0.2, blue: 0.4, alpha: 1).cgColor
      layer.addSublayer(half)
    }
    left.path = path(for: .play, isLeft: true)
    right.path = path(for: .play, isLeft: false)
    tap.delegate = self
    tap.numberOfTapsRequired = 1
    addGestureRecognizer(tap)
    isUserInteractionEnabled = true
  }

  required init?(coder: NSCoder) { fatalError() }

  private func path(for state: State, isLeft: Bool) -> CGPath {
    let (w, h) = (bounds.width, bounds.height)
    let path = UIBezierPath()
    switch (state, isLeft) {
    case (.play, true): path.addPolygon([(0, 0), (w / 2, h / 4), (w / 2, h * 3 / 4), (0, h)])
    case (.play, false): path.addPolygon([(w / 2, h / 4), (w, h / 2), (w, h / 2), (w / 2, h * 3 / 4)])
    case (.pause, true): path.addPolygon([(0, 0), (w / 3, 0), (w / 3, h), (0, h)])
    case (.pause, false): path.addPolygon([(w * 2 / 3, 0), (w, 0), (w, h), (w * 2 / 3, h)])
    }
    return path.cgPath
  }

  @objc func toggle(recognizer: UITapGestureRecognizer) {
    guard recognizer.state == .ended else { return }
    state = state == .play ? .pause : .play
    for (half, isLeft) in [(left, true), (right, false)] {
      let new = path(for: state, isLeft: isLeft)
      let morph = CABasicAnimation(keyPath: #keyPath(CAShapeLayer.path))
      morph.fromValue = half.presentation()?.path ?? half.path
      morph.toValue = new
      morph.duration = 0.35
      morph.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      half.add(morph, forKey: #keyPath(CAShapeLayer.path))
      half.path = new
    }
  }

  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    return bounds.contains(touch.location(in: self))
  }
}

private extension UIBezierPath {
  func addPolygon(_ points: [(CGFloat, CGFloat)]) {
    move(to: CGPoint(x: points[0].0, y: points[0].1))
    points.dropFirst().forEach { addLine(to: CGPoint(x: $0.0, y: $0.1)) }
    close()
  }
}
