import UIKit

/// Listing 10.4: a timing function drawn with its control points.
func listing10_4() -> Film { film(ViewController(), duration: 0) }

private class ViewController: UIViewController {
  let layerView = UIView(frame: CGRect(x: 50, y: 50, width: 200, height: 200))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(layerView)
    //create timing function
    let function = CAMediaTimingFunction(name: .easeOut)
    //get control points
    var (controlPoint1, controlPoint2): ([Float], [Float]) = ([0, 0], [0, 0])
    function.getControlPoint(at: 1, values: &controlPoint1)
    function.getControlPoint(at: 2, values: &controlPoint2)
    //create curve
    let path = UIBezierPath()
    path.move(to: .zero)
    path.addCurve(
      to: CGPoint(x: 1, y: 1),
      controlPoint1: CGPoint(x: CGFloat(controlPoint1[0]), y: CGFloat(controlPoint1[1])),
      controlPoint2: CGPoint(x: CGFloat(controlPoint2[0]), y: CGFloat(controlPoint2[1])))
    //scale the path up to a reasonable size for display
    path.apply(CGAffineTransform(scaleX: 200, y: 200))
    //create shape layer
    let shapeLayer = CAShapeLayer()
    shapeLayer.strokeColor = UIColor.red.cgColor
    shapeLayer.fillColor = UIColor.clear.cgColor
    shapeLayer.lineWidth = 4.0
    shapeLayer.path = path.cgPath
    layerView.layer.addSublayer(shapeLayer)
    //flip geometry so that 0,0 is in the bottom-left
    layerView.layer.isGeometryFlipped = true
  }
}
