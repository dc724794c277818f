import RostrumQuartz

/// Listing 10.7: sixty linear key frames, interpolated by code. They repeat a basic animation.
func listing10_7() -> Film { keyframeFilm { $0 } }

/// Listing 10.8: the same key frames, with `bounceEaseOut` applied before the interpolation.
func listing10_8() -> Film { keyframeFilm(easedBy: bounceEaseOut) }

private func keyframeFilm(easedBy ease: @escaping @Sendable (Float) -> Float) -> Film {
  Film(size: CGSize(width: 300, height: 300), fps: 60, duration: 1.25) { stage in
    let controller = ViewController(containerView: UIView(layer: stage.layer), ease: ease)
    controller.viewDidLoad()
  }
}

private final class ViewController: NSObject, CAAnimationDelegate {
  let containerView: UIView
  private let ease: (Float) -> Float
  private let ballView = UIImageView(image: UIImage(named: "Ball.png"))

  init(containerView: UIView, ease: @escaping (Float) -> Float) {
    (self.containerView, self.ease) = (containerView, ease)
  }

  func viewDidLoad() {
    //add ball image view
    ballView.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    containerView.addSubview(ballView)
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
