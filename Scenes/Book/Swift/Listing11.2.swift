import RostrumKit
import RostrumQuartz

/// Listing 11.2: the ball on a display link that measures, beside that of listing 11.1, on a clock
/// that is late, drops ticks and trembles. The bar is the time that the timer has lost.
func listing11_2() -> Film {
  Film(size: CGSize(width: 300, height: 360), fps: 60, duration: 1.6) { stage in
    stage.ticks = TickSchedule(
      lateTicks: [6: 0.15], droppedTicks: Set(24...31),
      jitter: TickSchedule.Jitter(seed: 11, amount: 0.004))
    let truth = disc(center: CGPoint(x: 220, y: 268))
    truth.fillColor = nil
    truth.strokeColor = UIColor(hex: 0x999999).cgColor
    truth.lineDashPattern = [4, 4]
    stage.layer.addSublayer(truth)
    bounce(truth)

    let timerBall = UIImageView(image: UIImage(named: "Ball.png"))
    timerBall.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    stage.layer.addSublayer(timerBall.layer)
    let linkDisc = disc(center: CGPoint(x: 220, y: 32))
    linkDisc.fillColor = UIColor(hex: 0x3b7dd8).cgColor
    let linkBall = UIView(layer: linkDisc)
    stage.layer.addSublayer(linkDisc)

    label("timer", x: 80, y: 312, width: 80, on: stage)
    label("display link", x: 220, y: 312, width: 80, on: stage)
    label("time that the timer has lost", x: 150, y: 334, width: 280, on: stage)
    let error = UIView(frame: CGRect(x: 10, y: 344, width: 280, height: 12))
    error.backgroundColor = UIColor(hex: 0xeeeeee)
    error.layer.masksToBounds = true
    stage.layer.addSublayer(error.layer)
    let lost = UIView()
    lost.backgroundColor = UIColor(hex: 0xdd3333)
    lost.layer.anchorPoint = CGPoint(x: 0, y: 0.5)
    lost.center = CGPoint(x: 0, y: 6)
    error.addSubview(lost)

    let timer = TimerController(ballView: timerBall)
    let link = LinkController(ballView: linkBall)
    func show() {
      let seconds = link.elapsed - timer.elapsed
      lost.bounds = CGRect(x: 0, y: 0, width: max(560 * seconds, 0), height: 12)
    }
    (timer.moved, link.moved) = (show, show)
    show()
    timer.animate()
    link.animate()
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

private func label(_ text: String, x: CGFloat, y: CGFloat, width: CGFloat, on stage: Stage) {
  let label = UILabel(
    text, size: 12, color: UIColor(hex: 0x333333), center: CGPoint(x: x, y: y),
    bounds: CGSize(width: width, height: 16))
  stage.layer.addSublayer(label.layer)
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
      timeInterval: 1 / 60.0, target: self, selector: TimerController.step, userInfo: nil,
      repeats: true)
  }

  func step(_ step: Timer) {
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
    timer = CADisplayLink(target: self, selector: LinkController.step)
    timer?.add(to: .main, forMode: .default)
  }

  func step(_ timer: CADisplayLink) {
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
