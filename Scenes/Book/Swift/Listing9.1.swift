import UIKit

/// Listing 9.1: `duration` and `repeatCount`.
func listing9_1() -> Film { film(ViewController(), duration: 8) }

private class ViewController: UIViewController, CAAnimationDelegate {
  let shipLayer = CALayer()
  let smallShipLayer = CALayer()
  var controlsAreEnabled = true

  override func viewDidLoad() {
    super.viewDidLoad()
    //add the ship
    shipLayer.frame = CGRect(x: 0, y: 0, width: 128, height: 128)
    shipLayer.position = CGPoint(x: 150, y: 130)
    shipLayer.contents = UIImage(named: "Ship.png")?.cgImage
    view.layer.addSublayer(shipLayer)
    view.layer.addSublayer(
      caption(
        "duration 2, repeatCount 3.5", size: 16, center: CGPoint(x: 150, y: 226),
        bounds: CGSize(width: 280, height: 20)))
    //add a small one, whose animation has no duration and no repeat count
    smallShipLayer.frame = CGRect(x: 56, y: 250, width: 32, height: 32)
    smallShipLayer.contents = UIImage(named: "Ship.png")?.cgImage
    view.layer.addSublayer(smallShipLayer)
    view.layer.addSublayer(
      caption(
        "duration 0, repeatCount 0", center: CGPoint(x: 195, y: 266),
        bounds: CGSize(width: 190, height: 20), alignment: .left))
    start(duration: 2, repeatCount: 3.5)
  }

  func start(duration: CFTimeInterval, repeatCount: Float) {
    //animate the ship rotation
    let animation = CABasicAnimation()
    animation.keyPath = "transform.rotation"
    animation.duration = duration
    animation.repeatCount = repeatCount
    animation.byValue = Double.pi * 2
    animation.delegate = self
    shipLayer.add(animation, forKey: "rotateAnimation")
    let small = CABasicAnimation()
    small.keyPath = "transform.rotation"
    small.byValue = Double.pi * 2
    smallShipLayer.add(small, forKey: nil)
    //disable controls
    controlsAreEnabled = false
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    //reenable controls
    controlsAreEnabled = true
  }
}
