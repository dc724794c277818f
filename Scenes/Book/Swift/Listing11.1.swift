import RostrumKit
import RostrumTiming
import UIKit

/// Listing 11.1: the ball, moved on by a timer that takes each step to last 1/60 s. A touch replays
/// the animation.
func listing11_1(touchedAt touch: TimeInterval? = nil) -> Film {
  film(ViewController(), duration: touch == nil ? 1.25 : 2) { stage, _ in
    if let touch { stage.tap(CGPoint(x: 150, y: 150), at: touch) }
  }
}

/// The run loop of listing 11.1: timers made by `timerWithTimeInterval` fire in the modes that they
/// are added for. The user scrolls from 0.3 to 0.7 s.
func listing11_1modes() -> Film {
  let tracking = [TickSchedule.TrackingInterval(start: 0.3, end: 0.7)]
  return Film(size: CGSize(width: 300, height: 300), fps: 60, duration: 1.25) { stage in
    stage.ticks = TickSchedule(tracking: tracking)
    let modes: [(name: String, modes: [RunLoop.Mode])] = [
      ("default", [.default]), ("default and tracking", [.default, .tracking]),
      ("common", [.common]), ("tracking", [.tracking]),
    ]
    for (index, entry) in modes.enumerated() {
      let bar = CALayer()
      bar.name = entry.name
      bar.backgroundColor = UIColor(hex: 0x3b7dd8).cgColor
      bar.anchorPoint = CGPoint(x: 0, y: 0.5)
      bar.position = CGPoint(x: 30, y: 60 + 60 * CGFloat(index))
      bar.bounds = CGRect(x: 0, y: 0, width: 0, height: 30)
      stage.layer.addSublayer(bar)
      //a timer that waits to be added to a run loop
      let timer = Timer(timeInterval: 1 / 60.0, repeats: true) { _ in
        CATransaction.setDisableActions(true)
        bar.bounds.size.width = min(bar.bounds.width + 4, 240)
      }
      //addTimer:forMode:
      for mode in entry.modes { RunLoop.main.add(timer, forMode: mode) }
    }
  }
}

func interpolate(_ from: Float, _ to: Float, _ time: Float) -> Float {
  (to - from) * time + from
}

func interpolate(fromValue: Any, toValue: Any, time: Float) -> Any {
  if let from = (fromValue as? NSValue)?.cgPointValue, let to = (toValue as? NSValue)?.cgPointValue
  {
    //get type
    let result = CGPoint(
      x: CGFloat(interpolate(Float(from.x), Float(to.x), time)),
      y: CGFloat(interpolate(Float(from.y), Float(to.y), time)))
    return NSValue(cgPoint: result)
  }
  //provide safe default implementation
  return time < 0.5 ? fromValue : toValue
}

func bounceEaseOut(_ t: Float) -> Float {
  if t < 4 / 11.0 {
    return (121 * t * t) / 16.0
  } else if t < 8 / 11.0 {
    return (363 / 40.0 * t * t) - (99 / 10.0 * t) + 17 / 5.0
  } else if t < 9 / 10.0 {
    return (4356 / 361.0 * t * t) - (35442 / 1805.0 * t) + 16061 / 1805.0
  }
  return (54 / 5.0 * t * t) - (513 / 25.0 * t) + 268 / 25.0
}

private class ViewController: UIViewController {
  let ballView = UIImageView(image: UIImage(named: "Ball.png"))
  var timer: Timer?
  var duration: TimeInterval = 0
  var timeOffset: TimeInterval = 0
  var fromValue: Any = 0
  var toValue: Any = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    //add ball image view
    ballView.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    view.addSubview(ballView)
    ballView.layer.name = "ball"
    //animate
    animate()
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    //replay animation on tap
    animate()
  }

  func animate() {
    //reset ball to top of screen
    ballView.center = CGPoint(x: 150, y: 32)
    //configure the animation
    duration = 1.0
    timeOffset = 0.0
    fromValue = NSValue(cgPoint: CGPoint(x: 150, y: 32))
    toValue = NSValue(cgPoint: CGPoint(x: 150, y: 268))
    //stop the timer if it's already running
    timer?.invalidate()
    //start the timer
    timer = Timer.scheduledTimer(
      timeInterval: 1 / 60.0, target: self, selector: #selector(step(_:)), userInfo: nil,
      repeats: true)
  }

  @objc func step(_ step: Timer) {
    //update time offset
    timeOffset = min(timeOffset + 1 / 60.0, duration)
    //get normalized time offset (in range 0 - 1)
    var time = Float(timeOffset / duration)
    //apply easing
    time = bounceEaseOut(time)
    //interpolate position
    let position = interpolate(fromValue: fromValue, toValue: toValue, time: time)
    //move ball view to new position
    if let position = position as? NSValue { ballView.center = position.cgPointValue }
    //stop the timer if we've reached the end of the animation
    if timeOffset >= duration {
      timer?.invalidate()
      timer = nil
    }
  }
}
