import RostrumGeometry
import RostrumTiming

/// A layer as it appears at one moment: its values with every animation applied.
public final class PresentationLayer: Sendable {
  /// The layer's place in the scene (`Layer.index`).
  public let index: Int
  /// The number of this copy among a replicator's copies, counted from 1; 0 for a layer of the
  /// scene. Together with `index` it is unique among siblings.
  public let instance: Int
  public let name: String
  public let layerClass: LayerClass
  public let values: LayerValues
  /// How far the layer is between two snapshots; `nil` while no transition runs.
  public let transition: TransitionState?
  /// The layer before the transition, with its own opacity left out; `nil` when that was nothing
  /// else, or cannot be known.
  public let oldSnapshot: PresentationLayer?
  /// True for the old one of two snapshots in a transition (`transitionGroup`).
  public let isOldSnapshot: Bool
  /// In the order of the file; `Rendering` sorts them by depth.
  public let sublayers: [PresentationLayer]
  /// Lets the layer show where it is opaque itself, in this layer's coordinates.
  public let mask: PresentationLayer?

  init(
    index: Int, instance: Int = 0, name: String, layerClass: LayerClass, values: LayerValues,
    transition: TransitionState? = nil, oldSnapshot: PresentationLayer? = nil,
    isOldSnapshot: Bool = false, mask: PresentationLayer? = nil,
    sublayers: [PresentationLayer]
  ) {
    self.index = index
    self.instance = instance
    self.name = name
    self.layerClass = layerClass
    self.values = values
    self.transition = transition
    self.mask = mask
    self.oldSnapshot = oldSnapshot
    self.isOldSnapshot = isOldSnapshot
    self.sublayers = sublayers
  }
}

extension Layer {
  /// The layer and its sublayers at a time, when the superlayer's clock is the scene's.
  public func presentation(at time: Double) -> PresentationLayer {
    presentation(at: Moment(sceneTime: time, parentTime: time))
  }

  /// The layer and its sublayers at a moment.
  public func presentation(at moment: Moment) -> PresentationLayer {
    presentation(at: moment, showsTransition: true)
  }

  /// The same, without the old snapshot where none is asked for.
  func presentation(at moment: Moment, showsTransition: Bool) -> PresentationLayer {
    if let constantPresentation { return constantPresentation }
    let epoch = epoch(at: moment.sceneTime)
    let clock = epoch.clock(at: moment.parentTime)
    let time = clock.localTime(parentTime: moment.parentTime)
    let transition = showsTransition ? epoch.transition(at: time) : nil
    let oldSnapshot = transition.flatMap { snapshot(before: $0.animation, clock, at: moment) }
    let inner = moment.multiplied(by: oldSnapshot == nil ? 1 : 2)
      .inside(clock, startsScene: sceneReference != nil)
    var values = ownValues(epoch, clock, at: time)
    let isSeen = !values[.hidden] && values[.opacity] > 0
    // A transition can fade from a layer that was not seen, and to one.
    guard isSeen || !moment.leavesOutUnseen || transition != nil else {
      return PresentationLayer(
        index: index, name: name, layerClass: layerClass, values: values, sublayers: [])
    }
    if let emitterHistory {
      values[.particles] = ParticleCloud(emitterHistory, at: moment, localTime: time)
    }
    if let video { values[.contents] = video.image(at: time) }
    return PresentationLayer(
      index: index, name: name, layerClass: layerClass, values: values,
      transition: transition?.state, oldSnapshot: oldSnapshot, mask: mask?.presentation(at: inner),
      sublayers: layerClass == .replicator
        ? Replication(of: self, values, at: inner).copies
        : sublayers.map { $0.presentation(at: inner) })
  }
}

extension Layer {
  private func ownValues(_ epoch: Epoch, _ clock: LayerClock, at time: Double) -> LayerValues {
    var values = epoch.presentationValues(at: time)
    if epoch.writesClock { values[.timeOffset] = clock.timeOffset }
    layerClass.adjustment?(&values, self.values)
    return values
  }

