import Geometry
public import LayerTree
import Timing

/// Rewrites a scene so that it needs neither clocks nor timing functions: every property that changes becomes one keyframe animation with
/// a value at each frame (listing 10.7 of the book). What key frames cannot change, such as the text of a text layer, is set by events
/// at the frames' times.
///
/// The result shows the same at every frame of the scene's clock, exactly, but for colours whose alpha leaves 0...1: the part that can be
/// seen is kept.
public struct SceneBaking: Sendable {
  /// What no keyframes can say.
  public struct Unbakable: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  private let scene: Scene
  /// The frames' times, in seconds.
  private let times: [Double]
  /// What each layer shows at each of these times, by the layer's index.
  private let frames: [[Int: LayerValues]]
  /// What remains once everything has ended; `nil` when something never ends.
  private let rest: [Int: LayerValues]?
  /// The first layer that is between two looks in a frame.
  private let inTransition: (name: String, time: Double)?

  public init(_ scene: Scene) {
    self.scene = scene
    times = (0..<scene.clock.frameCount).map(scene.clock.time(ofFrame:))
    let shown = times.map(scene.presentation)
    frames = shown.map(\.valuesByLayer)
    let end = scene.root.endTime
    rest = end < .infinity ? scene.presentation(at: max(end, 0) + 1).valuesByLayer : nil
    inTransition =
      zip(shown, times).lazy
      .compactMap { root, time in root.layerInTransition.map { (name: $0, time: time) } }.first
  }

  /// The scene with plain clocks and keyframes. Throws `Unbakable`.
  public func baked() throws(Unbakable) -> Scene {
    for layer in scene.layers { try checkTimes(of: layer) }
    if let (name, time) = inTransition {
      throw Unbakable(
        description:
          "layer '\(name)' is in a transition at \(readable(seconds: time)), which no key frames can show"
      )
    }
    do throws(TooManyAnimations) {
      return Scene(
        size: scene.size, background: scene.background, clock: scene.clock,
        layers: try scene.root.sublayers.map(baked).changed(by: events))
    } catch {
      throw Unbakable(
        description: "more animations run at more changes of a text or the like than Rostrum keeps")
    }
  }

  /// Videos, copies that lag behind and particles depend on more than the values at the frames.
  private func checkTimes(of layer: Layer) throws(Unbakable) {
    guard layer.video == nil else {
      throw Unbakable(
        description: "layer '\(layer.name)' plays a video, which no key frames can do")
    }
    let isDelayed = frames.contains {
      ($0[layer.index] ?? layer.values)[.instanceDelay].number != 0
    }
    if layer.layerClass == .replicator, isDelayed {
      throw Unbakable(
        description: "the copies in layer '\(layer.name)' lag behind each other")
    }
    let hasOwnTime = times.contains { scene.localTime(of: layer, at: $0) != $0 }
    if layer.layerClass == .emitter, hasOwnTime {
      throw Unbakable(
        description: "the particles of layer '\(layer.name)' follow its own clock")
    }
    if layer.layerClass == .emitter, changesEmission(of: layer) {
      throw Unbakable(
        description:
          "the particles of layer '\(layer.name)' keep how they were born between the frames")
    }
  }

  /// Whether what particles are born with differs from frame to frame.
  private func changesEmission(of layer: Layer) -> Bool {
    let shown = frames.map { $0[layer.index] ?? layer.values }
    return zip(shown, shown.dropFirst()).contains { before, after in
      layer.layerClass.ownProperties.contains { before[$0] != after[$0] }
    }
  }

  private func baked(_ layer: Layer) -> Layer {
    let properties = layer.layerClass.properties
    let animations = properties.filter(\.isAnimatable).flatMap {
      self.animations(of: $0, in: layer)
    }
    var values = layer.values
    for property in properties where !property.isAnimatable {
      let first = value(of: property, in: layer, at: 0)
      if first != values[property] { values[property] = first }
    }
    // In a scene without a duration nothing may change after its only frame.
    let isStill = scene.clock.duration == 0 && !animations.isEmpty
    let epoch = Epoch(
      values: values, clock: LayerClock(speed: isStill ? 0 : 1),
      animations: animations.map { AttachedAnimation($0) })
    return Layer(
      index: layer.index, name: layer.name, layerClass: layer.layerClass, epochs: [epoch],
      sublayers: layer.sublayers.map(baked), mask: layer.mask.map(baked), place: layer.place)
  }

  private func value(of property: Property, in layer: Layer, at frame: Int) -> Value {
    (frames[frame][layer.index] ?? layer.values)[property]
  }

  // MARK: Key frames

  private func animations(of property: Property, in layer: Layer) -> [any Animation] {
    let model = layer.values[property]
    let values = frames.indices.map { value(of: property, in: layer, at: $0) }
    guard values.contains(where: { $0 != model }) else { return [] }
    return BakedProperty(
      property: property, model: model, values: values.map { $0.limited(to: property.type) },
      rest: rest.map { ($0[layer.index] ?? layer.values)[property] }, times: times,
      end: scene.clock.time(ofFrame: times.count)
    ).animations
  }

  // MARK: Events

  /// One for each frame at which something changes that key frames cannot change.
  private var events: [Event] {
    let parts = scene.layers.flatMap { layer in
      layer.layerClass.properties.filter { !$0.isAnimatable }.map { (layer, $0) }
    }
    return frames.indices.dropFirst().compactMap { frame in
      let actions = parts.compactMap { layer, property -> Event.Action? in
        let value = value(of: property, in: layer, at: frame)
        guard value != self.value(of: property, in: layer, at: frame - 1) else { return nil }
        return Event.Action(layer: layer.index, .set(AnimationKeyPath(property), value))
      }
      guard !actions.isEmpty else { return nil }
      return Event(at: times[frame], transaction: Transaction(disableActions: true), actions)
    }
  }
}

extension PresentationLayer {
  /// The name of a layer in this subtree that a transition changes.
  fileprivate var layerInTransition: String? {
    transition == nil ? inner.lazy.compactMap(\.layerInTransition).first : name
  }
}

extension Value {
  /// What can be seen of the value and written as one of that type: alpha within 0...1, no size of type that is exactly 0.
  fileprivate func limited(to type: ValueType) -> Value {
    switch self {
    case .color(var color):
      color.alpha = min(max(color.alpha, 0), 1)
      return .color(color)
    case .number(0) where type == .number(.moreThanZero): return .number(BakedProperty.tiny)
    default: return self
    }
  }
}
