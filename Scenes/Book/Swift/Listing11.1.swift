import RostrumQuartz

/// Listing 11.1: the ball, moved on by a timer that takes each step to last 1/60 s.
func listing11_1() -> Film {
  Film(size: CGSize(width: 300, height: 300), fps: 60, duration: 1.25) { stage in
    let controller = ViewController(containerView: UIView(layer: stage.layer))
    controller.viewDidLoad()
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

private final class ViewController {
  let containerView: UIView
  private let ballView = UIImageView(image: UIImage(named: "Ball.png"))
  private var timer: Timer?
  private var duration: TimeInterval = 0
  private var timeOffset: TimeInterval = 0
  private var fromValue: Any = 0
  private var toValue: Any = 0

  init(containerView: UIView) { self.containerView = containerView }

  func viewDidLoad() {
    //add ball image view
    ballView.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    containerView.addSubview(ballView)
    //animate
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
      timeInterval: 1 / 60.0, target: self, selector: ViewController.step, userInfo: nil,
      repeats: true)
  }

  func step(_ step: Timer) {
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
