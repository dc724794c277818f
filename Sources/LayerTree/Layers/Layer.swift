public import Timing

/// A layer as the scene declares it: the model, which no animation changes.
public final class Layer: Sendable {
  /// The place in the scene, counted in the order of the file, a layer before its sublayers. The root is 0.
  public let index: Int
  /// How people and scripts refer to the layer: its name, or where it stands, as in `layers[2].sublayers[0]`.
  public let name: String
  public let layerClass: LayerClass
  public let values: LayerValues
  /// How the layer's own time follows from its superlayer's.
  public let clock: LayerClock
  /// In the order in which they apply.
  public let animations: [any Animation]
  /// In the order of the file.
  public let sublayers: [Layer]

  /// The presentation of a layer that no animation ever changes, nor anything inside it: the same object
  /// at every time, so that a comparison of two frames ends here.
  let constantPresentation: PresentationLayer?

  public init(
    index: Int, name: String, layerClass: LayerClass, values: LayerValues,
    clock: LayerClock = LayerClock(), animations: [any Animation] = [], sublayers: [Layer] = []
  ) {
    self.index = index
    self.name = name
    self.layerClass = layerClass
    self.values = values
    self.clock = clock
    self.animations = animations
    self.sublayers = sublayers
    let constants = sublayers.compactMap(\.constantPresentation)
    let isConstant = animations.isEmpty && constants.count == sublayers.count
    constantPresentation =
      isConstant
      ? PresentationLayer(
        index: index, name: name, layerClass: layerClass, values: values, sublayers: constants)
      : nil
  }

  /// The layer and everything below it, in the order of the file.
  public var subtree: [Layer] { [self] + sublayers.flatMap(\.subtree) }

  /// The moment, in the superlayer's time, after which nothing in this subtree changes any more.
  /// Infinite when something never ends.
  public var endTime: Double {
    let ends = animations.map(\.timing.endTime) + sublayers.map(\.endTime)
    guard let last = ends.max(), last > -.infinity else { return -.infinity }
    if clock.speed == 0 { return -.infinity }
    if clock.speed < 0 || last == .infinity { return .infinity }
    return clock.parentTime(localTime: last) ?? .infinity
  }
}
