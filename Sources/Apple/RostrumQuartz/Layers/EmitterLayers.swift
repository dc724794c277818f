public import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile

/// Particles: many small pictures that are born, fly and fade.
open class CAEmitterLayer: CALayer {
  override class var modelClass: LayerClass { .emitter }
  /// Copies: later changes of a cell are set again, or by a key path.
  open var emitterCells: [CAEmitterCell]? {
    get { values[any: Property.emitterCells].any(images) as? [CAEmitterCell] }
    set { setAny(AnimationKeyPath(.emitterCells), newValue) }
  }
  open var birthRate: Float {
    get { Float(self[.emitterBirthRate]) }
    set { self[.emitterBirthRate] = newValue.shortest }
  }
  open var lifetime: Float {
    get { Float(self[.emitterLifetime]) }
    set { self[.emitterLifetime] = newValue.shortest }
  }
  open var emitterPosition: CGPoint {
    get { self[.emitterPosition].cgPoint }
    set { self[.emitterPosition] = Point(newValue) }
  }
  open var emitterZPosition: CGFloat {
    get { self[.emitterZPosition] }
    set { self[.emitterZPosition] = Double(newValue) }
  }
  open var emitterSize: CGSize {
    get { self[.emitterSize].cgSize }
    set { self[.emitterSize] = Size(newValue) }
  }
  open var emitterDepth: CGFloat {
    get { self[.emitterDepth] }
    set { self[.emitterDepth] = Double(newValue) }
  }
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { word(Property.emitterShape) }
    set { set(Property.emitterShape, word: newValue) }
  }
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { word(Property.emitterMode) }
    set { set(Property.emitterMode, word: newValue) }
  }
  open var renderMode: CAEmitterLayerRenderMode {
    get { word(Property.renderMode) }
    set { set(Property.renderMode, word: newValue) }
  }
  open var preservesDepth: Bool {
    get { self[.particlesPreserveDepth] }
    set { self[.particlesPreserveDepth] = newValue }
  }
  open var velocity: Float {
    get { Float(self[.emitterVelocity]) }
    set { self[.emitterVelocity] = newValue.shortest }
  }
  open var scale: Float {
    get { Float(self[.emitterScale]) }
    set { self[.emitterScale] = newValue.shortest }
  }
  open var spin: Float {
    get { Float(self[.emitterSpin]) }
    set { self[.emitterSpin] = newValue.shortest }
  }
  open var seed: UInt32 {
    get { UInt32(self[.seed]) }
    set { self[.seed] = Double(newValue) }
  }
}

/// One kind of particles.
open class CAEmitterCell: NSObject, CAMediaTiming {
  var values = LayerValues()
  private(set) var images: KnownImages = [:]
  open var name: String?
  /// The cells that each particle of this kind emits in turn.
  open var emitterCells: [CAEmitterCell]?

  public override init() { super.init() }

  init(_ model: EmitterCell, _ images: KnownImages) {
    (values, self.images) = (model.values, images)
    name = model.name.isEmpty ? nil : model.name
    emitterCells = model.cells.isEmpty ? nil : model.cells.map { CAEmitterCell($0, images) }
    super.init()
  }

  var model: EmitterCell {
    for cell in emitterCells ?? [] { images.merge(cell.images) { $1 } }
    return EmitterCell(
      name: name ?? "", values: values, cells: (emitterCells ?? []).map(\.model))
  }

  /// A `CGImage`; anything else is no contents.
  open var contents: Any? {
    get { values[any: EmitterCell.contents].any(images) }
    set { set(EmitterCell.contents, newValue as? CGImage) }
  }
  open var contentsRect: CGRect {
    get { values[EmitterCell.contentsRect].cgRect }
    set { values[EmitterCell.contentsRect] = Rect(newValue) }
  }
  open var color: CGColor? {
    get { values[EmitterCell.color].map { CGColor($0) } }
    set { values[EmitterCell.color] = newValue?.model }
  }
  open var isEnabled: Bool {
    get { values[EmitterCell.enabled] }
    set { values[EmitterCell.enabled] = newValue }
  }
  open var birthRate: Float {
    get { Float(values[EmitterCell.birthRate]) }
    set { values[EmitterCell.birthRate] = newValue.shortest }
  }
  open var lifetime: Float {
    get { Float(values[EmitterCell.lifetime]) }
    set { values[EmitterCell.lifetime] = newValue.shortest }
  }
  open var lifetimeRange: Float {
    get { Float(values[EmitterCell.lifetimeRange]) }
    set { values[EmitterCell.lifetimeRange] = newValue.shortest }
  }
  open var emissionLatitude: CGFloat {
    get { values[EmitterCell.emissionLatitude] }
    set { values[EmitterCell.emissionLatitude] = Double(newValue) }
  }
  open var emissionLongitude: CGFloat {
    get { values[EmitterCell.emissionLongitude] }
    set { values[EmitterCell.emissionLongitude] = Double(newValue) }
  }
  open var emissionRange: CGFloat {
    get { values[EmitterCell.emissionRange] }
    set { values[EmitterCell.emissionRange] = Double(newValue) }
  }
  open var velocity: CGFloat {
    get { values[EmitterCell.velocity] }
    set { values[EmitterCell.velocity] = Double(newValue) }
  }
  open var velocityRange: CGFloat {
    get { values[EmitterCell.velocityRange] }
    set { values[EmitterCell.velocityRange] = Double(newValue) }
  }
  open var xAcceleration: CGFloat {
    get { values[EmitterCell.xAcceleration] }
    set { values[EmitterCell.xAcceleration] = Double(newValue) }
  }
  open var yAcceleration: CGFloat {
    get { values[EmitterCell.yAcceleration] }
    set { values[EmitterCell.yAcceleration] = Double(newValue) }
  }
  open var zAcceleration: CGFloat {
    get { values[EmitterCell.zAcceleration] }
    set { values[EmitterCell.zAcceleration] = Double(newValue) }
  }
  open var scale: CGFloat {
    get { values[EmitterCell.scale] }
    set { values[EmitterCell.scale] = Double(newValue) }
  }
  open var scaleRange: CGFloat {
    get { values[EmitterCell.scaleRange] }
    set { values[EmitterCell.scaleRange] = Double(newValue) }
  }
  open var scaleSpeed: CGFloat {
    get { values[EmitterCell.scaleSpeed] }
    set { values[EmitterCell.scaleSpeed] = Double(newValue) }
  }
  open var spin: CGFloat {
    get { values[EmitterCell.spin] }
    set { values[EmitterCell.spin] = Double(newValue) }
  }
  open var spinRange: CGFloat {
    get { values[EmitterCell.spinRange] }
    set { values[EmitterCell.spinRange] = Double(newValue) }
  }
  open var contentsScale: CGFloat {
    get { values[EmitterCell.contentsScale] }
    set { values[EmitterCell.contentsScale] = Double(newValue) }
  }
  open var beginTime: CFTimeInterval {
    get { values[EmitterCell.beginTime] }
    set { values[EmitterCell.beginTime] = newValue }
  }
  /// For how long particles are born, in seconds.
  open var duration: CFTimeInterval {
    get {
      let duration = values[EmitterCell.duration]
      return duration > 0 ? duration : .infinity
    }
    set { values[EmitterCell.duration] = newValue.isFinite ? max(newValue, 0) : 0 }
  }
  open var timeOffset: CFTimeInterval {
    get { values[EmitterCell.timeOffset] }
    set { values[EmitterCell.timeOffset] = newValue }
  }
  open var speed: Float {
    get { Float(values[EmitterCell.speed]) }
    set { values[EmitterCell.speed] = newValue.shortest }
  }
  // These have no effect on a cell.
  open var repeatCount: Float = 0
  open var repeatDuration: CFTimeInterval = 0
  open var autoreverses = false
  open var fillMode = CAMediaTimingFillMode.removed