  /// The layer's own values at a moment, and that moment as the layers inside see it.
  func state(at moment: Moment) -> (values: LayerValues, inside: Moment) {
    let epoch = epoch(at: moment.sceneTime)
    let clock = epoch.clock(at: moment.parentTime)
    let time = clock.localTime(parentTime: moment.parentTime)
    return (
      ownValues(epoch, clock, at: time),
      moment.inside(clock, startsScene: sceneReference != nil)
    )
  }
}

extension PresentationLayer {
  /// The layer's identity among its siblings, from frame to frame.
  public struct Identity: Hashable, Sendable {
    public let index: Int
    public let instance: Int
  }

  /// The layers directly inside: the sublayers, then the mask.
  public var inner: [PresentationLayer] { sublayers + (mask.map { [$0] } ?? []) }

  public var identity: Identity { Identity(index: index, instance: instance) }

  /// True when two presentations of one layer are the same, with all that is inside: what
  /// animations left alone is compared in one step.
  public func isSame(as other: PresentationLayer) -> Bool {
    if self === other { return true }
    guard identity == other.identity, values == other.values, transition == nil,
      other.transition == nil, isOldSnapshot == other.isOldSnapshot,
      (mask == nil) == (other.mask == nil), sublayers.count == other.sublayers.count
    else { return false }
    return zip(inner, other.inner).allSatisfy { $0.isSame(as: $1) }
  }
}

extension PresentationLayer {
  /// The same layer with particles that have depth.
  public func withParticles(projectedBy projection: DepthProjection?) -> PresentationLayer {
    guard let projection else { return self }
    var values = values
    values[.depthProjection] = projection
    return PresentationLayer(
      index: index, instance: instance, name: name, layerClass: layerClass, values: values,
      transition: transition, oldSnapshot: oldSnapshot, isOldSnapshot: isOldSnapshot, mask: mask,
      sublayers: sublayers)
  }
}

extension PresentationLayer {
  /// The layer with its sublayers, its place, its opacity and its effects at their defaults. Two
  /// layers that are the same when isolated cast the same shadow, wherever they are.
  public var isolated: PresentationLayer {
    var values = values
    for property in Self.placementProperties where values.sets(property) {
      values[any: property] = property.defaultValue
    }
    return PresentationLayer(
      index: index, instance: instance, name: name, layerClass: layerClass, values: values,
      isOldSnapshot: isOldSnapshot, sublayers: sublayers)
  }

  /// The anchor point is not among them: `sublayerTransform` refers to it.
  private static let placementProperties: [Property] = [
    .position, .transform, .zPosition, .doubleSided, .opacity, .compositingFilter, .timeOffset,
    .shadowColor, .shadowOffset, .shadowOpacity, .shadowPath, .shadowRadius,
  ]

  /// The number of layers: this one and all inside it. At most `limit` + 1, without visiting more.
  public func layerCount(upTo limit: Int) -> Int {
    var count = 1
    // Stops early: a layer with too many direct sublayers needs no recursion.
    guard sublayers.count < limit else { return limit + 1 }
    for layer in inner + (oldSnapshot.map { [$0] } ?? []) {
      guard count <= limit else { break }
      count += layer.layerCount(upTo: limit - count)
    }
    return count
  }
}

/// The copies that a replicator layer makes of its sublayers at one moment.
///
/// Copy k has a layer of its own, as large as the replicator's bounds, with
/// `instanceTransform` applied k times about their centre. It shows the sublayers as they were k
/// times `instanceDelay` ago, events included, and its colours are multiplied by `instanceColor`
/// plus k times the offsets, limited to 0...1. The first copy is at the back. Source: Apple's
/// `CAReplicatorLayer.h`; the documentation leaves open that a delay reaches events too, and that a
/// copy's alpha fades it as one picture.
struct Replication {
  private let layer: Layer
  private let values: LayerValues
  private let moment: Moment

