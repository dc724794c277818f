import Geometry
public import LayerTree
import Timing

/// Rewrites a scene so that it needs neither clocks nor timing functions: every property that
/// changes becomes one keyframe animation with a value at each frame (listing 10.7 of the book).
/// What key frames cannot change, such as the text of a text layer, is set by events at the frames'
/// times. Layers whose pictures follow from more than values at the frames stay as they are
/// (`kept`).
///
/// The result shows the same at every frame of the scene's clock, exactly, but for colours whose
/// alpha leaves 0...1: the part that can be seen is kept. In layers that stay, an implicit
/// animation that began beyond its property's rule is written as a sum, with its rounding.
public struct SceneBaking: Sendable {
  /// What no scene file can say.
  public struct Unbakable: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  private let scene: Scene
  private let moments: FrameMoments
  private let keptLayers: KeptLayers
  /// What remains once everything has ended, by the layer's index; `nil` when something never ends.
  private let rest: [Int: LayerValues]?

  public init(_ scene: Scene) {
    self.scene = scene
    moments = FrameMoments(scene)
    keptLayers = KeptLayers(of: scene, moments)
    let end = scene.root.endTime
    rest = end < .infinity ? scene.presentation(at: max(end, 0) + 1).valuesByLayer : nil
  }

  /// The layers that stay as they are, each with all that lies in it, in the order of the file.
  public var kept: [Kept] { keptLayers.all }

  /// The scene with plain clocks and keyframes. Throws `Unbakable`.
  public func baked() throws(Unbakable) -> Scene {
    do throws(TooManyAnimations) {
      return Scene(
        size: scene.size, background: scene.background, clock: scene.clock,
        layers: try scene.root.sublayers.map(baked).changed(by: events))
    } catch {
      throw Unbakable(
        description: "more animations run at more changes of a text or the like than Rostrum keeps")
    }
  }

  private func baked(_ layer: Layer) -> Layer {
    if keptLayers.contains(layer) { return layer.withWritableAnimations }
    let properties = layer.layerClass.properties
    let animations = properties.filter(layer.canAnimate).flatMap {
      self.animations(of: $0, in: layer)
    }
    var values = layer.values
    for property in properties where !property.isAnimatable {
      let first = moments.value(of: property, in: layer, at: 0)
      if first != values[any: property] { values[any: property] = first }
    }
    let epoch = Epoch(values: values, animations: animations.map { AttachedAnimation($0) })
    return Layer(
      index: layer.index, name: layer.name, layerClass: layer.layerClass, epochs: [epoch],
      sublayers: layer.sublayers.map(baked), mask: layer.mask.map(baked), place: layer.place,
      video: layer.video)
  }

  // MARK: Key frames

  private func animations(of property: Property, in layer: Layer) -> [any Animation] {
    let model = layer.values[any: property]
    let values = moments.times.indices.map { moments.value(of: property, in: layer, at: $0) }
    guard values.contains(where: { $0 != model }) else { return [] }
    return BakedProperty(
      property: property, model: model, values: values.map { $0.seen(as: property.type) },
      rest: rest.map { ($0[layer.index] ?? layer.values)[any: property] }, times: moments.times,
      end: scene.clock.time(ofFrame: moments.times.count), isStill: scene.clock.duration == 0
    ).animations
  }

  // MARK: Events

  /// One for each frame at which something changes that key frames cannot change.
  private var events: [Event] {
    let parts = scene.root.sublayers.flatMap(bakedLayers).flatMap { layer in
      layer.layerClass.properties.filter { !$0.isAnimatable }.map { (layer, $0) }
    }
    return moments.times.indices.dropFirst().compactMap { frame in
      let actions = parts.compactMap { layer, property -> Event.Action? in
        let value = moments.value(of: property, in: layer, at: frame)
        guard value != moments.value(of: property, in: layer, at: frame - 1) else { return nil }
        return Event.Action(layer: layer.index, .set(AnimationKeyPath(property), value))
      }
      guard !actions.isEmpty else { return nil }
      let transaction = Transaction(disableActions: true)
      return Event(at: moments.times[frame], transaction: transaction, actions)
    }
  }

  private func bakedLayers(_ layer: Layer) -> [Layer] {
    keptLayers.contains(layer) ? [] : [layer] + layer.inner.flatMap(bakedLayers)
  }
}

extension Layer {
  /// Whether key frames can change the property. What a video layer shows are its video's pictures.
  fileprivate func canAnimate(_ property: Property) -> Bool {
    property.isAnimatable && !(video != nil && property == .contents)
  }
}
