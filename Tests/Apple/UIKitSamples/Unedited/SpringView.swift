// swift-format-ignore-file
import UIKit

@objc public protocol Springable {
  var autostart: Bool { get set }
  var animation: String { get set }
  var force: CGFloat { get set }
  var delay: CGFloat { get set }
  var duration: CGFloat { get set }
  var damping: CGFloat { get set }
  var velocity: CGFloat { get set }
  var x: CGFloat { get set }
  var y: CGFloat { get set }
  var layer: CALayer { get }
  var transform: CGAffineTransform { get set }
  var alpha: CGFloat { get set }
}

public class SpringMotion: NSObject {
  private unowned var view: Springable
  private var shouldAnimateAfterActive = false
  private var shouldAnimateInLayoutSubviews = true

  init(_ view: Springable) {
    self.view = view
    super.init()
    commonInit()
  }

  func commonInit() {
    NotificationCenter.default.addObserver(self, selector: #selector(SpringMotion.didBecomeActiveNotification(_:)), name: UIApplication.didBecomeActiveNotification, object: nil)
  }

  @objc func didBecomeActiveNotification(_ notification: NSNotification) {
    if shouldAnimateAfterActive {
      animate()
      shouldAnimateAfterActive = false
    }
  }

  deinit {
    NotificationCenter.default.removeObserver(self, name: UIApplication.didBecomeActiveNotification, object: nil)
  }

  private func animatePreset() {
    switch view.animation {
    case "slideLeft": view.x = 300 * view.force
    case "shake":
      let animation = CAKeyframeAnimation()
      animation.keyPath = "position.x"
      animation.values = [0, 30 * view.force, -30 * view.force, 30 * view.force, 0]
      animation.keyTimes = [0, 0.2, 0.4, 0.6, 0.8, 1]
      animation.timingFunction = CAMediaTimingFunction(controlPoints: 0.5, 1.1 + Float(view.force / 3), 1, 1)
      animation.duration = CFTimeInterval(view.duration)
      animation.isAdditive = true
      animation.repeatCount = 1
      animation.beginTime = CACurrentMediaTime() + CFTimeInterval(view.delay)
      view.layer.add(animation, forKey: "shake")
    case "morph":
      let morphX = CAKeyframeAnimation()
      morphX.keyPath = "transform.scale.x"
      morphX.values = [1, 1.3 * view.force, 0.7, 1.3 * view.force, 1]
      morphX.keyTimes = [0, 0.2, 0.4, 0.6, 0.8]
      morphX.duration = CFTimeInterval(view.duration)
      morphX.beginTime = CACurrentMediaTime() + CFTimeInterval(view.delay)
      view.layer.add(morphX, forKey: "morphX")
    case "flipX":
      var perspective = CATransform3DIdentity
      perspective.m34 = -1.0 / view.layer.frame.size.width / 2
      let animation = CABasicAnimation()
      animation.keyPath = "transform"
      animation.fromValue = NSValue(caTransform3D: CATransform3DMakeRotation(0, 0, 0, 0))
      animation.toValue = NSValue(caTransform3D: CATransform3DConcat(perspective, CATransform3DMakeRotation(CGFloat(Double.pi), 0, 1, 0)))
      animation.duration = CFTimeInterval(view.duration)
      view.layer.add(animation, forKey: "3d")
    default: view.x = 300
    }
  }

  private func setView(completion: @escaping () -> Void) {
    let translate = CGAffineTransform(translationX: view.x, y: view.y)
    view.transform = translate
    view.alpha = 0.2
    UIView.animate(
      withDuration: TimeInterval(view.duration), delay: TimeInterval(view.delay),
      usingSpringWithDamping: view.damping, initialSpringVelocity: view.velocity,
      options: [.allowUserInteraction, UIView.AnimationOptions.curveEaseInOut],
      animations: { [weak self] in
        if let _self = self {
          _self.view.transform = CGAffineTransform.identity
          _self.view.alpha = 1
        }
      }, completion: { [weak self] finished in
        completion()
        self?.resetAll()
      })
  }

  public func animate() {
    animatePreset()
    setView {}
  }

  private func resetAll() {
    view.x = 0
    view.y = 0
  }
}

open class SpringView: UIView, Springable {
  @IBInspectable public var autostart: Bool = false
  @IBInspectable public var animation: String = ""
  @IBInspectable public var force: CGFloat = 1
  @IBInspectable public var delay: CGFloat = 0
  @IBInspectable public var duration: CGFloat = 0.7
  @IBInspectable public var damping: CGFloat = 0.7
  @IBInspectable public var velocity: CGFloat = 0.7
  @IBInspectable public var x: CGFloat = 0
  @IBInspectable public var y: CGFloat = 0
  lazy private var spring: SpringMotion = SpringMotion(self)

  override open func awakeFromNib() {
    super.awakeFromNib()
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if autostart { animate() }
  }

  public func animate() { self.spring.animate() }
}
