import Geometry
public import LayerTree
import Timing

/// Rewrites a scene so that it needs neither clocks nor timing functions: every property that changes becomes one keyframe animation with
/// a value at each frame (listing 10.7 of the book).
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

  public init(_ scene: Scene) {
    self.scene = scene
    times = (0..<scene.clock.frameCount).map(scene.clock.time(ofFrame:))
    frames = times.map { scene.presentation(at: $0).valuesByLayer }
    let end = scene.root.endTime
    rest = end < .infinity ? scene.presentation(at: max(end, 0) + 1).valuesByLayer : nil
  }

  /// The scene with plain clocks and keyframes. Throws `Unbakable`.
  public func baked() throws(Unbakable) -> Scene {
    var layers: [Layer] = []
    for layer in scene.root.sublayers { layers.append(try baked(layer)) }
    return Scene(
      size: scene.size, background: scene.background, clock: scene.clock, layers: layers)
  }

  private func baked(_ layer: Layer) throws(Unbakable) -> Layer {
    guard layer.video == nil else {
      throw Unbakable(description: "layer '\(layer.name)' plays a video, which no keyframes can do")
    }
    var animations: [AttachedAnimation] = []
    for property in layer.layerClass.properties {
      animations += try self.animations(of: property, in: layer).map { AttachedAnimation($0) }
    }
    var sublayers: [Layer] = []
    for sublayer in layer.sublayers { sublayers.append(try baked(sublayer)) }
    return Layer(
      index: layer.index, name: layer.name, layerClass: layer.layerClass,
      epochs: [Epoch(values: layer.values, animations: animations)], sublayers: sublayers,
      place: layer.place)
  }

  private func animations(
    of property: Property, in layer: Layer
  ) throws(Unbakable) -> [any Animation] {
    let model = layer.values[property]
    let values = frames.map { ($0[layer.index] ?? layer.values)[property] }
    guard values.contains(where: { $0 != model }) else { return [] }
    guard property.isAnimatable else {
      throw Unbakable(
        description:
          "'\(property.name)' of layer '\(layer.name)' changes, and no keyframes can change it")
    }
    return BakedProperty(
      property: property, model: model, values: values.map { $0.limited(to: property.type) },
      rest: rest.map { ($0[layer.index] ?? layer.values)[property] }, times: times,
      end: scene.clock.time(ofFrame: times.count)
    ).animations
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
