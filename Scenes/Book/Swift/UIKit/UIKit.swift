import RostrumQuartz

// As much of UIKit as the book's listings use, in layers. It shows how code of views runs in a
// film: a view has a layer, is its delegate, and lets it move only inside of animation blocks.

class UIView: NSObject, CALayerDelegate {
  let layer: CALayer
  private(set) var subviews: [UIView] = []

  init(layer: CALayer = CALayer()) {
    self.layer = layer
    super.init()
    layer.delegate = self
  }

  convenience init(frame: CGRect) {
    self.init()
    self.frame = frame
  }

  var frame: CGRect {
    get { layer.frame }
    set { layer.frame = newValue }
  }
  var bounds: CGRect {
    get { layer.bounds }
    set { layer.bounds = newValue }
  }
  var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }
  var backgroundColor: UIColor? {
    get { layer.backgroundColor.map { UIColor(cgColor: $0) } }
    set { layer.backgroundColor = newValue?.cgColor }
  }
  var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  func addSubview(_ view: UIView) {
    subviews.append(view)
    layer.addSublayer(view.layer)
  }

  /// A view's own layer changes at once.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }

  static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    RostrumQuartz.animate(
      duration: duration, delay: delay, options: options, moving: isOfView,
      animations: animations, completion: completion)
  }

  static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval,
    usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
    options: AnimationOptions = [], animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    RostrumQuartz.animate(
      duration: duration, delay: delay, usingSpringWithDamping: dampingRatio,
      initialSpringVelocity: velocity, options: options, moving: isOfView,
      animations: animations, completion: completion)
  }

  /// A view is the delegate of its layer. A layer without one takes no part in a block.
  private static func isOfView(_ layer: CALayer) -> Bool { layer.delegate is UIView }
}

final class UILabel: UIView {
  private let textLayer = CATextLayer()

  init(
    _ text: String, size: CGFloat, color: UIColor, center: CGPoint, bounds: CGSize,
    alignment: CATextLayerAlignmentMode = .center
  ) {
    super.init(layer: textLayer)
    (textLayer.string, textLayer.fontSize) = (text, size)
    (textLayer.alignmentMode, textLayer.foregroundColor) = (alignment, color.cgColor)
    (self.bounds, self.center) = (CGRect(origin: .zero, size: bounds), center)
  }

  var text: String? {
    get { textLayer.string as? String }
    set { textLayer.string = newValue }
  }

  var textColor: UIColor {
    get { UIColor(cgColor: textLayer.foregroundColor ?? .black) }
    set { textLayer.foregroundColor = newValue.cgColor }
  }
}

struct UIColor {
  let cgColor: CGColor

  init(cgColor: CGColor) { self.cgColor = cgColor }

  /// As in CSS: `UIColor(hex: 0x3b7dd8)`.
  init(hex: Int) {
    func part(_ shift: Int) -> CGFloat { CGFloat(hex >> shift & 255) / 255 }
    cgColor = CGColor(red: part(16), green: part(8), blue: part(0), alpha: 1)
  }

  static let red = UIColor(hex: 0xff0000)
  static let green = UIColor(hex: 0x00ff00)
  static let blue = UIColor(hex: 0x0000ff)
  static let black = UIColor(hex: 0)
  static let white = UIColor(hex: 0xffffff)
  static let clear = UIColor(cgColor: .clear)
}

/// The pictures of the book, beside the scene files.
struct UIImage {
  let cgImage: CGImage?

  init?(named name: String) {
    let assets = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Assets")
    guard let image = try? CGImage(contentsOfFile: assets.appending(path: name).path) else {
      return nil
    }
    cgImage = image
  }
}

final class UIImageView: UIView {
  init(image: UIImage?) {
    super.init(layer: CALayer())
    layer.contents = image?.cgImage
    let (width, height) = (image?.cgImage?.width ?? 0, image?.cgImage?.height ?? 0)
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  }
}

final class UIBezierPath {
  private var path = CGMutablePath()

  var cgPath: CGPath { path.copy() ?? path }

  func move(to point: CGPoint) { path.move(to: point) }

  func addCurve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: end, control1: controlPoint1, control2: controlPoint2)
  }

  func apply(_ transform: CGAffineTransform) {
    let moved = CGMutablePath()
    moved.addPath(path, transform: transform)
    path = moved
  }
}
