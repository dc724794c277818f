public import LayerTree
import Timing

/// The layers whose pictures at the frames follow from more than their values at the frames: baking
/// leaves them as they are, with all that lies in them.
///
/// Such a layer looks at moments between the frames, by clocks that baking takes away. So what is
/// kept is the outermost layer around it whose clock is not the scene's, or else the layer itself.
struct KeptLayers {
  /// From the outside, in the order of the file. None lies in another.
  private(set) var all: [SceneBaking.Kept] = []
  private var indices: Set<Int> = []
  private let moments: FrameMoments

  init(of scene: Scene, _ moments: FrameMoments) {
    self.moments = moments
    for layer in scene.root.sublayers { find(in: layer, nil) }
  }

  func contains(_ layer: Layer) -> Bool { indices.contains(layer.index) }

  /// Around the layer all clocks are the scene's.
  private mutating func find(in layer: Layer, _ outerPlace: SourcePlace?) {
    let place = layer.place ?? outerPlace
    let suspects = layer.keepsTime ? [layer] : layer.subtree
    guard let (cause, reason) = firstReason(among: suspects) else {
      if layer.keepsTime { layer.inner.forEach { find(in: $0, place) } }
      return
    }
    all.append(SceneBaking.Kept(layer: layer, cause: cause, reason: reason, place: place))
    indices.insert(layer.index)
  }

  private func firstReason(
    among layers: [Layer]
  ) -> (cause: Layer, reason: SceneBaking.Kept.Reason)? {
    for layer in layers {
      if let reason = reason(layer) { return (layer, reason) }
    }
    return nil
  }

  private func reason(_ layer: Layer) -> SceneBaking.Kept.Reason? {
    if let time = moments.transitions[layer.index] { return .transition(at: time) }
    if layer.layerClass == .replicator, moments.lags(layer) { return .lag }
    if layer.video != nil, moments.hasOwnTime(layer) { return .video }
    guard layer.layerClass == .emitter else { return nil }
    if layer.changesEmission { return .emission }
    return moments.hasOwnTime(layer) ? .particles : nil
  }
}

extension SceneBaking {
  /// A layer that baking leaves as it is, with all that lies in it.
  public struct Kept: Sendable, CustomStringConvertible {
    /// What depends on more than values at the frames.
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
    /// Where the scene file declares the layer, or the layer that shows the scene that it is from.
    public let place: SourcePlace?

    /// On one line, without a full stop.
    public var description: String {
      "layer '\(layer.name)' stays as it is, with all that lies in it: \(explanation)"
    }

    private var explanation: String {
      let subject = cause === layer ? "it" : "layer '\(cause.name)'"
      return switch reason {
      case .transition(let time): "\(subject) is in a transition at \(readable(seconds: time))"
      case .lag: "the copies in \(subject) lag behind each other"
      case .video: "\(subject) plays a video by its own clock"
      case .emission: "the particles of \(subject) keep how they were born between the frames"
      case .particles: "the particles of \(subject) follow its own clock"
      }
    }
  }
}

/// What a scene shows at its frames.
struct FrameMoments {
  private let scene: Scene
  /// The frames' times, in seconds.
  let times: [Double]
  /// What each layer shows at each of these times, by the layer's index.
  let values: [[Int: LayerValues]]
  /// The first frame in which a layer is between two looks, in seconds, by the layer's index.
  private(set) var transitions: [Int: Double] = [:]

  init(_ scene: Scene) {
    self.scene = scene
    times = (0..<scene.clock.frameCount).map(scene.clock.time(ofFrame:))
    var values: [[Int: LayerValues]] = []
    for time in times {
      let shown = scene.presentation(at: time)
      values.append(shown.valuesByLayer)
      for index in shown.layersInTransition where transitions[index] == nil {
        transitions[index] = time
      }
    }
    self.values = values
  }

  func value(of property: Property, in layer: Layer, at frame: Int) -> Value {
    (values[frame][layer.index] ?? layer.values)[any: property]
  }

  /// Whether a replicator's copies are at other times than the replicator.
  func lags(_ layer: Layer) -> Bool {
    times.indices.contains { value(of: .instanceDelay, in: layer, at: $0).number != 0 }
  }

  func hasOwnTime(_ layer: Layer) -> Bool {
    times.contains { scene.localTime(of: layer, at: $0) != $0 }
  }
}

extension Layer {
  /// True when the layer's clock always shows what its superlayer's does.
  fileprivate var keepsTime: Bool {
    epochs.allSatisfy { $0.clock == LayerClock() }
      && !allAnimations.contains { $0.keyPaths.contains(where: \.targetsClock) }
  }

  /// Whether particles may be born with other values than others: they keep those, which they may
  /// have got between two frames.
  fileprivate var changesEmission: Bool {
    let properties = layerClass.ownProperties
    return allAnimations.contains { $0.keyPaths.contains { properties.contains($0.property) } }
      || epochs.contains { epoch in properties.contains { epoch.values[any: $0] != values[any: $0] }
      }
  }
}

extension PresentationLayer {
  /// The indices of layers in this subtree that a transition changes.
  fileprivate var layersInTransition: [Int] {
    (transition == nil ? [] : [index]) + inner.flatMap(\.layersInTransition)
  }
}
