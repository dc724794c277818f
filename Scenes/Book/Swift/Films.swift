import RostrumQuartz
import RostrumUIKit

/// A film of a listing's view controller, with the pictures of the book. `script` adds touches.
func film<Controller: UIViewController>(
  _ controller: @escaping @autoclosure () -> Controller,
  size: CGSize = CGSize(width: 300, height: 300), fps: Double = 60, duration: Double,
  script: @escaping (Stage, Controller) -> Void = { _, _ in }
) -> Film {
  Film(size: size, fps: fps, duration: duration) { stage in
    let book = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    stage.resources = [book.appending(path: "Assets")]
    let controller = controller()
    script(stage, controller)
    stage.show(controller)
  }
}

/// A line of text around a point.
func caption(
  _ text: String, size: CGFloat = 14, color: Int = 0x333333, center: CGPoint, bounds: CGSize,
  alignment: CATextLayerAlignmentMode = .center
) -> CATextLayer {
  let layer = CATextLayer()
  (layer.string, layer.fontSize) = (text, size)
  (layer.alignmentMode, layer.foregroundColor) = (alignment, UIColor(hex: color).cgColor)
  (layer.bounds, layer.position) = (CGRect(origin: .zero, size: bounds), center)
  layer.actions = ["string": NSNull(), "foregroundColor": NSNull()]
  return layer
}

extension UIColor {
  /// As in CSS: `UIColor(hex: 0x3b7dd8)`.
  convenience init(hex: Int) {
    func part(_ shift: Int) -> CGFloat { CGFloat(hex >> shift & 255) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0), alpha: 1)
  }
}
