import UIKit

/// Listing 10.6: a ball that bounces, by key frames.
func listing10_6() -> Film { film(ViewController(), duration: 1.25) }

private class ViewController: UIViewController, CAAnimationDelegate {
  let ballView = UIImageView(image: UIImage(named: "Ball.png"))

  override func viewDidLoad() {
    super.viewDidLoad()
    //add ball image view
    ballView.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    view.addSubview(ballView)
    //animate
    animate()
  }

  func animate() {
    //reset ball to top of screen
    ballView.center = CGPoint(x: 150, y: 32)
    //create keyframe animation
    let animation = CAKeyframeAnimation()
    animation.keyPath = "position"
    animation.duration = 1.0
    animation.delegate = self
    animation.values = [
      NSValue(cgPoint: CGPoint(x: 150, y: 32)),
      NSValue(cgPoint: CGPoint(x: 150, y: 268)),
      NSValue(cgPoint: CGPoint(x: 150, y: 140)),
      NSValue(cgPoint: CGPoint(x: 150, y: 268)),
      NSValue(cgPoint: CGPoint(x: 150, y: 220)),
      NSValue(cgPoint: CGPoint(x: 150, y: 268)),
      NSValue(cgPoint: CGPoint(x: 150, y: 250)),
      NSValue(cgPoint: CGPoint(x: 150, y: 268)),
    ]

    animation.timingFunctions = [
      CAMediaTimingFunction(name: .easeIn),
      CAMediaTimingFunction(name: .easeOut),
      CAMediaTimingFunction(name: .easeIn),
      CAMediaTimingFunction(name: .easeOut),
      CAMediaTimingFunction(name: .easeIn),
      CAMediaTimingFunction(name: .easeOut),
      CAMediaTimingFunction(name: .easeIn),
    ]

    animation.keyTimes = [0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0]
    //apply animation
    ballView.layer.position = CGPoint(x: 150, y: 268)
    ballView.layer.add(animation, forKey: nil)
  }
}
