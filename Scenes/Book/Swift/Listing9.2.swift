import UIKit

/// Listing 9.2: a door that swings for ever.
func listing9_2() -> Film {
  film(ViewController(), size: CGSize(width: 300, height: 320), fps: 30, duration: 8)
}

private class ViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let opening = CALayer()
    opening.frame = CGRect(x: 86, y: 32, width: 128, height: 256)
    opening.backgroundColor = UIColor(hex: 0x20242c).cgColor
    view.layer.addSublayer(opening)
    //add the door
    let doorLayer = CALayer()
    doorLayer.frame = CGRect(x: 0, y: 0, width: 128, height: 256)
    doorLayer.position = CGPoint(x: 150 - 64, y: 160)
    doorLayer.anchorPoint = CGPoint(x: 0, y: 0.5)
    doorLayer.contents = UIImage(named: "Door.png")?.cgImage
    view.layer.addSublayer(doorLayer)
    //apply perspective transform
    var perspective = CATransform3DIdentity
    perspective.m34 = -1.0 / 500.0
    view.layer.sublayerTransform = perspective
    //apply swinging animation
    let animation = CABasicAnimation()
    animation.keyPath = "transform.rotation.y"
    animation.toValue = -Double.pi / 2
    animation.duration = 2.0
    animation.repeatDuration = .infinity
    animation.autoreverses = true
    doorLayer.add(animation, forKey: nil)
  }
}
