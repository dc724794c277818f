public import RostrumTiming

/// The reasons for a layer's value at one time: the whole chain from the scene's clock to the
/// presentation value.
public struct Explanation: Sendable {
  /// One layer's clock, on the way from the root down.
  public struct Clock: Sendable {
    public let layer: Layer
    public let clock: LayerClock
    /// The superlayer's time.
    /// In seconds of the scene that the layer belongs to: the whole, or one that is a layer in it.
    public let sceneTime: Double
    public let parentTime: Double
    public let localTime: Double
  }

  /// The epoch of the layer that holds.
  public struct EpochSpan: Hashable, Sendable {
    /// From 0.
    public let index: Int
    public let count: Int
    /// In seconds of the scene; `-infinity` for the first.
    public let startTime: Double
    /// In seconds of the scene; infinite for the last.
    public let endTime: Double
  }

  public let keyPath: AnimationKeyPath
  /// In seconds of the scene.
  public let sceneTime: Double
  /// From the root to the layer itself.
  public let clocks: [Clock]
  public let epoch: EpochSpan
  public let modelValue: Value
  /// The animations that write the property or a part of it, in the order in which they apply.
  public let animations: [AnimationExplanation]
  public let presentationValue: Value

  /// The layer whose value is explained.
  public var layer: Layer { clocks[clocks.count - 1].layer }
}

extension Scene {
  /// Explains the value of a key path of the layer of that index at a time of the scene; `nil` when
  /// there is no such layer.
  public func explanation(
    ofLayer index: Int, keyPath: AnimationKeyPath, at time: Double
  ) -> Explanation? {
    root.path(toLayer: index).map { Explanation(of: keyPath, path: $0, at: time) }
  }
}

extension Explanation {
  /// `path` holds the layers from the root down.
  fileprivate init(of keyPath: AnimationKeyPath, path: [Layer], at time: Double) {
    let clocks = Clock.chain(path, at: time)
    let last = clocks[clocks.count - 1]
    let epoch = last.layer.epoch(at: last.sceneTime)
    let targetsClock = keyPath.targetsClock
    var values = epoch.values
    if !targetsClock, epoch.writesClock {
      values[.timeOffset] = last.clock.timeOffset
    }
    self.keyPath = keyPath
    sceneTime = time
    self.clocks = clocks
    self.epoch = EpochSpan(of: last.layer, at: last.sceneTime)
    modelValue = keyPath.value(in: epoch.values)
    animations = AnimationExplanation.explanations(
      of: targetsClock ? epoch.clockAnimations : epoch.ownAnimations, changing: &values,
      at: targetsClock ? last.parentTime : last.localTime, property: keyPath.property)
    presentationValue = keyPath.value(in: values)
  }
}

extension Explanation.Clock {
  /// The clocks of layers, each inside the one before, at a time of the scene.
  public static func chain(_ path: [Layer], at sceneTime: Double) -> [Explanation.Clock] {
    var (sceneTime, time) = (sceneTime, sceneTime)
    return path.map { layer in
      let parentTime = time
      let clock = layer.epoch(at: sceneTime).clock(at: parentTime)
      time = clock.localTime(parentTime: parentTime)
      defer { if layer.sceneReference != nil { sceneTime = time } }
      return Self(
        layer: layer, clock: clock, sceneTime: sceneTime, parentTime: parentTime, localTime: time)
    }
  }
}

extension Explanation.EpochSpan {
  fileprivate init(of layer: Layer, at time: Double) {
    let epochs = layer.epochs
    index = (epochs.lastIndex { $0.startTime <= time }) ?? 0
    count = epochs.count
    startTime = epochs[index].startTime
    endTime = index + 1 < epochs.count ? epochs[index + 1].startTime : .infinity
  }
}

extension Layer {
  /// The layers from this one down to the one of that index, both included; `nil` when it is not
  /// inside.
  public func path(toLayer index: Int) -> [Layer]? {
    if self.index == index { return [self] }
    for layer in inner {
      if let rest = layer.path(toLayer: index) { return [self] + rest }
    }
    return nil
  }
}

extension Explanation.Clock {
  /// The states of the layer's animations, in the order in which they apply.
  public var animations: [AnimationMoment] {
    layer.epoch(at: sceneTime).animations.map {
      AnimationMoment($0, at: $0.targetsClock ? parentTime : localTime)
    }
  }
}
