import RostrumQuartz

/// Listing 10.2: view-style animation with its curves, and on a spring.
func listing10_2() -> Film {
  Film(size: CGSize(width: 300, height: 300), fps: 60, duration: 4) { stage in
    let controller = ViewController(view: UIView(layer: stage.layer))
    controller.viewDidLoad()
    stage.at(0.5) { controller.touchesBegan(x: 235) }
    stage.at(2.25) { controller.touchesBegan(x: 65) }
  }
}

private final class ViewController {
  let view: UIView
  private var easeInOutView = UIView()
  private var colorView = UIView()
  private var springView = UIView()

  init(view: UIView) { self.view = view }

  func viewDidLoad() {
    //create the layers
    easeInOutView = square("easeInOut", UIColor(hex: 0x8a8a94), y: 55)
    colorView = square("easeOut", .red, y: 150)
    springView = square("spring", UIColor(hex: 0x2f6fde), y: 245)
  }

  private func square(_ text: String, _ color: UIColor, y: CGFloat) -> UIView {
    let square = UIView()
    square.bounds = CGRect(x: 0, y: 0, width: 70, height: 70)
    square.center = CGPoint(x: 65, y: y)
    square.backgroundColor = color
    square.addSubview(
      UILabel(
        text, size: 13, color: .white, center: CGPoint(x: 35, y: 35),
        bounds: CGSize(width: 70, height: 18)))
    view.addSubview(square)
    return square
  }

  func touchesBegan(x: CGFloat) {
    //perform the animation
    UIView.animate(withDuration: 1.0) { easeInOutView.center = CGPoint(x: x, y: 55) }
    UIView.animate(
      withDuration: 1.0, delay: 0.0, options: .curveEaseOut,
      animations: {
        //set the position
        colorView.center = CGPoint(x: x, y: 150)
      }, completion: nil)
    UIView.animate(
      withDuration: 1.0, delay: 0.25, usingSpringWithDamping: 0.6, initialSpringVelocity: 0
    ) { springView.center = CGPoint(x: x, y: 245) }
  }
}
