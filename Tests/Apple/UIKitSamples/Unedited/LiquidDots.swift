// swift-format-ignore-file
import Foundation
import UIKit

func / (left: CGPoint, right: CGFloat) -> CGPoint { return CGPoint(x: left.x / right, y: left.y / right) }
func + (left: CGPoint, right: CGPoint) -> CGPoint { return CGPoint(x: left.x + right.x, y: left.y + right.y) }

extension CGPoint {
  func minus(_ point: CGPoint) -> CGPoint { return CGPoint(x: x - point.x, y: y - point.y) }
  func length() -> CGFloat { return sqrt(x * x + y * y) }
  func mid(_ point: CGPoint) -> CGPoint { return (self + point) / 2 }
}

class LiquittableCircle: UIView {
  var radius: CGFloat {
    didSet { self.frame = CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius) }
  }
  var color: UIColor = UIColor.red
  let circleLayer = CAShapeLayer()

  override open var center: CGPoint {
    didSet { draw() }
  }

  init(center: CGPoint, radius: CGFloat, color: UIColor) {
    self.radius = radius
    self.color = color
    let frame = CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    super.init(frame: frame)
    self.layer.addSublayer(circleLayer)
    self.isOpaque = false
    draw()
  }

  required init?(coder aDecoder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private func draw() {
    circleLayer.lineWidth = 3.0
    circleLayer.fillColor = self.color.cgColor
    circleLayer.path = UIBezierPath(ovalIn: CGRect(origin: CGPoint.zero, size: CGSize(width: radius * 2, height: radius * 2))).cgPath
  }
}

class LiquidLineLoader: UIView {
  private var circles: [LiquittableCircle] = []
  private let moving: LiquittableCircle
  private let bridge = CAShapeLayer()
  private var displayLink: CADisplayLink?
  private var keyframe: CGFloat = 0.0
  private let color = UIColor(red: 77 / 255.0, green: 181 / 255.0, blue: 247 / 255.0, alpha: 1.0)

  override init(frame: CGRect) {
    moving = LiquittableCircle(center: CGPoint(x: 10, y: frame.height / 2), radius: 9, color: color)
    super.init(frame: frame)
    circles = (0..<5).map { i in
      let x = CGFloat(i + 1) * frame.width / 6
      return LiquittableCircle(center: CGPoint(x: x, y: frame.height / 2), radius: 7, color: color)
    }
    bridge.fillColor = color.cgColor
    layer.addSublayer(bridge)
    circles.forEach { addSubview($0) }
    addSubview(moving)
    displayLink = CADisplayLink(target: self, selector: #selector(LiquidLineLoader.update))
    displayLink?.add(to: RunLoop.main, forMode: RunLoop.Mode.common)
  }

  required init?(coder aDecoder: NSCoder) { fatalError() }

  @objc private func update() {
    keyframe += 1 / 90
    if keyframe >= 1 { keyframe = 0 }
    moving.center = CGPoint(x: frame.width * (0.5 - 0.5 * cos(keyframe * 2 * .pi)), y: frame.height / 2)
    let path = UIBezierPath()
    for circle in circles {
      let d = circle.center.minus(moving.center).length()
      guard d < 34, d > 1 else { continue }
      let mid = circle.center.mid(moving.center)
      let squeeze = max(0, 7 - d / 5)
      path.move(to: CGPoint(x: circle.center.x, y: circle.center.y - 7))
      path.addQuadCurve(to: CGPoint(x: moving.center.x, y: moving.center.y - 9), controlPoint: CGPoint(x: mid.x, y: mid.y - squeeze))
      path.addLine(to: CGPoint(x: moving.center.x, y: moving.center.y + 9))
      path.addQuadCurve(to: CGPoint(x: circle.center.x, y: circle.center.y + 7), controlPoint: CGPoint(x: mid.x, y: mid.y + squeeze))
      path.close()
    }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    bridge.path = path.cgPath
    CATransaction.commit()
  }

  deinit { displayLink?.invalidate() }
}
