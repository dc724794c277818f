// swift-format-ignore-file
import UIKit

private class WeakProxy: NSObject {
  weak var target: WaveView?

  init(_ target: WaveView) {
    self.target = target
    super.init()
  }

  @objc func onTick(_ link: CADisplayLink) { target?.tick(link) }
}

class WaveView: UIView {
  var amplitude: CGFloat = 10
  var speed: CGFloat = 0.08
  private var phase: CGFloat = 0
  private let realWave = CAShapeLayer()
  private let maskWave = CAShapeLayer()
  private var link: CADisplayLink?

  override init(frame: CGRect) {
    super.init(frame: frame)
    realWave.fillColor = UIColor.systemTeal.cgColor
    maskWave.fillColor = UIColor.systemTeal.withAlphaComponent(0.4).cgColor
    layer.addSublayer(maskWave)
    layer.addSublayer(realWave)
    clipsToBounds = true
  }

  required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

  override func willMove(toWindow newWindow: UIWindow?) {
    super.willMove(toWindow: newWindow)
    if newWindow == nil {
      link?.invalidate()
      link = nil
    } else {
      link = CADisplayLink(target: WeakProxy(self), selector: #selector(WeakProxy.onTick(_:)))
      if #available(iOS 15.0, *) {
        link?.preferredFrameRateRange = CAFrameRateRange(minimum: 15, maximum: 30, preferred: 30)
      } else {
        link?.preferredFramesPerSecond = 30
      }
      link?.add(to: .main, forMode: .common)
    }
  }

  fileprivate func tick(_ link: CADisplayLink) {
    phase += speed
    realWave.path = wave(offset: 0)
    maskWave.path = wave(offset: .pi)
  }

  private func wave(offset: CGFloat) -> CGPath {
    let path = CGMutablePath()
    let width = bounds.width, height = bounds.height
    path.move(to: CGPoint(x: 0, y: height / 2))
    for x in stride(from: CGFloat(0), through: width, by: 4) {
      let y = amplitude * CGFloat(sinf(Float(x / width * .pi * 2 + phase * 2 + offset))) + height / 2
      path.addLine(to: CGPoint(x: x, y: y))
    }
    path.addLine(to: CGPoint(x: width, y: height))
    path.addLine(to: CGPoint(x: 0, y: height))
    path.closeSubpath()
    return path
  }
}
