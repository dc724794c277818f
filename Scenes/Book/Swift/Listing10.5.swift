import UIKit

/// Listing 10.5: a clock whose hands snap.
func listing10_5() -> Film { film(ViewController(), duration: 6) }

private class ViewController: UIViewController, CAAnimationDelegate {
  let face = UIView(frame: CGRect(x: 10, y: 10, width: 280, height: 280))
  let hourHand = UIView()
  let minuteHand = UIView()
  let secondHand = UIView()
  var timer: Timer?
  /// Since midnight: 10:09:56, before the first tick.
  var seconds = 10 * 3600 + 9 * 60 + 56

  override func viewDidLoad() {
    super.viewDidLoad()
    face.layer.cornerRadius = 140
    face.backgroundColor = UIColor(hex: 0xfbfaf6)
    face.layer.borderColor = UIColor(hex: 0x2b2b33).cgColor
    face.layer.borderWidth = 8
    view.addSubview(face)
    marks(UIColor(hex: 0x8a8a94), width: 6, dashes: [1.5, 10.5428], phase: 0.75)
    marks(UIColor(hex: 0x2b2b33), width: 12, dashes: [4, 56.2139], phase: 2)
    numerals()
    let dark = UIColor(hex: 0x2b2b33)
    add(hourHand, CGSize(width: 9, height: 82), anchor: 0.88, dark)
    add(minuteHand, CGSize(width: 7, height: 116), anchor: 0.9, dark)
    add(secondHand, CGSize(width: 3, height: 124), anchor: 0.84, UIColor(hex: 0xd8262c))
    add(UIView(), CGSize(width: 14, height: 14), anchor: 0.5, UIColor(hex: 0xd8262c))
    setAngle(304.98 * .pi / 180, forHand: hourHand, animated: false)
    //set initial hand positions
    updateHands(animated: false)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    //start timer
    timer = Timer.scheduledTimer(
      timeInterval: 1.0, target: self, selector: #selector(tick), userInfo: nil, repeats: true)
    tick()
  }

  /// A dashed circle.
  func marks(_ color: UIColor, width: CGFloat, dashes: [NSNumber], phase: CGFloat) {
    let dial = CGMutablePath()
    dial.addArc(
      center: CGPoint(x: 140, y: 140), radius: 115, startAngle: -.pi / 2, endAngle: 1.5 * .pi,
      clockwise: false)
    let marks = CAShapeLayer()
    marks.frame = face.bounds
    marks.path = dial
    marks.fillColor = nil
    marks.strokeColor = color.cgColor
    marks.lineWidth = width
    marks.lineDashPattern = dashes
    marks.lineDashPhase = phase
    face.layer.addSublayer(marks)
  }

  func numerals() {
    let places: [(CGFloat, CGFloat)] = [
      (140, 50), (185, 62.06), (217.94, 95), (230, 140), (217.94, 185), (185, 217.94), (140, 230),
      (95, 217.94), (62.06, 185), (50, 140), (62.06, 95), (95, 62.06),
    ]
    for (hour, (x, y)) in places.enumerated() {
      let numeral = caption(
        hour == 0 ? "12" : "\(hour)", size: 20, color: 0x2b2b33, center: CGPoint(x: x, y: y),
        bounds: CGSize(width: 40, height: 24))
      numeral.font = "Liberation Sans-Bold" as CFString
      face.layer.addSublayer(numeral)
    }
  }

  func add(_ hand: UIView, _ size: CGSize, anchor: CGFloat, _ color: UIColor) {
    hand.bounds = CGRect(origin: .zero, size: size)
    hand.layer.anchorPoint = CGPoint(x: 0.5, y: anchor)
    hand.center = CGPoint(x: 140, y: 140)
    hand.layer.cornerRadius = size.width / 2
    hand.backgroundColor = color
    face.addSubview(hand)
  }

  @objc func tick() { updateHands(animated: true) }

  func updateHands(animated: Bool) {
    seconds += 1
    let (minute, second) = (seconds / 60 % 60, seconds % 60)
    setAngle(CGFloat(second) * 6 * .pi / 180, forHand: secondHand, animated: animated)
    if second == 0 || !animated {
      setAngle(CGFloat(minute) * 6 * .pi / 180, forHand: minuteHand, animated: animated)
    }
  }

  func setAngle(_ angle: CGFloat, forHand handView: UIView, animated: Bool) {
    //generate transform
    let transform = CATransform3DMakeRotation(angle, 0, 0, 1)
    if animated {
      //create transform animation
      let animation = CABasicAnimation()
      animation.keyPath = "transform"
      animation.fromValue = handView.layer.presentation()?.value(forKey: "transform")
      animation.toValue = NSValue(caTransform3D: transform)
      animation.duration = 0.5
      animation.delegate = self
      animation.timingFunction = CAMediaTimingFunction(controlPoints: 1, 0, 0.75, 1)
      //apply animation
      handView.layer.transform = transform
      handView.layer.add(animation, forKey: nil)
    } else {
      //set transform directly
      handView.layer.transform = transform
    }
  }
}
