import UIKit

/// Listing 10.1: an implicit animation in a transaction, for each touch.
func listing10_1() -> Film {
  let touches: [(Double, CGPoint)] = [
    (0.5, CGPoint(x: 230, y: 80)), (2, CGPoint(x: 230, y: 235)), (2.3, CGPoint(x: 70, y: 150)),
  ]
  return film(ViewController(), duration: 5) { stage, controller in
    let rings = touches.map { ring(at: $0.1) }
    for (index, (time, point)) in touches.enumerated() {
      stage.layer.addSublayer(rings[index])
      stage.tap(point, at: time)
      stage.at(time) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        if index > 0 { rings[index - 1].opacity = 0 }
        rings[index].opacity = 1
        CATransaction.commit()
      }
    }
    stage.at(4) {
      controller.colorLayer.position = CGPoint(x: 150, y: 150)
      controller.colorLayer.backgroundColor = UIColor(hex: 0xcc0000).cgColor
      rings.last?.opacity = 0
    }
  }
}

/// Shows where a touch was.
private func ring(at point: CGPoint) -> CALayer {
  let ring = CAShapeLayer()
  ring.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 24, height: 24), transform: nil)
  ring.fillColor = nil
  ring.strokeColor = UIColor(hex: 0x2b2b33).cgColor
  ring.lineWidth = 2
  ring.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
  ring.position = point
  ring.zPosition = 1
  ring.opacity = 0
  return ring
}

private class ViewController: UIViewController {
  let colorLayer = CALayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    //create a red layer
    colorLayer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    colorLayer.position = CGPoint(
      x: view.bounds.size.width / 2.0, y: view.bounds.size.height / 2.0)
    colorLayer.backgroundColor = UIColor.red.cgColor
    view.layer.addSublayer(colorLayer)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first else { return }
    //configure the transaction
    CATransaction.begin()
    CATransaction.setAnimationDuration(1.0)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
    //set the position
    colorLayer.position = touch.location(in: view)
    //commit transaction
    CATransaction.commit()
  }
}
