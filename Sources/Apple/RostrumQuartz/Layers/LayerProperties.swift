public import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumKit

/// The part of a layer that is values of Rostrum's model. `CALayer` is the class to use.
open class CALayerProperties: NSObject {
  /// The class of the model that the layer becomes.
  class var modelClass: LayerClass { .plain }

  var values: LayerValues
  var images: KnownImages = [:]
  /// Values under keys that the model has no property for.
  var others: [String: Any] = [:]

  public override init() {
    values = Self.modelClass.initialValues
    super.init()
  }

  /// The values that are shown: a class may leave out what Core Animation does not paint.
  var committedValues: LayerValues { values }

  /// Gives the model a value.
  func change(_ keyPath: AnimationKeyPath, to given: Value) { keyPath.set(given, in: &values) }

  // MARK: Geometry

  open var bounds: CGRect {
    get { self[.bounds].cgRect }
    set { self[.bounds] = Rect(newValue) }
  }
  open var position: CGPoint {
    get { self[.position].cgPoint }
    set { self[.position] = Point(newValue) }
  }
  open var zPosition: CGFloat {
    get { self[.zPosition] }
    set { self[.zPosition] = Double(newValue) }
  }
  open var anchorPoint: CGPoint {
    get { self[.anchorPoint].cgPoint }
    set { self[.anchorPoint] = Point(newValue) }
  }
  open var anchorPointZ: CGFloat {
    get { self[.anchorPointZ] }
    set { self[.anchorPointZ] = Double(newValue) }
  }
  open var transform: CATransform3D {
    get { CATransform3D(self[.transform]) }
    set { self[.transform] = newValue.model }
  }
  open var sublayerTransform: CATransform3D {
    get { CATransform3D(self[.sublayerTransform]) }
    set { self[.sublayerTransform] = newValue.model }
  }
  open var isDoubleSided: Bool {
    get { self[.doubleSided] }
    set { self[.doubleSided] = newValue }
  }
  open var isGeometryFlipped: Bool {
    get { self[.geometryFlipped] }
    set { self[.geometryFlipped] = newValue }
  }

  // MARK: Appearance

