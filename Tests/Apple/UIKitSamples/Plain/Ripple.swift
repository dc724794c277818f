// swift-format-ignore-file
import QuartzCore
import UIKit

public class Pulsator: CAReplicatorLayer, CAAnimationDelegate {
  fileprivate let pulse = CALayer()
  fileprivate var animationGroup: CAAnimationGroup!
  fileprivate var alpha: CGFloat = 0.45

  override open var backgroundColor: CGColor? {
    didSet {
      pulse.backgroundColor = backgroundColor
      guard let backgroundColor = backgroundColor else { return }
      let oldAlpha = alpha
      alpha = backgroundColor.alpha
      if alpha != oldAlpha { recreate() }
    }
  }

  open var numPulse: Int = 1 {
    didSet {
      if numPulse < 1 { numPulse = 1 }
      instanceCount = numPulse
      updateInstanceDelay()
    }
  }

  open var radius: CGFloat = 60 {
    didSet { updatePulse() }
  }

  open var animationDuration: TimeInterval = 3 {
    didSet { updateInstanceDelay() }
  }

  override public init() {
    super.init()
    setupPulse()
    instanceDelay = 1
    repeatCount = MAXFLOAT
    backgroundColor = UIColor(red: 0, green: 0.455, blue: 0.756, alpha: 0.45).cgColor
  }

  override public init(layer: Any) {
    super.init(layer: layer)
  }

  required public init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
  }

  fileprivate func setupPulse() {
    pulse.contentsScale = UIScreen.main.scale
    pulse.opacity = 0
    addSublayer(pulse)
    updatePulse()
  }

  fileprivate func setupAnimationGroup() {
    let scaleAnimation = CABasicAnimation(keyPath: "transform.scale.xy")
    scaleAnimation.fromValue = 0.0
    scaleAnimation.toValue = 1.0
    scaleAnimation.duration = animationDuration

    let opacityAnimation = CAKeyframeAnimation(keyPath: "opacity")
    opacityAnimation.duration = animationDuration
    opacityAnimation.values = [alpha, alpha * 0.5, 0.0]
    opacityAnimation.keyTimes = [0.0, NSNumber(value: 0.2), 1.0]

    animationGroup = CAAnimationGroup()
    animationGroup.animations = [scaleAnimation, opacityAnimation]
    animationGroup.duration = animationDuration
    animationGroup.repeatCount = .infinity
    animationGroup.timingFunction = CAMediaTimingFunction(name: .default)
    animationGroup.delegate = self
  }

  fileprivate func updatePulse() {
    let diameter: CGFloat = radius * 2
    pulse.bounds = CGRect(origin: CGPoint.zero, size: CGSize(width: diameter, height: diameter))
    pulse.cornerRadius = radius
    pulse.backgroundColor = backgroundColor
  }

  fileprivate func updateInstanceDelay() {
    guard numPulse >= 1 else { fatalError() }
    instanceDelay = animationDuration / Double(numPulse)
  }

  fileprivate func recreate() {
    stop()
    let when = DispatchTime.now() + Double(Int64(0.2 * double_t(1_000_000_000))) / 1_000_000_000
    DispatchQueue.main.asyncAfter(deadline: when) { () -> Void in
      self.start()
    }
  }

  open func start() {
    setupPulse()
    setupAnimationGroup()
    pulse.add(animationGroup, forKey: "pulsator")
  }

  open func stop() {
    pulse.removeAllAnimations()
    animationGroup = nil
  }

  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    if let keys = pulse.animationKeys(), keys.count > 0 {
      pulse.removeAllAnimations()
    }
    pulse.removeFromSuperlayer()
  }
}
