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
  @LayerProperty(.emitterBirthRate) open var birthRate: Float
  @LayerProperty(.emitterLifetime) open var lifetime: Float
  @LayerProperty(.emitterPosition) open var emitterPosition: CGPoint
  @LayerProperty(.emitterZPosition) open var emitterZPosition: CGFloat
  @LayerProperty(.emitterSize) open var emitterSize: CGSize
  @LayerProperty(.emitterDepth) open var emitterDepth: CGFloat
  @LayerProperty(.emitterShape) open var emitterShape: CAEmitterLayerEmitterShape
  @LayerProperty(.emitterMode) open var emitterMode: CAEmitterLayerEmitterMode
  @LayerProperty(.renderMode) open var renderMode: CAEmitterLayerRenderMode
  @LayerProperty(.particlesPreserveDepth) open var preservesDepth: Bool
  @LayerProperty(.emitterVelocity) open var velocity: Float
  @LayerProperty(.emitterScale) open var scale: Float
  @LayerProperty(.emitterSpin) open var spin: Float
  @LayerProperty(.seed) open var seed: UInt32
}

/// One kind of particles.
open class CAEmitterCell: CAModelObject, CAMediaTiming {
  open var name: String?
  /// The cells that each particle of this kind emits in turn.
  open var emitterCells: [CAEmitterCell]?

  public init() { super.init(values: LayerValues()) }

  /// Archives are not read in code: the result is `nil`.
  public required init?(coder: NSCoder) {
    super.init(values: LayerValues())
    return nil
  }

  init(_ model: EmitterCell, _ images: KnownImages) {
    name = model.name.isEmpty ? nil : model.name
    emitterCells = model.cells.isEmpty ? nil : model.cells.map { CAEmitterCell($0, images) }
    super.init(values: model.values)
    self.images = images
  }

  var model: EmitterCell {
    for cell in emitterCells ?? [] { images.merge(cell.images) { $1 } }
    return EmitterCell(
      name: name ?? "", values: values, cells: (emitterCells ?? []).map(\.model))
  }

  /// A `CGImage`; anything else is no contents.
  open var contents: Any? {
    get { values[any: EmitterCell.contents].any(images) }
    set { setAny(AnimationKeyPath(EmitterCell.contents), newValue as? CGImage) }
  }
  @LayerProperty(EmitterCell.contentsRect) open var contentsRect: CGRect
  @LayerProperty(EmitterCell.color) open var color: CGColor?
  @LayerProperty(EmitterCell.enabled) open var isEnabled: Bool
  @LayerProperty(EmitterCell.birthRate) open var birthRate: Float
  @LayerProperty(EmitterCell.lifetime) open var lifetime: Float
  @LayerProperty(EmitterCell.lifetimeRange) open var lifetimeRange: Float
  @LayerProperty(EmitterCell.emissionLatitude) open var emissionLatitude: CGFloat
  @LayerProperty(EmitterCell.emissionLongitude) open var emissionLongitude: CGFloat
  @LayerProperty(EmitterCell.emissionRange) open var emissionRange: CGFloat
  @LayerProperty(EmitterCell.velocity) open var velocity: CGFloat
  @LayerProperty(EmitterCell.velocityRange) open var velocityRange: CGFloat
  @LayerProperty(EmitterCell.xAcceleration) open var xAcceleration: CGFloat
  @LayerProperty(EmitterCell.yAcceleration) open var yAcceleration: CGFloat
  @LayerProperty(EmitterCell.zAcceleration) open var zAcceleration: CGFloat
  @LayerProperty(EmitterCell.scale) open var scale: CGFloat
  @LayerProperty(EmitterCell.scaleRange) open var scaleRange: CGFloat
  @LayerProperty(EmitterCell.scaleSpeed) open var scaleSpeed: CGFloat
  @LayerProperty(EmitterCell.spin) open var spin: CGFloat
  @LayerProperty(EmitterCell.spinRange) open var spinRange: CGFloat
  @LayerProperty(EmitterCell.contentsScale) open var contentsScale: CGFloat
  @LayerProperty(EmitterCell.beginTime) open var beginTime: CFTimeInterval
  /// For how long particles are born, in seconds.
  open var duration: CFTimeInterval {
    get {
      let duration = values[EmitterCell.duration]
      return duration > 0 ? duration : .infinity
    }
    set { values[EmitterCell.duration] = newValue.isFinite ? max(newValue, 0) : 0 }
  }
  @LayerProperty(EmitterCell.timeOffset) open var timeOffset: CFTimeInterval
  @LayerProperty(EmitterCell.speed) open var speed: Float
  // These have no effect on a cell.
  open var repeatCount: Float = 0
  open var repeatDuration: CFTimeInterval = 0
  open var autoreverses = false
  open var fillMode = CAMediaTimingFillMode.removed

  @LayerProperty(cell: "redRange") open var redRange: Float
  @LayerProperty(cell: "greenRange") open var greenRange: Float
  @LayerProperty(cell: "blueRange") open var blueRange: Float
  @LayerProperty(cell: "alphaRange") open var alphaRange: Float
  @LayerProperty(cell: "redSpeed") open var redSpeed: Float
  @LayerProperty(cell: "greenSpeed") open var greenSpeed: Float
  @LayerProperty(cell: "blueSpeed") open var blueSpeed: Float
  @LayerProperty(cell: "alphaSpeed") open var alphaSpeed: Float

  static func property(_ name: String) -> Property? {
    EmitterCell.properties.first { $0.name == name }
  }

  open func value(forKey key: String) -> Any? {
    Self.property(key).flatMap { values[any: $0].any(images).map(Boxed.object) }
  }

  /// An unknown key, or a value of another kind, changes nothing, with a warning.
  open func setValue(_ value: Any?, forKey key: String) {
    guard let property = Self.property(key) else {
      return FilmWarnings.tell(.other("an emitter cell has no '\(key)'"))
    }
    setAny(AnimationKeyPath(property), value)
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
