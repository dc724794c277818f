// swift-format-ignore-file
import UIKit

/// A ring that its layer draws for every frame, by a key of its own.
class RingLayer: CALayer {
  @LayerKey("progress") var progress: CGFloat = 0
  var color = UIColor.systemBlue

  override init() { super.init() }

  override init(layer: Any) {
    super.init(layer: layer)
    if let other = layer as? RingLayer { color = other.color }
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override class func needsDisplay(forKey key: String) -> Bool {
    return key == "progress" || super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    guard event == "progress" else { return super.action(forKey: event) }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = presentation()?.progress ?? progress
    animation.duration = CATransaction.animationDuration()
    return animation
  }

  override func draw(in ctx: CGContext) {
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = bounds.width / 2 - 8
    ctx.setLineWidth(12)
    ctx.setStrokeColor(UIColor.systemGray5.cgColor)
    ctx.strokeEllipse(in: bounds.insetBy(dx: 8, dy: 8))
    ctx.setLineCap(.round)
    ctx.setStrokeColor(color.cgColor)
    ctx.addArc(
      center: center, radius: radius, startAngle: -.pi / 2,
      endAngle: -.pi / 2 + 2 * .pi * progress, clockwise: false)
    ctx.strokePath()
  }
}

class ProgressRing: UIView {
  private let ring = RingLayer()
  private let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    ring.contentsScale = UIScreen.main.scale
    layer.addSublayer(ring)
    label.font = .systemFont(ofSize: 22, weight: .bold)
    label.textAlignment = .center
    addSubview(label)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    ring.frame = bounds
    label.frame = bounds
    ring.setNeedsDisplay()
  }

  func setProgress(_ value: CGFloat, duration: TimeInterval) {
    CATransaction.begin()
    CATransaction.setAnimationDuration(duration)
    CATransaction.setCompletionBlock { [weak self] in
      UIView.transition(
        with: self!.label, duration: 0.2, options: .transitionCrossDissolve,
        animations: { self?.label.text = "\(Int(value * 100)) %" }, completion: nil)
    }
    ring.progress = value
    CATransaction.commit()
  }
}
