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
  /// In the order of the file; `Rendering` sorts them by depth.
  public let sublayers: [PresentationLayer]

  init(
    index: Int, instance: Int = 0, name: String, layerClass: LayerClass, values: LayerValues,
    transition: TransitionState? = nil, sublayers: [PresentationLayer]
  ) {
    self.index = index
    self.instance = instance
    self.name = name
    self.layerClass = layerClass
    self.values = values
    self.transition = transition
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
    if let constantPresentation { return constantPresentation }
    let epoch = epoch(at: moment.sceneTime)
    let clock = epoch.clock(at: moment.parentTime)
    let time = clock.localTime(parentTime: moment.parentTime)
    let inner = moment.inside(clock, startsScene: innerDuration != nil)
    var values = epoch.presentationValues(at: time)
    if epoch.writesClock { values[.timeOffset] = .number(clock.timeOffset) }
    layerClass.completion?(
      &values, LayerMoment(layer: self, moment: moment, localTime: time))
    if let video { values[.contents] = .image(video.image(at: time)) }
    return PresentationLayer(
      index: index, name: name, layerClass: layerClass, values: values,
      transition: epoch.transition(at: time),
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

  public var identity: Identity { Identity(index: index, instance: instance) }
}
