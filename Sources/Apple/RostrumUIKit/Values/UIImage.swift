public import Foundation

/// A picture in points.
///
/// Symbols of the system, vector pictures in catalogues of assets, animated pictures, and
/// orientations other than up are not there.
open class UIImage: NSObject, @unchecked Sendable {
  public enum Orientation: Int, Sendable {
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  public enum RenderingMode: Int, Sendable {
    case automatic, alwaysOriginal, alwaysTemplate
  }

  public let cgImage: CGImage?
  /// Pixels for a point.
  public let scale: CGFloat
  public let renderingMode: RenderingMode

  private init(_ image: CGImage?, _ scale: CGFloat, _ mode: RenderingMode = .automatic) {
    (cgImage, self.scale, renderingMode) = (image, scale, mode)
    super.init()
  }

  public override convenience init() { self.init(nil, 1) }

  public convenience init(cgImage: CGImage) { self.init(cgImage, 1) }

  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    if orientation != .up { FilmCode.warn("pictures are not turned: orientation \(orientation)") }
    self.init(cgImage, scale)
  }

  public convenience init?(data: Data, scale: CGFloat = 1) {
    guard let image = try? CGImage(data: data) else { return nil }
    self.init(image, scale)
  }

  /// `@2x` and `@3x` at the end of the name are the scale.
  public convenience init?(contentsOfFile path: String) {
    guard let image = try? CGImage(contentsOfFile: path) else { return nil }
    self.init(image, Assets.scale(ofFile: path))
  }

  /// A PNG or JPEG of that name, or a set of them in a catalogue of assets: see `Stage.resources`.
  public convenience init?(named name: String, in bundle: Bundle? = nil) {
    guard let asset = Assets.image(named: name, in: bundle) else { return nil }
    guard let image = try? CGImage(contentsOfFile: asset.path) else {
      FilmCode.warn("'\(asset.path)' of the picture '\(name)' is not a picture that can be read")
      return nil
    }
    self.init(image, asset.scale, asset.isTemplate ? .alwaysTemplate : .automatic)
  }

  /// The system's symbols are Apple's: always `nil`, with a warning.
  public convenience init?(systemName name: String) {
    FilmCode.warn("the system's symbol '\(name)' is not there")
    return nil
  }

  /// In points.
  open var size: CGSize {
    CGSize(
      width: CGFloat(cgImage?.width ?? 0) / scale, height: CGFloat(cgImage?.height ?? 0) / scale)
  }

  open var imageOrientation: Orientation { .up }

  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    UIImage(cgImage, scale, renderingMode)
  }

  /// The picture's shape in one colour.
  open func withTintColor(_ color: UIColor) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    return UIGraphicsImageRenderer(size: size, format: format).image { context in
      draw(at: .zero)
      color.setFill()
      context.fill(CGRect(origin: .zero, size: size), blendMode: .sourceIn)
    }
  }

  open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    withTintColor(color).withRenderingMode(renderingMode)
  }

  /// The picture in a mirror.
  open func withHorizontallyFlippedOrientation() -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    return UIGraphicsImageRenderer(size: size, format: format).image { context in
      context.cgContext.translateBy(x: size.width, y: 0)
      context.cgContext.scaleBy(x: -1, y: 1)
      draw(at: .zero)
    }
  }

  open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

  open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let context = UIGraphicsGetCurrentContext(), let cgImage else { return }
    context.saveGState()
    if blendMode != .normal { context.setBlendMode(blendMode) }
    if alpha < 1 { context.setAlpha(alpha) }
    context.translateBy(x: 0, y: rect.minY + rect.maxY)
    context.scaleBy(x: 1, y: -1)
    context.draw(cgImage, in: rect)
    context.restoreGState()
  }

  open func pngData() -> Data? { cgImage?.pngData() }
}

extension UIImage {
  /// A picture of one trait is that of all.
  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
  ) { self.init(named: name, in: bundle) }

  public convenience init?(systemName name: String, withConfiguration: Configuration?) {
    self.init(systemName: name)
  }

  /// The look of a symbol. The system's symbols are not there.
  public class Configuration: NSObject {}

  /// Draws in the middle part of the picture only where it is not stretched: it stretches whole,
  /// with a warning.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
    if capInsets != .zero { FilmCode.warn("a picture stretches as a whole: its caps do too") }
    return self
  }

  public func stretchableImage(withLeftCapWidth left: Int, topCapHeight top: Int) -> UIImage {
    resizableImage(
      withCapInsets: UIEdgeInsets(top: CGFloat(top), left: CGFloat(left), bottom: 0, right: 0))
  }
  public enum ResizingMode: Int, Sendable {
    case tile, stretch
  }

  public func resizableImage(
    withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode
  ) -> UIImage { resizableImage(withCapInsets: capInsets) }
}
