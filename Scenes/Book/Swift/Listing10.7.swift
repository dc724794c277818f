import UIKit

/// Listing 10.7: sixty linear key frames, interpolated by code. They repeat a basic animation.
func listing10_7() -> Film { film(ViewController { $0 }, duration: 1.25) }

/// Listing 10.8: the same key frames, with `bounceEaseOut` applied before the interpolation.
func listing10_8() -> Film { film(ViewController(ease: bounceEaseOut), duration: 1.25) }

private class ViewController: UIViewController, CAAnimationDelegate {
  let ballView = UIImageView(image: UIImage(named: "Ball.png"))
  let ease: (Float) -> Float

  init(ease: @escaping (Float) -> Float) {
    self.ease = ease
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    //add ball image view
    ballView.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    view.addSubview(ballView)
    ballView.layer.name = "ball"
    //animate
    animate()
  }

  func animate() {
    //reset ball to top of screen
    ballView.center = CGPoint(x: 150, y: 32)
    //set up animation parameters
    let fromValue = NSValue(cgPoint: CGPoint(x: 150, y: 32))
    let toValue = NSValue(cgPoint: CGPoint(x: 150, y: 268))
    let duration: CFTimeInterval = 1.0
    //generate keyframes
    let numFrames = Int(duration * 60)
    var frames: [Any] = []
    for i in 0..<numFrames {
      let time = 1 / Float(numFrames) * Float(i)
      frames.append(interpolate(fromValue: fromValue, toValue: toValue, time: ease(time)))
    }
    //create keyframe animation
    let animation = CAKeyframeAnimation()
    animation.keyPath = "position"
    animation.duration = 1.0
    animation.delegate = self
    animation.values = frames
    //apply animation
    ballView.layer.position = CGPoint(x: 150, y: 268)
    ballView.layer.add(animation, forKey: nil)
  }
}
