import RostrumQuartz

/// Listing 10.1: an implicit animation in a transaction, for each touch.
func listing10_1() -> Film {
  Film(size: CGSize(width: 300, height: 300), fps: 60, duration: 5) { stage in
    let controller = ViewController(layer: stage.layer)
    controller.viewDidLoad()
    let touches: [(Double, CGPoint)] = [
      (0.5, CGPoint(x: 230, y: 80)), (2, CGPoint(x: 230, y: 235)), (2.3, CGPoint(x: 70, y: 150)),
    ]
    let rings = touches.map { _, point in controller.ring(at: point) }
    for (index, (time, point)) in touches.enumerated() {
      stage.at(time) {
        controller.touchesBegan(at: point)
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

private final class ViewController {
  private let layer: CALayer
  let colorLayer = CALayer()

  init(layer: CALayer) { self.layer = layer }

  func viewDidLoad() {
    //create a red layer
    colorLayer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    colorLayer.position = CGPoint(
      x: layer.bounds.size.width / 2.0, y: layer.bounds.size.height / 2.0)
    colorLayer.backgroundColor = UIColor.red.cgColor
    layer.addSublayer(colorLayer)
  }

  func touchesBegan(at location: CGPoint) {
    //configure the transaction
    CATransaction.begin()
    CATransaction.setAnimationDuration(1.0)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
    //set the position
    colorLayer.position = location
    //commit transaction
    CATransaction.commit()
  }

  /// Shows where a touch was.
  func ring(at point: CGPoint) -> CALayer {
    let ring = CAShapeLayer()
    ring.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 24, height: 24))
    ring.fillColor = nil
    ring.strokeColor = UIColor(hex: 0x2b2b33).cgColor
    ring.lineWidth = 2
    ring.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
    ring.position = point
    ring.zPosition = 1
    ring.opacity = 0
    layer.addSublayer(ring)
    return ring
  }
}
