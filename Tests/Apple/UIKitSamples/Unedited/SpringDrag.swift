// swift-format-ignore-file
import UIKit

class DraggableCard: UIView {
  private var home: CGPoint = .zero
  private var pan: UIPanGestureRecognizer!
  private var press: UILongPressGestureRecognizer!

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemPink
    layer.cornerRadius = 14
    layer.shadowColor = UIColor.black.cgColor
    layer.shadowOpacity = 0.2
    layer.shadowRadius = 6
    layer.shadowOffset = CGSize(width: 0, height: 3)
    pan = UIPanGestureRecognizer(target: self, action: #selector(handlePan(_:)))
    pan.maximumNumberOfTouches = 1
    addGestureRecognizer(pan)
    press = UILongPressGestureRecognizer(target: self, action: #selector(handlePress(gesture:)))
    press.minimumPressDuration = 3
    addGestureRecognizer(press)
  }

  required init?(coder aDecoder: NSCoder) { fatalError() }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesBegan(touches, with: event)
    UIView.animate(withDuration: 0.12) { self.transform = CGAffineTransform(scaleX: 1.08, y: 1.08) }
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesCancelled(touches, with: event)
  }

  @objc private func handlePress(gesture: UILongPressGestureRecognizer) {
    if gesture.state == UIGestureRecognizer.State.began { alpha = 0.1 }
  }

  @objc private func handlePan(_ gesture: UIPanGestureRecognizer) {
    let translation = gesture.translation(in: superview)
    switch gesture.state {
    case .began:
      home = center
    case .changed:
      center = CGPoint(x: home.x + translation.x, y: home.y + translation.y)
      transform = CGAffineTransform(rotationAngle: translation.x / 300)
    case .ended, .cancelled:
      let velocity = gesture.velocity(in: superview)
      let distance = CGVector(dx: home.x - center.x, dy: home.y - center.y)
      let relative = CGVector(dx: distance.dx == 0 ? 0 : velocity.x / distance.dx, dy: distance.dy == 0 ? 0 : velocity.y / distance.dy)
      let parameters = UISpringTimingParameters(mass: 1, stiffness: 180, damping: 14, initialVelocity: relative)
      let animator = UIViewPropertyAnimator(duration: 0, timingParameters: parameters)
      animator.addAnimations {
        self.center = self.home
        self.transform = .identity
      }
      animator.startAnimation()
    default: break
    }
  }
}
