// swift-format-ignore-file
import UIKit

protocol IndicatorAnimationDelegate {
  func setUpAnimation(in layer: CALayer, size: CGSize, color: UIColor)
}

enum IndicatorShape {
  case circle
  case ring(lineWidth: CGFloat, startAngle: CGFloat)
  case pacman

  func layerWith(size: CGSize, color: UIColor) -> CALayer {
    let layer: CAShapeLayer = CAShapeLayer()
    let path: UIBezierPath = UIBezierPath()
    switch self {
    case .circle:
      path.addArc(withCenter: CGPoint(x: size.width / 2, y: size.height / 2), radius: size.width / 2, startAngle: 0, endAngle: CGFloat(2 * Double.pi), clockwise: false)
      layer.fillColor = color.cgColor
    case let .ring(lineWidth, startAngle):
      path.addArc(withCenter: CGPoint(x: size.width / 2, y: size.height / 2), radius: size.width / 2, startAngle: startAngle, endAngle: startAngle + .pi * 1.5, clockwise: true)
      layer.fillColor = nil
      layer.strokeColor = color.cgColor
      layer.lineWidth = lineWidth
    case .pacman:
      path.addArc(withCenter: CGPoint(x: size.width / 2, y: size.height / 2), radius: size.width / 4, startAngle: 0, endAngle: CGFloat(2 * Double.pi), clockwise: true)
      layer.fillColor = nil
      layer.strokeColor = color.cgColor
      layer.lineWidth = size.width / 2
    }
    layer.backgroundColor = nil
    layer.path = path.cgPath
    layer.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
    return layer
  }
}

class BallPulseRise: IndicatorAnimationDelegate {
  func setUpAnimation(in layer: CALayer, size: CGSize, color: UIColor) {
    let circleSpacing: CGFloat = 2
    let circleSize: CGFloat = (size.width - 2 * circleSpacing) / 3
    let x: CGFloat = (layer.bounds.size.width - size.width) / 2
    let y: CGFloat = (layer.bounds.size.height - circleSize) / 2
    let duration: CFTimeInterval = 0.75
    let beginTime = CACurrentMediaTime()
    let beginTimes: [CFTimeInterval] = [0.12, 0.24, 0.36]
    let timingFunction = CAMediaTimingFunction(controlPoints: 0.2, 0.68, 0.18, 1.08)

    let animation = CAKeyframeAnimation(keyPath: "transform.scale")
    animation.keyTimes = [0, 0.3, 1]
    animation.timingFunctions = [timingFunction, timingFunction]
    animation.values = [1, 0.3, 1]
    animation.duration = duration
    animation.repeatCount = HUGE
    animation.isRemovedOnCompletion = false

    for i in 0 ..< 3 {
      let circle = IndicatorShape.circle.layerWith(size: CGSize(width: circleSize, height: circleSize), color: color)
      let frame = CGRect(x: x + circleSize * CGFloat(i) + circleSpacing * CGFloat(i), y: y, width: circleSize, height: circleSize)
      animation.beginTime = beginTime + beginTimes[i]
      circle.frame = frame
      circle.add(animation, forKey: "animation")
      layer.addSublayer(circle)
    }
  }
}

class PacmanEater: IndicatorAnimationDelegate {
  func setUpAnimation(in layer: CALayer, size: CGSize, color: UIColor) {
    let strokeStart = CAKeyframeAnimation(keyPath: #keyPath(CAShapeLayer.strokeStart))
    strokeStart.keyTimes = [0, 0.5, 1]
    strokeStart.values = [0.125, 0, 0.125]
    let strokeEnd = CAKeyframeAnimation(keyPath: #keyPath(CAShapeLayer.strokeEnd))
    strokeEnd.keyTimes = [0, 0.5, 1]
    strokeEnd.values = [0.875, 1, 0.875]
    let group = CAAnimationGroup()
    group.animations = [strokeStart, strokeEnd]
    group.duration = 0.5
    group.timingFunction = CAMediaTimingFunction(name: .default)
    group.repeatCount = HUGE
    group.isRemovedOnCompletion = false
    let pacman = IndicatorShape.pacman.layerWith(size: CGSize(width: size.height, height: size.height), color: color)
    pacman.frame = CGRect(x: (layer.bounds.width - size.width) / 2, y: (layer.bounds.height - size.height) / 2, width: size.height, height: size.height)
    pacman.add(group, forKey: "animation")
    layer.addSublayer(pacman)
  }
}

public final class LoadingIndicatorView: UIView {
  public enum Kind: CaseIterable {
    case ballPulse, pacman

    func animation() -> IndicatorAnimationDelegate {
      switch self {
      case .ballPulse: return BallPulseRise()
      case .pacman: return PacmanEater()
      }
    }
  }

  public var kind: Kind = .ballPulse
  @IBInspectable public var color: UIColor = .white
  public private(set) var isAnimating: Bool = false

  public init(frame: CGRect, kind: Kind? = nil, color: UIColor? = nil) {
    self.kind = kind ?? .ballPulse
    self.color = color ?? .white
    super.init(frame: frame)
    isHidden = true
  }

  required public init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    backgroundColor = UIColor.clear
    isHidden = true
  }

  public override var intrinsicContentSize: CGSize {
    return CGSize(width: bounds.width, height: bounds.height)
  }

  public override var bounds: CGRect {
    didSet {
      if oldValue != bounds && isAnimating { setUpAnimation() }
    }
  }

  public final func startAnimating() {
    guard !isAnimating else { return }
    isHidden = false
    isAnimating = true
    layer.speed = 1
    setUpAnimation()
  }

  public final func stopAnimating() {
    guard isAnimating else { return }
    isHidden = true
    isAnimating = false
    layer.sublayers?.removeAll()
  }

  private final func setUpAnimation() {
    let animation: IndicatorAnimationDelegate = kind.animation()
    var animationRect = frame.inset(by: UIEdgeInsets(top: 4, left: 4, bottom: 4, right: 4))
    let minEdge = min(animationRect.width, animationRect.height)
    layer.sublayers = nil
    animationRect.size = CGSize(width: minEdge, height: minEdge)
    animation.setUpAnimation(in: layer, size: animationRect.size, color: color)
  }
}
