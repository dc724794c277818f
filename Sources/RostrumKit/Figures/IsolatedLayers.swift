import Geometry
import LayerTree

extension Scene {
  /// The scene with some layers and what is inside them alone, over nothing. Layers around them
  /// stay as places, without a look.
  func isolating(_ indexes: Set<Int>) -> Scene {
    Scene(
      size: size, background: nil, clock: clock,
      layers: root.sublayers.compactMap { $0.isolating(indexes) })
  }

  /// The scene without some layers.
  func hiding(_ indexes: Set<Int>) -> Scene {
    Scene(
      size: size, background: background, clock: clock,
      layers: root.sublayers.compactMap { $0.hiding(indexes) })
  }
}

extension Layer {
  fileprivate func isolating(_ indexes: Set<Int>) -> Layer? {
    if indexes.contains(index) { return self }
    let inner = sublayers.compactMap { $0.isolating(indexes) }
    return inner.isEmpty ? nil : copy(epochs: epochs.map { $0.bare(layerClass) }, sublayers: inner)
  }

  fileprivate func hiding(_ indexes: Set<Int>) -> Layer? {
    guard !indexes.contains(index) else { return nil }
    return copy(epochs: epochs, sublayers: sublayers.compactMap { $0.hiding(indexes) })
  }

  private func copy(epochs: [Epoch], sublayers: [Layer]) -> Layer {
    Layer(
      index: index, name: name, layerClass: layerClass, epochs: epochs, sublayers: sublayers,
      mask: mask, place: place)
  }
}

extension Epoch {
  /// The epoch without what a layer itself shows.
  fileprivate func bare(_ layerClass: LayerClass) -> Epoch {
    var values = values
    for property in layerClass.properties {
      switch property.type {
      case .color, .image, .path: values[any: property] = .none
      case .text: values[any: property] = .text("")
      default: break
      }
    }
    values[.borderWidth] = 0
    return Epoch(
      startTime: startTime, values: values, clock: clock,
      animations: animations.filter { !$0.animation.isOfLook })
  }
}

extension Animation {
  /// Whether the animation changes a colour, a picture or an outline.
  fileprivate var isOfLook: Bool {
    !keyPaths.isEmpty
      && keyPaths.allSatisfy {
        switch $0.property.type {
        case .color, .image, .path, .text: true
        default: $0.property == .borderWidth
        }
      }
  }
}