  open var isHidden: Bool {
    get { self[.hidden] }
    set { self[.hidden] = newValue }
  }
  open var opacity: Float {
    get { Float(self[.opacity]) }
    set { self[.opacity] = newValue.shortest }
  }
  open var allowsGroupOpacity: Bool {
    get { self[.allowsGroupOpacity] }
    set { self[.allowsGroupOpacity] = newValue }
  }
  open var allowsEdgeAntialiasing: Bool {
    get { self[.allowsEdgeAntialiasing] }
    set { self[.allowsEdgeAntialiasing] = newValue }
  }
  open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { CAEdgeAntialiasingMask(values[any: Property.edgeAntialiasingMask].words) }
    set { set(Property.edgeAntialiasingMask, .words(newValue.words)) }
  }
  open var masksToBounds: Bool {
    get { self[.masksToBounds] }
    set { self[.masksToBounds] = newValue }
  }
  open var backgroundColor: CGColor? {
    get { self[.backgroundColor].map { CGColor($0) } }
    set { self[.backgroundColor] = newValue?.model }
  }
  open var cornerRadius: CGFloat {
    get { self[.cornerRadius] }
    set { self[.cornerRadius] = Double(newValue) }
  }
  open var maskedCorners: CACornerMask {
    get { CACornerMask(values[any: Property.maskedCorners].words) }
    set { set(Property.maskedCorners, .words(newValue.words)) }
  }
  open var cornerCurve: CALayerCornerCurve {
    get { word(Property.cornerCurve) }
    set { set(Property.cornerCurve, word: newValue) }
  }
  open var borderWidth: CGFloat {
    get { self[.borderWidth] }
    set { self[.borderWidth] = Double(newValue) }
  }
  open var borderColor: CGColor? {
    get { self[.borderColor].map { CGColor($0) } }
    set { self[.borderColor] = newValue?.model }
  }
  /// A `CGImage`; anything else is no contents.
  open var contents: Any? {
    get { values[any: Property.contents].any(images) }
    set { setAny(AnimationKeyPath(.contents), newValue as? CGImage) }
  }
  open var contentsGravity: CALayerContentsGravity {
    get { word(Property.contentsGravity) }
    set {
      // An unknown word is Core Animation's center.
      let known = Value(newValue.rawValue, Property.contentsGravity.type, &images) != nil
      set(Property.contentsGravity, word: known ? newValue : .center)
    }
  }
  open var contentsRect: CGRect {
    get { self[.contentsRect].cgRect }
    set { self[.contentsRect] = Rect(newValue) }
  }
  open var contentsCenter: CGRect {
    get { self[.contentsCenter].cgRect }
    set { self[.contentsCenter] = Rect(newValue) }
  }
  open var contentsScale: CGFloat {
    get { self[.contentsScale] }
    set { self[.contentsScale] = Double(newValue) }
  }
  open var magnificationFilter: CALayerContentsFilter {
    get { word(Property.magnificationFilter) }
    set { set(Property.magnificationFilter, word: newValue) }
  }
  open var minificationFilter: CALayerContentsFilter {
    get { word(Property.minificationFilter) }
    set { set(Property.minificationFilter, word: newValue) }
  }
  open var minificationFilterBias: Float {
    get { Float(self[.minificationFilterBias]) }
    set { self[.minificationFilterBias] = newValue.shortest }
  }
  /// Has no effect on the picture.
  open var isOpaque = false

  // MARK: Effects

  open var shadowColor: CGColor? {
    get { self[.shadowColor].map { CGColor($0) } }
    set { self[.shadowColor] = newValue?.model }
  }
  open var shadowOpacity: Float {
    get { Float(self[.shadowOpacity]) }
    set { self[.shadowOpacity] = newValue.shortest }
  }
  open var shadowOffset: CGSize {
    get { self[.shadowOffset].cgSize }
    set { self[.shadowOffset] = Size(newValue) }
  }
  open var shadowRadius: CGFloat {
    get { self[.shadowRadius] }
    set { self[.shadowRadius] = Double(newValue) }
  }
  open var shadowPath: CGPath? {
    get { self[.shadowPath].map(CGPath.init) }
    set { self[.shadowPath] = newValue?.model }
  }
  /// `CAFilter`s; others are left out.
  open var filters: [Any]? {
    get { values[any: Property.filters].any(images) as? [Any] }
    set { setAny(AnimationKeyPath(.filters), newValue?.compactMap { $0 as? CAFilter }) }
  }
  /// `CAFilter`s; others are left out.
  open var backgroundFilters: [Any]? {
    get { values[any: Property.backgroundFilters].any(images) as? [Any] }
    set { setAny(AnimationKeyPath(.backgroundFilters), newValue?.compactMap { $0 as? CAFilter }) }
  }
  /// The name of a compositing filter, such as `multiplyBlendMode`; others are `nil`.
  open var compositingFilter: Any? {
    get { values[any: Property.compositingFilter].text.nilIfNone }
    set { setAny(AnimationKeyPath(.compositingFilter), newValue as? String ?? "none") }
  }
  open var shouldRasterize: Bool {
    get { self[.shouldRasterize] }
    set { self[.shouldRasterize] = newValue }
  }
  open var rasterizationScale: CGFloat {
    get { self[.rasterizationScale] }
    set { self[.rasterizationScale] = Double(newValue) }
  }
}

extension String {
  fileprivate var nilIfNone: String? { self == "none" ? nil : self }
}

// MARK: Access to the model

extension CALayerProperties {
  subscript<Content>(property: TypedProperty<Content>) -> Content {
    get { values[property] }
    set {
      var changed = LayerValues()
      changed[property] = newValue
      set(property, changed[any: property])
    }
  }

  func set(_ property: Property, _ value: Value) { change(AnimationKeyPath(property), to: value) }

  func word<Word: CAWord>(_ property: Property) -> Word {
    Word(rawValue: values[any: property].text)
  }

  /// A word that the property does not know is its default.
  func set<Word: CAWord>(_ property: Property, word: Word) {
    var known = KnownImages()
    set(property, Value(word.rawValue, property.type, &known) ?? property.defaultValue)
  }

  /// A value of another kind than the key path's changes nothing, with a warning.
  func setAny(_ keyPath: AnimationKeyPath, _ any: Any?) {
    guard let value = Value(any, keyPath.type, &images) else {
      FilmWarnings.tell(.wrongType(any, keyPath.type, keyPath.name))
      return
    }
    change(keyPath, to: value)
  }
}
