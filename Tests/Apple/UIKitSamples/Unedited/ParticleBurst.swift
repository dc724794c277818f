// swift-format-ignore-file
import UIKit

@MainActor
final class HeartButton: UIButton {
  private let emitter = CAEmitterLayer()
  private var burst: Task<Void, Never>?

  override init(frame: CGRect) {
    super.init(frame: frame)
    setTitle("♥", for: .normal)
    setTitleColor(.systemGray3, for: .normal)
    setTitleColor(.systemRed, for: .selected)
    titleLabel?.font = UIFont.systemFont(ofSize: 40)
    let cell = CAEmitterCell()
    cell.name = "dot"
    cell.contents = Self.dot(.systemRed).cgImage
    cell.birthRate = 0
    cell.lifetime = 0.6
    cell.lifetimeRange = 0.2
    cell.velocity = 70
    cell.velocityRange = 20
    cell.alphaSpeed = -1.2
    cell.scale = 0.5
    cell.scaleSpeed = -0.4
    cell.emissionRange = .pi * 2
    emitter.emitterShape = .circle
    emitter.emitterMode = .outline
    emitter.emitterSize = CGSize(width: 20, height: 0)
    emitter.renderMode = .oldestFirst
    emitter.emitterCells = [cell]
    emitter.seed = UInt32(CACurrentMediaTime() * 100)
    layer.addSublayer(emitter)
    addTarget(self, action: #selector(like), for: .touchUpInside)
  }

  required init?(coder: NSCoder) { fatalError() }

  override func layoutSubviews() {
    super.layoutSubviews()
    emitter.emitterPosition = CGPoint(x: bounds.midX, y: bounds.midY)
  }

  static func dot(_ color: UIColor) -> UIImage {
    return UIGraphicsImageRenderer(size: CGSize(width: 12, height: 12)).image { ctx in
      color.setFill()
      ctx.cgContext.fillEllipse(in: CGRect(x: 0, y: 0, width: 12, height: 12))
    }
  }

  @objc private func like() {
    isSelected.toggle()
    burst?.cancel()
    burst = Task { @MainActor in
      emitter.beginTime = CACurrentMediaTime()
      emitter.setValue(120, forKeyPath: "emitterCells.dot.birthRate")
      try? await Task.sleep(nanoseconds: 150_000_000)
      emitter.setValue(0, forKeyPath: "emitterCells.dot.birthRate")
    }
    let pop = CAKeyframeAnimation(keyPath: "transform.scale")
    pop.values = [0, 0.2, -0.2, 0.1, 0].map { 1 + $0 }
    pop.duration = 0.5
    titleLabel?.layer.add(pop, forKey: "pop")
  }
}
