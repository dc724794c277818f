public import LayerTree
public import Timing

/// What a scene's layers and their animations are doing at one time.
public struct Inspection: Sendable {
  /// One layer.
  public struct LayerState: Sendable {
    /// With the layer itself.
    public let clock: Explanation.Clock
    /// The properties that the scene or an animation sets: model and presentation.
    public let properties: [PropertyState]
    /// In the order in which they apply.
    public let animations: [AnimationState]
    /// With the mask at the end.
    public let sublayers: [LayerState]

    public var layer: Layer { clock.layer }
  }

  /// One property of a layer.
  public struct PropertyState: Sendable {
    public let property: Property
    public let model: Value
    public let presentation: Value
  }

  /// One animation of a layer or of a group.
  public struct AnimationState: Sendable {
    /// Where an animation stands, as seen from outside: one that is removed when it ends is gone afterwards.
    public enum Standing: String, Sendable {
      case before, active, after, removed
    }

    public let attached: AttachedAnimation
    public let standing: Standing
    /// Phase, active time, iteration and progress.
    public let sample: TimingSample
    /// After the timing function; `nil` without an effect.
    public let transformedProgress: Double?
    /// When it is active, in seconds of its layer's or its group's clock.
    public let interval: ClosedRange<Double>
    /// The same on the scene's clock; `nil` inside groups and where a clock stands still.
    public let sceneInterval: ClosedRange<Double>?
    /// What its key path is with this animation applied, after those before it; `nil` without an effect, and for a group.
    public let value: Value?
    /// Those inside a group. Empty while the group has no effect.
    public let inner: [AnimationState]
  }

  /// In seconds of the scene.
  public let time: Double
  public let scene: Scene
  public let layers: [LayerState]

  /// `time` is in seconds of the scene.
  public init(_ scene: Scene, at time: Double) {
    self.scene = scene
    self.time = time
    layers = scene.root.sublayers.map { LayerState($0, inside: [scene.root], at: time) }
  }
}

extension Inspection.LayerState {
  fileprivate init(_ layer: Layer, inside path: [Layer], at time: Double) {
    let path = path + [layer]
    let chain = Explanation.Clock.chain(path, at: time)
    let clock = chain[chain.count - 1]
    let epoch = layer.epoch(at: clock.sceneTime)
    var values = epoch.values
    self.clock = clock
    animations = epoch.animations.map {
      Inspection.AnimationState($0, changing: &values, at: clock.localTime, clocks: chain)
    }
    properties = layer.layerClass.properties.filter(values.sets).map {
      .init(property: $0, model: epoch.values[any: $0], presentation: values[any: $0])
    }
    sublayers = layer.inner.map { Self($0, inside: path, at: time) }
  }
}

extension Inspection.AnimationState {
  /// `clocks` lead from the scene to the layer; `nil` inside a group.
  fileprivate init(
    _ attached: AttachedAnimation, changing values: inout LayerValues, at time: Double,
    clocks: [Explanation.Clock]?
  ) {
    let animation = attached.animation
    let (timing, underlying) = (animation.timing, values)
    let sample = timing.sample(at: time)
    let progress = animation.transformedProgress(of: sample)
    self.attached = attached
    self.sample = sample
    transformedProgress = progress
    standing = Standing(sample.phase, timing)
    interval = timing.beginTime...max(timing.beginTime, timing.endTime)
    sceneInterval = clocks.flatMap { [interval] in $0.sceneInterval(of: interval) }
    animation.apply(to: &values, at: time)
    let keyPath = animation.innerAnimations.isEmpty ? animation.keyPaths.first : nil
    value = progress == nil ? nil : keyPath.map { [values] in $0.value(in: values) }
    inner = progress.map { Self.inner(of: animation, at: $0, underlying) } ?? []
  }

  private static func inner(
    of group: any Animation, at progress: Double, _ values: LayerValues
  ) -> [Inspection.AnimationState] {
    var values = values
    return group.innerAnimations.map {
      Self($0, changing: &values, at: group.innerTime(at: progress), clocks: nil)
    }
  }
}

extension Inspection.AnimationState.Standing {
  fileprivate init(_ phase: Phase, _ timing: MediaTiming) {
    switch phase {
    case .before: self = .before
    case .active: self = .active
    case .after: self = timing.isRemovedOnCompletion ? .removed : .after
    }
  }
}

extension [Explanation.Clock] {
  /// An interval of the last clock on the scene's; `nil` where a clock stands still.
  fileprivate func sceneInterval(of interval: ClosedRange<Double>) -> ClosedRange<Double>? {
    guard let a = sceneTime(of: interval.lowerBound), let b = sceneTime(of: interval.upperBound)
    else { return nil }
    return Swift.min(a, b)...Swift.max(a, b)
  }

  private func sceneTime(of localTime: Double) -> Double? {
    var time = localTime
    for clock in reversed().map(\.clock) {
      guard clock.speed != 0 else { return nil }
      if time.isInfinite {
        time = clock.speed < 0 ? -time : time
      } else {
        guard let parentTime = clock.parentTime(localTime: time) else { return nil }
        time = parentTime
      }
    }
    return time
  }
}
