import LayerTree
import Timing

extension AnimationType {
  static let timer = AnimationType(
    "timer", "NSTimer",
    "From one value to another, moved on by a timer that takes every tick to last the same.",
    keys: Key.holding(Key.propertyAnimationKeys) + Key.endKeys + [.clock, .runLoopMode, .step]
  ) { $0.steppedAnimation(.deferred) }

  static let displayLink = AnimationType(
    "displayLink", "CADisplayLink",
    "From one value to another, moved on by a display link that measures the time between ticks.",
    keys: Key.holding(Key.propertyAnimationKeys) + Key.endKeys + [.clock, .runLoopMode]
  ) { $0.steppedAnimation(.dropped) }
}

extension AnimationFields {
  fileprivate func steppedAnimation(_ missed: MissedTickPolicy) -> (any Animation)? {
    let timing = timing(
      defaultDuration: place.defaultDuration, holds: true)
    let function = timingFunction()
    let driver = driver(missed)
    guard let draft = PropertyAnimationDraft(self) else { return nil }
    let ends = ends(draft)
    guard let timing, let function, let ends, let driver else { return nil }
    return SteppedAnimation(
      BasicAnimation(
        keyPath: draft.keyPath, ends: ends, timing: timing, timingFunction: function,
        isAdditive: draft.isAdditive, isCumulative: draft.isCumulative,
        valueFunction: draft.valueFunction), driver: driver)
  }

  /// A timer's missed ticks wait; a display link measures.
  private func driver(_ missed: MissedTickPolicy) -> StepDriver? {
    let node = fields.node(.clock)
    let schedule =
      node.map { resolution.find($0, in: resolution.clocks, kind: "clock") } ?? TickSchedule()
    let mode = fields.word(.runLoopMode, as: RunLoopMode.self)
    let pace = missed == .deferred ? fields.number(.step).map(TickPace.interval) : nil
    guard let schedule, mode != nil || fields.node(.runLoopMode) == nil else { return nil }
    let fireTimes = resolution.fireTimes(
      Listening(schedule: schedule, mode: mode ?? .default, missed: missed))
    let step: StepDriver.Step = missed == .deferred ? .assumed(pace ?? schedule.pace) : .measured
    return StepDriver(step: step, fireTimes: fireTimes)
  }
}
