import Timing

/// A layer as it appears at one moment: its values with every animation applied.
public final class PresentationLayer: Sendable {
  /// The layer's place in the scene (`Layer.index`).
  public let index: Int
  /// Which of a replicator's copies this is, counted from 1; 0 for a layer of the scene. Together with `index` it tells siblings apart.
  public let instance: Int
  public let name: String
  public let layerClass: LayerClass
  public let values: LayerValues
  /// How far the layer is between two looks; `nil` while no transition runs.
  public let transition: TransitionState?
  /// What it looked like before the transition, with its own opacity left out; `nil` when that was nothing else, or cannot be known.
  public let oldSnapshot: PresentationLayer?
  /// True for the older one of two looks in a transition (`transitionGroup`).
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

  /// The same, maybe without a look at what was before.
  func presentation(at moment: Moment, showsTransition: Bool) -> PresentationLayer {
    if let constantPresentation { return constantPresentation }
    let epoch = epoch(at: moment.sceneTime)
    let clock = epoch.clock(at: moment.parentTime)
    let time = clock.localTime(parentTime: moment.parentTime)
    let transition = showsTransition ? epoch.transition(at: time) : nil
    let oldSnapshot = transition.flatMap { snapshot(before: $0.animation, clock, at: moment) }
    let inner = moment.multiplied(by: oldSnapshot == nil ? 1 : 2)
      .inside(clock, startsScene: sceneReference != nil)
    var values = epoch.presentationValues(at: time)
    if epoch.writesClock { values[.timeOffset] = .number(clock.timeOffset) }
    layerClass.completion?(
      &values, LayerMoment(layer: self, moment: moment, localTime: time))
    if let video { values[.contents] = .image(video.image(at: time)) }
    return PresentationLayer(
      index: index, name: name, layerClass: layerClass, values: values,
      transition: transition?.state, oldSnapshot: oldSnapshot, mask: mask?.presentation(at: inner),
      sublayers: layerClass == .replicator
        ? Replication(of: self, values, at: inner).copies
        : sublayers.map { $0.presentation(at: inner) })
  }
}

extension PresentationLayer {
  /// What tells a layer apart from its siblings, from frame to frame.
  public struct Identity: Hashable, Sendable {
    public let index: Int
    public let instance: Int
  }

  /// What lies directly in the layer: its sublayers, then its mask.
  public var inner: [PresentationLayer] { sublayers + (mask.map { [$0] } ?? []) }

  public var identity: Identity { Identity(index: index, instance: instance) }

  /// True when two presentations of one layer are the same, with all that is inside: what animations left alone is compared in one step.
  public func isSame(as other: PresentationLayer) -> Bool {
    if self === other { return true }
    guard identity == other.identity, values == other.values, transition == nil,
      other.transition == nil, isOldSnapshot == other.isOldSnapshot,
      (mask == nil) == (other.mask == nil), sublayers.count == other.sublayers.count
    else { return false }
    return zip(inner, other.inner).allSatisfy { $0.isSame(as: $1) }
  }
}
