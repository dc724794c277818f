// swift-format-ignore-file
import UIKit

class ArcProgressLayer: CALayer {
  @NSManaged var progress: CGFloat
  @NSManaged var tint: UIColor?
  @objc dynamic var thickness: CGFloat = 10
  var animates = true

  override init() {
    super.init()
    needsDisplayOnBoundsChange = true
  }

  override init(layer: Any) {
    super.init(layer: layer)
    if let other = layer as? ArcProgressLayer {
      animates = other.animates
    }
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override class func needsDisplay(forKey key: String) -> Bool {
    if key == #keyPath(progress) || key == "thickness" { return true }
    return super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    if event == "progress" && animates {
      let animation = CABasicAnimation(keyPath: event)
      animation.fromValue = presentation()?.value(forKey: event)
      animation.duration = 0.8
      animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      return animation
    }
    return super.action(forKey: event)
  }

  override func draw(in ctx: CGContext) {
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = min(bounds.width, bounds.height) / 2 - thickness / 2
    ctx.setLineWidth(thickness)
    ctx.setLineCap(.round)
    ctx.setStrokeColor(UIColor.systemGray5.cgColor)
    ctx.addArc(center: center, radius: radius, startAngle: 0, endAngle: .pi * 2, clockwise: false)
    ctx.strokePath()
    guard progress > 0 else { return }
    ctx.setStrokeColor((tint ?? .systemBlue).cgColor)
    ctx.addArc(
      center: center, radius: radius, startAngle: -.pi / 2,
      endAngle: -.pi / 2 + .pi * 2 * progress, clockwise: false)
    ctx.strokePath()
  }
}

@IBDesignable
@objc public final class ArcProgressView: UIView {
  public override class var layerClass: AnyClass { return ArcProgressLayer.self }

  private var arcLayer: ArcProgressLayer { return layer as! ArcProgressLayer }

  @IBInspectable @objc public var progress: CGFloat {
    get { return arcLayer.progress }
    set { arcLayer.progress = newValue }
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    commonInit()
  }

  public required init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    commonInit()
  }

  private func commonInit() {
    backgroundColor = .clear
    arcLayer.contentsScale = UIScreen.main.scale
    arcLayer.tint = .systemGreen
  }

  public override func action(for layer: CALayer, forKey event: String) -> CAAction? {
    return event == "progress" ? nil : super.action(for: layer, forKey: event)
  }
}