  open var redRange: Float {
    get { number("redRange") }
    set { set(number: newValue, "redRange") }
  }
  open var greenRange: Float {
    get { number("greenRange") }
    set { set(number: newValue, "greenRange") }
  }
  open var blueRange: Float {
    get { number("blueRange") }
    set { set(number: newValue, "blueRange") }
  }
  open var alphaRange: Float {
    get { number("alphaRange") }
    set { set(number: newValue, "alphaRange") }
  }
  open var redSpeed: Float {
    get { number("redSpeed") }
    set { set(number: newValue, "redSpeed") }
  }
  open var greenSpeed: Float {
    get { number("greenSpeed") }
    set { set(number: newValue, "greenSpeed") }
  }
  open var blueSpeed: Float {
    get { number("blueSpeed") }
    set { set(number: newValue, "blueSpeed") }
  }
  open var alphaSpeed: Float {
    get { number("alphaSpeed") }
    set { set(number: newValue, "alphaSpeed") }
  }

  private static func property(_ name: String) -> Property? {
    EmitterCell.properties.first { $0.name == name }
  }

  private func number(_ name: String) -> Float {
    Float(Self.property(name).map { values[any: $0].number } ?? 0)
  }

  private func set(number: Float, _ name: String) {
    if let property = Self.property(name) { values[any: property] = .number(number.shortest) }
  }

  private func set(_ property: Property, _ any: Any?) {
    guard let value = Value(any, property.type, &images) else {
      return FilmWarnings.tell(.wrongType(any, property.type, property.name))
    }
    values[any: property] = value.limited(to: property.type)
  }

  open func value(forKey key: String) -> Any? {
    Self.property(key).flatMap { values[any: $0].any(images).map(Boxed.object) }
  }

  /// An unknown key, or a value of another kind, changes nothing, with a warning.
  open func setValue(_ value: Any?, forKey key: String) {
    guard let property = Self.property(key) else {
      return FilmWarnings.tell(.other("an emitter cell has no '\(key)'"))
    }
    set(property, value)
  }
}

/// A filter of a layer by the name of its kind, such as `gaussianBlur`. Core Animation's filters on
/// the Mac are Core Image's; these are the ones that its archives name.
open class CAFilter: NSObject {
  private(set) var model: LayerFilter

  /// `nil` for a kind that the model does not have.
  public init?(type: String, name: String? = nil) {
    guard let kind = FilterKind.named(type) else {
      FilmWarnings.tell(.other("there is no filter '\(type)'"))
      return nil
    }
    model = LayerFilter(kind, name: name)
  }

  init(_ model: LayerFilter) { self.model = model }

  open var type: String { model.kind.name }

  /// For key paths, as in `filters.blur.inputRadius`.
  open var name: String {
    get { model.name }
    set { model = LayerFilter(model.kind, name: newValue, values: model.values) }
  }

  open func value(forKey key: String) -> Any? {
    model.kind.input(named: key).flatMap { model.values[any: $0].any([:]) }
  }

  /// An unknown input, or a value of another kind, changes nothing, with a warning.
  open func setValue(_ value: Any?, forKey key: String) {
    var images = KnownImages()
    guard let input = model.kind.input(named: key) else {
      return FilmWarnings.tell(.other("the filter '\(type)' has no '\(key)'"))
    }
    guard let known = Value(value, input.type, &images) else {
      return FilmWarnings.tell(.wrongType(value, input.type, key))
    }
    model.values[any: input] = known
  }
}
