public import Foundation
import RostrumGeometry
import RostrumLayerTree

/// A path, filled and stroked.
open class CAShapeLayer: CALayer {
  override class var modelClass: LayerClass { .shape }
  open var path: CGPath? {
    get { self[.path].map(CGPath.init) }
    set { self[.path] = newValue?.model }
  }
  open var fillColor: CGColor? {
    get { self[.fillColor].map { CGColor($0) } }
    set { self[.fillColor] = newValue?.model }
  }
  open var fillRule: CAShapeLayerFillRule {
    get { word(Property.fillRule) }
    set { set(Property.fillRule, word: newValue) }
  }
  open var strokeColor: CGColor? {
    get { self[.strokeColor].map { CGColor($0) } }
    set { self[.strokeColor] = newValue?.model }
  }
  open var strokeStart: CGFloat {
    get { self[.strokeStart] }
    set { self[.strokeStart] = Double(newValue) }
  }
  open var strokeEnd: CGFloat {
    get { self[.strokeEnd] }
    set { self[.strokeEnd] = Double(newValue) }
  }
  open var lineWidth: CGFloat {
    get { self[.lineWidth] }
    set { self[.lineWidth] = Double(newValue) }
  }
  open var miterLimit: CGFloat {
    get { self[.miterLimit] }
    set { self[.miterLimit] = Double(newValue) }
  }
  open var lineCap: CAShapeLayerLineCap {
    get { word(Property.lineCap) }
    set { set(Property.lineCap, word: newValue) }
  }
  open var lineJoin: CAShapeLayerLineJoin {
    get { word(Property.lineJoin) }
    set { set(Property.lineJoin, word: newValue) }
  }
  open var lineDashPhase: CGFloat {
    get { self[.lineDashPhase] }
    set { self[.lineDashPhase] = Double(newValue) }
  }
  open var lineDashPattern: [NSNumber]? {
    get {
      self[.lineDashPattern].isEmpty ? nil : self[.lineDashPattern].map { NSNumber(value: $0) }
    }
    set { self[.lineDashPattern] = (newValue ?? []).map(\.doubleValue) }
  }
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
  open var locations: [NSNumber]? {
    get { self[.locations].isEmpty ? nil : self[.locations].map { NSNumber(value: $0) } }
    set { self[.locations] = (newValue ?? []).map(\.doubleValue) }
  }
  open var startPoint: CGPoint {
    get { self[.startPoint].cgPoint }
    set { self[.startPoint] = Point(newValue) }
  }
  open var endPoint: CGPoint {
    get { self[.endPoint].cgPoint }
    set { self[.endPoint] = Point(newValue) }
  }
  open var type: CAGradientLayerType {
    get { word(Property.gradientType) }
    set { set(Property.gradientType, word: newValue) }
  }
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
  open var fontSize: CGFloat {
    get { self[.fontSize] }
    set { self[.fontSize] = Double(newValue) }
  }
  open var foregroundColor: CGColor? {
    get { self[.foregroundColor].map { CGColor($0) } }
    set { self[.foregroundColor] = newValue?.model }
  }
  open var isWrapped: Bool {
    get { self[.wrapped] }
    set { self[.wrapped] = newValue }
  }
  open var truncationMode: CATextLayerTruncationMode {
    get { word(Property.truncationMode) }
    set { set(Property.truncationMode, word: newValue) }
  }
  open var alignmentMode: CATextLayerAlignmentMode {
    get { others["alignmentMode"] as? CATextLayerAlignmentMode ?? word(Property.alignmentMode) }
    set {
      others["alignmentMode"] = newValue
      set(Property.alignmentMode, word: newValue)
    }
  }
  /// Has no effect offline: glyphs are drawn as outlines.
  open var allowsFontSubpixelQuantization = false
}
