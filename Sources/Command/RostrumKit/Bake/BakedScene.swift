public import RostrumLayerTree
import RostrumOutput
import RostrumSceneFile
import RostrumTiming

/// A scene that needs neither clocks nor timing functions: every property that changes has one
/// keyframe animation over the scene's whole time, with its value at each frame (listing 10.7 of
/// the book). Properties that key frames cannot change, such as the text of a text layer, are set
/// by events at the frames' times. Layers whose pictures follow from more than values at the frames
/// stay as they are.
///
/// It shows the same as the original at every frame of the clock, exactly, but for colours whose
/// alpha leaves 0...1: the visible part is kept. In layers that stay, an implicit animation that
/// began beyond its property's rule is written as a sum, with its rounding.
public struct BakedScene: Sendable {
  public let scene: Scene
  /// The layers that stay as they are, each with all that lies in it, in the order of the file.
  public let unbaked: [UnbakedLayer]

  public init(_ original: Scene) {
    let samples = FrameSamples(of: original)
    unbaked = UnbakedLayer.all(in: original, samples)
    let bake = Bake(original, samples, kept: Set(unbaked.map(\.layer.index)))
    scene = Scene(
      size: original.size, background: original.background, clock: original.clock,
      layers: original.root.sublayers.map(bake.layer), audio: original.audio,
      loudness: original.loudness, captions: original.captions,
      information: original.information
    )
  }
}

/// The values of a scene's layers at its frames.
struct FrameSamples {
  /// Neighbouring frames with the same values.
  struct Run<Element> {
    let firstFrame: Int
    let value: Element
  }

  /// The frames' times, in seconds.
  let times: [Double]
  /// By the layer's index; at least one run of each, the first of which begins at frame 0.
  private var layers: [Int: [Run<LayerValues>]] = [:]
  /// The first frame in which a layer is in a transition, in seconds, by the layer's index.
  private(set) var transitions: [Int: Double] = [:]
  /// The values at the end of the last frame, by the layer's index.
  private let endValues: [Int: LayerValues]

  init(of scene: Scene) {
    let end = scene.clock.time(ofFrame: scene.clock.frameCount)
    endValues = Dictionary(
      scene.presentation(at: end).valuesByLayer.map { ($0, $1) }, uniquingKeysWith: { a, _ in a })

    times = (0..<scene.clock.frameCount).map(scene.clock.time(ofFrame:))
    for layer in scene.layers { layers[layer.index] = [Run(firstFrame: 0, value: layer.values)] }
    for (frame, time) in times.enumerated() {
      let shown = scene.presentation(at: time)
      for (index, values) in shown.valuesByLayer where layers[index]?.last?.value != values {
        if frame == 0 { layers[index] = [] }
        layers[index]?.append(Run(firstFrame: frame, value: values))
      }
      for index in shown.layersInTransition where transitions[index] == nil {
        transitions[index] = time
      }
    }
  }

  /// The value of a property at the end of the last frame.
  func endValue(of property: Property, in layer: Layer) -> Value {
    (endValues[layer.index] ?? layer.values)[any: property]
  }

  /// The values of one property, which differ from one run to the next.
  func runs(of property: Property, in layer: Layer) -> [Run<Value>] {
    var runs: [Run<Value>] = []
    for run in layers[layer.index] ?? [] where runs.last?.value != run.value[any: property] {
      runs.append(Run(firstFrame: run.firstFrame, value: run.value[any: property]))
    }
    return runs
  }
}

extension PresentationLayer {
  /// The indices of the layers in this subtree that a transition changes.
  fileprivate var layersInTransition: [Int] {
    (transition == nil ? [] : [index]) + inner.flatMap(\.layersInTransition)
  }
}

/// Makes the parts of a baked scene.
private struct Bake {
  private let scene: Scene
  private let samples: FrameSamples
  private let kept: Set<Int>
  /// The values once everything has ended, by the layer's index; `nil` when something never ends.
  private let rest: [Int: LayerValues]?

  init(_ scene: Scene, _ samples: FrameSamples, kept: Set<Int>) {
    (self.scene, self.samples, self.kept) = (scene, samples, kept)
    let end = scene.root.endTime
    rest = end < .infinity ? scene.presentation(at: max(end, 0) + 1).valuesByLayer : nil
  }

  /// The layer with key frames in place of its animations, and an epoch for each frame at which
  /// something changes that key frames cannot change.
  func layer(_ layer: Layer) -> Layer {
    if kept.contains(layer.index) { return layer }
    var animations: [any Animation] = []
    var changes: [Int: [(property: Property, value: Value)]] = [0: []]
    for property in layer.layerClass.properties {
      let runs = samples.runs(of: property, in: layer)
      guard runs.count > 1 || runs[0].value != layer.values[any: property] else { continue }
      if layer.canAnimate(property) {
        animations += track(of: property, in: layer, runs).animations
      } else if !property.isAnimatable {
        for run in runs { changes[run.firstFrame, default: []].append((property, run.value)) }
      }
    }
    return layer.changed(
      epochs: epochs(from: layer.values, changes, animations.map { AttachedAnimation($0) }),
      sublayers: layer.sublayers.map(self.layer), mask: .some(layer.mask.map(self.layer)),
      sceneReference: .some(nil), connection: .some(nil))
  }

  /// The epochs that begin at the frames of `changes`. The first one has no beginning.
  private func epochs(
    from model: LayerValues, _ changes: [Int: [(property: Property, value: Value)]],
    _ animations: [AttachedAnimation]
  ) -> [Epoch] {
    var values = model
    return changes.sorted { $0.key < $1.key }.map { frame, changes in
      for (property, value) in changes where values[any: property] != value {
        values[any: property] = value
      }
      let startTime = frame == 0 ? -.infinity : samples.times[frame]
      return Epoch(startTime: startTime, values: values, animations: animations)
    }
  }

  private func track(
    of property: Property, in layer: Layer, _ runs: [FrameSamples.Run<Value>]
  ) -> KeyframeTrack {
    KeyframeTrack(
      property: property, model: layer.values[any: property],
      runs: runs.map {
        .init(firstFrame: $0.firstFrame, value: $0.value.visible(as: property.type))
      },
      last: samples.endValue(of: property, in: layer).visible(as: property.type),
      rest: rest.map { ($0[layer.index] ?? layer.values)[any: property] }, times: samples.times,
      end: scene.clock.time(ofFrame: samples.times.count), isStill: scene.clock.duration == 0)
  }
}

extension Layer {
  /// Whether key frames can change the property. The contents of a video layer are its video's
  /// pictures.
  fileprivate func canAnimate(_ property: Property) -> Bool {
    property.isAnimatable && !(video != nil && property == .contents)
  }
}
