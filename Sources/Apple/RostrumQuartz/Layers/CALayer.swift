public import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumKit
import RostrumTiming

/// A layer of a film: what Core Animation calls the model layer.
///
/// Its values are Rostrum's model values, and its defaults that model's. A layer belongs to the
/// film in which it was added to `stage.layer`, and is used by that film's code alone.
open class CALayer: CAModelObject, CAMediaTiming {
  /// The class of the model that the layer becomes.
  class var modelClass: LayerClass { .plain }

  /// Values under keys that the model has no property for.
  var others: [String: Any] = [:]
  var clock = LayerClock()
  var running: [RunningAnimation] = []
  var children: [CALayer] = []
  var maskLayer: CALayer?
  let life = LayerLife()
  /// The layer whose presentation this one is; `nil` for a model layer.
  private(set) var presented: CALayer?

  public internal(set) weak var superlayer: CALayer?
  open weak var delegate: (any CALayerDelegate)?
  open var name: String?
  open var actions: [String: any CAAction]?
  open var style: [AnyHashable: Any]?
  /// A layer is laid out before its first commit.
  var needsLayoutPass = true
  var needsDisplayPass = false
  /// The layer is drawn anew when its size changes.
  open var needsDisplayOnBoundsChange = false
  /// Has no effect on the picture.
  open var drawsAsynchronously = false

  public init() { super.init(values: Self.modelClass.initialValues) }

  /// A copy of another layer's values, without its sublayers and animations.
  public init(layer: Any) {
    guard let other = layer as? CALayer else {
      preconditionFailure("a layer is made of another layer")
    }
    super.init(values: other.values)
    (clock, images, others) = (other.clock, other.images, other.others)
    (name, actions, style, delegate) = (other.name, other.actions, other.style, other.delegate)
  }

  /// Archives are not read in code: `rostrum` reads their files. The result is `nil`.
  public required init?(coder: NSCoder) {
    super.init(values: LayerValues())
    return nil
  }

  override func change(_ keyPath: AnimationKeyPath, to given: Value) {
    changeModel(keyPath, to: given)
  }

  /// The values that are shown: a class may leave out what Core Animation does not paint.
  var committedValues: LayerValues { values }

  // MARK: Geometry

  @LayerProperty(.bounds) open var bounds: CGRect
  @LayerProperty(.position) open var position: CGPoint
  @LayerProperty(.zPosition) open var zPosition: CGFloat
  @LayerProperty(.anchorPoint) open var anchorPoint: CGPoint
  @LayerProperty(.anchorPointZ) open var anchorPointZ: CGFloat
  @LayerProperty(.transform) open var transform: CATransform3D
  @LayerProperty(.sublayerTransform) open var sublayerTransform: CATransform3D
  @LayerProperty(.doubleSided) open var isDoubleSided: Bool
  @LayerProperty(.geometryFlipped) open var isGeometryFlipped: Bool

  // MARK: Appearance

  @LayerProperty(.hidden) open var isHidden: Bool
  @LayerProperty(.opacity) open var opacity: Float
  @LayerProperty(.allowsGroupOpacity) open var allowsGroupOpacity: Bool
  @LayerProperty(.allowsEdgeAntialiasing) open var allowsEdgeAntialiasing: Bool
  @LayerProperty(.edgeAntialiasingMask) open var edgeAntialiasingMask: CAEdgeAntialiasingMask
  @LayerProperty(.masksToBounds) open var masksToBounds: Bool
  @LayerProperty(.backgroundColor) open var backgroundColor: CGColor?
  @LayerProperty(.cornerRadius) open var cornerRadius: CGFloat
  @LayerProperty(.maskedCorners) open var maskedCorners: CACornerMask
  @LayerProperty(.cornerCurve) open var cornerCurve: CALayerCornerCurve
  @LayerProperty(.borderWidth) open var borderWidth: CGFloat
  @LayerProperty(.borderColor) open var borderColor: CGColor?
  /// A `CGImage`; anything else is no contents.
  open var contents: Any? {
    get { values[any: Property.contents].any(images) }
    set { setAny(AnimationKeyPath(.contents), newValue as? CGImage) }
  }
  open var contentsGravity: CALayerContentsGravity {
    get { CALayerContentsGravity(_model: values[any: Property.contentsGravity]) }
    // An unknown word is Core Animation's center.
    set { set(Property.contentsGravity, newValue._model, orElse: .text("center")) }
  }
  @LayerProperty(.contentsRect) open var contentsRect: CGRect
  @LayerProperty(.contentsCenter) open var contentsCenter: CGRect
  @LayerProperty(.contentsScale) open var contentsScale: CGFloat
  @LayerProperty(.magnificationFilter) open var magnificationFilter: CALayerContentsFilter
  @LayerProperty(.minificationFilter) open var minificationFilter: CALayerContentsFilter
  @LayerProperty(.minificationFilterBias) open var minificationFilterBias: Float
  /// Has no effect on the picture.
  open var isOpaque = false

