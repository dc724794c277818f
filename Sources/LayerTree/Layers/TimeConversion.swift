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
    let (up, down) = (source.map(ancestry) ?? [], target.map(ancestry) ?? [])
    for chained in Explanation.Clock.chain(up, at: sceneTime).reversed() {
      let clock = chained.layer.epoch(at: chained.sceneTime).clock
      guard let parentTime = clock.parentTime(localTime: absolute) else { return nil }
      absolute = parentTime
    }
    return Explanation.Clock.chain(down, at: sceneTime).reduce(absolute) {
      $1.layer.epoch(at: $1.sceneTime).clock(at: $0).localTime(parentTime: $0)
    }
  }

  /// What the layer's own clock shows at a time of the scene.
  public func localTime(of layer: Layer, at sceneTime: Double) -> Double {
    Explanation.Clock.chain(ancestry(of: layer), at: sceneTime).last?.localTime ?? sceneTime
  }

  /// The layer with all its superlayers, the outermost first: the scene's root is left out, its clock is the scene's.
  private func ancestry(of layer: Layer) -> [Layer] {
    var path: [Layer] = []
    var layers = root.sublayers
    while let next = layers.last(where: { $0.index <= layer.index }) {
      path.append(next)
      if next.index == layer.index { return path }
      layers = next.inner
    }
    preconditionFailure("the layer \(layer.name) is not in this scene")
  }
}
