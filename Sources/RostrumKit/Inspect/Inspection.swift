public import LayerTree
public import Timing

/// The state of a scene's layers and their animations at one time.
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
    /// The animation's phase and progress.
    public let moment: AnimationMoment
    /// The time in which it is active, in seconds of the clock that it runs by.
    public let interval: ClosedRange<Double>
    /// The same on the scene's clock; `nil` inside groups and where a clock stands still.
    public let sceneInterval: ClosedRange<Double>?
    /// The value of its key path once this animation and those before it are applied; `nil` without
    /// an effect, and for a group.
    public let value: Value?
    /// The animations inside a group. Empty while the group has no effect.
    public let inner: [AnimationState]

    public var attached: AttachedAnimation { moment.attached }
    public var standing: AnimationMoment.Standing { moment.standing }
    /// Phase, active time, iteration and progress.
    public var sample: TimingSample { moment.sample }
    /// After the timing function; `nil` without an effect.
    public var transformedProgress: Double? { moment.transformedProgress }
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
    let moments = clock.animations
    var values = epoch.values
    // An animation of the clock has its say before the others, which run in what it makes of the
    // layer's time.
    var valuesOfClock = values
    if moments.contains(where: \.attached.animation.targetsClock) {
      values[.timeOffset] = clock.clock.timeOffset
    }
    self.clock = clock
    animations = moments.map { moment in
      moment.attached.animation.targetsClock
        ? .init(moment, changing: &valuesOfClock, clocks: chain.dropLast())
        : .init(moment, changing: &values, clocks: chain)
    }
    properties = layer.layerClass.properties.filter(values.sets).map {
      .init(property: $0, model: epoch.values[any: $0], presentation: values[any: $0])
    }
    sublayers = layer.inner.map { Self($0, inside: path, at: time) }
  }
}

extension Inspection.AnimationState {
  /// `clocks` lead from the scene to the clock that the animation runs in; `nil` inside a group.
  fileprivate init(
    _ moment: AnimationMoment, changing values: inout LayerValues, clocks: [Explanation.Clock]?
  ) {
    let animation = moment.attached.animation
    let (begin, underlying) = (animation.timing.beginTime, values)
    self.moment = moment
    interval = begin...max(begin, animation.endTime)
    sceneInterval = clocks.flatMap { [interval] in $0.sceneInterval(of: interval) }
    animation.apply(to: &values, at: moment.parentTime)
    let keyPath = animation.innerAnimations.isEmpty ? animation.keyPaths.first : nil
    let hasEffect = moment.transformedProgress != nil
    value = hasEffect ? keyPath.map { [values] in $0.value(in: values) } : nil
    inner = Self.inner(of: moment, underlying)
  }

  private static func inner(of group: AnimationMoment, _ values: LayerValues)
    -> [Inspection.AnimationState]
  {
    var values = values
    return group.inner.map { Self($0, changing: &values, clocks: nil) }
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
