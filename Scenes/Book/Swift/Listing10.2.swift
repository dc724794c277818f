import UIKit

/// Listing 10.2: view-style animation with its curves, and on a spring.
func listing10_2() -> Film {
  film(ViewController(), duration: 4) { stage, _ in
    stage.tap(CGPoint(x: 235, y: 20), at: 0.5)
    stage.tap(CGPoint(x: 65, y: 20), at: 2.25)
  }
}

private class ViewController: UIViewController {
  var easeInOutView: UIView!
  var colorView: UIView!
  var springView: UIView!

  override func viewDidLoad() {
    super.viewDidLoad()
    //create the views
    easeInOutView = square("easeInOut", UIColor(hex: 0x8a8a94), y: 55)
    colorView = square("easeOut", .red, y: 150)
    springView = square("spring", UIColor(hex: 0x2f6fde), y: 245)
  }

  func square(_ text: String, _ color: UIColor, y: CGFloat) -> UIView {
    let square = UIView()
    square.bounds = CGRect(x: 0, y: 0, width: 70, height: 70)
    square.center = CGPoint(x: 65, y: y)
    square.backgroundColor = color
    square.layer.addSublayer(
      caption(
        text, size: 13, color: 0xffffff, center: CGPoint(x: 35, y: 35),
        bounds: CGSize(width: 70, height: 18)))
    view.addSubview(square)
    return square
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first else { return }
    let x = touch.location(in: view).x
    //perform the animation
    UIView.animate(withDuration: 1.0) { self.easeInOutView.center = CGPoint(x: x, y: 55) }
    UIView.animate(
      withDuration: 1.0, delay: 0.0, options: .curveEaseOut,
      animations: {
        //set the position
        self.colorView.center = CGPoint(x: x, y: 150)
      }, completion: nil)
    UIView.animate(
      withDuration: 1.0, delay: 0.25, usingSpringWithDamping: 0.6, initialSpringVelocity: 0,
      animations: { self.springView.center = CGPoint(x: x, y: 245) })
  }
}
