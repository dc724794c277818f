public import LayerTree
import SceneFile

/// The values of one key path of one layer over time, as `rostrum sample` prints them.
public struct SampledSeries: Sendable {
  /// The layer's name.
  public let layer: String
  /// For instance `transform.rotation.z`.
  public let keyPath: AnimationKeyPath
  /// In seconds of the scene.
  public let times: [Double]
  /// One for each time.
  public let values: [Value]
}

/// Evaluates a scene without drawing it.
public struct Sampling: Sendable {
  private let scene: Scene

  public init(_ scene: Scene) { self.scene = scene }

  /// The layers, key paths and times to sample.
  public struct Choice: Sendable {
    /// Names of layers; empty for all.
    public var layers: [String]
    /// Key paths; empty for those that are animated.
    public var keyPaths: [String]

    public init(layers: [String] = [], keyPaths: [String] = []) {
      self.layers = layers
      self.keyPaths = keyPaths
    }
  }

  /// A name in the choice that the scene does not have.
  public struct UnknownName: Error, Sendable, CustomStringConvertible {
    public enum Kind: String, Sendable {
      case layer
      case keyPath = "key path"
    }

    public let kind: Kind
    public let name: String
    /// Everything that the name could have been.
    public let candidates: [String]

    public var description: String {
      let suggestion = closest(to: name, among: candidates).map { "; did you mean '\($0)'?" }
      return "the scene has no \(kind.rawValue) '\(name)'" + (suggestion ?? "")
    }
  }

  /// One series for each layer and key path of the choice, in the order of the scene.
  ///
  /// With layers and key paths, every layer that has the key path, animated or not. With key paths
  /// alone, the layers that animate them. With neither, every animated key path.
  public func series(_ choice: Choice, at times: [Double]) throws -> [SampledSeries] {
    let targets = try targets(choice)
    var columns = targets.map { _ in [Value]() }
    for time in times {
      try Task.checkCancellation()
      let moment = scene.presentation(at: time).valuesByLayer
      for (index, (layer, keyPath)) in targets.enumerated() {
        columns[index].append(keyPath.value(in: moment[layer.index] ?? layer.values))
      }
    }
    return zip(targets, columns).map { target, values in
      SampledSeries(layer: target.0.name, keyPath: target.1, times: times, values: values)
    }
  }

  private func targets(_ choice: Choice) throws -> [(Layer, AnimationKeyPath)] {
    let layers = try chosenLayers(choice.layers)
    guard !choice.keyPaths.isEmpty else {
      return layers.flatMap { layer in layer.animatedKeyPaths.map { (layer, $0) } }
    }
    var targets: [(Layer, AnimationKeyPath)] = []
    for name in choice.keyPaths {
      let matches = layers.compactMap { layer in layer.keyPath(named: name).map { (layer, $0) } }
      guard !matches.isEmpty else { throw unknownKeyPath(name, of: layers) }
      let animated = matches.filter { $0.animatedKeyPaths.map(\.property).contains($1.property) }
      targets += choice.layers.isEmpty && !animated.isEmpty ? animated : matches
    }
    return targets
  }

  private func chosenLayers(_ names: [String]) throws -> [Layer] {
    let all = scene.layers
    guard !names.isEmpty else { return all }
    for name in names where !all.contains(where: { $0.name == name }) {
      throw UnknownName(kind: .layer, name: name, candidates: all.map(\.name))
    }
    return all.filter { names.contains($0.name) }
  }

  private func unknownKeyPath(_ name: String, of layers: [Layer]) -> UnknownName {
    var known: [String] = []
    for keyPath in layers.flatMap(\.keyPaths) where !known.contains(keyPath.name) {
      known.append(keyPath.name)
    }
    return UnknownName(kind: .keyPath, name: name, candidates: known)
  }
}

extension Layer {
  /// The key paths that animations of this layer write, each once, in the order of the animations;
  /// then the properties that events set at once.
  var animatedKeyPaths: [AnimationKeyPath] {
    var seen = Set<AnimationKeyPath>()
    let animated = allAnimations.flatMap(\.keyPaths).filter { seen.insert($0).inserted }
    let properties = Set(animated.map(\.property))
    let set = layerClass.properties.filter { property in
      !properties.contains(property)
        && epochs.contains { $0.values[any: property] != values[any: property] }
    }
    return animated + set.map { AnimationKeyPath($0) }
  }

  func keyPath(named name: String) -> AnimationKeyPath? {
    keyPaths.first { $0.name == name }
  }
}

extension PresentationLayer {
  /// The values of this layer and all below it, by the layer's index.
  var valuesByLayer: [Int: LayerValues] {
    var result: [Int: LayerValues] = [:]
    collect(into: &result)
    return result
  }

  private func collect(into result: inout [Int: LayerValues]) {
    // Of copies, the first counts.
    guard instance < 2 else { return }
    if instance == 0 { result[index] = values }
    for layer in inner { layer.collect(into: &result) }
  }
}
