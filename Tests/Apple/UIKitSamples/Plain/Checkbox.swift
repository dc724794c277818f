// swift-format-ignore-file
import UIKit

@IBDesignable
open class Checkbox: UIControl {
  private let boxLayer = CAShapeLayer()
  private let markLayer = CAShapeLayer()

  @IBInspectable open var boxLineWidth: CGFloat = 3 {
    didSet { boxLayer.lineWidth = boxLineWidth }
  }

  open var checkState = false

  public override init(frame: CGRect) {
    super.init(frame: frame)
    sharedSetup()
  }

  required public init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    sharedSetup()
  }

  private func sharedSetup() {
    [boxLayer, markLayer].forEach {
      $0.fillColor = nil
      $0.lineCap = .round
      $0.lineJoin = .round
      $0.lineWidth = boxLineWidth
      $0.actions = ["bounds": NSNull(), "position": NSNull(), "strokeColor": NSNull()]
      layer.addSublayer($0)
    }
    boxLayer.strokeColor = UIColor.systemGray3.cgColor
    markLayer.strokeColor = UIColor.white.cgColor
    markLayer.strokeEnd = 0
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    [boxLayer, markLayer].forEach { $0.frame = bounds }
    boxLayer.path = UIBezierPath(
      roundedRect: bounds.insetBy(dx: boxLineWidth / 2, dy: boxLineWidth / 2), cornerRadius: 8
    ).cgPath
    let mark = UIBezierPath()
    mark.move(to: CGPoint(x: bounds.width * 0.27, y: bounds.height * 0.54))
    mark.addLine(to: CGPoint(x: bounds.width * 0.44, y: bounds.height * 0.7))
    mark.addLine(to: CGPoint(x: bounds.width * 0.75, y: bounds.height * 0.33))
    markLayer.path = mark.cgPath
    CATransaction.commit()
  }

  open func setCheckState(_ on: Bool, animated: Bool) {
    guard on != checkState else { return }
    checkState = on
    let stroke = CABasicAnimation(keyPath: "strokeEnd")
    stroke.fromValue = markLayer.presentation()?.strokeEnd ?? markLayer.strokeEnd
    stroke.toValue = on ? 1 : 0
    stroke.duration = animated ? 0.3 : 0
    stroke.timingFunction = CAMediaTimingFunction(name: CAMediaTimingFunctionName.easeOut)
    stroke.fillMode = CAMediaTimingFillMode.both
    stroke.beginTime = CACurrentMediaTime() + 0.1
    let fill = CABasicAnimation(keyPath: "fillColor")
    fill.fromValue = UIColor.clear.cgColor
    fill.toValue = UIColor.systemGreen.cgColor
    fill.duration = 0.2
    boxLayer.add(fill, forKey: "fill")
    boxLayer.fillColor = UIColor.systemGreen.cgColor
    boxLayer.strokeColor = UIColor.systemGreen.cgColor
    markLayer.strokeEnd = on ? 1 : 0
    markLayer.add(stroke, forKey: "stroke")
    let pop = CASpringAnimation(keyPath: "transform.scale")
    pop.fromValue = 0.8
    pop.toValue = 1
    pop.damping = 8
    pop.duration = pop.settlingDuration
    layer.add(pop, forKey: "pop")
    sendActions(for: .valueChanged)
  }
}
