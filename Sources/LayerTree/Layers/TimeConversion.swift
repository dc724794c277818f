import Timing

extension Scene {
  /// What another layer's clock shows when one layer's shows `time` (`convertTime:fromLayer:`).
  ///
  /// `nil` in place of a layer stands for the scene itself. Events change clocks: those count that hold at `sceneTime`. A clock
  /// is not clamped before its begin time. The result is `nil` when a layer on the way up is frozen: its one local time belongs to
  /// every moment outside. The layers must be those of this scene.
  public func convert(
    time: Double, from source: Layer?, to target: Layer?, at sceneTime: Double = 0
  ) -> Double? {
    var absolute = time
    for layer in source.map(ancestry)?.reversed() ?? [] {
      let clock = layer.epoch(at: sceneTime).clock
      guard let parentTime = clock.parentTime(localTime: absolute) else { return nil }
      absolute = parentTime
    }
    return (target.map(ancestry) ?? []).reduce(absolute) {
      $1.epoch(at: sceneTime).clock(at: $0).localTime(parentTime: $0)
    }
  }

  /// What the layer's own clock shows at a time of the scene.
  public func localTime(of layer: Layer, at sceneTime: Double) -> Double {
    ancestry(of: layer).reduce(sceneTime) {
      $1.epoch(at: sceneTime).clock(at: $0).localTime(parentTime: $0)
    }
  }

  /// The layer with all its superlayers, the outermost first: the scene's root is left out, its clock is the scene's.
  private func ancestry(of layer: Layer) -> [Layer] {
    var path: [Layer] = []
    var layers = root.sublayers
    while let next = layers.last(where: { $0.index <= layer.index }) {
      path.append(next)
      if next.index == layer.index { return path }
      layers = next.sublayers
    }
    preconditionFailure("the layer \(layer.name) is not in this scene")
  }
}
