// swift-format-ignore-file
import Foundation
import QuartzCore
import UIKit

final class GaugeView: UIView {
  private let track = CAShapeLayer()
  private let colors = CAGradientLayer()
  private let needle = CALayer()
  private let valueLabel = UILabel()
  private var timer: Timer?
  private var shown = 0
  private var target = 0
  private let sweep = (start: CGFloat.pi * 0.75, end: CGFloat.pi * 2.25)

  override init(frame: CGRect) {
    super.init(frame: frame)
    colors.type = .conic
    colors.startPoint = CGPoint(x: 0.5, y: 0.5)
    colors.endPoint = CGPoint(x: 0.5, y: 1)
    colors.colors = [UIColor.systemGreen, UIColor.systemYellow, UIColor.systemRed].map(\.cgColor)
    track.fillColor = nil
    track.strokeColor = UIColor.black.cgColor
    track.lineWidth = 12
    track.lineCap = .round
    colors.mask = track
    layer.addSublayer(colors)
    needle.backgroundColor = UIColor.label.cgColor
    needle.anchorPoint = CGPoint(x: 0.1, y: 0.5)
    needle.cornerRadius = 2
    layer.addSublayer(needle)
    valueLabel.font = UIFont.monospacedDigitSystemFont(ofSize: 16, weight: .medium)
    valueLabel.textAlignment = .center
    valueLabel.text = "0"
    addSubview(valueLabel)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSublayers(of layer: CALayer) {
    super.layoutSublayers(of: layer)
    guard layer == self.layer else { return }
    colors.frame = bounds
    track.frame = colors.bounds
    track.path = UIBezierPath(arcCenter: CGPoint(x: bounds.midX, y: bounds.midY), radius: bounds.width / 2 - 8, startAngle: sweep.start, endAngle: sweep.end, clockwise: true).cgPath
    needle.bounds = CGRect(x: 0, y: 0, width: bounds.width * 0.4, height: 4)
    needle.position = CGPoint(x: bounds.midX, y: bounds.midY)
    if needle.animationKeys() == nil && shown == 0 { needle.setValue(sweep.start, forKeyPath: "transform.rotation.z") }
    valueLabel.frame = CGRect(x: 0, y: bounds.height * 0.72, width: bounds.width, height: 20)
  }

  func setValue(_ value: Int, animated: Bool) {
    target = value
    let angle = sweep.start + (sweep.end - sweep.start) * CGFloat(value) / 100
    let old = needle.value(forKeyPath: "transform.rotation.z") as? CGFloat ?? 0
    let animation = CAKeyframeAnimation(keyPath: "transform.rotation.z")
    animation.values = [sweep.start, angle + 0.2, angle - 0.1, angle]
    animation.keyTimes = [0, 0.6, 0.8, 1].map { NSNumber(value: $0) }
    animation.timingFunctions = Array(repeating: CAMediaTimingFunction(name: .easeInEaseOut), count: 3)
    animation.duration = animated ? 1 : 0.01
    needle.add(animation, forKey: "needle")
    CATransaction.setDisableActions(true)
    needle.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
    assert(old.isFinite)
    timer?.invalidate()
    timer = Timer.scheduledTimer(withTimeInterval: 0.02, repeats: true) { [weak self] timer in
      guard let self = self, self.shown < self.target else { return timer.invalidate() }
      self.shown += 2
      self.valueLabel.text = "\(self.shown)"
    }
    RunLoop.current.add(timer!, forMode: .common)
  }
}
