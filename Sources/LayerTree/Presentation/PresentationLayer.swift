import Timing

/// A layer as it appears at one moment: its values with every animation applied.
public final class PresentationLayer: Sendable {
  /// The layer's place in the scene (`Layer.index`).
  public let index: Int
  public let name: String
  public let layerClass: LayerClass
  public let values: LayerValues
  /// In the order of the file; `Rendering` sorts them by depth.
  public let sublayers: [PresentationLayer]

  init(
    index: Int, name: String, layerClass: LayerClass, values: LayerValues,
    sublayers: [PresentationLayer]
  ) {
    self.index = index
    self.name = name
    self.layerClass = layerClass
    self.values = values
    self.sublayers = sublayers
  }
}

extension Layer {
  /// The layer and its sublayers at a time of the superlayer's clock.
  public func presentation(at parentTime: Double) -> PresentationLayer {
    if let constantPresentation { return constantPresentation }
    let time = clock.localTime(parentTime: parentTime)
    return PresentationLayer(
      index: index, name: name, layerClass: layerClass, values: values(at: time),
      sublayers: sublayers.map { $0.presentation(at: time) })
  }

  /// The layer's own values at a time of its own clock.
  public func values(at localTime: Double) -> LayerValues {
    var result = values
    for animation in animations { animation.apply(to: &result, at: localTime) }
    return result
  }
}
