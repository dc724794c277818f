// swift-format-ignore-file
import QuartzCore
import UIKit

public class ConfettiView: UIView {
  var emitter: CAEmitterLayer!
  public var colors: [UIColor]!
  public var intensity: Float!
  private var active: Bool!

  required public init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    setup()
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
  }

  func setup() {
    colors = [
      UIColor(red: 0.95, green: 0.40, blue: 0.27, alpha: 1.0),
      UIColor(red: 1.00, green: 0.78, blue: 0.36, alpha: 1.0),
      UIColor(red: 0.48, green: 0.78, blue: 0.64, alpha: 1.0),
      UIColor(red: 0.30, green: 0.76, blue: 0.85, alpha: 1.0),
    ]
    intensity = 0.5
    active = false
  }

  public func startConfetti() {
    emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: frame.size.width / 2.0, y: 0)
    emitter.emitterShape = CAEmitterLayerEmitterShape.line
    emitter.emitterSize = CGSize(width: frame.size.width, height: 1)
    var cells = [CAEmitterCell]()
    for color in colors { cells.append(confettiWithColor(color: color)) }
    emitter.emitterCells = cells
    layer.addSublayer(emitter)
    active = true
  }

  public func stopConfetti() {
    emitter?.birthRate = 0
    active = false
  }

  lazy var paper: UIImage = UIGraphicsImageRenderer(size: CGSize(width: 12, height: 8)).image {
    UIColor.white.setFill()
    $0.fill(CGRect(x: 0, y: 0, width: 12, height: 8))
  }

  func confettiWithColor(color: UIColor) -> CAEmitterCell {
    let confetti = CAEmitterCell()
    confetti.birthRate = 6.0 * intensity * 4
    confetti.lifetime = 14.0 * intensity
    confetti.lifetimeRange = 0
    confetti.color = color.cgColor
    confetti.velocity = CGFloat(350.0 * intensity)
    confetti.velocityRange = CGFloat(80.0 * intensity)
    confetti.emissionLongitude = CGFloat(Double.pi)
    confetti.emissionRange = CGFloat(Double.pi / 4)
    confetti.spin = CGFloat(3.5 * intensity)
    confetti.spinRange = CGFloat(4.0 * intensity)
    confetti.scaleRange = CGFloat(intensity)
    confetti.scaleSpeed = CGFloat(-0.1 * intensity)
    confetti.contents = paper.cgImage
    return confetti
  }

  public func isActive() -> Bool { return self.active }
}
