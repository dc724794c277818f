public import Foundation
import Geometry
import LayerTree
import RostrumKit
import Timing

/// A layer of a film: what Core Animation calls the model layer.
///
/// Its values are Rostrum's model values, and its defaults that model's. A layer belongs to the
/// film in which it was added to `stage.layer`, and is used by that film's code alone.
open class CALayer: NSObject, CAMediaTiming {
  /// The class of the model that the layer becomes.
  class var modelClass: LayerClass { .plain }

  var values: LayerValues
  var clock = LayerClock()
  var images: KnownImages = [:]
  var running: [RunningAnimation] = []
  var children: [CALayer] = []
  var maskLayer: CALayer?
  let life = LayerLife()
  /// Values under keys that the model has no property for.
  var others: [String: Any] = [:]
  /// The layer whose presentation this one is; `nil` for a model layer.
  private(set) var presented: CALayer?

  public internal(set) weak var superlayer: CALayer?
  open weak var delegate: (any CALayerDelegate)?
  open var name: String?
  open var actions: [String: any CAAction]?
  open var style: [AnyHashable: Any]?
  var needsLayoutPass = false

  public override init() {
    values = Self.modelClass.initialValues
    super.init()
  }

  /// A copy of another layer's values, without its sublayers and animations.
  public init(layer: Any) {
    guard let other = layer as? CALayer else {
      preconditionFailure("a layer is made of another layer")
    }
    (values, clock, images, others) = (other.values, other.clock, other.images, other.others)
    super.init()
    (name, actions, style, delegate) = (other.name, other.actions, other.style, other.delegate)
  }

  // MARK: Presentation and model

  /// A layer of the same library class with the values that show now; `nil` before the layer was
  /// shown. Changes since the last commit are not in it.
  open func presentation() -> CALayer? {
    guard presented == nil else { return self }
    guard life.isShown, FilmClock.current != nil else { return nil }
    let copy = Self.modelLayer()
    copy.values = shownValues
    (copy.clock, copy.images, copy.others) = (clock, images, others)
    (copy.name, copy.presented, copy.superlayer) = (name, self, superlayer)
    return copy
  }

  /// The layer whose presentation this is, or itself.
  open func model() -> CALayer { presented ?? self }

  /// A layer of the library class that a subclass derives from.
  class func modelLayer() -> CALayer { CALayer() }

  // MARK: Timing

  open var beginTime: CFTimeInterval {
    get { clock.beginTime }
    set { changeClock { $0.beginTime = newValue } }
  }
  open var speed: Float {
    get { Float(clock.speed) }
    set { changeClock { $0.speed = newValue.shortest } }
  }
  open var timeOffset: CFTimeInterval {
    get { clock.timeOffset }
    set { changeClock { $0.timeOffset = newValue } }
  }

  private func changeClock(_ change: (inout LayerClock) -> Void) {
    guard presented == nil else { return }
    change(&clock)
    FilmClock.current?.note(self, changesClock: true)
  }

  // These have no effect on a layer, here as in Core Animation: it lasts for ever.
  open var duration: CFTimeInterval = .infinity
  open var repeatCount: Float = 0
  open var repeatDuration: CFTimeInterval = 0
  open var autoreverses = false
  open var fillMode = CAMediaTimingFillMode.removed

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
    set { set(Property.contentsGravity, word: newValue) }
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

  // MARK: Animations and actions

  /// Adds a copy of an animation; one under the same key is replaced. `nil` is a key of its own.
  open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, key) }

  /// The action for a key: the delegate's, that of `actions`, that of `style`, that of the class,
  /// and the built-in one. `NSNull` ends the search, and means none.
  open func action(forKey event: String) -> (any CAAction)? { searchedAction(event) }

  // MARK: Hits

  /// The deepest layer in this one that holds a point of the superlayer; the front one of several.
  open func hitTest(_ p: CGPoint) -> CALayer? { hit(p) }

  /// Whether the bounds hold a point of the layer.
  open func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }

  // MARK: Key-value coding

  /// The value under a key of the model or of the program's own; `nil` for none.
  open func value(forKey key: String) -> Any? { value(forKeyPath: key) }

  open func setValue(_ value: Any?, forKey key: String) { setValue(value, forKeyPath: key) }

  // MARK: Classes

  /// The action of the class for a key; `nil` where it has none.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// The value that a property of the class has before it is set; `nil` for nothing and zero.
  open class func defaultValue(forKey key: String) -> Any? {
    guard let keyPath = KeyPathTable.keyPath(key, of: modelClass) else { return nil }
    let value = keyPath.value(in: modelClass.initialValues)
    if case .text = value { return value.any([:]) }
    return value == keyPath.type.emptyValue ? nil : value.any([:])
  }

  open class func needsDisplay(forKey key: String) -> Bool { false }

  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? 1.528665 : 1
  }

  // MARK: Layout

  /// Asks the delegate to lay out the sublayers. Subclasses override it.
  open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

  /// The sublayers are laid out before the commit.
  open func setNeedsLayout() {
    needsLayoutPass = true
    FilmClock.current?.note(self)
  }

  open func needsLayout() -> Bool { needsLayoutPass }

  open func layoutIfNeeded() {
    if needsLayoutPass {
      needsLayoutPass = false
      layoutSublayers()
    }
    for layer in children { layer.layoutIfNeeded() }
  }
}

extension String {
  fileprivate var nilIfNone: String? { self == "none" ? nil : self }
}

// MARK: Access to the model

extension CALayer {
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

  /// A value of another kind than the key path's changes nothing.
  func setAny(_ keyPath: AnimationKeyPath, _ any: Any?) {
    guard let value = Value(any, keyPath.type, &images) else { return }
    change(keyPath, to: value)
  }
}
