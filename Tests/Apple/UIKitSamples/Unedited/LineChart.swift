// swift-format-ignore-file
import CoreGraphics
import Foundation
import UIKit

public typealias EasingBlock = ((_ elapsed: TimeInterval, _ duration: TimeInterval) -> Double)

public protocol ChartAnimatorDelegate: AnyObject {
  func animatorUpdated(_ animator: ChartAnimator)
  func animatorStopped(_ animator: ChartAnimator)
}

open class ChartAnimator: NSObject {
  open weak var delegate: ChartAnimatorDelegate?
  open var phaseX: Double = 1.0
  open var phaseY: Double = 1.0
  private var startTime: TimeInterval = 0.0
  private var displayLink: CADisplayLink?
  private var duration: TimeInterval = 0.0
  private var endTime: TimeInterval = 0.0
  private var easing: EasingBlock?

  deinit { stop() }

  open func stop() {
    guard displayLink != nil else { return }
    displayLink?.remove(from: .main, forMode: RunLoop.Mode.common)
    displayLink = nil
    delegate?.animatorStopped(self)
  }

  private func updateAnimationPhases(_ currentTime: TimeInterval) {
    let elapsed = min(max(currentTime - startTime, 0), duration)
    phaseX = easing?(elapsed, duration) ?? elapsed / duration
    phaseY = phaseX
  }

  @objc private func animationLoop() {
    let currentTime: TimeInterval = CACurrentMediaTime()
    updateAnimationPhases(currentTime)
    delegate?.animatorUpdated(self)
    if currentTime >= endTime { stop() }
  }

  @objc open func animate(duration: TimeInterval, easing: EasingBlock?) {
    stop()
    startTime = CACurrentMediaTime()
    self.duration = duration
    endTime = startTime + duration
    self.easing = easing
    updateAnimationPhases(startTime)
    displayLink = CADisplayLink(target: self, selector: #selector(animationLoop))
    displayLink?.add(to: .main, forMode: RunLoop.Mode.common)
  }
}

open class LineChartView: UIView, ChartAnimatorDelegate {
  open var values: [Double] = [] { didSet { setNeedsDisplay() } }
  open var lineColor: NSUIColor = .systemBlue
  internal lazy var chartAnimator: ChartAnimator = {
    let animator = ChartAnimator()
    animator.delegate = self
    return animator
  }()
  private var axisAttributes: [NSAttributedString.Key: Any] = [
    .font: UIFont.systemFont(ofSize: 9), .foregroundColor: UIColor.darkGray,
  ]

  open override func draw(_ rect: CGRect) {
    guard let optionalContext = UIGraphicsGetCurrentContext() else { return }
    let context = optionalContext
    context.saveGState()
    defer { context.restoreGState() }
    let area = rect.insetBy(dx: 22, dy: 12)
    let top = values.max() ?? 1
    context.setStrokeColor(UIColor.lightGray.withAlphaComponent(0.6).cgColor)
    context.setLineWidth(0.5)
    context.setLineDash(phase: 0, lengths: [3, 2])
    for step in 0...4 {
      let y = area.maxY - area.height * CGFloat(step) / 4
      context.beginPath()
      context.move(to: CGPoint(x: area.minX, y: y))
      context.addLine(to: CGPoint(x: area.maxX, y: y))
      context.strokePath()
      let label = String(format: "%.0f", top * Double(step) / 4) as NSString
      label.draw(at: CGPoint(x: 2, y: y - 6), withAttributes: axisAttributes)
    }
    context.setLineDash(phase: 0, lengths: [])
    guard values.count > 1 else { return }
    let points = values.enumerated().map { i, v in
      CGPoint(x: area.minX + area.width * CGFloat(i) / CGFloat(values.count - 1), y: area.maxY - area.height * CGFloat(v / top * chartAnimator.phaseY))
    }
    let cubicPath = CGMutablePath()
    cubicPath.move(to: points[0])
    for (a, b) in zip(points, points.dropFirst()) {
      cubicPath.addCurve(to: b, control1: CGPoint(x: (a.x + b.x) / 2, y: a.y), control2: CGPoint(x: (a.x + b.x) / 2, y: b.y))
    }
    let fillPath = cubicPath.mutableCopy()!
    fillPath.addLine(to: CGPoint(x: points.last!.x, y: area.maxY))
    fillPath.addLine(to: CGPoint(x: points[0].x, y: area.maxY))
    fillPath.closeSubpath()
    context.saveGState()
    context.beginPath()
    context.addPath(fillPath)
    context.clip()
    let gradientColors = [lineColor.withAlphaComponent(0.5).cgColor, UIColor.clear.cgColor] as CFArray
    let gradient = CGGradient(colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: gradientColors, locations: [0, 1])!
    context.drawLinearGradient(gradient, start: CGPoint(x: 0, y: area.minY), end: CGPoint(x: 0, y: area.maxY), options: [])
    context.restoreGState()
    context.beginPath()
    context.addPath(cubicPath)
    context.setStrokeColor(lineColor.cgColor)
    context.setLineWidth(2)
    context.drawPath(using: .stroke)
  }

  open func animate(yAxisDuration: TimeInterval) {
    chartAnimator.animate(duration: yAxisDuration) { elapsed, duration in
      let position = elapsed / duration
      return 1 - pow(1 - position, 3)
    }
  }

  open func animatorUpdated(_ animator: ChartAnimator) { setNeedsDisplay() }
  open func animatorStopped(_ animator: ChartAnimator) {}
}

public typealias NSUIColor = UIColor
