import Timing

/// A layer as it appears at one moment: its values with every animation applied.
public final class PresentationLayer: Sendable {
  /// The layer's place in the scene (`Layer.index`).
  public let index: Int
  public let name: String
  public let layerClass: LayerClass
  public let values: LayerValues
  /// How far the layer is between two looks; `nil` while no transition runs.
  public let transition: TransitionState?
  /// In the order of the file; `Rendering` sorts them by depth.
  public let sublayers: [PresentationLayer]

  init(
    index: Int, name: String, layerClass: LayerClass, values: LayerValues,
    transition: TransitionState? = nil, sublayers: [PresentationLayer]
  ) {
    self.index = index
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
    let inner = Moment(
      sceneTime: innerDuration == nil ? moment.sceneTime : time, parentTime: time)
    var values = epoch.presentationValues(at: time)
    if !epoch.clockAnimations.isEmpty { values[.timeOffset] = .number(clock.timeOffset) }
    if let video { values[.contents] = .image(video.image(at: time)) }
    return PresentationLayer(
      index: index, name: name, layerClass: layerClass, values: values,
      transition: epoch.transition(at: time),
      sublayers: sublayers.map { $0.presentation(at: inner) })
  }
}