  /// `moment` is as the sublayers see it.
  init(of layer: Layer, _ values: LayerValues, at moment: Moment) {
    self.layer = layer
    self.values = values
    self.moment = moment
  }

  var copies: [PresentationLayer] {
    let inner = moment.multiplied(by: max(count, 1))
    let step = values[.instanceTransform]
    var transform = Transform3D.identity
    var result: [PresentationLayer] = []
    for number in 0..<count {
      guard transform.elements.allSatisfy({ abs($0) < 1e100 }) else { break }
      result.append(copy(number, transform, at: inner))
      transform = step.concatenating(transform)
    }
    return result
  }

  /// No more than the limit for all copies in a scene allows.
  private var count: Int {
    let inside = layer.layerCount.multipliedReportingOverflow(by: moment.copies)
    let room = inside.overflow ? 1 : LayerClass.maximumReplicas / max(inside.partialValue, 1)
    let wanted = values[.instanceCount]
    return wanted > 0 ? Int(min(wanted, Double(room)).rounded(.down)) : 0
  }

  private func copy(_ number: Int, _ transform: Transform3D, at moment: Moment) -> PresentationLayer
  {
    let delay = Double(number) * values[.instanceDelay]
    let moment = delay == 0 ? moment : moment.delayed(by: delay)
    let tint = tint(ofCopy: number)
    var sublayers = layer.sublayers.map { $0.presentation(at: moment) }
    let keepsDepth = values[.preservesDepth]
    if keepsDepth { sublayers = sublayers.map { $0.tinted(by: tint) } }
    let place = placement(transform)
    return PresentationLayer(
      index: layer.index, instance: number + 1, name: layer.name,
      layerClass: keepsDepth ? .transform : .plain,
      values: keepsDepth ? place : place.tinted(by: tint), sublayers: sublayers)
  }

  private func tint(ofCopy number: Int) -> Color {
    let color = values[.instanceColor] ?? .white
    func limited(_ value: Double, _ offset: TypedProperty<Double>) -> Double {
      min(max(value + Double(number) * values[offset], 0), 1)
    }
    return Color(
      red: limited(color.red, .instanceRedOffset),
      green: limited(color.green, .instanceGreenOffset),
      blue: limited(color.blue, .instanceBlueOffset),
      alpha: limited(color.alpha, .instanceAlphaOffset))
  }

  /// A copy's place in the replicator: over its bounds, turned about their middle.
  private func placement(_ transform: Transform3D) -> LayerValues {
    let bounds = values[.bounds]
    var result = LayerValues()
    result[.bounds] = values[.bounds]
    result[.position] = Point(x: bounds.minX + bounds.width / 2, y: bounds.minY + bounds.height / 2)
    result[.transform] = transform
    return result
  }
}

extension PresentationLayer {
  /// With all colours multiplied. A layer that keeps depth is no picture of its own, so its
  /// sublayers are.
  fileprivate func tinted(by tint: Color) -> PresentationLayer {
    guard tint != .white else { return self }
    let isPicture = layerClass != .transform
    return PresentationLayer(
      index: index, instance: instance, name: name, layerClass: layerClass,
      values: isPicture ? values.tinted(by: tint) : values, transition: transition,
      oldSnapshot: oldSnapshot, mask: mask,
      sublayers: isPicture ? sublayers : sublayers.map { $0.tinted(by: tint) })
  }
}

extension LayerValues {
  /// With a tint, and its alpha as opacity, on top of what there is.
  fileprivate func tinted(by tint: Color) -> LayerValues {
    guard tint != .white else { return self }
    var result = self
    if tint.alpha != 1 { result[.opacity] = self[.opacity] * tint.alpha }
    let old = self[.instanceTint] ?? .white
    let color = Color(
      red: old.red * tint.red, green: old.green * tint.green, blue: old.blue * tint.blue)
    if color != .white { result[.instanceTint] = color }
    return result
  }
}
