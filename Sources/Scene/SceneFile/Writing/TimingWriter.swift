import RostrumLayerTree
public import RostrumTiming

/// Writes timing: when animations run, how they are eased, and the clocks that drive them.
enum TimingWriter {
  /// The element that the timing belongs to, which decides about defaults and valid keys.
  struct Place {
    /// The animation shows before and after its time unless the file says otherwise.
    var holds = false
    var isInGroup = false
    /// Whether the animation has its own begin time; one added by an event begins with the event.
    var hasBeginTime = true
  }

  /// The duration, and all that differs from the defaults.
  static func mapping(
    _ timing: MediaTiming, _ function: TimingFunction?, in place: Place
  ) -> YAMLMapping {
    var mapping = YAMLMapping()
    mapping.add(Key.duration, timing.iterationDuration)
    if place.hasBeginTime { mapping.add(Key.beginTime, timing.beginTime) }
    mapping.add(Key.speed, timing.speed)
    mapping.add(Key.timeOffset, timing.timeOffset)
    mapping.add(Key.repeatCount, timing.repeatCount)
    mapping.add(Key.repeatDuration, timing.repeatDuration)
    mapping.add(Key.autoreverses, timing.autoreverses)
    mapping.add(place.holds ? Key.heldFillMode : Key.fillMode, timing.fillMode)
    if !place.isInGroup {
      let key = place.holds ? Key.heldRemovedOnCompletion : Key.removedOnCompletion
      mapping.add(key, timing.isRemovedOnCompletion)
    }
    mapping.add(Key.timingFunction, function.map(node))
    return mapping
  }

  // MARK: Timing functions

  /// A name, four control points, a spring, or what CSS calls it.
  static func node(_ function: TimingFunction) -> WrittenNode {
    switch (function, StepwiseText.text(of: function)) {
    case (_, let text?): return .plain(text)
    case (.spring(let spring), nil):
      var mapping = YAMLMapping()
      mapping.add(Key.spring, self.mapping(spring).flow)
      return mapping.flow
    case (.bezier(let curve), nil): return .numbers([curve.x1, curve.y1, curve.x2, curve.y2])
    case (_, nil): fatalError("a timing function without a notation")
    }
  }

  /// The keys of a spring, which are written in the spring animation itself: its physical values,
  /// even if the file gave its perceptual duration and bounce.
  static func mapping(_ spring: Spring) -> YAMLMapping {
    var mapping = YAMLMapping()
    mapping.add(Key.mass, .number(spring.mass))
    mapping.add(Key.stiffness, .number(spring.stiffness))
    mapping.add(Key.damping, .number(spring.damping))
    mapping.add(Key.initialVelocity, spring.initialVelocity)
    mapping.add(Key.allowsOverdamping, spring.allowsOverdamping)
    return mapping
  }

  // MARK: Clocks

  /// A clock that drives animations step by step.
  static func node(_ schedule: TickSchedule) -> WrittenNode {
    var mapping = YAMLMapping()
    switch schedule.pace {
    case .rate(let rate): mapping.add(Key.tickRate, .plain("\(rate)"))
    case .interval(let interval): mapping.add(Key.tickInterval, interval)
    }
    let late = schedule.lateTicks.sorted { $0.key < $1.key }
      .map { WrittenNode.list([.plain("\($0.key)"), .number($0.value)]) }
    let dropped = schedule.droppedTicks.sorted().map { WrittenNode.plain("\($0)") }
    let tracking = schedule.tracking.map { WrittenNode.numbers([$0.start, $0.end]) }
    if !late.isEmpty { mapping.add(Key.lateTicks, .list(late)) }
    if !dropped.isEmpty { mapping.add(Key.droppedTicks, .list(dropped)) }
    if let jitter = schedule.jitter {
      var inner = YAMLMapping()
      inner.add(Key.jitterAmount, jitter.amount)
      inner.add(Key.jitterSeed, .plain("\(jitter.seed)"))
      mapping.add(Key.jitter, inner.flow)
    }
    if !tracking.isEmpty { mapping.add(Key.tracking, .list(tracking)) }
    return mapping.flow
  }
}

extension TimingFunction {
  /// The function in a scene file, on one line.
  public var sceneText: String {
    String(TimingWriter.node(self).text(width: -1).dropLast())
  }
}
