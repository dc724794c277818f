import RostrumKit
import RostrumTiming
import UIKit

/// Listing 11.2: the ball on a display link that measures, beside that of listing 11.1, on a clock
/// that is late, drops ticks and trembles. The bar is the time that the timer has lost.
func listing11_2() -> Film {
  film(ViewController(), size: CGSize(width: 300, height: 360), duration: 1.6) { stage, _ in
    stage.ticks = TickSchedule(
      lateTicks: [6: 0.15], droppedTicks: Set(24...31),
      jitter: TickSchedule.Jitter(seed: 11, amount: 0.004))
  }
}

private class ViewController: UIViewController {
  let lost = UIView()
  var timer: TimerController!
  var link: LinkController!

  override func viewDidLoad() {
    super.viewDidLoad()
    let truth = disc(center: CGPoint(x: 220, y: 268))
    truth.fillColor = nil
    truth.strokeColor = UIColor(hex: 0x999999).cgColor
    truth.lineDashPattern = [4, 4]
    view.layer.addSublayer(truth)
    bounce(truth)

    let timerBall = UIImageView(image: UIImage(named: "Ball.png"))
    timerBall.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    view.addSubview(timerBall)
    let linkBall = UIView()
    linkBall.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    linkBall.center = CGPoint(x: 220, y: 32)
    let linkDisc = disc(center: CGPoint(x: 32, y: 32))
    linkDisc.fillColor = UIColor(hex: 0x3b7dd8).cgColor
    linkBall.layer.addSublayer(linkDisc)
    view.addSubview(linkBall)

    label("timer", x: 80, y: 312, width: 80)
    label("display link", x: 220, y: 312, width: 80)
    label("time that the timer has lost", x: 150, y: 334, width: 280)
    let error = UIView(frame: CGRect(x: 10, y: 344, width: 280, height: 12))
    error.backgroundColor = UIColor(hex: 0xeeeeee)
    error.layer.masksToBounds = true
    view.addSubview(error)
    lost.backgroundColor = UIColor(hex: 0xdd3333)
    lost.layer.anchorPoint = CGPoint(x: 0, y: 0.5)
    lost.center = CGPoint(x: 0, y: 6)
    error.addSubview(lost)

    timer = TimerController(ballView: timerBall)
    link = LinkController(ballView: linkBall)
    (timer.moved, link.moved) = (show, show)
    show()
    timer.animate()
    link.animate()
  }

  func label(_ text: String, x: CGFloat, y: CGFloat, width: CGFloat) {
    view.layer.addSublayer(
      caption(
        text, size: 12, center: CGPoint(x: x, y: y), bounds: CGSize(width: width, height: 16)))
  }

  func show() {
    let seconds = link.elapsed - timer.elapsed
    lost.bounds = CGRect(x: 0, y: 0, width: max(560 * seconds, 0), height: 12)
  }
}

private func disc(center: CGPoint) -> CAShapeLayer {
  let disc = CAShapeLayer()
  let circle = CGMutablePath()
  circle.addArc(
    center: CGPoint(x: 32, y: 32), radius: 32, startAngle: -.pi / 2, endAngle: 1.5 * .pi,
    clockwise: false)
  disc.path = circle
  disc.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
  disc.position = center
  return disc
}

/// The same motion without ticks: Rostrum has Penner's functions as timing functions too.
private func bounce(_ layer: CALayer) {
  let animation = CABasicAnimation(keyPath: "position.y")
  (animation.fromValue, animation.toValue, animation.duration) = (32, 268, 1)
  animation.timingFunction = CAMediaTimingFunction(.easing(.bounceEaseOut))
  layer.add(animation, forKey: nil)
}

private final class TimerController {
  private let ballView: UIView
  private let duration: TimeInterval = 1
  private var timeOffset: TimeInterval = 0
  private(set) var elapsed: TimeInterval = 0
  var moved: () -> Void = {}

  init(ballView: UIView) { self.ballView = ballView }

  func animate() {
    ballView.center = CGPoint(x: 80, y: 32)
    Timer.scheduledTimer(
      timeInterval: 1 / 60.0, target: self, selector: #selector(step(_:)), userInfo: nil,
      repeats: true)
  }

  @objc func step(_ step: Timer) {
    elapsed += 1 / 60.0
    //update time offset
    timeOffset = min(timeOffset + 1 / 60.0, duration)
    //get normalized time offset (in range 0 - 1), apply easing
    let time = bounceEaseOut(Float(timeOffset / duration))
    //move ball view to new position
    ballView.center = CGPoint(x: 80, y: CGFloat(interpolate(32, 268, time)))
    moved()
  }
}

private final class LinkController {
  private let ballView: UIView
  private let duration: CFTimeInterval = 1
  private var timeOffset: CFTimeInterval = 0
  private var lastStep: CFTimeInterval = 0
  private(set) var elapsed: CFTimeInterval = 0
  private var timer: CADisplayLink?
  var moved: () -> Void = {}

  init(ballView: UIView) { self.ballView = ballView }

  func animate() {
    //reset ball to top of screen
    ballView.center = CGPoint(x: 220, y: 32)
    //stop the timer if it's already running
    timer?.invalidate()
    //start the timer
    lastStep = CACurrentMediaTime()
    timer = CADisplayLink(target: self, selector: #selector(step(_:)))
    timer?.add(to: .main, forMode: .default)
  }

  @objc func step(_ timer: CADisplayLink) {
    //calculate time delta
    let thisStep = CACurrentMediaTime()
    let stepDuration = thisStep - lastStep
    lastStep = thisStep
    elapsed += stepDuration
    //update time offset
    timeOffset = min(timeOffset + stepDuration, duration)
    //get normalized time offset (in range 0 - 1), apply easing
    let time = bounceEaseOut(Float(timeOffset / duration))
    //move ball view to new position
    ballView.center = CGPoint(x: 220, y: CGFloat(interpolate(32, 268, time)))
    moved()
  }
}
