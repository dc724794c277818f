// swift-format-ignore-file
import QuartzCore
import UIKit

/// A layer that plays by one animation of its own key, and draws by its presentation's frame.
final class FilmstripLayer: CALayer {
  @NSManaged var currentFrame: CGFloat
  var framesPerRow: CGFloat = 8
  private(set) var addedKeys: [String?] = []

  override init() { super.init() }

  override init(layer: Any) {
    if let layer = layer as? FilmstripLayer { framesPerRow = layer.framesPerRow }
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { fatalError() }

  override static func needsDisplay(forKey key: String) -> Bool {
    if key == "currentFrame" { return true }
    return super.needsDisplay(forKey: key)
  }

  override static func defaultAction(forKey event: String) -> CAAction? {
    event == "hidden" ? NSNull() : super.defaultAction(forKey: event)
  }

  override func action(forKey event: String) -> CAAction? {
    if event == "contents" { return nil }
    return super.action(forKey: event)
  }

  override func add(_ anim: CAAnimation, forKey key: String?) {
    addedKeys.append(key)
    super.add(anim, forKey: key)
  }

  override func addSublayer(_ layer: CALayer) {
    super.addSublayer(layer)
    layer.contentsScale = contentsScale
  }

  override var contentsScale: CGFloat {
    didSet { sublayers?.forEach { $0.contentsScale = contentsScale } }
  }

  override func display() {
    let frame = (presentation() ?? self).currentFrame
    let size = bounds.size
    guard size.width > 0 else { return }
    contents = UIGraphicsImageRenderer(size: size).image { renderer in
      let context = renderer.cgContext
      context.setFillColor(UIColor.systemTeal.withAlphaComponent(0.25).cgColor)
      context.fill(CGRect(origin: .zero, size: size))
      context.setFillColor(UIColor.systemTeal.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: size.width * frame / 60, height: size.height))
      let text = NSAttributedString(string: "\(Int(frame))", attributes: [.font: UIFont.boldSystemFont(ofSize: 22), .foregroundColor: UIColor.white])
      text.draw(at: CGPoint(x: 8, y: size.height / 2 - 14))
    }.cgImage
  }
}

public final class FilmstripView: UIView, CAAnimationDelegate {
  public override static var layerClass: AnyClass { FilmstripLayer.self }
  var filmstrip: FilmstripLayer { layer as! FilmstripLayer }
  public private(set) var finished: Bool?

  public func play() {
    let animation = CABasicAnimation(keyPath: "currentFrame")
    animation.fromValue = 0
    animation.toValue = 60
    animation.duration = 1.5
    animation.delegate = AnimationCompletionDelegate { [weak self] in self?.finished = $0 }
    animation.setValue("main", forKey: "playbackName")
    layer.add(animation, forKey: "play")
    filmstrip.currentFrame = 60
  }
}

private final class AnimationCompletionDelegate: NSObject, CAAnimationDelegate {
  private let completion: (Bool) -> Void

  init(completion: @escaping (Bool) -> Void) {
    self.completion = completion
    super.init()
  }

  public func animationDidStop(_: CAAnimation, finished flag: Bool) { completion(flag) }
}
