// swift-format-ignore-file
import UIKit

internal extension UIView {
  func slowSnapshotView() -> UIView {
    UIGraphicsBeginImageContextWithOptions(bounds.size, isOpaque, 0)
    guard let currentContext = UIGraphicsGetCurrentContext() else {
      UIGraphicsEndImageContext()
      return UIView()
    }
    layer.render(in: currentContext)
    let image = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    let imageView = UIImageView(image: image)
    imageView.frame = bounds
    return imageView
  }

  var flattenedViewHierarchy: [UIView] {
    return [self] + subviews.flatMap { $0.flattenedViewHierarchy }
  }
}

internal extension CALayer {
  static let animatableKeys: Set<String> = ["position", "bounds.size", "cornerRadius", "opacity", "transform"]

  func matchState(of other: CALayer) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for key in CALayer.animatableKeys { setValue(other.value(forKeyPath: key), forKeyPath: key) }
    CATransaction.commit()
  }
}

final class HeroViewContext {
  let snapshot: UIView
  let contentLayer: CALayer
  var state = [String: (Any?, Any?)]()
  let duration: TimeInterval

  init(snapshot: UIView, duration: TimeInterval) {
    self.snapshot = snapshot
    self.duration = duration
    contentLayer = snapshot.layer
  }

  func currentValue(key: String) -> Any? {
    return (snapshot.layer.presentation() ?? snapshot.layer).value(forKeyPath: key)
  }

  func getAnimation(key: String, beginTime: TimeInterval, fromValue: Any?, toValue: Any?, ignoreArc: Bool = false) -> CAPropertyAnimation {
    let anim: CAPropertyAnimation
    if !ignoreArc, key == "position", let fromPos = (fromValue as? NSValue)?.cgPointValue, let toPos = (toValue as? NSValue)?.cgPointValue, abs(fromPos.x - toPos.x) >= 1, abs(fromPos.y - toPos.y) >= 1 {
      let kanim = CAKeyframeAnimation(keyPath: key)
      let path = CGMutablePath()
      let maxControl = fromPos.y > toPos.y ? CGPoint(x: toPos.x, y: fromPos.y) : CGPoint(x: fromPos.x, y: toPos.y)
      path.move(to: fromPos)
      path.addQuadCurve(to: toPos, control: maxControl)
      kanim.values = [fromValue!, toValue!]
      kanim.path = path
      kanim.duration = duration
      kanim.timingFunctions = [CAMediaTimingFunction(controlPoints: 0.4, 0, 0.2, 1)]
      anim = kanim
    } else {
      let sanim = CASpringAnimation(keyPath: key)
      sanim.stiffness = 250
      sanim.damping = 30
      sanim.duration = sanim.settlingDuration * 0.9
      sanim.fromValue = fromValue
      sanim.toValue = toValue
      anim = sanim
    }
    anim.fillMode = CAMediaTimingFillMode.both
    anim.isRemovedOnCompletion = false
    anim.beginTime = snapshot.layer.convertTime(CACurrentMediaTime(), from: nil) + beginTime
    return anim
  }

  func apply(_ target: [String: Any]) {
    for (key, value) in target.sorted(by: { $0.key < $1.key }) {
      let from = currentValue(key: key)
      let animation = getAnimation(key: key, beginTime: 0.05, fromValue: from, toValue: value)
      snapshot.layer.add(animation, forKey: key)
      snapshot.layer.setValue(value, forKeyPath: key)
    }
  }
}

final class HeroContainer: UIView {
  let card = UIView(), label = UILabel()
  var context: HeroViewContext?

  override init(frame: CGRect) {
    super.init(frame: frame)
    card.frame = CGRect(x: 12, y: 100, width: 60, height: 44)
    card.backgroundColor = .systemOrange
    card.layer.cornerRadius = 10
    label.text = "Hero"
    label.textColor = .white
    label.font = .boldSystemFont(ofSize: 15)
    label.textAlignment = .center
    label.frame = card.bounds
    label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    card.addSubview(label)
    addSubview(card)
  }

  required init?(coder: NSCoder) { fatalError() }

  func present() {
    let snapshot = card.slowSnapshotView()
    snapshot.layer.matchState(of: card.layer)
    snapshot.clipsToBounds = true
    addSubview(snapshot)
    card.isHidden = true
    context = HeroViewContext(snapshot: snapshot, duration: 0.5)
    context?.apply([
      "position": NSValue(cgPoint: CGPoint(x: bounds.midX + 30, y: 56)),
      "bounds.size": NSValue(cgSize: CGSize(width: 120, height: 88)),
      "cornerRadius": 24,
    ])
  }
}
