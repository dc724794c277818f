import UIKit

/// Listing 10.3: colour key frames with a timing function for each step; above for comparison with
/// none, and with one for the whole.
func listing10_3() -> Film { film(ViewController(), duration: 2) }

private class ViewController: UIViewController {
  var colorLayer: CALayer!
  var linearLayer: CALayer!
  var easedLayer: CALayer!

  override func viewDidLoad() {
    super.viewDidLoad()
    colorLayer = layer(CGRect(x: 50, y: 130, width: 200, height: 120))
    label("easeIn for each of the three steps", x: 150, y: 268, width: 280)
    linearLayer = layer(CGRect(x: 50, y: 20, width: 95, height: 60))
    label("linear", x: 97.5, y: 94, width: 95)
    easedLayer = layer(CGRect(x: 155, y: 20, width: 95, height: 60))
    label("one easeIn", x: 202.5, y: 94, width: 95)
    changeColor()
  }

  func layer(_ frame: CGRect) -> CALayer {
    //create sublayer
    let colorLayer = CALayer()
    colorLayer.frame = frame
    colorLayer.backgroundColor = UIColor.blue.cgColor
    //add it to our view
    view.layer.addSublayer(colorLayer)
    return colorLayer
  }

  func label(_ text: String, x: CGFloat, y: CGFloat, width: CGFloat) {
    view.layer.addSublayer(
      caption(text, center: CGPoint(x: x, y: y), bounds: CGSize(width: width, height: 20)))
  }

  func changeColor() {
    //create a keyframe animation
    let animation = CAKeyframeAnimation()
    animation.keyPath = "backgroundColor"
    animation.duration = 2.0
    animation.values = [
      UIColor.blue.cgColor, UIColor.red.cgColor, UIColor.green.cgColor, UIColor.blue.cgColor,
    ]
    linearLayer.add(animation, forKey: nil)
    //add timing function
    let fn = CAMediaTimingFunction(name: .easeIn)
    animation.timingFunctions = [fn, fn, fn]
    //apply animation to layer
    colorLayer.add(animation, forKey: nil)
    animation.timingFunctions = nil
    animation.timingFunction = fn
    easedLayer.add(animation, forKey: nil)
  }
}