  // MARK: Effects

  @LayerProperty(.shadowColor) open var shadowColor: CGColor?
  @LayerProperty(.shadowOpacity) open var shadowOpacity: Float
  @LayerProperty(.shadowOffset) open var shadowOffset: CGSize
  @LayerProperty(.shadowRadius) open var shadowRadius: CGFloat
  @LayerProperty(.shadowPath) open var shadowPath: CGPath?
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
    get {
      let name = values[any: Property.compositingFilter].text
      return name == "none" ? nil : name
    }
    set { setAny(AnimationKeyPath(.compositingFilter), newValue as? String ?? "none") }
  }
  @LayerProperty(.shouldRasterize) open var shouldRasterize: Bool
  @LayerProperty(.rasterizationScale) open var rasterizationScale: CGFloat

  // MARK: Presentation and model

  /// A layer of the same class, made by its `init(layer:)`, with the values that show now; `nil`
  /// before the layer was shown. Changes since the last commit are not in it.
  open func presentation() -> Self? {
    guard presented == nil else { return self }
    guard life.isShown, FilmClock.current != nil else { return nil }
    let copy = LayerMaker.copy(of: self)
    copy.values = shownValues
    (copy.clock, copy.images, copy.others) = (clock, images, shownOthers)
    (copy.name, copy.presented, copy.superlayer) = (name, self, superlayer)
    return copy as? Self
  }

  /// The layer whose presentation this is, or itself.
  open func model() -> Self { presented as? Self ?? self }

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

  // MARK: Animations and actions

  /// Adds a copy of an animation; one under the same key is replaced. `nil` is a key of its own.
  /// A call has the place in its source with it: a call without effect is reported there.
  @_disfavoredOverload
  open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, key) }

  open func removeAnimation(forKey key: String) { remove(where: { $0.key == key }) }

  open func removeAllAnimations() { remove(where: { _ in true }) }

  /// The animation as the layer has it; do not change it. `nil` when there is none, or it is over.
  open func animation(forKey key: String) -> CAAnimation? {
    model().running.last { $0.key == key }?.animation
  }

  /// In the order in which they apply; `nil` for none.
  open func animationKeys() -> [String]? {
    let keys = model().running.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// The action for a key: the delegate's, that of `actions`, that of `style`, that of the class,
  /// and the built-in one. `NSNull` ends the search, and means none.
  open func action(forKey event: String) -> (any CAAction)? { searchedAction(event) }

  // MARK: The tree

  /// From back to front where their depths are equal; `nil` for none.
  open var sublayers: [CALayer]? {
    get {
      let layers = presented.map { $0.children.compactMap { $0.presentation() } } ?? children
      return layers.isEmpty ? nil : layers
    }
    set { replaceSublayers(newValue ?? []) }
  }

  /// A layer whose opacity cuts this one out, in this one's coordinates.
  open var mask: CALayer? {
    get { presented.map { $0.maskLayer?.presentation() } ?? maskLayer }
    set { replaceMask(newValue) }
  }

  open func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

  open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

  /// Behind a sublayer; at the back where that is none.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, at: index(of: sibling, ignoring: layer) ?? 0)
  }

  /// In front of a sublayer; in front of all where that is none.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, at: index(of: sibling, ignoring: layer).map { $0 + 1 } ?? children.count)
  }

  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, let index = children.firstIndex(where: { $0 === oldLayer })
    else { return }
    insert(newLayer, at: index)
    oldLayer.removeFromSuperlayer()
  }

  /// Out of the tree, with all animations of the layer and of those in it.
  open func removeFromSuperlayer() { leaveSuperlayer() }

  // MARK: Frames

  /// The smallest rectangle of the superlayer around the transformed bounds. Setting it changes
  /// bounds and position so that it reads back; with a rotation that cannot be.
  open var frame: CGRect {
    get { boxInSuperlayer }
    set { place(in: newValue) }
  }

  /// The transform as a flat one; the identity for one that is not.
  open func affineTransform() -> CGAffineTransform {
    CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  open func setAffineTransform(_ m: CGAffineTransform) {
    transform = CATransform3DMakeAffineTransform(m)
  }

  /// The bounds and nothing beside: a layer has no size of its own here.
  open func preferredFrameSize() -> CGSize { bounds.size }

  /// Whether the pictures of the layer are drawn upside down.
  open func contentsAreFlipped() -> Bool {
    sequence(first: self) { $0.superlayer }.filter(\.isGeometryFlipped).count % 2 == 1
  }

  // MARK: Hits

  /// The deepest layer in this one that holds a point of the superlayer; the front one of several.
  open func hitTest(_ p: CGPoint) -> CALayer? { hit(p) }

  /// Whether the bounds hold a point of the layer.
  open func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }

  // MARK: Key-value coding

  /// The value under a key of the model or of the program's own; `nil` for none.
  open func value(forKey key: String) -> Any? { value(forKeyPath: key) }

  @_disfavoredOverload
  open func setValue(_ value: Any?, forKey key: String) { setValue(value, forKeyPath: key) }

  /// The value at a key path of the model, such as `transform.rotation.z`, or under a key of the
  /// program's own; `nil` for none. Numbers and structures come in objects, as on a Mac.
  open func value(forKeyPath keyPath: String) -> Any? { coded(keyPath) }

  /// A value of another kind than the key path's changes nothing, with a warning.
  @_disfavoredOverload
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { code(value, keyPath) }

  // MARK: Classes

  /// The action of the class for a key; `nil` where it has none.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// The value that a property of the class has before it is set; `nil` for nothing and zero.
  open class func defaultValue(forKey key: String) -> Any? { initialValue(forKey: key) }

  open class func needsDisplay(forKey key: String) -> Bool { false }

  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? 1.528665 : 1
  }

  // MARK: Layout and display

  /// Asks the delegate, or the layout manager, to lay out the sublayers. Subclasses override it.
  open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

  /// The sublayers are laid out before the commit.
  open func setNeedsLayout() {
    guard presented == nil else { return }
    needsLayoutPass = true
    FilmClock.current?.note(self)
  }

  open func needsLayout() -> Bool { needsLayoutPass }

  /// Lays out the outermost layer around this one that needs it, and all in it.
  open func layoutIfNeeded() { outermostToLayOut.layOut() }

  /// Draws the layer anew before the commit.
  open func setNeedsDisplay() { setNeedsDisplay(bounds) }

  /// The whole layer is drawn, whatever the rectangle.
  open func setNeedsDisplay(_ r: CGRect) {
    guard presented == nil else { return }
    needsDisplayPass = true
    FilmClock.current?.note(self)
  }

  open func needsDisplay() -> Bool { needsDisplayPass }

  open func displayIfNeeded() {
    guard needsDisplayPass, !bounds.isEmpty else { return }
    needsDisplayPass = false
    display()
  }

  /// Gives the layer its contents: the delegate's `display(_:)`, or else a picture that `draw(in:)`
  /// makes, in `contentsScale` pixels for a point.
  open func display() {
    if let delegate { delegate.display(self) } else { drawContents() }
  }

  /// Draws the contents; the origin is at the top left, with y down. Asks the delegate.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }
}
