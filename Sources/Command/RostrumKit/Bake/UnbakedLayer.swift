public import RostrumLayerTree
import RostrumOutput
import RostrumTiming

/// A layer that baking leaves as it is, with all that lies in it: its pictures at the frames follow
/// from more than values at the frames.
///
/// Such a layer looks at moments between the frames, by clocks that baking takes away. So the
/// outermost layer around it that has a clock of its own stays, or else the layer itself.
public struct UnbakedLayer: Sendable, CustomStringConvertible {
  /// The reason why values at the frames are not enough.
  public enum Reason: Hashable, Sendable {
    /// A transition runs in a frame, the first of them at this time of the scene, in seconds.
    case transition(at: Double)
    /// Copies of a replicator show times of their own.
    case lag
    /// A video plays by a clock that is not the scene's.
    case video
    /// Particles keep values that they are born with at any time.
    case emission
    /// Particles fly by a clock that is not the scene's.
    case particles
  }

  public let layer: Layer
  /// The layer that the reason is about: `layer` or one in it.
  public let cause: Layer
  public let reason: Reason
  /// The place in the scene file of the layer, or of the layer that shows the scene that it is
  /// from.
  public let place: SourcePlace?

  /// On one line, without a full stop.
  public var description: String {
    let subject = cause === layer ? "it" : "layer '\(cause.name)'"
    let explanation =
      switch reason {
      case .transition(let time): "\(subject) is in a transition at \(readable(seconds: time))"
      case .lag: "the copies in \(subject) lag behind each other"
      case .video: "\(subject) plays a video by its own clock"
      case .emission: "the particles of \(subject) keep how they were born between the frames"
      case .particles: "the particles of \(subject) follow its own clock"
      }
    return "layer '\(layer.name)' stays as it is, with all that lies in it: \(explanation)"
  }

  /// All such layers of a scene, in the order of the file. None lies in another.
  static func all(in scene: Scene, _ samples: FrameSamples) -> [UnbakedLayer] {
    let search = UnbakedLayerSearch(scene: scene, samples: samples)
    return scene.root.sublayers.flatMap { search.layers(in: $0, nil) }
  }
}

private struct UnbakedLayerSearch {
  let scene: Scene
  let samples: FrameSamples

  /// The layers in a subtree around which all clocks are the scene's.
  func layers(in layer: Layer, _ outerPlace: SourcePlace?) -> [UnbakedLayer] {
    let place = layer.place ?? outerPlace
    for suspect in layer.keepsTime ? [layer] : layer.subtree {
      if let reason = reason(suspect) {
        return [UnbakedLayer(layer: layer, cause: suspect, reason: reason, place: place)]
      }
    }
    return layer.keepsTime ? layer.inner.flatMap { layers(in: $0, place) } : []
  }

  private func reason(_ layer: Layer) -> UnbakedLayer.Reason? {
    if let time = samples.transitions[layer.index] { return .transition(at: time) }
    if layer.layerClass == .replicator,
      samples.runs(of: .instanceDelay, in: layer).contains(where: { $0.value.number != 0 })
    {
      return .lag
    }
    if layer.video != nil, hasOwnTime(layer) { return .video }
    guard layer.layerClass == .emitter else { return nil }
    if layer.changesEmission { return .emission }
    return hasOwnTime(layer) ? .particles : nil
  }

  private func hasOwnTime(_ layer: Layer) -> Bool {
    samples.times.contains { scene.localTime(of: layer, at: $0) != $0 }
  }
}

extension Layer {
  /// Whether the layer's clock always shows what its superlayer's does.
  fileprivate var keepsTime: Bool {
    epochs.allSatisfy { $0.clock == LayerClock() }
      && !allAnimations.contains { $0.keyPaths.contains(where: \.targetsClock) }
  }

  /// Whether some particles may be born with other values than others. They keep values that they
  /// may have got between two frames.
  fileprivate var changesEmission: Bool {
    let properties = layerClass.ownProperties
    return allAnimations.contains { $0.keyPaths.contains { properties.contains($0.property) } }
      || epochs.contains { epoch in properties.contains { epoch.values[any: $0] != values[any: $0] }
      }
  }
}
