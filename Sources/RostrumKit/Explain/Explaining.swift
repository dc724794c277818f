public import LayerTree

/// Finds what is to be explained by the names that a person gives.
public struct Explaining: Sendable {
  private let scene: Scene

  public init(_ scene: Scene) { self.scene = scene }

  /// The steps by which the key path of the layer gets its value at a time of the scene. Throws
  /// `Sampling.UnknownName`.
  public func explanation(
    layer name: String, keyPath path: String, at time: Double
  ) throws(Sampling.UnknownName) -> Explanation {
    let layers = scene.layers
    guard let layer = layers.first(where: { $0.name == name }) else {
      throw Sampling.UnknownName(kind: .layer, name: name, candidates: layers.map(\.name))
    }
    guard let keyPath = layer.keyPath(named: path),
      let explanation = scene.explanation(ofLayer: layer.index, keyPath: keyPath, at: time)
    else {
      throw Sampling.UnknownName(
        kind: .keyPath, name: path, candidates: layer.keyPaths.map(\.name))
    }
    return explanation
  }
}
