import UIKit

/// Listing 9.3: `timeOffset` and `speed`, in six panels.
func listing9_3() -> Film {
  film(
    PanelController(), size: CGSize(width: 620, height: 630), duration: 1.5)
}

private class PanelController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let settings: [(Float, CFTimeInterval, String)] = [
      (1, 0, "speed 1, timeOffset 0"), (2, 0, "speed 2"), (1, 0.5, "timeOffset .5"),
      (0.75, 0, "speed .75"), (2, 0.5, "speed 2, timeOffset .5: Core Animation"),
      (2, 1, "speed 2, timeOffset .5: as the book reads it"),
    ]
    for (index, (speed, timeOffset, text)) in settings.enumerated() {
      let controller = ViewController(speed: speed, timeOffset: timeOffset, text: text)
      addChild(controller)
      let panel = controller.view.layer
      panel.bounds = CGRect(x: 0, y: 60, width: 300, height: 200)
      panel.anchorPoint = .zero
      panel.position = CGPoint(x: index % 2 == 0 ? 5 : 315, y: 5 + 210 * (index / 2))
      panel.masksToBounds = true
      panel.borderWidth = 1
      panel.borderColor = UIColor(hex: 0xc5ccd3).cgColor
      view.addSubview(controller.view)
    }
  }
}

private class ViewController: UIViewController {
  let bezierPath = UIBezierPath()
  let shipLayer = CALayer()
  let speed: Float
  let timeOffset: CFTimeInterval
  let text: String

  init(speed: Float, timeOffset: CFTimeInterval, text: String) {
    self.speed = speed
    self.timeOffset = timeOffset
    self.text = text
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    //create a path
    bezierPath.move(to: CGPoint(x: 0, y: 150))
    bezierPath.addCurve(
      to: CGPoint(x: 300, y: 150), controlPoint1: CGPoint(x: 75, y: 0),
      controlPoint2: CGPoint(x: 225, y: 300))
    //draw the path using a CAShapeLayer
    let pathLayer = CAShapeLayer()
    pathLayer.path = bezierPath.cgPath
    pathLayer.fillColor = nil
    pathLayer.strokeColor = UIColor.red.cgColor
    pathLayer.lineWidth = 3.0
    view.layer.addSublayer(pathLayer)
    //add the ship
    shipLayer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    shipLayer.position = CGPoint(x: 0, y: 150)
    shipLayer.contents = UIImage(named: "Ship.png")?.cgImage
    view.layer.addSublayer(shipLayer)
    view.layer.addSublayer(
      caption(text, center: CGPoint(x: 150, y: 246), bounds: CGSize(width: 290, height: 20)))
    play()
  }

  func play() {
    //create the keyframe animation
    let animation = CAKeyframeAnimation()
    animation.keyPath = "position"
    animation.timeOffset = timeOffset
    animation.speed = speed
    animation.duration = 1.0
    animation.path = bezierPath.cgPath
    animation.rotationMode = .rotateAuto
    animation.isRemovedOnCompletion = false
    shipLayer.add(animation, forKey: "slide")
  }
}
