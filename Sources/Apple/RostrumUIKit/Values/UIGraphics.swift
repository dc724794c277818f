public import Foundation

/// The contexts that code draws into, the innermost last. A thread has its own.
private final class ContextStack {
  var contexts: [CGContext] = []

  static var current: ContextStack {
    let key = "org.rostrum.contexts"
    if let known = Thread.current.threadDictionary[key] as? ContextStack { return known }
    let new = ContextStack()
    Thread.current.threadDictionary[key] = new
    return new
  }
}

public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.contexts.last }

public func UIGraphicsPushContext(_ context: CGContext) {
  ContextStack.current.contexts.append(context)
}

public func UIGraphicsPopContext() { _ = ContextStack.current.contexts.popLast() }

public func UIGraphicsBeginImageContext(_ size: CGSize) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// A scale of 0 is the screen's.
public func UIGraphicsBeginImageContextWithOptions(
  _ size: CGSize, _ opaque: Bool, _ scale: CGFloat
) {
  guard let context = CGContext(size: size, scale: scale > 0 ? scale : UIScreen.pixels) else {
    return
  }
  if opaque {
    context.setFillColor(.black)
    context.fill(CGRect(origin: .zero, size: size))
  }
  UIGraphicsPushContext(context)
}

public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  UIGraphicsGetCurrentContext().flatMap { context in
    context.makeImage().map { UIImage(cgImage: $0, scale: context.pointScale, orientation: .up) }
  }
}

public func UIGraphicsEndImageContext() { UIGraphicsPopContext() }

public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }

public func UIRectFrame(_ rect: CGRect) {
  UIGraphicsGetCurrentContext()?.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
}

public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

open class UIGraphicsImageRendererFormat: NSObject {
  open var scale: CGFloat = UIScreen.pixels
  open var opaque = false
  open internal(set) var bounds = CGRect.zero
  open var prefersExtendedRange = false

  public override init() { super.init() }

  open class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  open class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

open class UIGraphicsImageRendererContext: NSObject {
  public let cgContext: CGContext
  public let format: UIGraphicsImageRendererFormat

  fileprivate init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
    (cgContext, self.format) = (context, format)
    super.init()
  }

  open var currentImage: UIImage {
    cgContext.makeImage().map {
      UIImage(cgImage: $0, scale: format.scale, orientation: .up)
    } ?? UIImage()
  }

  open func fill(_ rect: CGRect) { cgContext.fill(rect) }

  open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
    cgContext.saveGState()
    cgContext.setBlendMode(blendMode)
    cgContext.fill(rect)
    cgContext.restoreGState()
  }

  open func stroke(_ rect: CGRect) { cgContext.stroke(rect) }

  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes pictures of what code draws, with the origin at the top left and y down.
///
/// Pictures are in sRGB with 8 bits a channel. There are no PDF renderers.
open class UIGraphicsImageRenderer: NSObject {
  private let bounds: CGRect
  public let format: UIGraphicsImageRendererFormat

  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    (self.bounds, self.format) = (bounds, format)
    format.bounds = bounds
    super.init()
  }

  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

  public convenience init(size: CGSize) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: .default())
  }

  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    guard let context = CGContext(size: bounds.size, scale: format.scale) else { return UIImage() }
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    UIGraphicsPushContext(context)
    defer { UIGraphicsPopContext() }
    if format.opaque {
      context.setFillColor(.black)
      context.fill(bounds)
    }
    let renderer = UIGraphicsImageRendererContext(context, format)
    actions(renderer)
    return renderer.currentImage
  }

  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    image(actions: actions).pngData() ?? Data()
  }
}

/// The screen: as large as the film whose code runs.
open class UIScreen: NSObject, @unchecked Sendable {
  /// Pixels for a point of what code draws: pictures, and views that override `draw(_:)`. Layers
  /// are drawn in the film's own.
  static let pixels: CGFloat = 2

  public static let main = UIScreen()

  /// Outside of films that of a small phone.
  open var bounds: CGRect {
    CGRect(origin: .zero, size: FilmCode.size ?? CGSize(width: 375, height: 667))
  }
  open var nativeBounds: CGRect {
    bounds.applying(CGAffineTransform(scaleX: scale, y: scale))
  }
  open var scale: CGFloat { Self.pixels }
  open var nativeScale: CGFloat { Self.pixels }
  open var maximumFramesPerSecond: Int { 60 }
  open var traitCollection: UITraitCollection { .current }
}
