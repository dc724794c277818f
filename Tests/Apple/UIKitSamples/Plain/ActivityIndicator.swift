// swift-format-ignore-file
import UIKit

/// Five bars that grow one after the other.
public class BarIndicatorView: UIView {
  @IBInspectable public var color: UIColor = .systemBlue

  private(set) public var isAnimating = false

  public override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .clear
    isHidden = true
  }

  required public init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    backgroundColor = UIColor.clear
  }

  public override var intrinsicContentSize: CGSize {
    return CGSize(width: bounds.width, height: bounds.height)
  }

  public func startAnimating() {
    guard !isAnimating else { return }
    isHidden = false
    isAnimating = true
    layer.speed = 1
    layer.sublayers = nil
    setUpAnimation(in: layer, size: bounds.size, color: color)
  }

  public func stopAnimating() {
    isHidden = true
    isAnimating = false
    layer.sublayers?.removeAll()
  }

  private func setUpAnimation(in layer: CALayer, size: CGSize, color: UIColor) {
    let lineSize = size.width / 9
    let beginTime = CACurrentMediaTime()
    let beginTimes = [0.1, 0.2, 0.3, 0.4, 0.5]
    let timingFunction = CAMediaTimingFunction(controlPoints: 0.2, 0.68, 0.18, 1.08)

    let animation = CAKeyframeAnimation(keyPath: "transform.scale.y")
    animation.keyTimes = [0, 0.5, 1]
    animation.timingFunctions = [timingFunction, timingFunction]
    animation.values = [1, 0.4, 1]
    animation.duration = 1
    animation.repeatCount = HUGE
    animation.isRemovedOnCompletion = false

    for i in 0 ..< 5 {
      let line = CAShapeLayer()
      let path = UIBezierPath(
        roundedRect: CGRect(x: 0, y: 0, width: lineSize, height: size.height),
        cornerRadius: lineSize / 2)
      line.fillColor = color.cgColor
      line.path = path.cgPath
      line.frame = CGRect(x: lineSize * 2 * CGFloat(i), y: 0, width: lineSize, height: size.height)
      animation.beginTime = beginTime + beginTimes[i]
      line.add(animation, forKey: "animation")
      layer.addSublayer(line)
    }
  }
}

/// A circle that turns while its line grows and shrinks.
final class SpinnerView: UIView {
  override class var layerClass: AnyClass { return CAShapeLayer.self }

  private var shape: CAShapeLayer { return layer as! CAShapeLayer }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    guard window != nil else { return }
    shape.fillColor = nil
    shape.strokeColor = tintColor.cgColor
    shape.lineWidth = 4
    shape.lineCap = .round
    animate()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let inset = shape.lineWidth / 2
    shape.path = UIBezierPath(ovalIn: bounds.insetBy(dx: inset, dy: inset)).cgPath
  }

  private func animate() {
    let end = CABasicAnimation(keyPath: "strokeEnd")
    end.fromValue = 0
    end.toValue = 1
    end.duration = 1
    end.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    let start = CABasicAnimation(keyPath: "strokeStart")
    start.beginTime = 0.5
    start.fromValue = 0
    start.toValue = 1
    start.duration = 1
    start.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    let group = CAAnimationGroup()
    group.animations = [end, start]
    group.duration = 1.5
    group.repeatCount = .greatestFiniteMagnitude
    shape.add(group, forKey: "stroke")
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.byValue = CGFloat.pi * 2
    turn.duration = 2
    turn.repeatCount = .infinity
    layer.add(turn, forKey: "rotation")
  }
}
