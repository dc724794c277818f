public import Foundation
import RostrumGeometry
import RostrumLayerTree

/// A path, filled and stroked.
open class CAShapeLayer: CALayer {
  override class var modelClass: LayerClass { .shape }
  @LayerProperty(.path) open var path: CGPath?
  @LayerProperty(.fillColor) open var fillColor: CGColor?
  @LayerProperty(.fillRule) open var fillRule: CAShapeLayerFillRule
  @LayerProperty(.strokeColor) open var strokeColor: CGColor?
  @LayerProperty(.strokeStart) open var strokeStart: CGFloat
  @LayerProperty(.strokeEnd) open var strokeEnd: CGFloat
  @LayerProperty(.lineWidth) open var lineWidth: CGFloat
  @LayerProperty(.miterLimit) open var miterLimit: CGFloat
  @LayerProperty(.lineCap) open var lineCap: CAShapeLayerLineCap
  @LayerProperty(.lineJoin) open var lineJoin: CAShapeLayerLineJoin
  @LayerProperty(.lineDashPhase) open var lineDashPhase: CGFloat
  @LayerProperty(.lineDashPattern) open var lineDashPattern: [NSNumber]?
}

/// Colours that run into each other.
open class CAGradientLayer: CALayer {
  override class var modelClass: LayerClass { .gradient }
  /// Core Animation paints neither one colour nor fewer locations than colours: measured on macOS
  /// by gnustep/libs-quartzcore (Tests/CAGradientLayer/drawing.m).
  override var committedValues: LayerValues {
    let (colors, locations) = (self[.colors].count, self[.locations].count)
    guard colors == 1 || locations > 0 && locations < colors else { return values }
    var shown = values
    shown[.colors] = []
    return shown
  }
  /// `CGColor`s; a list with anything else changes nothing.
  open var colors: [Any]? {
    get { self[.colors].isEmpty ? nil : self[.colors].map { CGColor($0) } }
    set { setAny(AnimationKeyPath(.colors), newValue) }
  }
  @LayerProperty(.locations) open var locations: [NSNumber]?
  @LayerProperty(.startPoint) open var startPoint: CGPoint
  @LayerProperty(.endPoint) open var endPoint: CGPoint
  @LayerProperty(.gradientType) open var type: CAGradientLayerType
}

/// Text. Its lines begin at the top of the bounds.
open class CATextLayer: CALayer {
  override class var modelClass: LayerClass { .text }
  override var committedValues: LayerValues { values.withFallbackFonts }
  /// A `String` or an `NSAttributedString`; anything else changes nothing, with a warning.
  open var string: Any? {
    get { others["string"] == nil ? nil : values[any: Property.string].any(images) }
    set {
      others["string"] = newValue.map { _ in true }
      setAny(AnimationKeyPath(.string), newValue)
    }
  }
  /// The name of a family, with a style behind a hyphen as in `Lato-Bold`, or a `FontReference`;
  /// it reads back as it was given.
  open var font: Any? {
    get { others["font"] ?? self[.font] }
    set {
      others["font"] = newValue
      setAny(AnimationKeyPath(.font), newValue)
    }
  }
  @LayerProperty(.fontSize) open var fontSize: CGFloat
  @LayerProperty(.foregroundColor) open var foregroundColor: CGColor?
  @LayerProperty(.wrapped) open var isWrapped: Bool
  @LayerProperty(.truncationMode) open var truncationMode: CATextLayerTruncationMode
  open var alignmentMode: CATextLayerAlignmentMode {
    get {
      others["alignmentMode"] as? CATextLayerAlignmentMode
        ?? CATextLayerAlignmentMode(_model: values[any: Property.alignmentMode])
    }
    set {
      others["alignmentMode"] = newValue
      set(Property.alignmentMode, newValue._model)
    }
  }
  /// Has no effect offline: glyphs are drawn as outlines.
  open var allowsFontSubpixelQuantization = false
}
